"""Running the suite: every case is asked, judged and counted, and the report says what was run."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval.asking import attempt
from eval.cases import Case, QuestionsUnreadableError, data_hash, load_cases
from eval.chat import Chat
from eval.judging import judge
from eval.metrics.citations import verdict_counts
from eval.metrics.measure import ROUNDS, SEED, Measure
from eval.metrics.summary import summarize
from eval.outcome import Result
from eval.plain import encodable, plain
from eval.thresholds import THRESHOLDS, unmet
from rag.assemble import shipped

if TYPE_CHECKING:
    from rag.chat import PaperChat

PATIENCE = 300.0
PACKAGES = (
    "footnoted",
    "chromadb",
    "llama-index-core",
    "openai",
    "tantivy",
    "onnxruntime",
    "tokenizers",
    "numpy",
)

Progress = Callable[[int, int, Result], object]
"""Called after each case with the number done, the number in all, and the result."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run found.

    `summary` holds every measure by name, `by_kind` the same for the cases of each kind (without intervals),
    `verdicts` how often each was given, `results` one result per case in the order of the file, `settings`
    what was run: the chat's own description, cases, hash of the questions, versions, date.
    """

    summary: Mapping[str, Measure]
    by_kind: Mapping[str, Mapping[str, Measure]]
    verdicts: Mapping[str, Mapping[str, int]]
    results: tuple[Result, ...]
    settings: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The report as plain dicts, lists, strings, numbers and None, under the names of its fields."""
        return {
            "settings": plain(self.settings),
            "summary": plain(self.summary),
            "by_kind": plain(self.by_kind),
            "verdicts": plain(self.verdicts),
            "results": plain(self.results),
        }

    def to_json(self) -> str:
        """The report as indented JSON that can be written as UTF-8."""
        return encodable(json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False))


def evaluate(
    chat: Chat,
    cases: Sequence[Case],
    *,
    data_hash: str = "",
    progress: Progress | None = None,
    papers: Mapping[str, str] | None = None,
    patience: float | None = PATIENCE,
) -> Report:
    """Ask every case and report.

    A case that raises, or has no answer within `patience` seconds (None: for ever), is a counted failure.
    `papers` (abstract by id) is what quotes are checked against; without it `quotes_verbatim` is undefined.
    Raises QuestionsUnreadableError when a case names a paper that is not among `papers`.
    """
    if papers is not None:
        _refuse_unknown_papers(cases, papers)
    settings = _settings(chat, cases, data_hash, papers, patience)
    results: list[Result] = []
    for case in cases:
        results.append(judge(attempt(chat, case, patience=patience, papers=papers)))
        if progress is not None:
            progress(len(results), len(cases), results[-1])
    return report_on(results, settings)


def evaluate_file(chat: PaperChat, questions: str | Path | None = None, *, progress: Progress | None = None) -> Report:
    """Ask every question of a file (the shipped one by default) about the papers of a chat's index, and report."""
    path = Path(questions) if questions is not None else shipped("questions.jsonl")
    abstracts = {paper.id: paper.abstract for paper in chat.papers()}
    return evaluate(chat, load_cases(path), data_hash=data_hash(path), progress=progress, papers=abstracts)


def report_on(results: Sequence[Result], settings: Mapping[str, Any]) -> Report:
    """Return the report on results that are at hand."""
    kinds = dict.fromkeys(result.case.kind for result in results)
    return Report(
        summary=summarize(results, intervals=True),
        by_kind={kind: summarize([result for result in results if result.case.kind == kind]) for kind in kinds},
        verdicts=verdict_counts(results),
        results=tuple(results),
        settings=settings,
    )


def gate(report: Report, thresholds: Mapping[str, float] = THRESHOLDS) -> list[str]:
    """Return one sentence for every gate that is not met; empty means passed.

    A measure that is undefined does not meet its gate: what was not measured has not been shown. Only the
    gates in `thresholds` count; `eval.thresholds.overridden` changes single ones. Raises UsageError for
    unknown measures.
    """
    return unmet(report.summary, thresholds)


def _refuse_unknown_papers(cases: Sequence[Case], papers: Mapping[str, str]) -> None:
    unknown = [f"case {case.id}: no paper {paper}" for case in cases for paper in case.papers if paper not in papers]
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise QuestionsUnreadableError(
            f"The questions name papers that are not among those asked ({'; '.join(unknown[:5])}{more}).",
            advice="Use the questions that belong to this index, or correct their 'papers'.",
            problems=tuple(unknown),
        )


def _settings(
    chat: Chat,
    cases: Sequence[Case],
    data_hash: str,
    papers: Mapping[str, str] | None,
    patience: float | None,
) -> Mapping[str, Any]:
    return {
        "chat": dict(chat.describe()),
        "cases": len(cases),
        "questions_sha256": data_hash or None,
        "papers": None if papers is None else len(papers),
        "patience_seconds": patience,
        "intervals": f"95 % percentile bootstrap by case, {ROUNDS} rounds, seed {SEED}",
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
