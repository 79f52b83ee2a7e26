"""Showing a report: a table for the terminal, a page for a browser. The JSON is `Report.to_json`."""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from eval.metrics.measure import Measure
from eval.metrics.summary import MEANINGS
from eval.page.document import html
from eval.plain import readable
from eval.run import Report
from eval.thresholds import THRESHOLDS, is_met
from eval.wording import counted, interval, number, wanted

__all__ = ["html", "table"]

# Short headings, because the table has to fit 80 columns.
KIND_COLUMNS = {
    "cited_first": "first",
    "citation_precision": "precision",
    "citation_recall": "recall",
    "facts_found": "facts",
    "missed_refusals": "missed",
    "false_refusals": "false",
    "failed_cases": "failed",
}


def table(report: Report, thresholds: Mapping[str, float] = THRESHOLDS) -> RenderableType:
    """Return the report for a terminal: measures with their gates, kinds, and what went wrong."""
    parts: list[RenderableType] = [_measures(report, thresholds), _kinds(report)]
    if any(result.complaints for result in report.results):
        parts.append(_wrong(report))
    return Group(*parts)


def _measures(report: Report, thresholds: Mapping[str, float]) -> Table:
    shown = Table(title=f"{len(report.results)} questions", title_justify="left")
    shown.add_column("measure")
    for heading in ("value", "95 % interval", "counted", "wanted"):
        shown.add_column(heading, justify="right")
    group = ""
    for name, meaning in MEANINGS.items():
        if group and meaning.group != group:
            shown.add_section()
        group, measure = meaning.group, report.summary[name]
        shown.add_row(
            meaning.label,
            number(name, measure.value),
            interval(name, measure),
            counted(measure),
            _gate(name, measure, thresholds),
        )
    return shown


def _gate(name: str, measure: Measure, thresholds: Mapping[str, float]) -> Text:
    if name not in thresholds:
        return Text("")
    met = is_met(name, measure, thresholds[name])
    return Text(f"{wanted(name, thresholds[name])} {'✓' if met else '✗'}", style="green" if met else "bold red")


def _kinds(report: Report) -> Table:
    shown = Table(title="by kind of question", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    shown.add_column("kind", overflow="fold")
    for heading in ("right", *KIND_COLUMNS.values()):
        shown.add_column(heading, justify="right", min_width=len(heading))
    for kind, summary in report.by_kind.items():
        grades = [result.grade for result in report.results if result.case.kind == kind]
        cells = [counted(summary[name]) or number(name, summary[name].value) for name in KIND_COLUMNS]
        # Text, not str: rich would read "[…]" in a kind, an id or a complaint as markup.
        shown.add_row(Text(readable(kind)), f"{grades.count('right')}/{len(grades)}", *cells)
    return shown


def _wrong(report: Report) -> Table:
    shown = Table(title="what went wrong", title_justify="left")
    for heading in ("case", "ended", "why"):
        shown.add_column(heading, overflow="fold")
    for result in report.results:
        if result.complaints:
            why = Text(readable(" ".join(result.complaints)))
            shown.add_row(Text(readable(result.case.id)), result.grade, why)
    return shown
