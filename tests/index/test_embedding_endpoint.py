"""Vectors from an endpoint that misbehaves: each lands at its own text, or nothing does and the user is told why."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from endpoint_acts import Act, Stage, embedded, plain, silence, status, whole
from endpoint_server import EndpointServer
from index_making import Index, paper

from rag.errors import EmbeddingError
from rag.index.embed_endpoint import EndpointEmbedder
from rag.settings import Settings

KEY = "sk-secret-0123456789"
TEXTS = ["one", "two", "three"]
Rows = list[dict[str, Any]]


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def at(settings: Settings) -> EndpointEmbedder:
    endpoint = settings.endpoint("embedding")
    assert endpoint
    return EndpointEmbedder(endpoint)


def embedder(server: EndpointServer, *, timeout: float = 5.0) -> EndpointEmbedder:
    given = {"base_url": server.base_url, "embedding": "openai:scripted", "api_key": KEY, "timeout": timeout}
    return at(Settings.load(given, {}))


def rows(change: Callable[[Rows], Rows]) -> Act:
    """Rows that tell their texts apart (a one at the length of the text), changed before they are sent."""

    def play(stage: Stage) -> None:
        texts = stage.body["input"]
        good = [
            {"object": "embedding", "index": place, "embedding": [float(len(text) == n) for n in range(9)]}
            for place, text in enumerate(texts)
        ]
        whole({"object": "list", "model": "m", "data": change(good), "usage": {}})(stage)

    return play


def first(*acts: Act) -> Act:
    """Play these at the first requests, then give good rows."""
    script = list(acts)
    return lambda stage: (script.pop(0) if script else embedded(8))(stage)


def refused(server: EndpointServer, act: Act, *, timeout: float = 5.0) -> str:
    """What the user sees."""
    server.embeddings = act
    with pytest.raises(EmbeddingError) as caught:
        embedder(server, timeout=timeout).embed(TEXTS)
    assert KEY not in str(caught.value)
    assert KEY not in str(caught.value.__cause__)
    assert "openai:scripted" in str(caught.value)
    assert caught.value.advice
    return str(caught.value)


def test_shuffled_rows_are_put_at_their_own_texts(server: EndpointServer) -> None:
    server.embeddings = rows(lambda good: good[::-1])
    vectors = embedder(server).embed(TEXTS)
    assert [int(row.argmax()) for row in vectors] == [len(text) for text in TEXTS]


def test_vectors_of_any_length_are_made_unit_vectors(server: EndpointServer) -> None:
    server.embeddings = rows(lambda good: [{**row, "embedding": [20 * x for x in row["embedding"]]} for row in good])
    assert np.allclose(np.linalg.norm(embedder(server).embed(TEXTS), axis=1), 1)


def with_last(embedding: Any) -> Callable[[Rows], Rows]:
    return lambda good: [*good[:-1], {**good[-1], "embedding": embedding}]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda good: good[:-1], "left out or repeated vectors: 2 for 3 texts"),
        (lambda good: [*good, good[0]], "left out or repeated vectors: 4 for 3 texts"),
        (lambda good: [{**row, "index": 0} for row in good], "left out or repeated"),
        (with_last([1.0, 2.0]), "vectors of lengths [2, 9] for 3 texts"),
        (with_last([]), "vectors of lengths [0, 9] for 3 texts"),
        (with_last([float("nan")] * 9), "not finite or zero, for text 3 of 3"),
        (with_last([float("inf")] * 9), "not finite or zero, for text 3 of 3"),
        (with_last([0.0] * 9), "not finite or zero, for text 3 of 3"),
        (with_last([None] * 9), "not finite or zero, for text 3 of 3"),
        (with_last(["x"] * 9), "not made of numbers"),
        (with_last(None), "lengths [0, 9]"),
        (lambda _: [], "left out or repeated vectors: 0 for 3 texts"),
    ],
)
def test_rows_that_cannot_be_the_vectors_of_the_texts_are_refused(
    server: EndpointServer, change: Callable[[Rows], Rows], said: str
) -> None:
    assert said in refused(server, rows(change))
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (status(401, f"Incorrect API key provided: {KEY}."), "refused the key"),
        (status(404, "no such model"), "does not know the model scripted"),
        (status(400, "bad input"), "refused the request"),
        (status(429, "You exceeded your current quota", code="insufficient_quota"), "quota"),
        (status(429, "slow down", {"retry-after": "3600"}), "asks to wait 3600 seconds"),
        (plain(b"<html>hello</html>", "text/html"), "not an answer"),
    ],
)
def test_what_asking_again_cannot_mend_is_told_at_once(server: EndpointServer, act: Act, said: str) -> None:
    started = time.monotonic()
    assert said in refused(server, act)
    assert time.monotonic() - started < 2
    assert len(server.asked) == 1
    assert "--embedding minilm" in refused(server, act)


@pytest.mark.parametrize("act", [status(429, "slow down"), status(500), status(429, "s", {"retry-after": "0.1"})])
def test_a_passing_fault_is_overcome_by_asking_again(server: EndpointServer, act: Act) -> None:
    server.embeddings = first(act)
    assert len(embedder(server).embed(TEXTS)) == 3
    assert len(server.asked) == 2


@pytest.mark.parametrize("act", [status(429, "slow down"), whole({"error": {}}), silence()])
def test_an_endpoint_that_never_serves_is_given_up_within_the_limit(server: EndpointServer, act: Act) -> None:
    started = time.monotonic()
    refused(server, act, timeout=1.5)
    assert time.monotonic() - started < 1.5 * 1.3


def test_an_endpoint_that_is_not_there_is_named() -> None:
    given = {"base_url": "http://127.0.0.1:1/v1", "embedding": "openai:scripted", "timeout": 0.3}
    with pytest.raises(EmbeddingError, match=r"http://127\.0\.0\.1:1/v1 cannot be reached"):
        at(Settings.load(given, {})).embed(TEXTS)


def test_no_text_is_sent_blank_overlong_or_with_half_characters(server: EndpointServer) -> None:
    embedder(server).embed(["", " \n", "\ud835", "a" * 1_000_000])
    sent = server.asked[0].body["input"]
    assert all(text.strip() for text in sent)
    assert max(map(len, sent)) <= 8_000


def test_a_sync_that_fails_midway_asks_only_for_the_rest_the_next_time(server: EndpointServer, tmp_path: Any) -> None:
    papers = [paper(number) for number in range(300)]
    good = embedded(8)
    calls = iter([good, good, good, status(400, "no more")])
    server.embeddings = lambda stage: next(calls)(stage)
    with pytest.raises(EmbeddingError):
        Index(tmp_path / "index", embedder(server)).sync(papers)
    server.embeddings = good
    Index(tmp_path / "index", embedder(server)).sync(papers)
    asked = [text for request in server.asked for text in request.body["input"]]
    assert len(asked) <= 300 + 2 * 64
    assert len(set(asked)) == 300
