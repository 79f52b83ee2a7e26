"""The order of the stages. A question becomes a query, finds passages, is read and weighed, gets words, is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rag.answer import Answer
from rag.checking.fit import Beside
from rag.cite import cite
from rag.clock import Clock
from rag.condense import condense
from rag.errors import EmbeddingError, ModelError
from rag.events import Condensed, Drafted, Event, Retrieved, Verified
from rag.evidence.unmet import refuse_unmet
from rag.judge import judge
from rag.language.naming import is_named
from rag.language.question import understand
from rag.outcome import Outcome
from rag.ports import Judge, Reader, Rewriter, Search, Writer
from rag.read import read
from rag.retrieve import retrieve
from rag.reword import reword
from rag.strike import strike
from rag.tally import tally
from rag.types import NO_USAGE, Checked, CitedAnswer, Condition, Draft, Evidence, Found, Passages, Query, Weight
from rag.verify import verify
from rag.weigh import refuse_unread, weigh
from rag.widen import is_sure, widen

NOTHING_FOUND = Passages(())
MOST_BESIDE = 10  # papers, the best ones, that a cited one is compared with


@dataclass(frozen=True, slots=True)
class Voices:
    """Who has a say in an answer: its writer, who stands in when that fails, who rewords the question, who judges."""

    writer: Writer
    stand_in: Writer | None = None
    rewriter: Rewriter | None = None
    judge: Judge | None = None


class Pipeline:
    """The whole way of a question. It holds no conversation, so one instance serves every caller at once.

    `strict` strikes out the sentences of an answer that checking found unsupported.
    """

    def __init__(
        self, search: Search, reader: Reader, voices: Voices, *, embedding: str, top_k: int, strict: bool = False
    ) -> None:
        self.search = search
        self.voices = voices
        self.embedding = embedding
        self._reader = reader
        self._top_k = top_k
        self._strict = strict

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
        clock = Clock()
        query = Query(question, question, understand(question), where)
        refused = refuse_unread(question)
        if refused:
            yield Verified(self._outcome(query).refused(refused, clock.stop(), NO_USAGE))
            return
        try:
            query = self._condense(question, turns, where)
            clock.lap("condense")
            yield Condensed(query)
            if query.unclear:
                unclear = Evidence((), Weight.NOTHING, reason=query.unclear)
                yield Verified(self._outcome(query).refused(unclear, clock.stop(), NO_USAGE))
                return
            passages = retrieve(query, self.search, limit=self._top_k)
        except EmbeddingError as error:
            yield Verified(self._outcome(query).failed(str(error), clock.stop()))
            return
        clock.lap("retrieve")
        yield Retrieved(passages)
        weighed = self._investigate(query, passages, clock)
        evidence = tally(weighed.query, weighed.passages, weighed.evidence, self.search)
        yield from self._write(replace(weighed, evidence=evidence, numbers=_numbers(turns)), clock)

    def _condense(self, question: str, turns: Sequence[Answer], where: tuple[Condition, ...]) -> Query:
        query = condense(question, turns, self.search, where)
        return reword(query, turns, self.voices.rewriter, self.search) if self.voices.rewriter else query

    def _investigate(self, query: Query, passages: Passages, clock: Clock) -> _Weighed:
        """Read and weigh what was found, and once more what a wider search finds before it is refused."""
        reads = read(query, passages, self._reader, self.search)
        clock.lap("read")
        unmet = None if passages.found else refuse_unmet(query.where, self.search)
        first = _Weighed(query, passages, unmet or weigh(query, reads))
        clock.lap("weigh")
        wider = widen(query, passages, first.evidence, self.search)
        if wider is None:
            return first
        second = _Weighed(*wider, weigh(query, read(query, wider[1], self._reader, self.search)))
        clock.lap("widen")
        return second if is_sure(second.evidence) else first

    def _write(self, weighed: _Weighed, clock: Clock) -> Iterator[Event]:
        writer, draft, failure = self.voices.writer, Draft(""), ""
        try:
            if weighed.may_be_written_by(writer):
                for draft in writer.write(weighed.query, weighed.evidence):
                    yield Drafted(draft.text)
                clock.lap("write")
        except ModelError as error:
            failure = str(error)
        # A writer may know only now which model it is.
        outcome = self._outcome(weighed.query, weighed.passages, weighed.evidence)
        if failure:
            yield Verified(self._stand_in(failure, outcome, weighed, clock))
            return
        cited = weighed.cite(draft, writer)
        if not cited.sentences or draft.abstains:
            yield Verified(outcome.refused(weighed.evidence, clock.stop(), draft.usage))
            return
        clock.lap("cite")
        checked = self._check(cited, weighed.passages, clock)
        yield Verified(outcome.answered(cited, checked, clock.stop(), weighed.evidence))

    def _check(self, cited: CitedAnswer, passages: Passages, clock: Clock) -> Checked:
        checked = self._verify(cited, passages)
        clock.lap("verify")
        if self.voices.judge:
            checked = judge(cited, checked, self.voices.judge)
            clock.lap("judge")
        return strike(checked) if self._strict else checked

    def _verify(self, cited: CitedAnswer, passages: Passages) -> Checked:
        return verify(cited, Beside(passages.papers()[:MOST_BESIDE], self._reader, self.search))

    def _stand_in(self, failure: str, outcome: Outcome, weighed: _Weighed, clock: Clock) -> Answer:
        """The answer of the writer that stands in, under the sentence that says what failed."""
        writer = self.voices.stand_in
        if writer is None or not weighed.may_be_written_by(writer):
            return outcome.failed(failure, clock.stop())
        *_, draft = writer.write(weighed.query, weighed.evidence)
        cited = weighed.cite(draft, writer)
        checked = self._verify(cited, weighed.passages)
        return outcome.stood_in(failure, writer.name, cited, checked, clock.stop(), weighed.evidence)

    def _outcome(self, query: Query, passages: Passages = NOTHING_FOUND, evidence: Evidence | None = None) -> Outcome:
        made_with = {
            "llm": self.voices.writer.name,
            "embedding": self.embedding,
            "index": self.search.describe(),
            "confidence": evidence.confidence if evidence else None,
        }
        return Outcome(query, passages, made_with)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """All that is known before a word is written; `numbers` are those that papers have in this conversation."""

    query: Query
    passages: Passages
    evidence: Evidence
    numbers: Mapping[str, int] = field(default_factory=dict)

    def may_be_written_by(self, writer: Writer) -> bool:
        thin = self.evidence.weight is Weight.THIN and writer.attempts_thin_evidence
        return thin or self.evidence.weight is Weight.ENOUGH

    def cite(self, draft: Draft, writer: Writer) -> CitedAnswer:
        return cite(draft, writer.sees(self.query, self.evidence), self.numbers)


def _numbers(turns: Sequence[Answer]) -> dict[str, int]:
    """The numbers that papers have in this conversation."""
    return {citation.paper_id: citation.number for turn in turns for citation in turn.citations}
