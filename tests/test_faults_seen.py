"""Every fault of an endpoint as the user of the whole program sees it: the sentence, and the papers' words beside it.

The scripted server plays a fault for each model that it is asked for. All are asked at once, since some wait.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from endpoint_acts import (
    Act,
    Stage,
    answer,
    chunk,
    drip,
    hang_up,
    plain,
    refusal,
    reset,
    silence,
    spoken_as,
    status,
    whole,
)
from endpoint_server import EndpointServer
from speaking import KEY

from rag.answer import Answer
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.pipeline import Pipeline
from rag.settings import Settings

LIMIT = 8.0  # seconds
QUESTION = "How much does SupervisorAgent save?"
SAVED = "29.68%"
BESIDE = "these are sentences of the papers."
CHECK = "Check FOOTNOTED_BASE_URL; it usually ends in /v1."
NO_ANSWER = f"HERE sent something that is not an answer of a language model. {CHECK}"
EMPTY = "HERE sent an empty answer. Try again, or choose another model."
BROKEN = "HERE closed the connection before the answer was complete. Try again."
LATE = "HERE did not finish an answer within 8 seconds. Try again, raise FOOTNOTED_TIMEOUT, or choose a faster model."
KEY_REFUSED = "Set FOOTNOTED_API_KEY (or OPENAI_API_KEY) to a valid key."
UNKNOWN = "HERE does not know the model MODEL. It says: {}. Choose one with FOOTNOTED_LLM=openai:MODEL. " + CHECK
GPU = {"object": "error", "message": "CUDA out of memory", "type": "InternalServerError", "code": 500}
FELL = "HERE failed with status 500. It says: CUDA out of memory. Try again later."


def delta(**said: Any) -> dict[str, Any]:
    return {**chunk(), "choices": [{"index": 0, "delta": said, "finish_reason": None}]}


def event(*said: str, finish: str | None = None) -> bytes:
    return b"data: " + json.dumps(chunk(*said, finish=finish)).encode()


def packed(stage: Stage) -> None:
    stage.open(200, kind="text/event-stream", content_encoding="gzip")
    stage.write(b"this was never packed")


def page_of_a_gateway(stage: Stage) -> None:
    stage.open(502, kind="text/html")
    stage.write(b"<html><h1>502 Bad Gateway</h1></html>")


TOOL = {"index": 0, "id": "a", "type": "function", "function": {"name": "find", "arguments": "{}"}}

# What the server does, and the sentence that is shown. HERE is its address, MODEL the model's name.
FAULTS: Mapping[str, tuple[Act, str]] = {
    # Late
    "never-answers": (silence(), LATE),
    "one-byte-a-second": (drip(1), LATE),
    "stops-in-the-middle": (answer("It", " halves", pause=20), LATE),
    "begins-and-says-nothing": (answer(pause=20), LATE),
    # Refused
    "wrong-key": (
        status(401, f"Incorrect API key provided: {KEY}."),
        f"HERE refused the key. It says: Incorrect API key provided: [key]. {KEY_REFUSED}",
    ),
    "forbidden": (refusal(403, {"detail": "Forbidden"}), f"HERE refused the key. It says: Forbidden. {KEY_REFUSED}"),
    "unknown-model-of-openai": (status(404, "No such model"), UNKNOWN.format("No such model")),
    "unknown-model-of-vllm": (
        refusal(404, {"object": "error", "message": "The model does not exist.", "code": 404}),
        UNKNOWN.format("The model does not exist"),
    ),
    "unknown-model-of-ollama": (
        refusal(404, {"error": "model not found, try pulling it first"}),
        UNKNOWN.format("model not found, try pulling it first"),
    ),
    "unknown-path": (refusal(404, {"detail": "Not Found"}), UNKNOWN.format("Not Found")),
    "quota": (
        status(429, "You exceeded your current quota.", code="insufficient_quota"),
        "The quota at HERE is used up. It says: You exceeded your current quota. "
        "Check the plan and billing of the key.",
    ),
    "busy-for-an-hour": (
        status(429, "Slow down.", headers={"retry_after": "3600"}),
        "HERE is busy and asks to wait 3600 seconds. It says: Slow down. That is longer than the limit of 8 seconds "
        "(FOOTNOTED_TIMEOUT). Try again later.",
    ),
    "busy": (status(429, "Slow down"), "HERE is busy. It says: Slow down. Try again later."),
    "parameter-for-good": (
        refusal(422, {"detail": [{"loc": ["body", "temperature"], "msg": "not wanted", "type": "value_error"}]}),
        "HERE refused the parameter temperature. It says: body.temperature: not wanted. Choose another model.",
    ),
    "sent-on-to-elsewhere": (
        status(307, headers={"location": "http://127.0.0.1:1/v1/chat/completions"}),
        "HERE sends questions on to another address, which is not followed. "
        "Set FOOTNOTED_BASE_URL to where it is now, if that may be asked.",
    ),
    # Failed
    "gateway": (page_of_a_gateway, "HERE failed with status 502. Try again later."),
    "error-as-text": (
        refusal(500, "it fell over"),
        "HERE failed with status 500. It says: it fell over. Try again later.",
    ),
    "error-as-a-list": (refusal(500, ["x"]), "HERE failed with status 500. Try again later."),
    "error-in-200": (
        whole({"error": {"message": "overloaded"}}),
        "HERE failed. It says: overloaded. Try again later.",
    ),
    "error-in-200-of-vllm": (whole(GPU), FELL),
    "error-first-in-the-stream": (answer(first=[GPU], finish=None), FELL),
    "error-in-the-stream": (answer("It", last=[GPU], finish=None), FELL),
    "error-in-the-stream-of-ollama": (
        answer("It", last=[{"error": "the runner has stopped"}], finish=None),
        "HERE failed. It says: the runner has stopped. Try again later.",
    ),
    "error-in-the-stream-of-llama-cpp": (
        spoken_as(event("It"), b'error: {"code": 500, "message": "CUDA out of memory"}'),
        FELL,
    ),
    "error-event-of-litellm": (
        spoken_as(b'event: error\ndata: {"error": {"message": "Overloaded", "code": "529"}}'),
        "HERE failed with status 529. It says: Overloaded. Try again later.",
    ),
    # No answer
    "no-choices": (whole({"choices": []}), EMPTY),
    "choices-null": (whole({"choices": None}), EMPTY),
    "choices-null-in-the-stream": (answer(first=[{**chunk(), "choices": None}], finish=None), EMPTY),
    "nothing": (plain(b"", "application/json"), EMPTY),
    "nothing-streamed": (plain(b"", "text/event-stream"), EMPTY),
    "blanks": (answer(" ", "\n"), EMPTY),
    "thoughts-alone": (answer(first=[delta(reasoning_content="Hm")]), EMPTY),
    "thoughts-that-never-end": (answer("<think>It halves", " it [1]."), EMPTY),
    "thoughts-up-to-the-limit": (
        answer("<think>Hm", finish="length"),
        "MODEL used up its answer length before it said anything. Raise FOOTNOTED_ANSWER_TOKENS.",
    ),
    "filtered": (
        answer(finish="content_filter"),
        "HERE withheld the answer (content filter). Put the question in other words.",
    ),
    "refused-by-the-model": (
        answer(first=[delta(refusal="I can't help with that.")]),
        "HERE withheld the answer (content filter). Put the question in other words.",
    ),
    "a-tool": (
        answer(first=[delta(tool_calls=[TOOL])], finish="tool_calls"),
        "MODEL wanted to call a tool instead of answering. Choose another model.",
    ),
    "web-page": (plain(b"<html>Welcome</html>", "text/html"), NO_ANSWER),
    "words": (plain(b"Welcome", "text/plain"), NO_ANSWER),
    "broken-json": (plain(b"{", "application/json"), NO_ANSWER),
    "broken-json-in-the-stream": (answer("It", last=[b'{"choices": [{"del']), NO_ANSWER),
    "ollamas-own-protocol": (plain(b'{"message": {"content": "It"}}\n' * 2, "application/x-ndjson"), NO_ANSWER),
    "packed-wrongly": (packed, NO_ANSWER),
    # Broken off
    "hung-up-at-once": (hang_up(), BROKEN),
    "hung-up-in-the-middle": (hang_up("It", " halves"), BROKEN),
    "reset-in-the-middle": (reset("It"), BROKEN),
}


@dataclass(frozen=True)
class Seen:
    """What came of a question, and how long it took (seconds)."""

    answer: Answer
    reason: str
    seconds: float


def chat_with(assembly: Assembly, server: EndpointServer, model: str, **more: Any) -> PaperChat:
    """A chat as `PaperChat.open` makes it, on an index that is open already."""
    given = {"llm": f"openai:{model}", "base_url": server.base_url, "api_key": KEY, "timeout": LIMIT}
    settings = Settings.load({**given, "condenser": "none", "index": assembly.settings.index, **more}, {})
    voices = Assembly(settings).voices()
    pipeline = Pipeline(assembly.search(), assembly.reader(), voices, embedding="minilm", top_k=settings.top_k)
    return PaperChat(pipeline, settings)


@pytest.fixture(scope="module")
def seen(shipped_assembly: Assembly) -> Mapping[str, Seen]:
    """What every fault looks like, with the server's address put as HERE and the model's name as MODEL."""
    with EndpointServer() as server:
        server.usual = lambda stage: FAULTS[stage.body["model"].removeprefix("does-")][0](stage)

        def ask(name: str) -> Seen:
            model = f"does-{name}"
            chat = chat_with(shipped_assembly, server, model)
            started = time.monotonic()
            answered = chat.ask(QUESTION)
            seconds = time.monotonic() - started
            return Seen(answered, answered.reason.replace(server.base_url, "HERE").replace(model, "MODEL"), seconds)

        chat_with(shipped_assembly, server, "does-quota").ask(QUESTION)  # loads what a first question loads
        with ThreadPoolExecutor(max_workers=16) as pool:
            return dict(zip(FAULTS, pool.map(ask, FAULTS), strict=True))


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_in_a_sentence(seen: Mapping[str, Seen], name: str) -> None:
    assert seen[name].reason == f"{FAULTS[name][1]} Instead of an answer in its own words, {BESIDE}"
    assert KEY not in seen[name].answer.to_json()


@pytest.mark.parametrize("name", FAULTS)
def test_the_papers_own_words_stand_beside_it_marked_as_such(seen: Mapping[str, Seen], name: str) -> None:
    answered = seen[name].answer
    assert (answered.status, answered.stand_in, answered.llm) == ("error", "extractive", f"openai:does-{name}")
    assert SAVED in answered.text
    assert [sentence.verdict for sentence in answered.sentences] == ["quoted"]
    assert answered.citations


@pytest.mark.parametrize("name", FAULTS)
def test_it_is_told_in_time(seen: Mapping[str, Seen], name: str) -> None:
    assert seen[name].seconds < 1.2 * LIMIT
    assert (FAULTS[name][1] == LATE) == (seen[name].seconds > 0.8 * LIMIT)


def test_the_front_door_shows_the_same(shipped_index: Path) -> None:
    with EndpointServer() as server:
        server.usual = status(401, "no such key")
        chat = PaperChat.open(shipped_index, llm="openai:scripted", base_url=server.base_url, condenser="none")
        answered = chat.ask(QUESTION)
    assert answered.reason.startswith(f"{server.base_url} refused the key. It says: no such key. {KEY_REFUSED}")
    assert (answered.status, answered.stand_in) == ("error", "extractive")


def test_the_command_line_shows_the_same_and_ends_with_1(shipped_index: Path) -> None:
    command = [sys.executable, "-m", "rag.cli", "ask", QUESTION, "--llm", "openai:scripted", "--condenser", "none"]
    with EndpointServer() as server:
        server.usual = reset("It")
        done = subprocess.run(
            [*command, "--index", str(shipped_index)], env={**os.environ, "FOOTNOTED_BASE_URL": server.base_url},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    shown = " ".join(done.stderr.split())
    assert BROKEN.replace("HERE", server.base_url) in shown
    assert SAVED in done.stdout
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


def test_a_slow_condenser_does_not_lengthen_the_limit(shipped_assembly: Assembly) -> None:
    with EndpointServer() as server:
        server.usual = silence()
        chat = chat_with(shipped_assembly, server, "scripted", condenser="auto", timeout=3)
        started = time.monotonic()
        assert chat.ask(QUESTION).status == "error"
    assert time.monotonic() - started < 1.2 * 3
