"""How `projection.npy` was made, from the words of the shipped papers: `python tests/minilm/projecting.py`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from rag.minilm.model import MiniLM
from rag.minilm.sketch import DIMENSION, PROJECTION, content
from rag.ports import Vectors

PAPERS = Path(__file__).parents[2] / "data" / "papers.jsonl"


def principal_directions(vectors: Vectors) -> Vectors:
    """The 64 directions along which word vectors of shape (n, 384) vary most, shape (384, 64).

    Principal components without centring, so that dot products are kept best (Eckart & Young 1936).
    """
    _, directions = np.linalg.eigh(vectors.T @ vectors)
    largest: Vectors = directions[:, ::-1][:, :DIMENSION].astype(np.float32)
    return largest


if __name__ == "__main__":
    rows = [json.loads(line) for line in PAPERS.read_text(encoding="utf-8").splitlines()]
    texts = [f"{row['title']}. {row['abstract']}" for row in rows]
    words = [
        word.vector
        for text, meaning in zip(texts, MiniLM().read(texts), strict=True)
        for word in content(text, meaning.words)
    ]
    np.save(PROJECTION, principal_directions(np.stack(words)).astype(np.float16))
