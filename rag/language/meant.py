"""Which papers of a conversation a question is about; none when it stands alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.language.alone import COMPARES, DESCRIBED, stands_alone
from rag.language.conversation import Conversation
from rag.language.naming import is_named, own_names
from rag.language.places import Span, all_of_them, numbered, placed, the_other
from rag.language.pointing import Lean, begins_new_topic, lean
from rag.language.terms import content_words, fold, joined, names, stem, stems
from rag.ports import Search
from rag.types import Paper

_BACK_TO = re.compile(r"\b(?:back|return|returning|going back) to (?:the )?([^:,;?]+)")


@dataclass(frozen=True, slots=True)
class Meant:
    """The papers of a conversation that a question is about, and where (in the folded question) it points at them."""

    papers: tuple[Paper, ...] = ()
    span: Span | None = None
    there: tuple[Paper, ...] = ()  # those that it points at in that place


NOTHING = Meant()


def meant(question: str, before: Conversation, search: Search) -> Meant:
    """Which papers spoken of before a question is about; none when it stands alone."""
    folded = fold(question)
    if not before.turns or (begins_new_topic(folded) and lean(folded) is Lean.NOT):
        return NOTHING
    pointed = _pointed_at(question, folded, before, search)
    if pointed.papers:
        both = COMPARES.search(folded) and pointed.span and lean(_without(folded, pointed.span)) is not Lean.NOT
        papers = tuple(dict.fromkeys((*before.last, *pointed.papers))) if both else pointed.papers
        return Meant(papers, pointed.span, pointed.papers)
    if not before.last or stands_alone(question, before.last, search):
        return NOTHING
    return Meant(before.last)


def _pointed_at(question: str, folded: str, before: Conversation, search: Search) -> Meant:
    """The papers that a question points at by number, by place or by a word of their titles."""
    by_number = [(before.numbered.get(number) or _offered(before, number), span) for number, span in numbered(folded)]
    if by_number and all(paper for paper, _ in by_number):
        return Meant(tuple(dict.fromkeys(paper for paper, _ in by_number if paper)), _only([s for _, s in by_number]))
    by_place = placed(folded, len(before.listed))
    if by_place:
        papers = dict.fromkeys(before.listed[place] for places, _ in by_place for place in places)
        return Meant(tuple(papers), _only([span for _, span in by_place]))
    other = the_other(folded)
    if other and (others := _others(question, before, search)):
        return Meant(others, other)
    if all_of_them(folded) and len(before.all) > 1:
        return Meant(before.last if len(before.last) > 1 else before.latest(2))
    return _described(question, folded, before)


def _offered(before: Conversation, number: int) -> Paper | None:
    """The paper at this place of a list that a refused question was offered."""
    listed = before.turns[-1].offered if not before.turns[-1].papers else ()
    return listed[number - 1] if 1 <= number <= len(listed) else None


def _only(spans: Sequence[Span]) -> Span | None:
    return spans[0] if len(spans) == 1 else None


def _others(question: str, before: Conversation, search: Search) -> tuple[Paper, ...]:
    """The papers beside those that the question names, or beside the one spoken of now."""
    named = [paper for paper in before.all if is_named(paper, question, search)]
    return before.other_than(named or before.last) or (before.last[1:] if len(before.last) > 1 else ())


def _described(question: str, folded: str, before: Conversation) -> Meant:
    """The one paper of the conversation whose title has what `the … paper` or `back to …` says."""
    told = [*_BACK_TO.finditer(folded), *DESCRIBED.finditer(folded)]
    for match in told:
        wanted = {stem(word) for word in content_words(match[1])}
        fits = [
            paper
            for paper in before.all
            if wanted and wanted <= set(stems(f"{paper.title} {' '.join(own_names(paper))}"))
        ]
        if len(fits) == 1 and not any(joined(name) in own_names(fits[0]) for name in names(question)):
            return Meant((fits[0],), match.span(1) if match.re is _BACK_TO else match.span())
    return NOTHING


def _without(folded: str, span: Span) -> str:
    return f"{folded[: span[0]]} — {folded[span[1] :]}"
