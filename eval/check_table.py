"""Showing on a terminal how well the checks did."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from eval.check_report import ChecksReport
from eval.paraphrase import KINDS
from eval.plain import readable
from eval.wording import counted


def table(report: ChecksReport) -> RenderableType:
    """Return the report for a terminal: the wrong-paper check, the number check, and what they got wrong."""
    return Group(_papers(report), _numbers(report), *_failures(report))


def _papers(report: ChecksReport) -> Table:
    title = f"Wrong papers: sentences against the nearest other abstract of {report.papers:,}"
    shown = Table(title=title, title_justify="left")
    shown.add_column("sentences")
    for heading in ("ROC-AUC", "95 % interval", "wrong ones caught", "right ones flagged"):
        shown.add_column(heading, justify="right")
    for kind in (*KINDS, ""):
        found = report.of_papers(kind)
        area = found["roc_auc"]
        interval = "" if area.low is None or area.high is None else f"{area.low:.3f} … {area.high:.3f}"
        value = "–" if area.value is None else f"{area.value:.3f}"
        counts = (counted(found["wrong_caught"]), counted(found["right_flagged"]))
        shown.add_row(kind or "all", value, interval, *counts)
    return shown


def _numbers(report: ChecksReport) -> Table:
    shown = Table(title="Numbers: sentences flagged", title_justify="left")
    shown.add_column("sentences")
    shown.add_column("flagged", justify="right")
    for how, measure in report.of_numbers().items():
        shown.add_row(how, counted(measure))
    return shown


def _failures(report: ChecksReport) -> list[Text]:
    # Text, not str: rich would read "[…]" in a sentence as markup.
    return [Text(f"{sort}: {readable(text)}") for sort, found in report.failures().items() for text in found]
