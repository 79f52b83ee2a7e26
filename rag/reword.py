"""Stage: let a language model put a question into the papers' words, and take over only what can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.answer import Answer
from rag.errors import ModelError
from rag.evidence.metadata import with_metadata
from rag.language.faithful import is_same_question, may_be_searched
from rag.language.manners import greeting_reply
from rag.language.naming import is_named
from rag.language.question import understand
from rag.language.sentences import sentence_spans
from rag.language.terms import is_english
from rag.ports import Rewriter, Search
from rag.types import Facet, Query, Rewording, Status

MOST_TURNS = 4  # that a rewriter is told, the latest ones
BY_RECORD = (Facet.AUTHORS, Facet.DECISION)  # answered from what is known of a paper, whatever its words


def reword(query: Query, turns: Sequence[Answer], rewriter: Rewriter, search: Search) -> Query:
    """Return the query with the model's wordings to be searched, too; a model that fails changes nothing.

    A follow-up is also put as the model puts it, if that is the same question and names the papers that it is about.
    What stands alone keeps its text. No model is asked where the papers are plain from the question.
    """
    if not _gains(query, search):
        return query
    earlier = _told(turns) if query.carried else []  # what stands alone is not to be drawn into what came before it
    try:
        rewording = rewriter.reword(query.question if query.carried else query.text, earlier)
    except ModelError:
        return query
    return replace(_taken(query, rewording, earlier, search), usage=rewording.usage)


def _gains(query: Query, search: Search) -> bool:
    """Whether other words could find more: not when the question names its paper, or asks for what is on record."""
    if query.asked.facet in BY_RECORD:
        return False
    if query.carried:
        return True
    found = search.search(query.text, limit=3, where=query.where)
    return not any(is_named(item.paper, query.text, search) for item in found)


def _told(turns: Sequence[Answer]) -> list[tuple[str, str]]:
    """The earlier questions, each with the first sentence that was answered and the titles of the papers cited."""
    spoken = [turn for turn in turns if turn.question.strip() and not greeting_reply(turn.question)]
    return [(turn.standalone_question, _answered(turn)) for turn in spoken[-MOST_TURNS:]]


def _answered(turn: Answer) -> str:
    if turn.status is Status.ERROR and not turn.citations:
        return "There was no answer."
    said = turn.text or turn.reason
    first = next((said[start:end] for start, end in sentence_spans(said)), "")
    papers = turn.citations or turn.nearest[:1]
    titles = "; ".join(paper.title for paper in papers)
    return f"{first} (Papers: {titles})" if titles else first


def _taken(query: Query, rewording: Rewording, earlier: Sequence[tuple[str, str]], search: Search) -> Query:
    """What of a model's wordings may be used; the wording by rule is still searched when the model's replaces it."""
    said = " ".join(text for turn in earlier for text in turn)
    also: list[str] = []
    standalone = " ".join(rewording.standalone.split())
    same = query.carried and is_same_question(query.question, standalone, said, search)
    if same and _names_all(query, standalone, search):
        also.append(query.text)
        asked = with_metadata(understand(standalone), standalone, search) if is_english(standalone) else query.asked
        query = replace(query, text=standalone, asked=asked)
    if may_be_searched(query.question, rewording.search, f"{said} {query.text}", search):
        also.append(" ".join(rewording.search.split()))
    return replace(query, also=tuple(text for text in dict.fromkeys(also) if text != query.text))


def _names_all(query: Query, wording: str, search: Search) -> bool:
    return all(is_named(paper, wording, search) for paper in search.papers(query.carried))
