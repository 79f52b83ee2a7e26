"""Stage: find papers for a query."""

from __future__ import annotations

import re

from rag.language.identifiers import typed_ids
from rag.language.naming import asks_by_author
from rag.language.terms import fold
from rag.ports import Search
from rag.types import Condition, Facet, Found, Paper, Passages, Query

MOST = 200  # papers of one decision or author
MANY = 15  # papers found for a question about many
_MANY_OF_DECISION = re.compile(
    r"\b(?:which|what|list|any|all|show)\b(?: \w+){0,3} (?:papers?|works?|ones?|were|are|was|is)\b.*"
    r"\b(oral|poster|spotlight)s?\b"
    r"|\b(?:which|what|list|any|all|show)\b(?: \w+){0,2} (oral|poster|spotlight)s?\b"
)
_DECISION = re.compile(r"\b(oral|poster|spotlight)s?\b")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’.][^\W\d_]+)*\.?")


def retrieve(query: Query, search: Search, *, limit: int) -> Passages:
    """Return the best papers: by metadata when the question asks by an author or a decision, else by its words."""
    by_metadata = _by_metadata(query, search)
    if by_metadata is not None:
        return Passages(tuple(Found(paper, 1.0, 1.0, 0.0) for paper in by_metadata[:MOST]), exact=True)
    decision = _DECISION.search(fold(query.text)) if query.asked.facet is Facet.LISTING else None
    where = (*query.where, Condition("decision", "=", (decision.group(1),))) if decision else query.where
    many = query.asked.facet in (Facet.LISTING, Facet.COMPARISON)
    found = search.search(query.text, limit=max(limit, MANY) if many else limit, where=where)
    return Passages(_with_carried(query, found, search))


def _with_carried(query: Query, found: tuple[Found, ...], search: Search) -> tuple[Found, ...]:
    """A paper that a follow-up is about, or whose id was typed, is read whether or not the words find it.

    One that a filter leaves out stays out.
    """
    present = {item.paper.id for item in found}
    wanted = dict.fromkeys((*query.carried, *typed_ids(query.text)))
    missing = [paper_id for paper_id in wanted if paper_id not in present]
    papers = search.papers(missing)
    if query.where and papers:
        kept = search.matching((*query.where, Condition("id", "=", tuple(paper.id for paper in papers))))
        papers = tuple(paper for paper in papers if paper in kept)
    return (*found, *(Found(paper, 0.0, 0.0, 0.0) for paper in papers))


def _by_metadata(query: Query, search: Search) -> tuple[Paper, ...] | None:
    """The papers with a decision that the question asks for, or of a person it names; None when it asks otherwise."""
    decision = _MANY_OF_DECISION.search(fold(query.text))
    if query.asked.facet is Facet.DECISION and decision and not query.carried and not query.asked.terms:
        return search.matching((*query.where, Condition("decision", "=", (decision.group(1) or decision.group(2),))))
    return _by_author(query, search) or None


def _by_author(query: Query, search: Search) -> tuple[Paper, ...]:
    """Papers of a person whose whole name, two to four words, stands in the question."""
    plain = _WORD.findall(query.text)
    for size in (4, 3, 2):
        for place in range(len(plain) - size + 1):
            name = " ".join(plain[place : place + size])
            if name != name.lower() or query.asked.facet in (Facet.AUTHORS, Facet.LISTING):
                person = Condition("author", "=", (name.rstrip("."),))
                papers = search.matching((*query.where, person))
                if theirs := tuple(paper for paper in papers if asks_by_author(query.text, paper)):
                    return theirs
    return ()
