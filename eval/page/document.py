"""The whole page: gates, measures, kinds, what was run, and every case."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from string import Template

from eval.metrics.measure import Measure
from eval.metrics.summary import MEANINGS
from eval.outcome import Result
from eval.page.case import case_section
from eval.page.markup import Markup, element, grid, joined, text
from eval.plain import plain, readable
from eval.run import Report
from eval.thresholds import THRESHOLDS, is_met, unmet
from eval.wording import counted, interval, number, wanted
from rag.export.judged import judged

KIND_MEASURES = (
    "recall@5",
    "cited_first",
    "citation_precision",
    "citation_recall",
    "facts_found",
    "missed_refusals",
    "false_refusals",
    "failed_cases",
)


def html(report: Report, thresholds: Mapping[str, float] = THRESHOLDS) -> str:
    """Return the report as one HTML file: styles inside, no script, link or image."""
    parts = [
        _gates(report, thresholds),
        _section("Measures", _measures(report.summary, thresholds)),
        _section("By kind of question", _kinds(report)),
        _section("Verdicts", _verdicts(report.verdicts), *_judges(report.results)),
        _section("What was run", element("pre", json.dumps(plain(report.settings), ensure_ascii=False, indent=2))),
        *_cases(report.results),
    ]
    template = files("eval.page").joinpath("page.html").read_text("utf-8")
    return readable(
        Template(template).substitute(
            style=files("eval.page").joinpath("page.css").read_text("utf-8"),
            about=joined([f"{len(report.results)} questions · {report.settings.get('date', '')}"]),
            body=joined(parts),
        )
    )


def _section(heading: str, *content: str) -> Markup:
    return element("section", element("h2", heading), *content)


def _gates(report: Report, thresholds: Mapping[str, float]) -> Markup:
    failures = unmet(report.summary, thresholds)
    if not failures:
        return _section("Passed", element("p", f"All {len(thresholds)} gates are met."))
    return _section("Not passed", element("ul", *(element("li", line) for line in failures), css="complaints"))


def _measures(summary: Mapping[str, Measure], thresholds: Mapping[str, float]) -> Markup:
    rows = [
        (
            meaning.label,
            number(name, summary[name].value),
            interval(name, summary[name]),
            counted(summary[name]),
            str(summary[name].n),
            _gate(name, summary[name], thresholds),
        )
        for name, meaning in MEANINGS.items()
    ]
    return grid(("measure", "value", "95 % interval", "counted", "cases", "wanted"), rows, css="numbers")


def _gate(name: str, measure: Measure, thresholds: Mapping[str, float]) -> str:
    if name not in thresholds:
        return ""
    met = is_met(name, measure, thresholds[name])
    return element("span", f"{wanted(name, thresholds[name])} {'✓' if met else '✗'}", css="met" if met else "unmet")


def _kinds(report: Report) -> Markup:
    rows = []
    for kind, summary in report.by_kind.items():
        grades = [result.grade for result in report.results if result.case.kind == kind]
        cells = [f"{number(name, summary[name].value)} {_in_brackets(summary[name])}" for name in KIND_MEASURES]
        rows.append([kind, f"{grades.count('right')}/{len(grades)}", *cells])
    return grid(("kind", "right", *(MEANINGS[name].label for name in KIND_MEASURES)), rows, css="numbers")


def _in_brackets(measure: Measure) -> str:
    return f"({counted(measure)})" if counted(measure) else ""


def _verdicts(verdicts: Mapping[str, Mapping[str, int]]) -> Markup:
    names = list(next(iter(verdicts.values()), {}))
    rows = [(what, *(str(counts[name]) for name in names)) for what, counts in verdicts.items()]
    return grid(("", *names), rows, css="numbers")


def _judges(results: Sequence[Result]) -> list[Markup]:
    """Who gave verdicts, with the accuracy that is known; without a judge only the offline checks did."""
    judges = dict.fromkeys(result.answer.judge for result in results if result.answer and result.answer.judge)
    sentences = [judged(judge) for judge in judges] or ["No judge was asked: these are verdicts of the offline checks."]
    return [text("p", sentence, css="quiet") for sentence in sentences]


def _cases(results: Sequence[Result]) -> list[Markup]:
    wrong = [result for result in results if result.grade != "right"]
    right = [result for result in results if result.grade == "right"]
    return [
        _section(f"{heading} ({len(part)})", *(case_section(result, opened=opened) for result in part))
        for heading, part, opened in (("Went wrong", wrong, True), ("Went right", right, False))
        if part
    ]
