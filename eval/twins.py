"""Twins: a question with its paper in the index and without it must flip from answered to refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from eval.asking import attempt
from eval.case import Case
from eval.left_out import leave_out
from eval.metrics.twins import Twin
from eval.outcome import Outcome
from eval.run import PATIENCE
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.errors import UsageError
from rag.settings import Settings

ONE_BY_ONE = 500  # papers; a larger index is copied once, without the papers of all questions together

Progress = Callable[[int, int], object]


def ask_twins(settings: Settings, cases: Sequence[Case], *, progress: Progress | None = None) -> tuple[Twin, ...]:
    """Ask every question that has one right paper with that paper in the index, and without it.

    The index itself stays as it is: papers are left out of a copy in a temporary folder. Raises UsageError when no
    question has one right paper, or when that is not in the index.
    """
    chat = _chat(settings)
    known = {paper.id for paper in chat.papers()}
    asked = [case for case in cases if case.answerable and len(case.papers) == 1]
    _refuse_unasked(asked, known)
    count = _Count(2 * len(asked), progress)
    present = {case.id: count.ask(chat, case) for case in asked}
    absent: dict[str, Outcome] = {}
    for group in _groups(asked, one_by_one=len(known) <= ONE_BY_ONE):
        with _without(settings, {paper for case in group for paper in case.papers}) as poorer:
            absent |= {case.id: count.ask(poorer, case) for case in group}
    return tuple(Twin(case, present[case.id], absent[case.id]) for case in asked)


class _Count:
    """Asks cases, and says how many were asked."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._done, self._total, self._progress = 0, total, progress

    def ask(self, chat: PaperChat, case: Case) -> Outcome:
        outcome = attempt(chat, case, patience=PATIENCE, papers=None)
        self._done += 1
        if self._progress:
            self._progress(self._done, self._total)
        return outcome


@contextmanager
def _without(settings: Settings, gone: set[str]) -> Iterator[PaperChat]:
    """A chat over the same papers but those that are gone."""
    with TemporaryDirectory(prefix="footnoted-") as folder:
        leave_out(settings, gone, Path(folder))
        yield _chat(replace(settings, index=Path(folder), chroma_url=""))


def _chat(settings: Settings) -> PaperChat:
    return PaperChat(Assembly(settings).pipeline(), settings)


def _groups(cases: Sequence[Case], *, one_by_one: bool) -> list[list[Case]]:
    """The questions that are asked of one index: those of one paper, or all."""
    if not one_by_one:
        return [list(cases)]
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.papers[0], []).append(case)
    return list(groups.values())


def _refuse_unasked(asked: Sequence[Case], known: set[str]) -> None:
    if not asked:
        raise UsageError(
            "No question has exactly one right paper, so there is no twin to ask.",
            subject="questions",
            advice="Give questions with one id under 'papers'.",
        )
    unknown = [f"case {case.id}: no paper {case.papers[0]}" for case in asked if case.papers[0] not in known]
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise UsageError(
            f"The questions name papers that are not in the index ({'; '.join(unknown[:5])}{more}).",
            subject="questions",
            advice="Ask the index that the questions belong to.",
        )
