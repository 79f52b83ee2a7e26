"""The kinds of files that papers come in, told by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rag.papers.bibtex import bibtex_rows
from rag.papers.content import Content, read_content, unreadable
from rag.papers.json_rows import line_rows, whole_rows
from rag.papers.paragraphs import paragraph_rows
from rag.papers.rows import Row
from rag.papers.tables import table_rows

KINDS: Mapping[str, Callable[[Content], Iterator[Row]]] = {
    ".jsonl": line_rows,
    ".ndjson": line_rows,
    ".json": whole_rows,
    ".csv": table_rows,
    ".tsv": table_rows,
    ".bib": bibtex_rows,
    ".txt": paragraph_rows,
    ".md": paragraph_rows,
}
KNOWN = f"{', '.join([*KINDS][:-1])} or {[*KINDS][-1]}, each also with .gz"


def kind_of(path: Path) -> str:
    """The ending that tells a file's kind (".csv" for `papers.CSV.gz`), or nothing when it is of another kind."""
    name = path.name.lower().removesuffix(".gz")
    return next((ending for ending in KINDS if name.endswith(ending)), "")


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a file, in order.

    Raises PapersUnreadableError when it is of another kind, or cannot be read as what its name says.
    """
    kind = kind_of(path)
    if not kind:
        raise unreadable(path, "is not a kind of file that can be read", f"Give a file that ends in {KNOWN}.")
    return KINDS[kind](read_content(path))
