"""How `projection.npy` was made, from the words of the shipped papers: `python -m rag.minilm.projecting`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from rag.minilm.model import MiniLM
from rag.minilm.sketch import PROJECTION, content, principal_directions

PAPERS = Path(__file__).parents[2] / "data" / "papers.jsonl"

if __name__ == "__main__":
    rows = [json.loads(line) for line in PAPERS.read_text(encoding="utf-8").splitlines()]
    texts = [f"{row['title']}. {row['abstract']}" for row in rows]
    words = [
        word.vector
        for text, meaning in zip(texts, MiniLM().read(texts), strict=True)
        for word in content(text, meaning.words)
    ]
    np.save(PROJECTION, principal_directions(np.stack(words)).astype(np.float16))
