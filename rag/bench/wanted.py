"""What is to be measured, and what is asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rag.assemble import shipped
from rag.bench.corpus import drawn_texts
from rag.bench.process import Progress
from rag.bench.questions import Asked, Questions, read_questions
from rag.bench.quickstart import missing
from rag.types import Paper


class Step(Protocol):
    """Tells people what is measured next; the context gives a function (done, total) and ends with the step."""

    def __call__(self, label: str, /) -> AbstractContextManager[Progress]:
        """Begin a step."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a run measures. `quickstart` None means: if it is installed."""

    papers: Path = field(default_factory=lambda: shipped("papers.jsonl"))
    questions: Path | None = None
    first: int | None = None
    random_vectors: bool = False
    repeat: int = 3
    quickstart: bool | None = None

    def with_quickstart(self) -> bool:
        """Whether the quickstart is measured. Raises UsageError when it is asked for and not installed."""
        reason = None if self.quickstart is False else missing()
        if reason and self.quickstart:
            raise reason
        return self.quickstart is not False and reason is None


@dataclass(frozen=True, slots=True)
class Asking:
    """The texts that are searched for; `asked` are the questions behind them, none when the texts were drawn."""

    questions: Questions
    texts: tuple[str, ...]
    asked: tuple[Asked, ...]

    def to_dict(self) -> dict[str, Any]:
        """Where the texts come from, and how many questions were left out and why."""
        found = asdict(self.questions)
        source = "questions" if self.asked else "titles and first sentences of papers"
        return {**found, "asked": len(self.texts), "source": source}


def asking(wanted: Wanted, papers: Sequence[Paper]) -> Asking:
    """The questions that fit the papers (the shipped ones, unless others are given), or else texts drawn from them."""
    file = wanted.questions or shipped("questions.jsonl")
    questions = read_questions(file, {paper.id for paper in papers})
    texts = tuple(question.text for question in questions.asked)
    return Asking(questions, texts or drawn_texts(papers), questions.asked)
