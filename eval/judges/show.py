"""Showing on a terminal how a judge did."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from eval.judges.run import JudgeReport
from eval.metrics.measure import Measure
from eval.plain import readable
from eval.wording import counted


def table(report: JudgeReport) -> RenderableType:
    """Return the report for a terminal: the figures, then each kind of label with the verdicts given to it."""
    return Group(_figures(report), _labels(report))


def _figures(report: JudgeReport) -> Table:
    title = f"{report.judge} on {len(report.rows)} rows of {report.data}"
    shown = Table(title=Text(readable(title)), title_justify="left")
    shown.add_column("measure")
    for heading in ("value", "95 % interval", "counted"):
        shown.add_column(heading, justify="right")
    named = {
        "balanced accuracy": report.balanced_accuracy,
        "recall of supported": report.recall_supported,
        "recall of not supported": report.recall_not_supported,
        "without a usable verdict": report.unusable,
    }
    for name, measure in named.items():
        shown.add_row(name, _share(measure), _interval(measure), counted(measure))
    shown.add_section()
    for name, text in _cost(report):
        shown.add_row(name, text)
    return shown


def _cost(report: JudgeReport) -> Iterator[tuple[str, str]]:
    used = report.cost
    yield "calls in this run", f"{used.calls:,}"
    yield "tokens, prompt + answer", f"{used.prompt_tokens:,} + {used.completion_tokens:,}"
    yield "wall time", f"{report.seconds:,.1f} s"


def _labels(report: JudgeReport) -> Table:
    shown = Table(title="by kind of label", title_justify="left")
    shown.add_column("label", overflow="fold")
    verdicts = list(next(iter(report.confusion.values()), {}))
    for heading in ("right", *verdicts):
        shown.add_column(heading, justify="right")
    for label, counts in report.confusion.items():
        measure = report.by_label[label]
        cells = (f"{_share(measure)} ({counted(measure)})", *(str(counts[name]) for name in verdicts))
        # Text, not str: rich would read "[…]" in a label as markup.
        shown.add_row(Text(readable(label)), *cells)
    return shown


def _share(measure: Measure) -> str:
    return "–" if measure.value is None else f"{measure.value:.3f}"


def _interval(measure: Measure) -> str:
    return "" if measure.low is None or measure.high is None else f"{measure.low:.3f} … {measure.high:.3f}"
