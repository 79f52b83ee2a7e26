"""Stage: make a question stand alone, from the conversation before it. No model is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.answer import Answer
from rag.evidence.metadata import with_metadata
from rag.language.alone import names_another
from rag.language.asking_on import standing_alone
from rag.language.conversation import Conversation, Turn
from rag.language.identifiers import typed_ids
from rag.language.meant import meant
from rag.language.naming import is_named
from rag.language.places import beyond
from rag.language.pointing import asks_for_alike
from rag.language.question import understand
from rag.language.terms import fold, is_english, names
from rag.language.typed import mended, shared_terms
from rag.ports import Search
from rag.types import Condition, Facet, Paper, Query

OF_MANY = (Facet.LISTING, Facet.COMPARISON, Facet.DECISION)  # these need not say a word of a topic
MOST_KEYWORDS = 4  # of a paper that stand for its topic


def condense(question: str, turns: Sequence[Answer], search: Search, where: tuple[Condition, ...] = ()) -> Query:
    """Return the query for a question; a follow-up gets the title or name of the paper it is about.

    A question that stands alone stays as it was typed, apart from spelling.
    """
    question = " ".join(question.split())
    spelt = mended(question, search)
    before = conversation(turns, search)
    found = meant(spelt, before, search)
    if found.papers and asks_for_alike(fold(spelt)):
        return query_for(question, _on_their_topic(spelt, found.papers), (), search, where)
    named = () if found.papers or not before.turns else names_another(spelt, (), search)
    query = query_for(question, standing_alone(spelt, found, named, before), found.papers, search, where)
    why = unclear(query, len(before.listed), pointed=found.span is not None)
    return replace(query, text=question, unclear=why) if why else query


def unclear(query: Query, spoken_of: int, *, pointed: bool) -> str:
    """Why it can't be told which paper a question means, as a sentence; empty when it can.

    `spoken_of` papers came up before; `pointed` says that the question points at some of them.
    """
    if spoken_of and not pointed and beyond(fold(query.question), spoken_of):
        papers = "1 paper was" if spoken_of == 1 else f"{spoken_of} papers were"
        return f"Only {papers} spoken of, so it is not clear which one is meant. Say its name, or what it is about."
    says_nothing = not (query.asked.terms or query.asked.names or query.carried or typed_ids(query.text))
    if says_nothing and query.asked.facet not in OF_MANY and is_english(query.text):
        return "It is not clear which paper is meant. Say its name, or what it is about."
    return ""


def query_for(
    question: str, text: str, carried: Sequence[Paper], search: Search, where: tuple[Condition, ...] = ()
) -> Query:
    """The query for a question, typed as `question`, that stands alone as `text` and is about these papers."""
    asked = with_metadata(understand(text), text, search)
    if not is_english(text):
        asked = replace(asked, terms=shared_terms(text, search))
    return Query(question, text, asked, where, tuple(paper.id for paper in carried))


def conversation(turns: Sequence[Answer], search: Search) -> Conversation:
    """What was said before, with the papers as they are indexed now; those that are gone are left out."""
    cited = {citation.number: citation.paper_id for turn in turns for citation in turn.citations}
    known = {paper.id: paper for paper in search.papers(list(dict.fromkeys(cited.values())))}
    numbered = {number: known[paper_id] for number, paper_id in cited.items() if paper_id in known}
    spoken = tuple(_turn(turn, known, search, latest=turn is turns[-1]) for turn in turns)
    return Conversation(spoken, numbered)


def _turn(turn: Answer, known: dict[str, Paper], search: Search, *, latest: bool) -> Turn:
    papers = tuple(known[citation.paper_id] for citation in turn.citations if citation.paper_id in known)
    if papers or not latest:
        return Turn(turn.standalone_question, papers)
    offered = search.papers([paper.paper_id for paper in turn.nearest])
    about = [paper for paper in offered if _was_about(paper, turn, search)]
    if not about and names(turn.standalone_question):  # it failed before anything was found, or found nothing
        about = list(names_another(turn.standalone_question, (), search))
    return Turn(turn.standalone_question, tuple(about), offered)


def _was_about(paper: Paper, turn: Answer, search: Search) -> bool:
    """Whether a refused question named a paper, or was refused for what this very one lacks."""
    return f"“{paper.title}”" in turn.reason or is_named(paper, turn.standalone_question, search)


def _on_their_topic(question: str, papers: Sequence[Paper]) -> str:
    """The question with the topics of papers, not their names: those would be the only ones to answer."""
    topics = [keyword for paper in papers for keyword in paper.keywords[:MOST_KEYWORDS]]
    return f"{question.rstrip(' ?.!')} — {', '.join(dict.fromkeys(topics)) or papers[0].area}?"
