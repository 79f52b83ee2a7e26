"""Asking a judge about every labelled claim, one claim a call, and reporting how often it agreed with people."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from eval.judges.agreement import (
    Judged,
    balanced_accuracy,
    by_label,
    confusion,
    recall,
    unusable_share,
)
from eval.judges.rows import Row
from eval.metrics.measure import Measure
from eval.plain import encodable, plain
from rag.errors import ModelError
from rag.ports import Judge
from rag.types import NO_USAGE, Accuracy, Claim, Paper, Ruling, Usage

PATIENCE = 3  # failures one after the other, then the run ends: the fault is the endpoint's, not a claim's


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """How a judge did on labelled claims.

    `by_label` holds rows judged right for each kind of label, `confusion` how often each verdict was given to it,
    `unusable` the share of rows without a usable verdict, `cost` what was asked of the model in this run (nothing for
    rows that were remembered), `seconds` the wall time, `rows` what was judged, in the order of the file.
    """

    judge: str
    data: str
    balanced_accuracy: Measure
    recall_supported: Measure
    recall_not_supported: Measure
    by_label: Mapping[str, Measure]
    confusion: Mapping[str, Mapping[str, int]]
    unusable: Measure
    cost: Usage
    seconds: float
    rows: tuple[Judged, ...]

    @property
    def accuracy(self) -> Accuracy | None:
        """The figure that answers name beside the judge; None when it is undefined."""
        measure = self.balanced_accuracy
        if measure.value is None or measure.low is None or measure.high is None:
            return None
        low, high = min(measure.low, measure.value), max(measure.high, measure.value)
        return Accuracy(measure.value, low, high, len(self.rows), self.data)

    def to_json(self) -> str:
        """The report as indented JSON that can be written as UTF-8; of each row its id, label and verdict."""
        fields = {name: plain(getattr(self, name)) for name in self.__dataclass_fields__ if name != "rows"}
        fields["rows"] = [_shown(item) for item in self.rows]
        return encodable(json.dumps(fields, ensure_ascii=False, indent=1, allow_nan=False))


def measure_judge(
    judge: Judge, rows: Sequence[Row], *, data: str, progress: Callable[[int, int], object] = lambda *_: None
) -> JudgeReport:
    """Ask a judge about each row by itself.

    A row on which the judge fails has no verdict. Raises ModelError when it fails on three rows in a row.
    """
    started, usage, judged, failures = perf_counter(), NO_USAGE, list[Judged](), 0
    for row in rows:
        try:
            rulings = judge.rule([Claim(row.claim, (Paper(row.group, row.title, row.abstract),))])
            ruling, usage, failures = rulings.each[0], usage + rulings.usage, 0
        except ModelError as error:
            ruling, failures = Ruling(None, str(error)), failures + 1
            if failures >= min(PATIENCE, len(rows)):
                raise
        judged.append(Judged(row, ruling))
        progress(len(judged), len(rows))
    return report_on(judged, judge=judge.known_as.name, data=data, cost=usage, seconds=perf_counter() - started)


def report_on(judged: Sequence[Judged], *, judge: str, data: str, cost: Usage, seconds: float) -> JudgeReport:
    """The report on rows that are judged."""
    return JudgeReport(
        judge=judge,
        data=data,
        balanced_accuracy=balanced_accuracy(judged),
        recall_supported=recall(judged, supported=True),
        recall_not_supported=recall(judged, supported=False),
        by_label=by_label(judged),
        confusion=confusion(judged),
        unusable=unusable_share(judged),
        cost=cost,
        seconds=seconds,
        rows=tuple(judged),
    )


def _shown(item: Judged) -> Mapping[str, Any]:
    return {
        "id": item.row.id,
        "label": item.row.label,
        "supported": item.row.supported,
        "verdict": plain(item.ruling.verdict),
        "why": item.ruling.why,
        "right": item.right,
    }
