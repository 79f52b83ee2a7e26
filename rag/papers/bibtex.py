"""Rows of BibTeX: one an entry, each read by itself, so that a broken one costs only itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rag.papers.content import Content
from rag.papers.rows import Row

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

LONGEST = 5_000  # characters of a title or a name that is made readable
# An entry begins a line, or follows another one; an at sign elsewhere is part of the words.
_START = re.compile(r"(?:^|(?<=[})]))[ \t]*@[ \t]*([A-Za-z]+)\s*[{(]", re.MULTILINE)
_KEY = re.compile(r"@[ \t]*[A-Za-z]+\s*[{(]\s*([^\s,{}=()\"]+)\s*,")
_ADDRESSES = ("url", "doi", "howpublished")
_URL = re.compile(r"\\url\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\([_%&#~])")
_READABLE = ("title", "booktitle", "journal", "keywords")  # the abstract keeps its LaTeX


def bibtex_rows(content: Content) -> Iterator[Row]:
    """The entries of a bibliography, each with its line; `@string` names hold for the entries below them."""
    from pybtex.database.input.bibtex import month_names
    from pybtex.utils import CaseInsensitiveDict

    macros = CaseInsensitiveDict(month_names)
    text = content.text
    line, before = 1, 0
    for start, after in pairwise((*_START.finditer(text), None)):
        assert start is not None  # only the last one has none after it
        end = after.start() if after else len(text)
        position = start.start() + start.group().index("@")
        line, before = line + text.count("\n", before, position), position
        row = None if start.group(1).lower() == "comment" else _entry(text[position:end], line, macros)
        if row:
            yield row


def _entry(text: str, line: int, macros: Any) -> Row | None:
    """The entry that a stretch of text begins with; None when it only defines names for other entries."""
    from pybtex.scanner import PybtexSyntaxError

    key = _KEY.match(text)
    try:
        kind, body = next(iter(_parser(text, macros, keyless=key is None)))
    except (PybtexSyntaxError, RecursionError) as error:
        if text[:12].lower().startswith(("@string", "@preamble")):
            return None
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error.args[0]
        return Row(line, fault=f"it is not valid BibTeX ({reason})", paper_id=key.group(1) if key else "")
    return None if kind.lower() in ("string", "preamble") else Row(line, _fields(*body))


def _parser(text: str, macros: Any, *, keyless: bool) -> Any:
    from pybtex.database.input.bibtex import LowLevelParser, UndefinedMacro

    def handle(error: Exception) -> None:
        if not isinstance(error, UndefinedMacro):  # a name that nobody defined stands for nothing
            raise error

    return LowLevelParser(text, keyless_entries=keyless, macros=macros, handle_error=handle)


def _fields(key: str | None, pairs: list[tuple[str, list[str]]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, parts in pairs:
        fields.setdefault(name.lower(), " ".join("".join(parts).split()))
    people = fields.pop("author", "") or fields.pop("editor", "")
    readable = {name: plain(fields[name]) for name in _READABLE if name in fields}
    addresses = {name: _ESCAPED.sub(r"\1", _URL.sub(r"\1", fields[name])) for name in _ADDRESSES if name in fields}
    return {**fields, **readable, **addresses, "authors": _people(people), **({"id": key} if key else {})}


def _people(text: str) -> list[str]:
    from pybtex.bibtex.utils import split_name_list
    from pybtex.database import Person, PybtexError

    names = []
    for name in split_name_list(text):
        if name.strip().lower() == "others":
            continue
        try:
            person = Person(name)
            parts = (person.first_names, person.middle_names, person.prelast_names, person.last_names)
            whole = " ".join(part for group in (*parts, person.lineage_names) for part in group)
        except (PybtexError, RecursionError):  # "Ali, B., C, D": no telling which part is the family name
            whole = name
        names.append(plain(whole))
    return names


def plain(text: str) -> str:
    """A title or a name without BibTeX's braces and accents in LaTeX; formulas stay as they are."""
    if len(text) > LONGEST or not re.search(r"[{}\\~]", text):
        return text
    from pylatexenc.latexwalker import LatexWalkerError

    try:
        converted = _converter().latex_to_text(re.sub(r"(?<!\\)%", r"\\%", text))
    except (LatexWalkerError, ValueError, RecursionError):
        return text
    return " ".join(converted.split())


@lru_cache(maxsize=1)
def _converter() -> LatexNodes2Text:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="verbatim")
