"""Rows of JSON: one object a line, a list of them, or a list wrapped in an object as APIs send it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rag.papers.content import Content, unreadable
from rag.papers.fields import has_abstract
from rag.papers.rows import Row

WRAPPERS = ("notes", "papers", "data", "results", "items", "records", "entries", "works", "articles", "message")
_DEEPEST = 3  # a list within an object within an object
_NO_OBJECT = "it is not a JSON object"


def line_rows(content: Content) -> Iterator[Row]:
    """The rows of JSONL; a line that is no JSON object is a row with a fault. One whole JSON value is read, too."""
    lines = _lines(content.text)
    if not _has_object(lines) and (values := _items(content.text)) is not None and _is_of_rows(values):
        return _numbered(values)
    return _from_lines(lines)


def whole_rows(content: Content) -> Iterator[Row]:
    """The rows of a JSON file: a list, an object that wraps a list, or one object; also JSONL under this name.

    Raises PapersUnreadableError when it is not valid JSON.
    """
    if not content.text.strip():
        return iter(())
    try:
        value = loads(content.text)
    except (ValueError, RecursionError) as error:
        lines = _lines(content.text)
        if not content.text.lstrip().startswith("[") and _has_object(lines):
            return _from_lines(lines)
        raise unreadable(
            content.path, f"is not valid JSON: {error}", "Mend it, or give one row a line (JSONL)."
        ) from error
    return _numbered(_unwrapped(value))


def loads(text: str) -> Any:
    """Read JSON with its numbers as they are written (an id 2301.00010 keeps its last zero) and NaN as null."""
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=lambda _: None)


def _lines(text: str) -> list[tuple[int, str]]:
    # Only "\n" ends a line: str.splitlines would also cut at U+2028, which JSON strings may hold.
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _has_object(lines: list[tuple[int, str]]) -> bool:
    """Whether one of the first two lines is a JSON object that is not a wrapper, as in JSONL."""
    for _, line in lines[:2]:
        try:
            value = loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and _wrapped(value) is None:
            return True
    return False


def _items(text: str) -> list[Any] | None:
    try:
        return _unwrapped(loads(text))
    except (ValueError, RecursionError):
        return None


def _is_of_rows(values: list[Any]) -> bool:
    return not values or any(isinstance(value, dict) for value in values)


def _from_lines(lines: list[tuple[int, str]]) -> Iterator[Row]:
    for number, line in lines:
        try:
            value = loads(line)
        except (ValueError, RecursionError) as error:
            yield Row(number, fault=f"it is not valid JSON ({error})")
            continue
        yield Row(number, value) if isinstance(value, dict) else Row(number, fault=_NO_OBJECT)


def _numbered(values: list[Any]) -> Iterator[Row]:
    for number, value in enumerate(values, start=1):
        yield Row(number, value) if isinstance(value, dict) else Row(number, fault=_NO_OBJECT)


def _unwrapped(value: Any) -> list[Any]:
    for _ in range(_DEEPEST):
        if not isinstance(value, dict) or (inner := _wrapped(value)) is None:
            break
        value = inner
    return value if isinstance(value, list) else [value]


def _wrapped(value: Mapping[str, Any]) -> Any:
    """What an object wraps: its list of objects, or an object that wraps one; None for a row."""
    if "abstract" in value:
        return None
    is_row = has_abstract(value)  # by another name, which is also what wrappers use: "description"
    for key in WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, list) and _is_of_rows(inner) and (inner or not is_row):
            return inner
        if isinstance(inner, dict) and not is_row and (has_abstract(inner) or _wrapped(inner) is not None):
            return inner
    return None
