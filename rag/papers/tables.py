"""Rows of CSV and TSV: a header, then a record for each paper; a record whose quotes go wrong costs only itself."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rag.papers.content import LARGEST, Content, unreadable
from rag.papers.fields import has_abstract
from rag.papers.rows import Row
from rag.papers.words import shortened

DELIMITERS = (",", ";", "\t")
LONGEST_RECORD = 2_000  # lines; a quote that is never closed would swallow the rest of the file
_NOTHING = {"nan", "null", "none", "n/a", "<na>"}  # how other programs write an empty cell
_SEPARATOR = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
_QUOTES = "its quotes do not match"


def table_rows(content: Content) -> Iterator[Row]:
    """The records of a table, each with the line where it starts; blank ones are passed over.

    Raises PapersUnreadableError when the header names no column of abstracts.
    """
    lines = list(io.StringIO(content.text, newline=""))
    start = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    delimiter = ""
    if start < len(lines) and (told := _SEPARATOR.fullmatch(lines[start])):  # Excel's own first line
        delimiter, start = told.group(1), start + 1
    if start >= len(lines):
        return
    with _wide_fields():
        header, delimiter, start = _header(content.path, lines, start, (delimiter,) if delimiter else DELIMITERS)
        while start < len(lines):
            record, end = _record(lines, start, delimiter, len(header))
            if isinstance(record, str):
                yield Row(start + 1, fault=record, paper_id=_first_cell(lines[start], delimiter))
            elif any(cell.strip() for cell in record):
                yield Row(start + 1, _fields(header, record))
            start = end


@contextmanager
def _wide_fields() -> Iterator[None]:
    """Let fields be longer than 131,072 characters; the limit belongs to the whole process."""
    before = csv.field_size_limit(LARGEST)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _header(path: Path, lines: Sequence[str], start: int, delimiters: Sequence[str]) -> tuple[list[str], str, int]:
    """The names of the columns, the delimiter, and where the records begin."""
    found: list[tuple[bool, int, int, list[str], str, int]] = []
    for delimiter in delimiters:
        cells, end = _parsed(lines, start, delimiter)
        if not isinstance(cells, str):
            while cells and not cells[-1].strip():
                cells.pop()
            found.append((has_abstract(cells), len(cells), -len(found), cells, delimiter, end))
    if not found:
        raise unreadable(path, f"has a first line that cannot be read: {_QUOTES}", "Mend the names of the columns.")
    fits, *_, cells, delimiter, end = max(found)
    if not fits:
        names = ", ".join(shortened(cell, 40) for cell in cells[:20] if cell.strip())
        happened = f"has no column of abstracts; its columns are: {names}"
        raise unreadable(path, happened, "Name one of them abstract in the first line.")
    return cells, delimiter, end


def _record(lines: Sequence[str], start: int, delimiter: str, width: int) -> tuple[list[str] | str, int]:
    """The record that starts here, or what is wrong with it; and where the next one starts."""
    record, end = _parsed(lines, start, delimiter)
    if isinstance(record, str) and delimiter == "\t":  # tables with tabs often have quotes that mean nothing
        record, end = lines[start].rstrip("\r\n").split(delimiter), start + 1
    if isinstance(record, str) or not any(cell.strip() for cell in record):
        return record, end
    while len(record) > width and not record[-1].strip():
        record.pop()
    if len(record) == width:
        return record, end
    if end > start + 1:  # the quote that joined these lines was never meant to
        return _QUOTES, start + 1
    return f"it has {_columns(len(record))}, and the first line has {_columns(width)}", end


def _parsed(lines: Sequence[str], start: int, delimiter: str) -> tuple[list[str] | str, int]:
    rest = (lines[index] for index in range(start, min(len(lines), start + LONGEST_RECORD)))
    reader = csv.reader(rest, delimiter=delimiter, strict=True)
    try:
        return next(reader, []), start + max(reader.line_num, 1)
    except csv.Error:
        return _QUOTES, start + 1


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"


def _first_cell(line: str, delimiter: str) -> str:
    cell = line.split(delimiter, 1)[0].strip()
    return "" if '"' in cell else shortened(cell)


def _fields(header: Sequence[str], record: Sequence[str]) -> dict[str, str]:
    """Cells by the names of their columns; of two columns with one name the first that is not empty counts."""
    fields: dict[str, str] = {}
    for name, cell in zip(header, record, strict=True):
        if name.strip() and cell.strip().lower() not in _NOTHING and not fields.get(name, "").strip():
            fields[name] = cell
    return fields
