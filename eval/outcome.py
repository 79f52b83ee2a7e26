"""What came of a case: the values that the measures read and the reports show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from eval.case import Case
from rag.answer import Answer
from rag.types import Citation, Sentence, Status

Grade = Literal["right", "wrong", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case after it was asked.

    `failure` says why there is no answer to score (it raised, hung, or ended in status `error`); `wall` is
    seconds for the scored turn, or until the failure; `earlier` are the answers to the turns before;
    `verbatim` says for each citation whether its quote stands in the abstract, None when the abstracts were
    not at hand.
    """

    case: Case
    answer: Answer | None
    failure: str = ""
    wall: float = 0.0
    earlier: tuple[Answer, ...] = ()
    verbatim: tuple[bool, ...] | None = None

    @property
    def failed(self) -> bool:
        """Whether there is nothing to score. Every rate counts such a case as the worse outcome."""
        return bool(self.failure) or self.answer is None or self.answer.status is Status.ERROR

    @property
    def given(self) -> Answer | None:
        """The answer that was given, in full or in part; None after a refusal or a failure."""
        return None if self.failed or self.refused else self.answer

    @property
    def refused(self) -> bool:
        """Whether the system said that the papers hold no answer."""
        return not self.failed and self.answer is not None and self.answer.status is Status.NO_ANSWER


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """An outcome after judging.

    `complaints` say in plain words why a case is not right; `remarks` are findings that do not decide;
    `scores` holds the case's own value of each measure, None where the measure does not apply to it.
    """

    grade: Grade = "failed"
    complaints: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    scores: Mapping[str, float | None] = field(default_factory=dict)


def ranking(outcome: Outcome) -> tuple[str, ...]:
    """Return the ids of the papers that were retrieved, best first, each once."""
    ranked = outcome.answer.retrieved if outcome.answer and not outcome.failed else ()
    return tuple(dict.fromkeys(item.paper_id for item in ranked))


def standing(answer: Answer) -> tuple[Sentence, ...]:
    """Return the sentences that are the answer: those that were not struck out."""
    return tuple(sentence for sentence in answer.sentences if not sentence.struck)


def cited(answer: Answer) -> tuple[str, ...]:
    """Return the ids of the cited papers in reading order, each once; citations in no sentence come last.

    A paper that only struck sentences cite is not cited by the answer.
    """
    papers = {citation.number: citation.paper_id for citation in answer.citations}
    read = [number for sentence in standing(answer) for number in sentence.citations if number in papers]
    struck = {number for sentence in answer.sentences if sentence.struck for number in sentence.citations}
    loose = [number for number in sorted(papers) if number not in struck]
    return tuple(dict.fromkeys(papers[number] for number in [*read, *loose]))


def is_verbatim(citation: Citation, papers: Mapping[str, str]) -> bool:
    """Return whether the quote is `abstract[start:end]` of its paper; an empty quote never is."""
    abstract = papers.get(citation.paper_id, "")
    in_bounds = 0 <= citation.start < citation.end <= len(abstract)
    return in_bounds and citation.quote == abstract[citation.start : citation.end]
