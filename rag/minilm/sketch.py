"""What is kept of a text's words: a small vector for each content word, to be compared with a question's words.

The vectors of words in context are projected to 64 dimensions and stored as whole numbers, 64 bytes a word. The
projection is that of the shipped papers' words (tests/minilm/projecting.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from rag.language.terms import FUNCTION_WORDS, fold
from rag.ports import Meaning, Vectors, Word

PROJECTION = Path(__file__).with_name("projection.npy")
DIMENSION = 64


def content(text: str, words: Sequence[Word]) -> list[Word]:
    """The words of a text that say something: no function words, no punctuation."""
    return [word for word in words if _says_something(fold(text[word.start : word.end]))]


def projected(vectors: Vectors) -> Vectors:
    """Vectors of shape (n, 384) as unit vectors of shape (n, 64)."""
    small = vectors @ _projection()
    unit: Vectors = small / np.maximum(np.linalg.norm(small, axis=1, keepdims=True), 1e-9)
    return unit


def sketch(text: str, meaning: Meaning) -> bytes:
    """A text's content words in little room, 64 bytes each."""
    words = content(text, meaning.words)
    if not words:
        return b""
    steps = projected(np.stack([word.vector for word in words])) * 127
    kept: bytes = np.rint(steps).astype(np.int8).tobytes()
    return kept


def unsketched(sketches: Sequence[bytes]) -> Vectors:
    """The word vectors of sketches, one text's after the other's: shape (words, 64), about unit length."""
    joined = np.frombuffer(b"".join(sketches), dtype=np.int8).reshape(-1, DIMENSION)
    vectors: Vectors = joined.astype(np.float32) * np.float32(1 / 127)
    return vectors


def _says_something(word: str) -> bool:
    return word not in FUNCTION_WORDS and any(character.isalnum() for character in word)


@cache
def _projection() -> Vectors:
    stored: Vectors = np.load(PROJECTION).astype(np.float32)
    return stored
