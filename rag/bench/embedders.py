"""Embedders to measure with: one that counts another's work, and one that does none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from threading import Lock
from time import perf_counter
from typing import Protocol, TypeVar

import numpy as np

from rag.language.terms import FUNCTION_WORDS
from rag.minilm.model import MiniLM
from rag.minilm.sketch import DIMENSION
from rag.ports import Embedder, Sketcher, Vectors

T = TypeVar("T")


class Model(Embedder, Sketcher, Protocol):
    """What papers are indexed with: it makes vectors, and with them sketches of words."""


class RandomVectors:
    """A random unit vector for each text, always the same for the same text: for speed alone, it finds nothing.

    With a `model`, that one embeds each text, too, and its vectors are put aside: what takes time still takes it.
    """

    name = "random-vectors"
    dimension = MiniLM.dimension

    def __init__(self, model: Embedder | None = None) -> None:
        self._model = model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one random unit row per text, shape (len(texts), 384)."""
        if self._model:
            self._model.embed(texts)
        rows = [_scaled(_chance(text).standard_normal(self.dimension, dtype=np.float32)) for text in texts]
        return np.stack(rows) if rows else np.empty((0, self.dimension), dtype=np.float32)

    def sketch(self, texts: Sequence[str]) -> tuple[Vectors, tuple[bytes, ...]]:
        """Return the rows, and for each text as many random bytes as a sketch of its words would have."""
        return self.embed(texts), tuple(_chance(text).bytes(DIMENSION * _content_words(text)) for text in texts)


class Counted:
    """A model whose `texts` and `seconds` are counted; `told` hears how many texts are done.

    Sketches are made in the same reading as vectors, and count with them.
    """

    def __init__(self, model: Model, told: Callable[[int], object] = lambda _: None) -> None:
        self.name = model.name
        self.texts = 0
        self.seconds = 0.0
        self._model = model
        self._told = told
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return what the model returns."""
        return self._counted(self._model.embed, texts)

    def sketch(self, texts: Sequence[str]) -> tuple[Vectors, tuple[bytes, ...]]:
        """Return what the model returns."""
        return self._counted(self._model.sketch, texts)

    def _counted(self, work: Callable[[Sequence[str]], T], texts: Sequence[str]) -> T:
        begun = perf_counter()
        result = work(texts)
        with self._lock:
            self.seconds += perf_counter() - begun
            self.texts += len(texts)
        self._told(self.texts)
        return result


def model_for(*, random_vectors: bool) -> Model:
    """The bundled model, or random vectors in its place."""
    return RandomVectors() if random_vectors else MiniLM()


def _chance(text: str) -> np.random.Generator:
    seed = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return np.random.default_rng(int.from_bytes(seed[:8], "big"))


def _scaled(row: Vectors) -> Vectors:
    scaled: Vectors = row / np.linalg.norm(row)
    return scaled


def _content_words(text: str) -> int:
    return sum(word not in FUNCTION_WORDS for word in text.casefold().split())
