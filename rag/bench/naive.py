"""Embedding as one would at first: the model file as it was published, batches in file order, all padded alike."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np

from rag.bench.timing import spread, timed
from rag.minilm.files import verified_files
from rag.minilm.model import WINDOW, MiniLM
from rag.ports import Vectors

BATCH = 32


class NaiveMiniLM:
    """The bundled model on onnxruntime with its default options: 32 texts at once, each padded to 256 word pieces."""

    name = "minilm"

    def __init__(self) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        weights, tokenizer = verified_files()
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(WINDOW)
        self._tokenizer.enable_padding(length=WINDOW)
        self._session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit row per text, shape (len(texts), 384); there must be a text."""
        return np.concatenate([self._batch(texts[begin : begin + BATCH]) for begin in range(0, len(texts), BATCH)])

    def _batch(self, texts: Sequence[str]) -> Vectors:
        encoded = self._tokenizer.encode_batch(list(texts))
        ids, mask = (np.array([getattr(item, name) for item in encoded]) for name in ("ids", "attention_mask"))
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = self._session.run(None, given)[0]
        means = (states * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        scaled: Vectors = (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)
        return scaled


def compare(texts: Sequence[str], questions: Sequence[str], rounds: int) -> dict[str, Any]:
    """Embed the same texts both ways by turns; return texts/s of each (medians) and how many times as fast ours is.

    `least_similarity` is the least cosine between the two vectors of a text. `question_ms` is what one question
    takes by itself.
    """
    ours, naive = MiniLM(), NaiveMiniLM()
    warm = texts[:BATCH]
    similarities = (ours.embed(warm) * naive.embed(warm)).sum(axis=1)
    taken: dict[str, list[float]] = {"ours": [], "naive": []}
    for turn in range(rounds):
        both = [("ours", ours), ("naive", naive)]
        for name, embedder in both if turn % 2 == 0 else reversed(both):
            taken[name].append(timed(lambda embedder=embedder: embedder.embed(texts))[0])  # type: ignore[misc]
    fast, slow = median(taken["ours"]), median(taken["naive"])
    return {
        "texts": len(texts),
        "rounds": rounds,
        "texts_per_second": round(len(texts) / fast, 1),
        "naive_texts_per_second": round(len(texts) / slow, 1),
        "times_as_fast": round(slow / fast, 2),
        "least_similarity": round(float(similarities.min()), 4),
        "question_ms": spread([timed(lambda text=text: ours.embed([text]))[0] for text in questions]),  # type: ignore[misc]
    }
