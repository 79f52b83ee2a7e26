"""A follow-up put so that it stands alone: with the names of its papers, or as the question before it about others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.language.conversation import Conversation, short_name
from rag.language.meant import Meant
from rag.language.naming import own_names
from rag.language.places import Span
from rag.language.pointing import asks_for_more, asks_why
from rag.language.terms import fold, joined, words
from rag.types import Paper

# All that a question may hold beside a name to be the question before it, about another paper.
_SAME_ABOUT = re.compile(
    r"\W*(?:(?:ok(?:ay)?|hm+|no|nope|sorry|oh|wait|actually"
    r"|not that one|and|but|so|then|now|please|nein|non|und|et|y)\W+)*"
    r"(?:(?:what|how) (?:about|of)|(?:the )?same (?:question |thing )?(?:for|about|with)|and|i meant?"
    r"|i was asking about|rather|und|et|y|was ist mit|wie ist es (?:mit|bei)|qu'en est-il (?:de|du)|ich meine?"
    r"|et pour|que hay de|y para)"
    r"\W*(?:the |in |for |with |of |at |by |case )*"
)
_FILLING = frozenset("one ones paper papers work the of then now please instead too as well case".split())


def standing_alone(question: str, found: Meant, named: Sequence[Paper], before: Conversation) -> str:
    """The question with what it is about; untouched when it points at nothing.

    `named` are papers that it calls by name: `what about X?` asks of them what was asked before.
    """
    folded = fold(question)
    last = before.turns[-1].question if before.turns else ""
    about = found.papers or tuple(named)
    again = _asked_again(folded, about, found.span, before)
    if again:
        return again
    if not found.papers:
        return question
    if asks_for_more(folded):
        return f"How does {_together(found.papers)} work, and what are its results?"
    if asks_why(folded):
        return _with_names(f"Why: {last}", found.papers)
    if found.span and len(fold(question)) == len(question):
        start, end = found.span
        question = f"{question[:start]}{_together(found.there)}{question[end:]}"
        question = _without_denied(question, [paper for paper in before.all if paper not in found.papers])
    return _with_names(question, found.papers)


def _without_denied(question: str, papers: Sequence[Paper]) -> str:
    """The question without `not X` of papers that it is not about: to name them would bring them back."""
    for name in map(short_name, papers):
        question = re.sub(rf"[\s,;.(–—-]*(?<!\w)(?:not|nicht|pas|no) {re.escape(name)}(?![\w-])\)?", "", question)
    return question


def _asked_again(folded: str, about: Sequence[Paper], span: Span | None, before: Conversation) -> str:
    """The question before, about this paper instead of the one it named; empty when that is not what is asked."""
    if len(about) != 1 or not before.turns or not _is_bare(folded, about[0], span):
        return ""
    last = before.turns[-1].question
    named = [(paper, place) for paper in before.all for place in _mentions(paper, last)]
    if len({paper for paper, _ in named}) != 1 or named[0][0] == about[0]:
        return ""
    for _, (start, end) in sorted(named, key=lambda item: -item[1][0]):
        last = f"{last[:start]}{_called(about[0])}{last[end:]}"
    return last


def _is_bare(folded: str, paper: Paper, span: Span | None) -> bool:
    """Whether a question holds nothing but the pointing at a paper, or its name, behind `what about` and the like."""
    rest = f"{folded[: span[0]]} {folded[span[1] :]}" if span else folded
    lead = _SAME_ABOUT.match(rest)
    if not lead:
        return False
    names_of = {*own_names(paper), *(joined(word) for word in words(paper.title))}
    behind = [joined(word) for word in words(rest[lead.end() :])]
    whole = "".join(behind)
    return whole in own_names(paper) or all(word in names_of or word in _FILLING for word in behind)


def _mentions(paper: Paper, text: str) -> list[Span]:
    """Where a text calls a paper by its short name."""
    name = re.escape(short_name(paper))
    return [match.span() for match in re.finditer(rf"(?<![\w-]){name}(?![\w-])", text, re.IGNORECASE)]


def _with_names(question: str, papers: Sequence[Paper]) -> str:
    mentioned = joined(" ".join(words(question)))
    missing = [name for name in map(short_name, papers) if joined(" ".join(words(name))) not in mentioned]
    return f"{question.rstrip(' ?.!')} — {', '.join(missing)}?" if missing else question


def _together(papers: Sequence[Paper]) -> str:
    named = [_called(paper) for paper in papers]
    return f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else named[0]


def _called(paper: Paper) -> str:
    name = short_name(paper)
    return f"“{name}”" if " " in name else name
