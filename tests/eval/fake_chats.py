"""A little conference of ten papers, ten questions about it, and systems that behave well or badly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from eval.case import Case
from eval.outcome import Outcome
from rag.answer import Answer
from rag.types import Citation, Ranked, Sentence, Status, Usage, Verdict

PAPERS = {f"p{n}": f"Method M{n} is studied. It saves {n}0 percent of the tokens." for n in range(1, 11)}

Line = tuple[str, Sequence[str]]
"""A sentence and the papers that it cites."""


def fact_about(paper: str) -> str:
    """The sentence of a paper's abstract that holds its number."""
    return PAPERS[paper].split(". ")[1]


def citation(number: int, paper: str, *, quote: str | None = None, start: int = 0) -> Citation:
    quote = PAPERS[paper] if quote is None else quote
    return Citation(number, paper, f"Title of {paper}", (), "", quote, start, start + len(quote), Verdict.QUOTED)


def given(question: str, lines: Sequence[Line], *, retrieved: Sequence[str] = (), **changes: Any) -> Answer:
    """An answer of these lines, its papers numbered in reading order."""
    papers = list(dict.fromkeys(paper for _, cites in lines for paper in cites))
    number = {paper: position for position, paper in enumerate(papers, start=1)}
    sentences = tuple(
        Sentence(text, tuple(number[paper] for paper in cites), Verdict.QUOTED if cites else Verdict.UNCITED)
        for text, cites in lines
    )
    text = " ".join(s.text + "".join(f" [{n}]" for n in s.citations) for s in sentences)
    values: dict[str, Any] = {
        "status": Status.ANSWERED,
        "reason": "",
        "citations": tuple(citation(number[paper], paper) for paper in papers),
        "retrieved": tuple(Ranked(paper, f"Title of {paper}", 0.5) for paper in retrieved or papers),
        "usage": Usage(100, 20, 1),
        "seconds": {"total": 0.25},
    }
    return Answer(question, question, text=text, sentences=sentences, **{**values, **changes})


def refused(question: str, *, retrieved: Sequence[str] = ()) -> Answer:
    return given(question, [], retrieved=retrieved, status=Status.NO_ANSWER, reason="The papers do not say.")


ANSWERABLE = tuple(
    Case(f"yes-{n}", (f"What does M{n} save?",), (f"p{n}",), facts=(rf"\b{n}0 percent\b",), kind="named")
    for n in range(1, 6)
)
UNANSWERABLE = tuple(
    Case(f"no-{n}", (f"Who funded M{n}?",), answerable=False, kind="missing-detail") for n in range(1, 6)
)
CASES = ANSWERABLE + UNANSWERABLE
BY_QUESTION = {case.question: case for case in CASES}


def outcome(case: Case, answer: Answer | None = None, **changes: Any) -> Outcome:
    return Outcome(case, answer, **changes)


@dataclass
class KnowingChat:
    """Answers what the papers say with one cited sentence and refuses the rest."""

    asked: list[tuple[str, tuple[Answer, ...]]] = field(default_factory=list)

    def ask(self, question: str, *, turns: Sequence[Answer] = ()) -> Answer:
        self.asked.append((question, tuple(turns)))
        case = BY_QUESTION.get(question)
        return self.answer(case) if case and case.answerable else self.unknown(question)

    def answer(self, case: Case) -> Answer:
        return given(case.question, [(fact_about(case.papers[0]), case.papers)])

    def unknown(self, question: str) -> Answer:
        return refused(question)

    def describe(self) -> Mapping[str, Any]:
        return {"llm": "fake", "index": {"papers": len(PAPERS)}}


class AlwaysRefusing(KnowingChat):
    """Says that nothing is in the papers."""

    def answer(self, case: Case) -> Answer:
        return refused(case.question)


class NeverRefusing(KnowingChat):
    """Right where there is an answer, and as sure of itself where there is none."""

    def unknown(self, question: str) -> Answer:
        return given(question, [("It was funded by a foundation.", ["p1"])])


class CitingEverything(KnowingChat):
    """Puts five footnotes on each sentence, the right one among them."""

    def answer(self, case: Case) -> Answer:
        others = [paper for paper in PAPERS if paper not in case.papers][:4]
        return given(case.question, [(fact_about(case.papers[0]), [*case.papers, *others])])


class CitingTheTopicOnly(KnowingChat):
    """Says the right thing and cites a paper on the topic that does not say it."""

    def answer(self, case: Case) -> Answer:
        return given(case.question, [(fact_about(case.papers[0]), ["p9"])])


class RecitingAbstracts(KnowingChat):
    """Answers with everything it has."""

    def answer(self, case: Case) -> Answer:
        return given(case.question, [(sentence, case.papers) for sentence in PAPERS[case.papers[0]].split(". ")] * 2)


class RetrievingRubbish(KnowingChat):
    """Cites from memory; its retrieval finds something else."""

    def answer(self, case: Case) -> Answer:
        return given(case.question, [(fact_about(case.papers[0]), case.papers)], retrieved=["p8", "p9", "p10"])


@dataclass
class Breaking(KnowingChat):
    """Raises, or hangs, on some questions; otherwise it knows."""

    errors: Mapping[str, BaseException] = field(default_factory=dict)
    hangs: frozenset[str] = frozenset()
    released: Event = field(default_factory=Event)

    def ask(self, question: str, *, turns: Sequence[Answer] = ()) -> Answer:
        if question in self.errors:
            raise self.errors[question]
        if question in self.hangs:
            self.released.wait(timeout=30)
        return super().ask(question, turns=turns)
