"""The figures for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rag.bench.rows import ROWS, figure

if TYPE_CHECKING:
    from rich.table import Table

NOTHING = "–"


def table(figures: Mapping[str, Any]) -> Table:
    """One line for each measure: ours, the quickstart's, and the first divided by the second."""
    from rich.table import Table

    drawn = Table("measure", title=_title(figures))
    for name in ("footnoted", "quickstart", "ratio"):
        drawn.add_column(name, justify="right")
    for row in ROWS:
        ours, theirs = (figure(part, row.name) for part in (figures, figures["quickstart"]))
        if ours is not None or theirs is not None:
            ratio = _number(figures["ratio"].get(row.name), 2)
            drawn.add_row(row.label, _number(ours, row.decimals), _number(theirs, row.decimals), ratio)
    return drawn


def remarks(figures: Mapping[str, Any]) -> list[str]:
    """What is to be known beside the table, a sentence each."""
    speed, questions = figures["embedding_speed"], figures["questions"]
    left_out = "".join(f"; {count} left out: {reason}" for reason, count in questions["left_out"].items())
    return [
        f"Embedding: {speed['texts_per_second']} texts a second, in the naive way {speed['naive_texts_per_second']}: "
        f"{speed['times_as_fast']} times as fast.",
        f"Searched for: {questions['asked']} {questions['source']}, times {figures['settings']['repeat']}{left_out}.",
        *_intervals(figures["retrieval"]),
        *_kinds(figures["retrieval"]),
        *figures["notes"],
    ]


def _title(figures: Mapping[str, Any]) -> str:
    return f"{figures['papers']:,} papers, embedding {figures['settings']['embedding']}"


def _intervals(retrieval: Mapping[str, Any]) -> list[str]:
    bounds = [f"{name} {low:.3f} … {high:.3f}" for name, (low, high) in retrieval.get("intervals", {}).items()]
    return [f"95 % intervals: {', '.join(bounds)}."] if bounds else []


def _kinds(retrieval: Mapping[str, Any]) -> list[str]:
    kinds = [
        f"{kind} {_number(means['recall@5'], 3)} ({means['n']})" for kind, means in retrieval.get("by_kind", {}).items()
    ]
    return [f"recall@5 by kind of question: {', '.join(kinds)}."] if kinds else []


def _number(value: float | None, decimals: int) -> str:
    return NOTHING if value is None else f"{value:,.{decimals}f}"
