"""The bundled MiniLM at work: vectors of texts, and of their words in context."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from rag.minilm.files import GRAPH, verified_files
from rag.minilm.sketch import sketch
from rag.ports import Meaning, Vectors, Word

if TYPE_CHECKING:
    from tokenizers import Encoding

WINDOW = 256  # word pieces, MiniLM's training length
LONGEST_TEXT = 4_000  # characters; beyond this nothing reaches the window
LONGEST_WORD = 200  # characters; WordPiece is quadratic in a word's length
_LONG_WORD = re.compile(r"\S{200,}")


class MiniLM:
    """all-MiniLM-L6-v2 on onnxruntime: mean pooling over word pieces, then L2 normalisation. Dimension 384.

    Pooling as in Reimers & Gurevych, "Sentence-BERT" (2019). Each text is run by itself, as many at once as there are
    processors: small enough for their caches, with nothing padded, and a vector never depends on its neighbours.
    """

    name = "minilm"
    dimension = 384

    def __init__(self) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        weights, tokenizer = verified_files()
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(WINDOW)
        self._tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(weights.parent))
        self._session = onnxruntime.InferenceSession(GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"])
        self._pool = ThreadPoolExecutor(_processors(), thread_name_prefix="minilm")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts, shape (len(texts), 384)."""
        rows = [states.mean(axis=0) for _, states in self._states(texts)]
        return _unit(np.stack(rows)) if rows else np.empty((0, self.dimension), dtype=np.float32)

    def read(self, texts: Sequence[str]) -> tuple[Meaning, ...]:
        """Understand texts word by word, in the order given."""
        return tuple(Meaning(_unit(states.mean(axis=0)), _words(item, states)) for item, states in self._states(texts))

    def sketch(self, texts: Sequence[str]) -> tuple[Vectors, tuple[bytes, ...]]:
        """Embed texts, shape (len(texts), 384), and keep their words in little room."""
        vectors, sketches = np.empty((len(texts), self.dimension), dtype=np.float32), []
        for place, (text, (item, states)) in enumerate(zip(texts, self._states(texts), strict=True)):
            meaning = Meaning(_unit(states.mean(axis=0)), _words(item, states))
            vectors[place] = meaning.vector
            sketches.append(sketch(_bounded(text), meaning))
        return vectors, tuple(sketches)

    def _states(self, texts: Sequence[str]) -> Iterable[tuple[Encoding, Vectors]]:
        """Encode texts; the states of each have shape (word pieces, 384)."""
        encoded = self._tokenizer.encode_batch([_bounded(text) for text in texts])
        return zip(encoded, self._pool.map(self._run, encoded), strict=True)

    def _run(self, encoded: Encoding) -> Vectors:
        states: Vectors = self._session.run(None, {"input_ids": np.array([encoded.ids], dtype=np.int64)})[0][0]
        return states


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _unit(vectors: Vectors) -> Vectors:
    scaled: Vectors = (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)
    return scaled


def _words(encoded: Encoding, states: Vectors) -> tuple[Word, ...]:
    """Join word pieces to words: the mean of their states."""
    places: dict[int, list[int]] = {}
    for place, word in enumerate(encoded.word_ids):
        if word is not None:
            places.setdefault(word, []).append(place)
    return tuple(
        Word(encoded.offsets[rows[0]][0], encoded.offsets[rows[-1]][1], _unit(states[rows].mean(axis=0)))
        for rows in places.values()
    )


def _bounded(text: str) -> str:
    """Cut a text and its words to lengths that cost no time; nothing within the model's window is lost."""
    text = text[:LONGEST_TEXT].encode("utf-8", "replace").decode()
    return _LONG_WORD.sub(lambda match: match.group()[:LONGEST_WORD], text)
