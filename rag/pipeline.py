"""The order of the stages. A question becomes a query, finds passages, is read and weighed, gets words, is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter


from rag.answer import Answer
from rag.cite import cite
from rag.condense import condense
from rag.errors import ModelError
from rag.events import Condensed, Drafted, Event, Retrieved, Verified
from rag.ports import Reader, Search, Writer
from rag.read import read
from rag.retrieve import retrieve
from rag.types import (
    CitedAnswer,
    Condition,
    Draft,
    Evidence,
    Paper,
    Passages,
    Query,
    Ranked,
    Status,
    Verdict,
    Weight,
)
from rag.verify import Checked, verify
from rag.weigh import refuse_unread, weigh
from rag.write.abstention import abstains


class Pipeline:
    """The whole way of a question. It holds no conversation, so one instance serves every caller at once."""

    def __init__(self, search: Search, reader: Reader, writer: Writer, *, embedding: str, top_k: int) -> None:
        self.search = search
        self.writer = writer
        self._reader = reader
        self._embedding = embedding
        self._top_k = top_k

    def stream(
        self, question: str, *, turns: Sequence[Answer] = (), where: tuple[Condition, ...] = ()
    ) -> Iterator[Event]:
        """Yield what happens to a question, ending in exactly one `Verified`.

        `turns` are the earlier answers of the conversation, oldest first. A model that fails gives an answer of
        status `error`, not an exception.
        """
        clock = _Clock()
        refused = refuse_unread(question)
        if refused:
            yield Verified(self._answer(question, question, clock, evidence=refused))
            return
        with clock("condense"):
            query = condense(question, turns, self.search, where)
        yield Condensed(query)
        with clock("retrieve"):
            passages = retrieve(query, self.search, limit=self._top_k)
        yield Retrieved(passages)
        with clock("read"):
            reads = read(query, passages, self._reader, self.search)
        with clock("weigh"):
            evidence = weigh(query, reads)
        draft = Draft("")
        if evidence.weight is Weight.ENOUGH or (evidence.weight is Weight.THIN and self.writer.attempts_thin_evidence):
            started = perf_counter()
            try:
                for draft in self.writer.write(query, evidence):
                    yield Drafted(draft.text)
            except ModelError as error:
                yield Verified(self._failed(query, clock, passages, error))
                return
            clock.seconds["write"] = perf_counter() - started
        yield Verified(self._checked(query, clock, passages, evidence, draft, turns))

    def _checked(
        self,
        query: Query,
        clock: _Clock,
        passages: Passages,
        evidence: Evidence,
        draft: Draft,
        turns: Sequence[Answer],
    ) -> Answer:
        if not draft.text.strip() or abstains(draft.text):
            return self._answer(query.question, query.text, clock, passages=passages, evidence=evidence, draft=draft)
        with clock("cite"):
            cited = cite(draft, self.writer.sees(query, evidence), _numbers(turns))
        with clock("verify"):
            checked = verify(cited)
        return self._answer(
            query.question,
            query.text,
            clock,
            passages=passages,
            evidence=evidence,
            draft=draft,
            cited=cited,
            checked=checked,
        )

    def _answer(
        self,
        question: str,
        standalone: str,
        clock: _Clock,
        *,
        evidence: Evidence,
        passages: Passages | None = None,
        draft: Draft | None = None,
        cited: CitedAnswer | None = None,
        checked: Checked | None = None,
    ) -> Answer:
        answer = Answer(
            question=question,
            standalone_question=standalone,
            status=Status.NO_ANSWER,
            reason=evidence.reason or "The papers found do not say.",
            text=evidence.reply,
            nearest=_ranked_papers(evidence.nearest, passages),
            retrieved=_ranking(passages),
            llm=self.writer.name,
            embedding=self._embedding,
            usage=(draft or Draft("")).usage,
            seconds=clock.total(),
            index=self.search.describe(),
        )
        if cited is None or checked is None:
            return answer
        reason = _shortcoming(cited, checked)
        return replace(
            answer,
            status=Status.PARTIAL if reason else Status.ANSWERED,
            reason=reason,
            text=text_with_markers(cited),
            sentences=checked.sentences,
            citations=checked.citations,
            nearest=(),
        )

    def _failed(self, query: Query, clock: _Clock, passages: Passages, error: ModelError) -> Answer:
        evidence = Evidence((), Weight.NOTHING, reason=str(error))
        answer = self._answer(query.question, query.text, clock, evidence=evidence, passages=passages)
        return replace(answer, status=Status.ERROR)


class _Clock:
    """Wall time by stage."""

    def __init__(self) -> None:
        self._begun = perf_counter()
        self.seconds: dict[str, float] = {}
        self._stage, self._entered = "", 0.0

    def __call__(self, stage: str) -> _Clock:
        self._stage = stage
        return self

    def __enter__(self) -> None:
        self._entered = perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds[self._stage] = perf_counter() - self._entered

    def total(self) -> Mapping[str, float]:
        return {**self.seconds, "total": perf_counter() - self._begun}


def text_with_markers(cited: CitedAnswer) -> str:
    """The answer's text: every sentence with its markers behind it, list items on lines of their own."""
    highest = max(cited.numbered, default=0)
    parts = []
    for sentence in cited.sentences:
        markers = "".join(f"[{number}]" for number in sentence.numbers)
        # A marker that points at nothing stays as written, unless it would look like one that points at a paper.
        markers += "".join(
            written if int(written.strip("[]")) > highest else f"[{written.strip('[]')}?]"
            for written in sentence.invalid
        )
        gap = "\n" if sentence.lead else " "
        parts.append(f"{gap if parts else ''}{sentence.lead}{sentence.text}{' ' if markers else ''}{markers}")
    return "".join(parts)


def _shortcoming(cited: CitedAnswer, checked: Checked) -> str:
    """What is not as it should be with an answer, in one sentence; empty when every sentence has a sound footnote."""
    verdicts = [sentence.verdict for sentence in checked.sentences]
    if cited.cut_off:
        return "The answer was cut off at the model's length limit."
    if all(verdict is Verdict.UNCITED for verdict in verdicts):
        return "The answer carries no citation, so nothing in it can be checked."
    findings = {
        Verdict.INVALID: "cites a source that does not exist",
        Verdict.UNSUPPORTED: "says something that its cited abstract does not hold",
        Verdict.UNCITED: "carries no citation",
    }
    for verdict, finding in findings.items():
        count = verdicts.count(verdict)
        if count:
            return f"{'One sentence' if count == 1 else f'{count} sentences'} {finding if count == 1 else _plural(finding)}."
    return ""


def _plural(finding: str) -> str:
    for singular, plural in (("cites", "cite"), ("says", "say"), ("carries", "carry"), ("its cited", "their cited")):
        finding = finding.replace(singular, plural)
    return finding


def _numbers(turns: Sequence[Answer]) -> dict[str, int]:
    """The numbers that papers have in this conversation."""
    return {citation.paper_id: citation.number for turn in turns for citation in turn.citations}


def _ranking(passages: Passages | None) -> tuple[Ranked, ...]:
    found = passages.found if passages else ()
    return tuple(Ranked(item.paper.id, item.paper.title, round(item.score, 4)) for item in found)


def _ranked_papers(papers: Sequence[Paper], passages: Passages | None) -> tuple[Ranked, ...]:
    scores = {item.paper.id: item.score for item in passages.found} if passages else {}
    return tuple(Ranked(paper.id, paper.title, round(scores.get(paper.id, 0.0), 4)) for paper in papers)


