"""Stage: find papers for a query."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from rag.evidence.choosing import MOST_EXACT
from rag.evidence.topical import is_left_out, place_of_topic
from rag.language.identifiers import typed_ids
from rag.language.naming import asks_by_author
from rag.language.sides import sides
from rag.language.terms import fold
from rag.language.topic import topic_of
from rag.ports import Search
from rag.types import Condition, Facet, Found, Paper, Passages, Query

REACH = 60  # papers of each wording whose scores are added
ALSO_SHARE = 0.5  # weight of all other wordings together, beside the question's own 1 (eval/README.md)
UNFOUND = 0.9  # of a wording's lowest score, for papers that it did not find
MANY = 15  # papers found for a comparison
CANDIDATES = 50  # for a list
OF_A_SIDE = 5  # for each side of a comparison
_MANY_OF_DECISION = re.compile(
    r"\b(?:which|what|list|any|all|show)\b(?: \w+){0,3} (?:papers?|works?|ones?|were|are|was|is)\b.*"
    r"\b(oral|poster|spotlight)s?\b"
    r"|\b(?:which|what|list|any|all|show)\b(?: \w+){0,2} (oral|poster|spotlight)s?\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:[-'’.][^\W\d_]+)*\.?")


def retrieve(query: Query, search: Search, *, limit: int) -> Passages:
    """Return the best papers: by metadata when the question asks by an author or a decision, else by its words."""
    by_metadata = _by_metadata(query, search)
    if by_metadata is not None:
        return Passages(tuple(Found(paper, 1.0, 1.0, 0.0) for paper in by_metadata[:MOST_EXACT]), exact=True)
    if query.asked.facet is Facet.LISTING:
        return Passages(_with_carried(query, _many(query, search, max(limit, CANDIDATES)), search))
    if query.asked.facet is Facet.COMPARISON:
        return Passages(_with_carried(query, _compared(query, search, max(limit, MANY)), search))
    return Passages(_with_carried(query, _found(query, search, limit, query.where), search))


def _compared(query: Query, search: Search, limit: int) -> tuple[Found, ...]:
    """The best papers for the whole question, and the best ones for each side that they miss."""
    found = {item.paper.id: item for item in _found(query, search, limit, query.where)}
    for side in sides(query.text):
        for item in search.search(side, limit=OF_A_SIDE, where=query.where):
            found.setdefault(item.paper.id, replace(item, score=0.0))
    return tuple(found.values())


def _many(query: Query, search: Search, limit: int) -> tuple[Found, ...]:
    """The best papers of many candidates; those that hold the topic's words come first, above all in title or keywords.

    What the question leaves out stays out.
    """
    topic = topic_of(query.wanted)
    found = _found(query, search, limit, query.conditions)
    found = tuple(item for item in found if not is_left_out(item.paper, query.asked.without, search))
    return tuple(sorted(found, key=lambda item: place_of_topic(item.paper, topic)))


def _found(query: Query, search: Search, limit: int, where: tuple[Condition, ...]) -> tuple[Found, ...]:
    """The best papers over all wordings: scores are added, the question's own with the most weight.

    A paper that the question itself did not find gets what the last one found by it has, a little lowered.
    """
    if not query.also:
        return search.search(query.wanted, limit=limit, where=where)
    reach = max(limit, REACH)
    lists = [search.search(wording, limit=reach, where=where) for wording in query.searched]
    weights = [1.0, *(ALSO_SHARE / len(query.also) for _ in query.also)]
    papers = {item.paper.id: item for found in reversed(lists) for item in found}  # as the question found them
    scores = dict.fromkeys(papers, 0.0)
    for found, weight in zip(lists, weights, strict=True):
        known = {item.paper.id: item.score for item in found}
        unknown = UNFOUND * min(known.values(), default=0.0)
        for key in scores:
            scores[key] += weight * known.get(key, unknown) / sum(weights)
    best = sorted(papers, key=lambda key: (-scores[key], key))[:limit]
    return tuple(replace(papers[key], score=scores[key]) for key in best)


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
    asked = query.asked
    if asked.facet is Facet.LISTING and not (asked.terms or asked.names or query.carried or topic_of(query.wanted)):
        papers = search.matching(query.conditions)
        kept = (paper for paper in papers if not asked.without or not is_left_out(paper, asked.without, search))
        return tuple(islice(kept, MOST_EXACT))
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
