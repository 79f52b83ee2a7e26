"""Files of papers for tests, written as they would be met."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from rag.papers import PaperFile, read_papers
from rag.types import Paper


def write(path: Path, content: str | bytes | list[Any]) -> Path:
    """Write a file: a text or bytes as they stand, a list as JSONL; packed when the name ends in .gz."""
    if isinstance(content, list):
        content = "\n".join(json.dumps(row) for row in content)
    data = content.encode() if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def read(folder: Path, name: str, content: str | bytes | list[Any]) -> PaperFile:
    """Read a file written like this."""
    return read_papers(write(folder / name, content))


def only(folder: Path, **row: Any) -> Paper:
    """The paper of one JSON row; an id and an abstract are given when the row has none."""
    (paper,) = read(folder, "papers.json", json.dumps({"id": "x", "abstract": "A.", **row})).papers
    return paper


def reasons(file: PaperFile) -> list[tuple[int, str]]:
    """Where a row was left out and why."""
    return [(row.line, row.reason) for row in file.skipped]
