"""How often a judge and people agree. Pure functions; what is undefined is None.

A judge says that an abstract supports a claim with the verdict `supported`; `partly` and `unsupported` say that it does
not. A row without a usable verdict counts as wrong, whatever its label.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.judges.rows import Row
from eval.metrics.measure import Measure, bootstrap, ratio
from rag.types import Ruling, Verdict

COLUMNS = (Verdict.SUPPORTED, Verdict.PARTLY, Verdict.UNSUPPORTED, None)


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled claim, and what a judge said of it."""

    row: Row
    ruling: Ruling

    @property
    def right(self) -> bool:
        """Whether the judge said what people said."""
        verdict = self.ruling.verdict
        return verdict is not None and (verdict is Verdict.SUPPORTED) == self.row.supported


def balanced_accuracy(judged: Sequence[Judged]) -> Measure:
    """(recall of the supported rows + recall of the others) / 2, with its 95 % interval.

    0.5 for a judge that always says the same, whatever the mix of labels; undefined without rows of both sorts.
    Source: Brodersen et al., "The balanced accuracy and its posterior distribution" (2010). The interval is a
    percentile bootstrap that draws whole groups: rows about one abstract belong together.
    """
    groups: dict[str, list[Judged]] = defaultdict(list)
    for item in judged:
        groups[item.row.group].append(item)
    rows = [(*_counts(group, supported=True), *_counts(group, supported=False)) for group in groups.values()]
    recalls = [recall(judged, supported=side).value for side in (True, False)]
    if None in recalls:
        return Measure(value=None, n=len(judged))
    low, high = bootstrap(rows, lambda s: (s[:, 0] / s[:, 1] + s[:, 2] / s[:, 3]) / 2)
    return Measure(value=sum(value or 0.0 for value in recalls) / 2, n=len(judged), low=low, high=high)


def recall(judged: Sequence[Judged], *, supported: bool) -> Measure:
    """Rows of one sort that were judged right / all rows of that sort."""
    return _share(*_counts(judged, supported=supported))


def by_label(judged: Sequence[Judged]) -> Mapping[str, Measure]:
    """For each kind of label, rows judged right / all rows of that kind, in the order of the names."""
    labels = sorted({item.row.label for item in judged})
    parts = {label: [item for item in judged if item.row.label == label] for label in labels}
    return {label: _share(float(sum(item.right for item in part)), float(len(part))) for label, part in parts.items()}


def confusion(judged: Sequence[Judged]) -> Mapping[str, Mapping[str, int]]:
    """For each kind of label, how often each verdict was given; `none` counts rows without a usable one."""
    table: dict[str, Counter[Verdict | None]] = defaultdict(Counter)
    for item in judged:
        table[item.row.label][item.ruling.verdict] += 1
    return {
        label: {verdict.value if verdict else "none": table[label][verdict] for verdict in COLUMNS}
        for label in sorted(table)
    }


def unusable_share(judged: Sequence[Judged]) -> Measure:
    """Rows without a usable verdict / all rows."""
    return _share(float(sum(item.ruling.verdict is None for item in judged)), float(len(judged)))


def _counts(judged: Sequence[Judged], *, supported: bool) -> tuple[float, float]:
    side = [item for item in judged if item.row.supported is supported]
    return float(sum(item.right for item in side)), float(len(side))


def _share(numerator: float, denominator: float) -> Measure:
    return Measure(ratio(numerator, denominator), int(denominator), numerator, denominator)
