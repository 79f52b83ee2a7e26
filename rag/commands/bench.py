"""Measuring speed and retrieval on a file of papers, in an index that is thrown away afterwards."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from rag.assemble import Assembly, shipped
from rag.settings import Settings

if TYPE_CHECKING:
    from eval.case import Case
    from rag.pipeline import Pipeline

ROUNDS = 3


def measure(papers: Path | None, questions: Path | None) -> dict[str, Any]:
    """Return figures: papers/s indexed, seconds of an unchanged re-sync, cold open, query and answer times, memory.

    Seconds unless the name says otherwise; `p50` and `p95` are over all questions and rounds. Retrieval figures
    (recall@1, recall@5, MRR) count the questions whose papers are in the file.
    """
    from eval.cases import load_cases

    papers = papers or shipped("papers.jsonl")
    cases = load_cases(questions or shipped("questions.jsonl"))
    with tempfile.TemporaryDirectory(prefix="footnoted-bench-") as folder:
        # Never on a server: a sync removes what is not in its files.
        settings = replace(Settings.load({"llm": "extractive"}), index=Path(folder) / "index", chroma_url="")
        assembly = Assembly(settings)
        seconds, report = _timed(lambda: assembly.sync([papers]))
        again, _ = _timed(lambda: assembly.sync([papers]))
        cold, pipeline = _timed(lambda: Assembly(settings).pipeline())
        asked = [case.turns[-1] for case in cases if len(case.turns) == 1]
        searches = [_timed(partial(pipeline.search.search, text, limit=10))[0] for text in asked]
        answers = [_timed(partial(_drain, pipeline, text))[0] for _ in range(ROUNDS) for text in asked]
        return {
            "papers": report.papers,
            "papers_per_second": round(report.papers / seconds, 1),
            "index_seconds": round(seconds, 2),
            "unchanged_sync_seconds": round(again, 3),
            "open_seconds": round(cold, 2),
            "search_ms": _spread(searches),
            "answer_ms": _spread(answers),
            "index_megabytes": round(
                sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) / 1e6, 1
            ),
            "peak_memory_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
            "retrieval": _retrieval(pipeline.search, cases),
        }


def show(figures: dict[str, Any]) -> None:
    """Print the figures as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table("measure", "value")
    for name, value in figures.items():
        shown = ", ".join(f"{key} {item}" for key, item in value.items()) if isinstance(value, dict) else str(value)
        table.add_row(name.replace("_", " "), shown)
    Console().print(table)


def _drain(pipeline: Pipeline, text: str) -> None:
    for _ in pipeline.stream(text):
        pass


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = perf_counter()
    result = work()
    return perf_counter() - begun, result


def _spread(seconds: Sequence[float]) -> dict[str, float | None]:
    if not seconds:
        return {"p50": None, "p95": None, "n": 0}
    return {
        "p50": round(float(np.percentile(seconds, 50)) * 1000, 1),
        "p95": round(float(np.percentile(seconds, 95)) * 1000, 1),
        "n": len(seconds),
    }


def _retrieval(search: Any, cases: Sequence[Case]) -> dict[str, float | int | None]:
    ranks = []
    for case in cases:
        if not case.answerable or len(case.turns) > 1 or len(search.papers(case.papers)) < len(case.papers):
            continue
        found = [item.paper.id for item in search.search(case.turns[-1], limit=10)]
        ranks.append(next((place for place, paper in enumerate(found, 1) if paper in case.papers), 0))
    if not ranks:
        return {"n": 0, "recall@1": None, "recall@5": None, "MRR": None}
    return {
        "n": len(ranks),
        "recall@1": round(sum(rank == 1 for rank in ranks) / len(ranks), 3),
        "recall@5": round(sum(0 < rank <= 5 for rank in ranks) / len(ranks), 3),
        "MRR": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 3),
    }
