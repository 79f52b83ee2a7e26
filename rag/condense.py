"""Stage: make a question stand alone, from the conversation before it. No model is needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.answer import Answer
from rag.language.identifiers import arxiv_number, typed_ids, with_ids
from rag.language.naming import is_named, own_names
from rag.language.question import understand
from rag.language.spelling import ordinary_neighbour, technicality
from rag.language.terms import (
    FRAME_WORDS,
    FUNCTION_WORDS,
    content_words,
    fold,
    is_english,
    joined,
    looks_like_name,
    names,
    stem,
    stems,
    words,
)
from rag.ports import Search
from rag.types import Condition, Facet, Paper, Query

_POINTS_BACK = re.compile(
    r"\b(?:it|its|it's|they|them|their|theirs|this|these|that|those|he|she|his|her|the (?:same|former|latter|authors?)"
    r"|(?:this|that|the) (?:paper|work|method|approach|model|system|framework|benchmark|study|one|dataset|agent))\b"
)
_CONTINUES = re.compile(
    r"^\W*(?:and|but|so|also|then|what about|how about|which ones?|why|how so|ok(?:ay)?[, ]+and|et|und|y)\b"
)
_ADDRESS = re.compile(r"https?://[^\s<>\"]*[\w/]")
_DEFINITE = re.compile(r"\b(?:the|its|their|this|that|these|those)\b")
_ORDINALS = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
    "former": 0,
    "latter": 1,
}
_ORDINAL = re.compile(r"\bthe (first|second|third|fourth|fifth|last|former|latter)\b(?: (?:one|paper|of them|work))?")
_NEW_TOPIC = re.compile(r"\b(?:different|another|new|other) (?:topic|question|subject|matter)\b|\bchange of topic\b")
_LONG_WORD = re.compile(r"(?<![\w-])[A-Za-z]{4,}(?![\w-])")
SHORTEST_NAME = 5  # letters; of shorter words only slips in function words are mended
FEW_TERMS = 3  # a question with fewer content words than this leans on what was said before


def condense(question: str, turns: Sequence[Answer], search: Search, where: tuple[Condition, ...] = ()) -> Query:
    """Return the query for a question; a follow-up gets the title or name of the paper it is about.

    A question that stands alone stays as it was typed, apart from spelling.
    """
    question = " ".join(question.split())
    spelt = _spelt(_with_known_ids(question, search), search)
    carried = _carried(spelt, turns, search)
    text = _with_names(spelt, carried)
    asked = understand(text)
    if not is_english(text):
        asked = replace(asked, terms=_shared_terms(text, search))
    return Query(question, text, asked, where, tuple(paper.id for paper in carried))


def _with_known_ids(question: str, search: Search) -> str:
    """Write arXiv ids with the version that is indexed, whichever was typed, and addresses of papers as their ids."""
    for address in _ADDRESS.findall(question):
        for paper in search.papers(typed_ids(address.replace("doi.org/", "doi.org ")))[:1]:
            question = question.replace(address, paper.id)
    typed = [text for text in typed_ids(question) if arxiv_number(text)]
    return with_ids(question, {text: paper.id for text in typed for paper in search.papers([text])})


def _spelt(question: str, search: Search) -> str:
    """Replace unknown words by what they most likely stand for; ordinary words and other languages stay."""
    if not is_english(question):
        return question

    def corrected(match: re.Match[str]) -> str:
        typed, word = match.group(), fold(match.group())
        if word in FUNCTION_WORDS or word in FRAME_WORDS or search.rarity(stem(word)) < 1.0 or looks_like_name(typed):
            return typed
        plain = ordinary_neighbour(word) if typed.islower() else None
        if len(word) < SHORTEST_NAME:
            return plain if plain in FUNCTION_WORDS else typed
        indexed = search.nearest(word, slips=1)
        if indexed and plain and technicality(plain) < technicality(indexed) < 1.0:
            return plain  # both are ordinary words; the more usual one was meant
        return indexed or plain or search.nearest(word) or typed

    return _LONG_WORD.sub(corrected, question)


def _shared_terms(question: str, search: Search) -> tuple[str, ...]:
    """Of a question in another language, the terms that the papers share: names, loan words and near cognates."""
    nearest = (search.nearest(word) or word for word in content_words(question))
    return tuple(dict.fromkeys(term for term in map(stem, nearest) if search.rarity(term) < 1.0))


def _carried(question: str, turns: Sequence[Answer], search: Search) -> tuple[Paper, ...]:
    """The papers of earlier turns that a follow-up is about; none when it stands alone."""
    earlier = next((turn for turn in reversed(turns) if turn.citations), None)
    if earlier is None or _NEW_TOPIC.search(fold(question)):
        return ()
    papers = search.papers([citation.paper_id for citation in earlier.citations])
    if not papers or _stands_alone(question, papers, search):
        return ()
    ordinal = _ORDINAL.search(fold(question))
    if ordinal and len(papers) > 1:
        place = _ORDINALS[ordinal.group(1)]
        return (papers[place],) if place < len(papers) else ()
    return papers


def _stands_alone(question: str, papers: Sequence[Paper], search: Search) -> bool:
    """Whether a question makes sense without what was said before it."""
    folded = fold(question)
    if names(question) and _names_another(question, papers, search):
        return True
    if _POINTS_BACK.search(folded) or _ORDINAL.search(folded):
        return False
    if names(question):
        return True
    if understand(question).facet is Facet.LISTING:
        return True
    terms = [stem(word) for word in content_words(question)]
    known_of_papers = {word for paper in papers for word in stems(f"{paper.title} {paper.abstract}")}
    if not _DEFINITE.search(folded) and any(term not in known_of_papers for term in terms):
        return True  # it speaks of something that the papers before have not heard of
    return not _CONTINUES.search(folded) and len(terms) >= FEW_TERMS


def _names_another(question: str, papers: Sequence[Paper], search: Search) -> bool:
    """Whether a question calls a paper by its name that was not spoken of before."""
    found = (item.paper for item in search.search(question, limit=3))
    return any(is_named(paper, question, search) for paper in found if paper not in papers)


def _with_names(question: str, papers: Sequence[Paper]) -> str:
    if not papers:
        return question
    mentioned = " ".join(words(question))
    shown = [_short_name(paper) for paper in papers]
    missing = [name for name in shown if joined(name) not in joined(mentioned)]
    return f"{question.rstrip(' ?.!')} — {', '.join(missing)}?" if missing else question


def _short_name(paper: Paper) -> str:
    """The name that a paper goes by in conversation: what it calls itself, else its title."""
    own = own_names(paper)
    for name in (*names(paper.title), *names(paper.abstract)):
        if joined(name) in own:
            return name
    return paper.title
