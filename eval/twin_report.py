"""What asking twins found: a table for the terminal, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from eval.metrics.measure import ROUNDS, SEED, Measure
from eval.metrics.selective import Point, aurc, best_aurc, risk_coverage
from eval.metrics.twins import RATES, Twin, judged, rates
from eval.outcome import Outcome, cited
from eval.plain import encodable, plain, readable
from eval.wording import UNDEFINED, counted

SHOWN_COVERAGES = tuple(step / 10 for step in range(1, 11))


@dataclass(frozen=True, slots=True)
class TwinReport:
    """What a run found.

    `summary` holds every rate by name, `by_kind` the same for the questions of each kind (without intervals); `curve`
    is risk against coverage over both questions of each pair, surest first, `aurc` the area under it, `best_aurc` the
    least that these answers could have.
    """

    summary: Mapping[str, Measure]
    by_kind: Mapping[str, Mapping[str, Measure]]
    curve: tuple[Point, ...]
    aurc: float | None
    best_aurc: float | None
    twins: tuple[Twin, ...]
    settings: Mapping[str, Any]

    def to_json(self) -> str:
        """The report as one line of JSON that can be written as UTF-8, every pair with what came of it."""
        shown = {
            "settings": plain(self.settings),
            "summary": plain(self.summary),
            "by_kind": plain(self.by_kind),
            "curve": plain(self.curve),
            "aurc": self.aurc,
            "best_aurc": self.best_aurc,
            "twins": [_plain_twin(twin) for twin in self.twins],
        }
        return encodable(json.dumps(shown, ensure_ascii=False, allow_nan=False))


def report_on(twins: Sequence[Twin], settings: Mapping[str, Any]) -> TwinReport:
    """Return the report on pairs that were asked."""
    kinds = dict.fromkeys(twin.case.kind for twin in twins)
    both = judged(twins)
    return TwinReport(
        summary=rates(twins, intervals=True),
        by_kind={kind: rates([twin for twin in twins if twin.case.kind == kind]) for kind in kinds},
        curve=risk_coverage(both),
        aurc=aurc(both),
        best_aurc=best_aurc(both),
        twins=tuple(twins),
        settings={**settings, "intervals": f"95 % percentile bootstrap by pair, {ROUNDS} rounds, seed {SEED}"},
    )


def table(report: TwinReport) -> RenderableType:
    """Return the report for a terminal: rates, kinds, the risk at every tenth of coverage, and what went wrong."""
    parts: list[RenderableType] = [_rates(report), _kinds(report), _curve(report)]
    if not all(twin.flips for twin in report.twins):
        parts.append(_wrong(report))
    return Group(*parts)


def _rates(report: TwinReport) -> Table:
    shown = Table(title=f"{len(report.twins)} questions, each with and without its paper", title_justify="left")
    shown.add_column("measure")
    for heading in ("value", "95 % interval", "counted"):
        shown.add_column(heading, justify="right")
    for name, (label, _) in RATES.items():
        measure = report.summary[name]
        bounds = UNDEFINED if measure.low is None else f"{measure.low:.3f} … {measure.high:.3f}"
        shown.add_row(label, f"{measure.value:.3f}", bounds, counted(measure))
    return shown


def _kinds(report: TwinReport) -> Table:
    shown = Table(title="by kind of question", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    shown.add_column("kind", overflow="fold")
    for heading in ("false refusals", "missed refusals", "another paper", "flips"):
        shown.add_column(heading, justify="right")
    for kind, measures in report.by_kind.items():
        # Text, not str: rich would read "[…]" in a kind or an id as markup.
        shown.add_row(Text(readable(kind)), *(counted(measures[name]) for name in RATES))
    return shown


def _curve(report: TwinReport) -> Table:
    areas = f"area {report.aurc:.3f}, at best {report.best_aurc:.3f}" if report.curve else "nothing was asked"
    shown = Table(title=f"risk at coverage: {areas}", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("answered", "wrong of these", "from confidence"):
        shown.add_column(heading, justify="right")
    for point in _tenths(report.curve):
        shown.add_row(f"{point.coverage:.2f}", f"{point.risk:.3f}", f"{point.confidence:.3f}")
    return shown


def _tenths(curve: Sequence[Point]) -> list[Point]:
    """The first point of the curve at or behind every tenth of coverage, each once."""
    found = (next((point for point in curve if point.coverage >= share - 1e-9), None) for share in SHOWN_COVERAGES)
    return list(dict.fromkeys(point for point in found if point))


def _wrong(report: TwinReport) -> Table:
    shown = Table(title="what did not flip", title_justify="left")
    for heading in ("case", "with its paper", "without"):
        shown.add_column(heading, overflow="fold")
    for twin in report.twins:
        if not twin.flips:
            ends = (Text(readable(_ended(outcome))) for outcome in (twin.present, twin.absent))
            shown.add_row(Text(readable(twin.case.id)), *ends)
    return shown


def _ended(outcome: Outcome) -> str:
    if outcome.failed or outcome.answer is None:
        return f"failed: {outcome.failure}"
    if outcome.refused:
        return f"refused: {outcome.answer.reason}"
    titles = dict.fromkeys(citation.title for citation in outcome.answer.citations)
    return f"answered from {'; '.join(titles) or 'no paper'}"


def _plain_twin(twin: Twin) -> dict[str, Any]:
    return {
        "id": twin.case.id,
        "kind": twin.case.kind,
        "question": twin.case.question,
        "paper": twin.case.papers[0],
        "flips": twin.flips,
        "present": _plain_outcome(twin.present),
        "absent": _plain_outcome(twin.absent),
    }


def _plain_outcome(outcome: Outcome) -> dict[str, Any]:
    answer = outcome.answer
    return {
        "ended": _ended(outcome),
        "cites": [] if answer is None else list(cited(answer)),
        "confidence": None if answer is None else answer.confidence,
    }
