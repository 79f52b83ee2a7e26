"""Rows of plain text: one abstract a paragraph, with a heading where its first line is one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from rag.papers.content import Content
from rag.papers.rows import Row
from rag.papers.words import shortened

LONGEST_HEADING = 200  # characters
_MARK = re.compile(r"#{1,6}\s")
_RULE = re.compile(r"[\W_]*")  # a line without a letter or digit: ---, ***, ===


def paragraph_rows(content: Content) -> Iterator[Row]:
    """The paragraphs of a text, each with the line where it starts.

    A line marked as a heading (`# …`) names the text that follows it, also across a blank line.
    """
    heading: tuple[int, str] | None = None
    for start, lines in _paragraphs(content.text):
        title, body = _divided(lines)
        if not body:
            if heading:
                yield _bare(*heading)
            heading = (start, title)
            continue
        if heading and title:
            yield _bare(*heading)
            heading = None
        line, title = (start, title) if heading is None else heading
        heading = None
        yield Row(line, _fields(title, body))
    if heading:
        yield _bare(*heading)


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    start, lines = 0, list[str]()
    for number, line in enumerate([*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""], start=1):
        if line.strip():
            start = start if lines else number
            lines.append(line.strip())
        elif lines:
            kept = [line for line in lines if not _RULE.fullmatch(line)]
            if kept:
                yield start, kept
            lines = []


def _divided(lines: list[str]) -> tuple[str, str]:
    """The heading of a paragraph (or nothing) and its text (or nothing)."""
    first, rest = lines[0], lines[1:]
    if _MARK.match(first):
        return first.strip("#").strip(), "\n".join(rest)
    return (first, "\n".join(rest)) if _is_heading(first, rest) else ("", "\n".join(lines))


def _is_heading(first: str, rest: list[str]) -> bool:
    """Whether a line names what follows: it is short, ends without a stop, and a clearly longer line begins anew.

    Lines of a wrapped paragraph are about as long as each other.
    """
    return (
        bool(rest)
        and len(first) <= LONGEST_HEADING
        and first[-1] not in ".,;:!-"
        and not first[0].islower()
        and not rest[0][0].islower()
        and len(rest[0]) * 2 >= len(first) * 3
    )


def _fields(title: str, body: str) -> dict[str, str]:
    if title:
        return {"title": title, "abstract": body}
    digest = hashlib.sha256(body.encode("utf-8", "replace")).hexdigest()[:12]
    return {"id": f"text-{digest}", "title": shortened(body), "abstract": body}


def _bare(line: int, title: str) -> Row:
    return Row(line, fault="it is a heading with no text below it", paper_id=shortened(title))
