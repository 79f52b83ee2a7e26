"""What every embedder promises, held by the bundled model, by an endpoint's and by the tests' own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from endpoint_server import EndpointServer
from index_making import WordsEmbedder

from rag.index.embed_endpoint import EndpointEmbedder
from rag.minilm.model import MiniLM
from rag.ports import Embedder
from rag.settings import Endpoint

TEXTS = ["Agents fail at long tasks.", "Graph pruning", "Why?", "A longer text about quantized language models. " * 5]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Embedder]:
    with EndpointServer() as server:
        yield EndpointEmbedder(Endpoint("scripted", server.base_url, timeout=5))


@pytest.fixture(params=["minilm", "endpoint", "words"])
def embedder(request: pytest.FixtureRequest, minilm: MiniLM, endpoint: Embedder) -> Embedder:
    makers: dict[str, Callable[[], Embedder]] = {
        "minilm": lambda: minilm,
        "endpoint": lambda: endpoint,
        "words": WordsEmbedder,
    }
    return makers[request.param]()


def test_every_text_gets_one_row_of_unit_length(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.embed(["x"]).shape[1])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_rows_come_in_the_order_of_the_texts_whatever_else_is_in_the_batch(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    assert np.allclose(together[::-1], embedder.embed(TEXTS[::-1]), atol=1e-5)
    for text, row in zip(TEXTS, together, strict=True):
        assert np.allclose(embedder.embed([text])[0], row, atol=1e-5)


def test_more_texts_than_a_batch_holds_keep_their_order(embedder: Embedder) -> None:
    texts = [f"{number} words" for number in range(70)]
    vectors = embedder.embed(texts)
    for place in (0, 15, 16, 63, 64, 69):
        assert np.allclose(embedder.embed([texts[place]])[0], vectors[place], atol=1e-5)


def test_the_same_text_has_the_same_vector_every_time(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))
    first, second = embedder.embed(["twice", "twice"])
    assert np.allclose(first, second, atol=1e-6)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert len(embedder.embed([])) == 0


@pytest.mark.parametrize("text", ["", " \n", "\x00", "\ud835", "論文", "[CLS] [SEP] [PAD]", "<|endoftext|>", "🙂" * 99])
def test_any_text_has_a_vector(embedder: Embedder, text: str) -> None:
    vectors = embedder.embed([text, "beside it"])
    assert np.isfinite(vectors).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_it_has_a_name_for_the_index_to_remember(embedder: Embedder) -> None:
    assert embedder.name
