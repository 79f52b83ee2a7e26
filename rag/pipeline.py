"""The order of the stages. A question becomes a query, finds passages, is read and weighed, gets words, is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from rag.answer import Answer
from rag.cite import cite
from rag.condense import condense
from rag.errors import EmbeddingError, ModelError
from rag.events import Condensed, Drafted, Event, Retrieved, Verified
from rag.evidence.unmet import refuse_unmet
from rag.language.naming import is_named
from rag.language.question import understand
from rag.outcome import Outcome
from rag.ports import Reader, Search, Writer
from rag.read import read
from rag.retrieve import retrieve
from rag.types import Condition, Draft, Evidence, Found, Passages, Query, Usage, Weight
from rag.verify import verify
from rag.weigh import refuse_unread, weigh


class Pipeline:
    """The whole way of a question. It holds no conversation, so one instance serves every caller at once."""

    def __init__(self, search: Search, reader: Reader, writer: Writer, *, embedding: str, top_k: int) -> None:
        self.search = search
        self.writer = writer
        self.embedding = embedding
        self._reader = reader
        self._top_k = top_k

    def find(self, text: str, *, limit: int, where: tuple[Condition, ...] = ()) -> tuple[Found, ...]:
        """Rank papers as for a question, spelling mended; those that it names come first."""
        if not text.strip():
            return ()
        query = condense(text, (), self.search, where)
        found = retrieve(query, self.search, limit=limit).found
        return tuple(sorted(found, key=lambda item: not is_named(item.paper, query.text, self.search)))[:limit]

    def stream(
        self, question: str, *, turns: Sequence[Answer] = (), where: tuple[Condition, ...] = ()
    ) -> Iterator[Event]:
        """Yield what happens to a question, ending in exactly one `Verified`.

        `turns` are the earlier answers of the conversation, oldest first. A model or an embedding that fails
        gives an answer of status `error`, not an exception.
        """
        clock = _Clock()
        refused = refuse_unread(question)
        if refused:
            outcome = self._outcome(question, question, Passages(()), ())
            yield Verified(outcome.refused(refused, clock.stop(), Usage()))
            return
        query = Query(question, question, understand(question), where)
        try:
            query = condense(question, turns, self.search, where)
            clock.lap("condense")
            yield Condensed(query)
            passages = retrieve(query, self.search, limit=self._top_k)
        except EmbeddingError as error:
            outcome = self._outcome(query.question, query.text, Passages(()), where)
            yield Verified(outcome.failed(str(error), clock.stop()))
            return
        clock.lap("retrieve")
        yield Retrieved(passages)
        reads = read(query, passages, self._reader, self.search)
        clock.lap("read")
        unmet = None if passages.found else refuse_unmet(where, self.search)
        evidence = unmet or weigh(query, reads)
        clock.lap("weigh")
        yield from self._write(query, evidence, passages, clock, _numbers(turns))

    def _write(
        self, query: Query, evidence: Evidence, passages: Passages, clock: _Clock, numbers: dict[str, int]
    ) -> Iterator[Event]:
        draft, failure = Draft(""), ""
        try:
            if self._may_write(evidence):
                for draft in self.writer.write(query, evidence):
                    yield Drafted(draft.text)
                clock.lap("write")
        except ModelError as error:
            failure = str(error)
        # A writer may know only now which model it is.
        outcome = self._outcome(query.question, query.text, passages, query.where)
        if failure:
            yield Verified(outcome.failed(failure, clock.stop()))
            return
        cited = cite(draft, self.writer.sees(query, evidence), numbers)
        if not cited.sentences or draft.abstains:
            yield Verified(outcome.refused(evidence, clock.stop(), draft.usage))
            return
        clock.lap("cite")
        checked = verify(cited)
        clock.lap("verify")
        yield Verified(outcome.answered(cited, checked, clock.stop(), note=_note(evidence)))

    def _may_write(self, evidence: Evidence) -> bool:
        thin = evidence.weight is Weight.THIN and self.writer.attempts_thin_evidence
        return thin or evidence.weight is Weight.ENOUGH

    def _outcome(self, question: str, standalone: str, passages: Passages, where: tuple[Condition, ...]) -> Outcome:
        made_with = {
            "llm": self.writer.name,
            "embedding": self.embedding,
            "index": self.search.describe(),
            "where": tuple(text for condition in where for text in condition.texts()),
        }
        return Outcome(question, standalone, passages, made_with)


class _Clock:
    """Wall time by stage, in seconds."""

    def __init__(self) -> None:
        self._begun = self._lap = perf_counter()
        self._seconds: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """Say that a stage has just ended."""
        now = perf_counter()
        self._seconds[stage], self._lap = now - self._lap, now

    def stop(self) -> dict[str, float]:
        """The seconds of each stage, and the `total`."""
        return {**self._seconds, "total": perf_counter() - self._begun}


def _note(evidence: Evidence) -> str:
    return evidence.reason if evidence.weight is Weight.ENOUGH else ""


def _numbers(turns: Sequence[Answer]) -> dict[str, int]:
    """The numbers that papers have in this conversation."""
    return {citation.paper_id: citation.number for turn in turns for citation in turn.citations}
