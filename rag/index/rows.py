"""The rows of the vector store: a chunk with what is filtered by, under an id that changes with either."""

from __future__ import annotations

import hashlib

from rag.index.chunks import Chunk
from rag.language.terms import fold
from rag.types import Paper

TEXTS = ("area", "venue", "decision")  # filtered by beside the year


def filtered_by(paper: Paper) -> dict[str, str | int]:
    """What the vector store filters by: texts folded, the year where there is one."""
    texts: dict[str, str | int] = {name: fold(getattr(paper, name)) for name in TEXTS}
    return texts if paper.year is None else {**texts, "year": paper.year}


def row_id(chunk: Chunk) -> str:
    """The id of a chunk's row. A row is never changed: with another text or filter it is another row."""
    filters = "\x1f".join(f"{name}={value}" for name, value in filtered_by(chunk.paper).items())
    return f"{chunk.id}:{hashlib.sha256(filters.encode()).hexdigest()[:6]}"


def chunk_of(row: str) -> str:
    """The id of the chunk in a row; rows with the same chunk have the same vector."""
    return row.rpartition(":")[0]
