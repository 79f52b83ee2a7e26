"""The bundled model: what it understands, and that no text can make it slow."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest

from rag.minilm.model import MiniLM
from rag.minilm.remembering import Remembering
from rag.ports import Meaning


def test_what_means_the_same_is_nearer_than_what_does_not(minilm: MiniLM) -> None:
    dog, puppy, tax = minilm.embed(["A dog runs.", "A puppy is running.", "The tax law changed."])
    assert dog @ puppy > 0.6 > 0.3 > dog @ tax


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "^" * 1_000_000, "漢" * 100_000, "word " * 200_000, "[SEP]" * 50_000, "\n" * 500_000]
)
def test_a_monstrous_text_is_read_in_under_three_seconds(minilm: MiniLM, text: str) -> None:
    started = time.monotonic()
    assert np.isfinite(minilm.embed([text])).all()
    assert time.monotonic() - started < 3


def test_nothing_beyond_the_window_counts(minilm: MiniLM) -> None:
    first, second = minilm.embed(["word " * 600, "word " * 600 + "other"])
    assert np.allclose(first, second)


def test_reading_gives_the_vector_of_the_text_and_one_for_each_word(minilm: MiniLM) -> None:
    texts = ["NeuralOS renders frames.", "Yes."]
    meanings = minilm.read(texts)
    assert np.allclose([meaning.vector for meaning in meanings], minilm.embed(texts), atol=1e-5)
    words = meanings[0].words
    assert "".join(texts[0][word.start : word.end] for word in words).replace(" ", "") == texts[0].replace(" ", "")
    assert all(one.end <= other.start for one, other in pairwise(words))
    assert np.allclose([np.linalg.norm(word.vector) for word in words], 1, atol=1e-5)


def test_reading_nothing_gives_nothing(minilm: MiniLM) -> None:
    assert minilm.read([]) == ()


class CountingReader:
    """Reads by length and keeps what it was asked to read."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read(self, texts: list[str]) -> tuple[Meaning, ...]:
        self.asked += texts
        return tuple(Meaning(np.full(2, len(text), dtype=np.float32), ()) for text in texts)


def test_a_text_is_read_once_while_it_is_remembered() -> None:
    reader = CountingReader()
    remembering = Remembering(reader, most=2)  # type: ignore[arg-type]
    lengths = [int(meaning.vector[0]) for meaning in remembering.read(["a", "bb", "a", "ccc"])]
    assert (lengths, reader.asked) == ([1, 2, 1, 3], ["a", "bb", "ccc"])
    remembering.read(["ccc", "a"])
    assert reader.asked == ["a", "bb", "ccc"]
    remembering.read(["bb"])
    assert reader.asked == ["a", "bb", "ccc", "bb"]
