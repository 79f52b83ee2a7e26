"""The dialects of the OpenAI protocol: odd but good streams are read as what they mean, byte by byte if need be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from endpoint_acts import Act, answer, chunk, plain, spoken_as, status, whole
from endpoint_server import EndpointServer
from hypothesis import given
from hypothesis import strategies as st
from speaking import ask

from rag.model.dialects import looks_streamed, plain_body, plain_events
from rag.model.faults import NotAnAnswerError

SAID = "It halves it [1]."


@pytest.fixture(scope="module")
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def said(**delta: Any) -> dict[str, Any]:
    return {**chunk(), "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


def line(content: str | None = None, finish: str | None = None) -> bytes:
    return b"data: " + json.dumps(chunk(content, finish)).encode()


END, DONE = line(None, "stop"), b"data: [DONE]"
STREAM = (line(SAID), END, DONE)
PARTS = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", "text": SAID}]
BODY = {"choices": [{"index": 0, "message": {"role": "assistant", "content": SAID}, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(spoken_as(*STREAM, ending=b"\r\n\r\n"), id="lines that end as on Windows"),
        pytest.param(spoken_as(*STREAM, ending=b"\n"), id="no empty line between events"),
        pytest.param(spoken_as(line(SAID), END), id="no DONE"),
        pytest.param(spoken_as(line(SAID), DONE), id="no reason for stopping, but DONE"),
        pytest.param(spoken_as(b": hello", b"event: message", *STREAM), id="comments and names of events"),
        pytest.param(spoken_as(b"data:", b"data: ", *STREAM), id="empty events"),
        pytest.param(plain(b"\xef\xbb\xbf" + b"\n\n".join(STREAM), "text/event-stream"), id="a mark of byte order"),
        pytest.param(plain(b"\n\n".join(STREAM), "application/json"), id="a stream that is called JSON"),
        pytest.param(plain(b"\n\n".join(STREAM), "text/plain"), id="a stream that is called text"),
        pytest.param(answer(SAID, first=[said(role="assistant"), said(content="")]), id="a role first"),
        pytest.param(answer(SAID, first=[said(content=None), said()]), id="empty deltas"),
        pytest.param(answer(SAID, first=[{**chunk(), "choices": None}]), id="choices that are null"),
        pytest.param(answer(SAID, first=[{**chunk(), "choices": [None]}]), id="a choice that is null"),
        pytest.param(answer(SAID, first=[{**chunk(), "choices": [{"delta": None}]}]), id="a delta that is null"),
        pytest.param(answer(SAID, last=[{**chunk(), "choices": None, "usage": {}}]), id="usage alone, last"),
        pytest.param(answer(SAID, last=[{**chunk(), "choices": [], "usage": 3}]), id="usage that is none"),
        pytest.param(answer(SAID, last=[{**chunk("No"), "choices": [{"index": 1, "delta": {"content": "No"}}]}]),
                     id="a second choice"),
        pytest.param(answer(SAID, first=[said(reasoning="Hm"), said(reasoning_content="Hm")]), id="reasoning apart"),
        pytest.param(answer(first=[said(content=PARTS)]), id="content in parts"),
        pytest.param(answer(first=[{**chunk(), "choices": [{"text": SAID}]}]), id="text as of completions"),
        pytest.param(answer(first=[{**chunk(), "choices": [{"message": {"content": SAID}}]}]), id="a message"),
        pytest.param(answer("<thi", "nk>Hm</th", "ink>", SAID), id="thoughts split across events"),
        pytest.param(answer("<think>", "Hm", "</think>", "\n\n", SAID), id="thoughts in events of their own"),
    ],
)  # fmt: skip
def test_an_odd_stream_is_read_as_what_it_means(server: EndpointServer, act: Act) -> None:
    heard = ask(server, act)
    assert (heard.text, heard.cut_off) == (SAID, False)


@pytest.mark.parametrize(
    "message",
    [{"content": SAID}, {"content": PARTS}, {"content": f"<think>Hm</think>{SAID}", "reasoning_content": "Hm"}],
)
@pytest.mark.parametrize("finish", ["stop", None])
def test_an_odd_answer_in_one_piece_is_read_as_what_it_means(
    server: EndpointServer, message: dict[str, Any], finish: str | None
) -> None:
    body = {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    heard = ask(server, status(400, "no", param="stream"), whole(body))
    assert (heard.text, heard.cut_off) == (SAID, False)


def test_a_broken_byte_costs_one_character(server: EndpointServer) -> None:
    broken = line("It h\u00e4lt").replace(b"\\u00e4", b"\xe4")
    assert ask(server, spoken_as(broken, line(" [1]."), END, DONE)).text == "It h\ufffdlt [1]."


def test_a_stream_without_its_end_is_cut_off(server: EndpointServer) -> None:
    assert ask(server, spoken_as(line("It halves"))).cut_off


@given(st.lists(st.integers(1, 400), max_size=6), st.sampled_from([b"\n\n", b"\r\n\r\n", b"\n"]))
def test_where_the_bytes_are_split_makes_no_difference(places: list[int], ending: bytes) -> None:
    stream = ending.join([b": hi", line("Größe ≤ 3"), line(SAID), END, DONE])
    cuts = sorted({0, *(place for place in places if place < len(stream)), len(stream)})
    pieces = [stream[begin:end] for begin, end in pairwise(cuts)]
    assert list(plain_events(pieces)) == list(plain_events([stream]))
    assert len(list(plain_events(pieces))) == 4


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_a_word(data: bytes) -> None:
    try:
        events = list(plain_events([b"data: ", data, b"\n\n", data]))
    except NotAnAnswerError:
        return
    assert all(event.startswith(b"data: ") and event.endswith(b"\n\n") for event in events)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
NAMES = st.sampled_from(["choices", "delta", "message", "content", "error", "usage", "index", "finish_reason", "text"])


@given(st.dictionaries(NAMES, st.lists(st.dictionaries(NAMES, JSON, max_size=4), max_size=3) | JSON, max_size=5))
def test_any_json_can_be_put_plainly(body: dict[str, Any]) -> None:
    put = plain_body(body, "delta")
    assert json.dumps(put)
    for choice in [] if put.get("error") else put.get("choices") or []:
        assert choice["index"] == 0
        assert choice["delta"]["content"] is None or isinstance(choice["delta"]["content"], str)


def test_what_is_no_stream_is_refused_at_its_first_line() -> None:
    with pytest.raises(NotAnAnswerError):
        list(plain_events([b"Welcome\n", b"data: {}\n\n"]))


def test_a_plain_answer_stays_as_it_is() -> None:
    assert plain_body(BODY) == BODY
    assert not looks_streamed(json.dumps(BODY).encode())
