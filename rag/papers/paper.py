"""From a row to a paper, or to the reason why it cannot be one."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from rag.papers.dates import year_of
from rag.papers.fields import Fields
from rag.papers.links import link_of
from rag.papers.markup import without_markup
from rag.papers.people import names_of, words_of
from rag.papers.rows import Outcome, Row
from rag.papers.venue import venue_and_decision
from rag.papers.withdrawn import why_withdrawn
from rag.papers.words import LONGEST, mended, text_of, tidy
from rag.types import Paper

_LINE_END = re.compile(r"\s{0,99}[\r\n]\s*")
_MARKUP = 10  # a text may be this many times as long as its limit before its markup is taken out


def outcome_of(file: str, row: Row) -> Outcome:
    """What becomes of a row of a file."""
    if row.fault:
        return Outcome(file, row.line, tidy(row.paper_id), reason=row.fault, understood=False)
    fields = Fields(row.fields)
    paper_id = tidy(fields.text("id"))
    raw = {"abstract": _abstract(fields), "title": fields.text("title"), "id": paper_id}
    if reason := _too_long(raw, times=_MARKUP):
        return Outcome(file, row.line, paper_id[: LONGEST["id"]], reason=reason, understood=False)
    abstract, title = _words(raw["abstract"]), _LINE_END.sub(" ", _words(raw["title"]))
    paper_id = paper_id or _id_from_title(title)
    reason = "" if abstract else "it has no abstract"
    reason = reason or ("" if paper_id else "it has neither an id nor a title")
    reason = reason or _too_long({"abstract": abstract, "title": title, "id": paper_id})
    withdrawn = why_withdrawn(fields, title=title, abstract=abstract) if paper_id else ""
    if withdrawn or reason:
        shown, sure = paper_id[: LONGEST["id"]], bool(withdrawn) or (bool(paper_id) and not abstract)
        return Outcome(file, row.line, shown, reason=withdrawn or reason, understood=sure, withdrawn=bool(withdrawn))
    return Outcome(file, row.line, paper_id, paper=_paper(fields, paper_id, title, abstract))


def _paper(fields: Fields, paper_id: str, title: str, abstract: str) -> Paper:
    venue, decision = venue_and_decision(fields)
    return Paper(
        id=paper_id,
        title=title or paper_id,
        abstract=abstract,
        authors=names_of(fields.first("authors")),
        keywords=words_of(fields.first("keywords")),
        area=mended(without_markup(fields.text("area", between=", "))),
        venue=without_markup(venue),
        decision=decision,
        year=year_of(fields, venue),
        url=link_of(fields, paper_id),
    )


def _words(text: str) -> str:
    return tidy(without_markup(mended(text)))


def _too_long(texts: dict[str, str], *, times: int = 1) -> str:
    for name, text in texts.items():
        limit = LONGEST[name]
        if len(text) > limit * times:
            return f"its {name} has {len(text):,} characters; the limit is {limit:,}"
    return ""


def _abstract(fields: Fields) -> str:
    for value in fields.all("abstract"):
        text = _from_index(value) if isinstance(value, dict) else text_of(value)
        if text.strip():
            return text
    return ""


def _from_index(index: dict[str, Any]) -> str:
    """The text of OpenAlex's inverted index (a word to its positions), in order; gaps are passed over."""
    placed = [
        (int(position), word)
        for word, positions in index.items()
        if isinstance(positions, list)
        for position in positions
        if isinstance(position, str | int) and str(position).isascii() and str(position).isdigit()
    ]
    return " ".join(word for _, word in sorted(placed, key=lambda pair: pair[0]))


def _id_from_title(title: str) -> str:
    return "title-" + hashlib.sha256(title.encode()).hexdigest()[:12] if title else ""
