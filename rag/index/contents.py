"""The table of contents of a generation: each paper with its content hash, its source and its rows of vectors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from rag.errors import IndexUnusableError
from rag.index.damage import rebuild_advice
from rag.types import Paper

FILE = "contents.json"
_FIELDS = tuple(field.name for field in fields(Paper))


@dataclass(frozen=True, slots=True)
class Entry:
    """One indexed paper: the hash of its content, the file that gave it last, and its rows in the vector store."""

    content: str
    source: str
    rows: tuple[str, ...]


Contents = Mapping[str, Entry]


def content_hash(paper: Paper) -> str:
    """A hash of everything stored of a paper."""
    values = json.dumps([getattr(paper, name) for name in _FIELDS])
    return hashlib.sha256(values.encode()).hexdigest()[:16]


def data_hash(contents: Contents) -> str:
    """A hash of all contents, the same whatever order they came in."""
    joined = "\n".join(f"{key}\t{contents[key].content}" for key in sorted(contents))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def rows_of(entries: Iterable[Entry]) -> set[str]:
    """The rows of all papers."""
    return {row for entry in entries for row in entry.rows}


def write_contents(generation: Path, contents: Contents) -> None:
    """Store a table of contents in the folder of its generation."""
    sources = list(dict.fromkeys(entry.source for entry in contents.values()))
    place = {source: number for number, source in enumerate(sources)}
    papers = {key: [entry.content, place[entry.source], list(entry.rows)] for key, entry in contents.items()}
    # In ASCII: names of files need not be storable text.
    (generation / FILE).write_text(json.dumps({"sources": sources, "papers": papers}), encoding="ascii")


def sources_of(generation: Path) -> set[str]:
    """The sources of a generation's papers; none where its table of contents cannot be read."""
    try:
        return {str(source) for source in json.loads((generation / FILE).read_text(encoding="ascii"))["sources"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def read_contents(generation: Path, expected: str) -> dict[str, Entry]:
    """The table of contents of a generation.

    Raises IndexUnusableError when it cannot be read, or does not have the `expected` data hash.
    """
    try:
        table = json.loads((generation / FILE).read_text(encoding="ascii"))
        sources = table["sources"]
        contents = {
            key: Entry(content, sources[source], tuple(rows))
            for key, (content, source, rows) in table["papers"].items()
        }
        if data_hash(contents) != expected:
            raise ValueError("another table of contents")
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        folder = generation.parent
        raise IndexUnusableError(
            f"The index in {folder} is damaged: its table of contents cannot be read.",
            subject=str(folder),
            advice=rebuild_advice(folder),
        ) from error
    return contents
