"""What the page knows of a conversation: the questions on their way and the answers so far.

A conversation is a tuple of answers, kept by the browser's session. A turn that failed or was stopped is an
answer too, with status `error`, so that the history stays whole; the pipeline is not given it, unless another writer
stood in.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rag.answer import Answer
from rag.errors import FootnotedError
from rag.events import Condensed, Drafted, Event, Retrieved, Verified
from rag.types import Paper, Status
from rag.where import Where

LONGEST_QUESTION = 4000  # characters
UNSHOWN = "The answer came but could not be shown; the log says why. Ask again, or ask something else."
STOPPED = "You stopped this answer before it was checked."

log = logging.getLogger(__name__)


class Chat(Protocol):
    """What the page asks of the pipeline. One chat serves every tab; it keeps no conversation."""

    def stream(self, question: str, *, where: Where | None = None, turns: Sequence[Answer] = ()) -> Iterator[Event]:
        """The way of a question, step by step; the last event is the verified answer."""

    def counts(self, where: Where | None = None) -> Mapping[str, Mapping[str, int]]:
        """Of `area`, `venue`, `decision` and `year`, how many papers have each value under the other conditions."""

    def paper(self, paper_id: str) -> Paper | None:
        """The paper with this id, None when there is none."""

    def describe(self) -> Mapping[str, Any]:
        """Which model, embedding and index answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and of which papers."""

    text: str
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A question on its way.

    `searched` is the question that stands alone, `also` are other wordings that are searched; `found` is the number of
    papers found, `where` the filter; `answer` ends the turn.
    """

    question: str
    searched: str = ""
    found: int | None = None
    draft: str = ""
    answer: Answer | None = None
    where: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def follow(chat: Chat, question: str, turns: Sequence[Answer], where: Where | None = None) -> Iterator[Turn]:
    """The turn after each event; the last one always has an answer, whatever goes wrong."""
    turn = Turn(question)
    try:
        if len(question) > LONGEST_QUESTION:
            yield replace(turn, answer=_too_long(question))
            return
        for event in chat.stream(question, where=where, turns=_spoken(turns)):
            turn = _after(turn, event)
            yield turn
        if turn.answer is None:
            yield replace(turn, answer=failed(question, "The answer ended before it was checked. Ask again."))
    except FootnotedError as error:
        yield replace(turn, answer=failed(question, str(error)))
    except Exception as error:  # the page stays usable, and the log says what happened
        log.exception("A question could not be answered")
        yield replace(turn, answer=failed(question, _unexpected(error)))


def failed(question: str, reason: str) -> Answer:
    """An answer that only says why there is none."""
    return Answer(question, question, Status.ERROR, reason, "")


def answer_of(chat: Chat, question: str, turns: Sequence[Answer], where: Where | None = None) -> Answer:
    """The answer alone, without the steps to it."""
    *_, last = follow(chat, question, turns, where)
    return last.answer or failed(question, "There is no answer.")


def _after(turn: Turn, event: Event) -> Turn:
    match event:
        case Condensed(query):
            texts = (text for condition in query.where for text in condition.texts())
            return replace(turn, searched=query.text, also=query.also, where=tuple(texts))
        case Retrieved(passages):
            return replace(turn, found=len(passages.found))
        case Drafted(text):
            return replace(turn, draft=text)
        case Verified(answer):
            return replace(turn, answer=answer)


def _spoken(turns: Sequence[Answer]) -> tuple[Answer, ...]:
    """The turns that were answered, by whomever: the numbers of their papers stay."""
    return tuple(answer for answer in turns if answer.status != Status.ERROR or answer.stand_in)


def _too_long(question: str) -> Answer:
    reason = (
        f"The question has {len(question):,} characters; at most {LONGEST_QUESTION:,} can be asked. "
        "Shorten it and ask again."
    )
    return failed(question[:200] + "…", reason)


def _unexpected(error: Exception) -> str:
    return (
        f"Something went wrong that should not have ({type(error).__name__}). "
        "The conversation is kept; ask again, and look into the log if it happens twice."
    )
