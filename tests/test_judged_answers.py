"""Answers with a judge, as people and programs get them from the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from endpoint_acts import answer, status
from endpoint_server import EndpointServer

from rag.judging.measured import keep_accuracy
from rag.types import Accuracy

SOUND, WRONG = "MemAgent reads text in segments [1].", "MemAgent forgets everything [1]."
Ask = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as serving:
        yield serving


@pytest.fixture
def ask(shipped_index: Path, tmp_path: Path, server: EndpointServer) -> Ask:
    """Asks with a scripted writer and a scripted judge, in a home of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("FOOTNOTED_", "OPENAI_", "XDG_"))}
    own = {"HOME": str(tmp_path), "FOOTNOTED_INDEX": str(shipped_index), "FOOTNOTED_BASE_URL": server.base_url}

    def asked(*arguments: str) -> subprocess.CompletedProcess[str]:
        voices = ["--llm", "openai:scripted", "--condenser", "none", "--judge", "openai:judge"]
        command = [sys.executable, "-m", "rag.cli", "ask", "What does MemAgent do?", *voices]
        found = subprocess.run(
            [*command, *arguments], cwd=tmp_path, env={**kept, **own}, text=True,
            encoding="utf-8", capture_output=True, timeout=120, check=False,
        )  # fmt: skip
        assert "Traceback" not in found.stderr
        return found

    return asked


def test_an_answer_is_judged_in_one_call_and_names_the_judge(ask: Ask, server: EndpointServer) -> None:
    server.will(answer(f"{SOUND} {WRONG}"), answer("1: supported\n2: unsupported - it does not forget"))
    found = ask("--json")
    read = json.loads(found.stdout)
    assert [sentence["verdict"] for sentence in read["sentences"]] == ["supported", "unsupported"]
    assert read["sentences"][1]["note"] == "The judge: it does not forget."
    assert read["judge"] == {"name": "openai:judge", "accuracy": None}
    assert (read["status"], read["citations"][0]["verdict"]) == ("partial", "unsupported")
    assert (len(server.chats), read["usage"]["calls"], server.chats[1]["model"]) == (2, 2, "judge")
    assert "judge" in read["seconds"]


def test_the_same_answer_is_not_judged_twice(ask: Ask, server: EndpointServer) -> None:
    server.will(answer(SOUND), answer("1: supported"), answer(SOUND))
    first, second = (json.loads(ask("--json").stdout) for _ in range(2))
    assert second["sentences"] == first["sentences"]
    assert second["judge"] == {"name": "openai:judge", "accuracy": None}
    assert [chat["model"] for chat in server.chats] == ["scripted", "judge", "scripted"]


def test_people_see_struck_sentences_their_faults_and_who_judged(
    ask: Ask, server: EndpointServer, tmp_path: Path
) -> None:
    figure = Accuracy(0.81, 0.77, 0.85, 339, "scifact_dev.jsonl.gz")
    keep_accuracy("openai:judge", figure, tmp_path / ".local/share/footnoted/judges.json")
    server.will(answer(f"{SOUND} {WRONG}"), answer("1: supported\n2: unsupported - it does not forget"))
    found = ask("--strict")
    assert found.stdout.splitlines()[0] == ("MemAgent reads text in segments. [1] ~~MemAgent forgets everything.~~ [1]")
    told = found.stderr.splitlines()
    assert "Note: One of two sentences was struck out: it says something that its cited abstract does not hold." in told
    assert "Sentence 2 (unsupported): The judge: it does not forget." in told
    assert "Judged by openai:judge (balanced accuracy 0.81 [0.77–0.85] on 339 rows of scifact_dev.jsonl.gz)." in told
    assert found.returncode == 0


def test_when_nothing_is_left_the_struck_words_are_seen_and_it_is_no_answer(ask: Ask, server: EndpointServer) -> None:
    server.will(answer(WRONG), answer("1: unsupported"))
    found = ask("--strict")
    assert found.stdout.startswith("~~MemAgent forgets everything.~~ [1]\n")
    assert "No answer is left. The only sentence was struck out: " in found.stderr
    assert found.returncode == 0


def test_a_judge_that_fails_leaves_the_answer_and_says_so(ask: Ask, server: EndpointServer) -> None:
    server.will(answer(SOUND), status(401, "no such key"))
    found = ask("--strict")
    assert found.stdout.startswith("MemAgent reads text in segments. [1]\n")
    assert "Note: The sentences were not judged: " in found.stderr
    assert "Judged by" not in found.stderr
    assert found.returncode == 0
