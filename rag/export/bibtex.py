"""Cited papers as BibTeX. Total: whatever a title, a name or an id holds, the entry can be read again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rag.export.latex import defused, typeset
from rag.language.inert import quiet
from rag.types import Citation

if TYPE_CHECKING:
    from pybtex.database import Person


def bibtex(citations: Iterable[Citation]) -> str:
    """One `@misc` entry for each citation, in order; empty when there is none."""
    from pybtex.database import BibliographyData, Entry
    from pybtex.database.output.bibtex import Writer

    class PlainWriter(Writer):  # type: ignore[misc]  # pybtex has no types
        """Writes fields as they are given; pybtex's own escaping breaks formulas and addresses."""

        def _encode(self, text: str) -> str:
            return text

    entries: dict[str, Entry] = {}
    for citation in citations:
        fields = {
            "title": typeset(_plain(citation.title)),
            "url": _plain(citation.url).replace("\\", "%5C"),
            "note": f"Cited as [{citation.number}]",
        }
        persons = [_person(name) for name in map(defused, map(_plain, citation.authors)) if name]
        key = _key(citation.paper_id, {known.casefold() for known in entries})
        entries[key] = Entry("misc", {name: text for name, text in fields.items() if text}, {"author": persons})
    return str(PlainWriter().to_string(BibliographyData(entries=entries))) if entries else ""


def _key(paper_id: str, taken: set[str]) -> str:
    """The id as a BibTeX key: what a key can't hold becomes a hyphen, and no two keys are alike."""
    key = re.sub(r"[^A-Za-z0-9._:+/-]+", "-", paper_id).strip("-") or "paper"
    free, number = key, 2
    while free.casefold() in taken:
        free, number = f"{key}-{number}", number + 1
    return free


def _person(name: str) -> Person:
    from pybtex.database import InvalidNameString, Person

    if " and " not in f" {name} ":
        try:
            return Person(name)
        except InvalidNameString:  # "Ali, B., C, D": no telling which part is the family name
            pass
    return Person(f"{{{name}}}")


def _plain(text: str) -> str:
    """Text on one line with balanced braces."""
    text = " ".join(quiet(re.sub("[\ud800-\udfff]", "\ufffd", text)).split())
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            break
    return text if depth == 0 else re.sub(r"[{}]", "", text)
