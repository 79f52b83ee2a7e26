"""`footnoted eval judge`: how often a judge agrees with people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rag.commands.options import INTERRUPTED, AsJson

if TYPE_CHECKING:
    from eval.judges.run import JudgeReport
    from rag.ports import Judge

BASELINES = ("overlap", "checks")


def judge(
    data: Annotated[
        Path,
        typer.Argument(metavar="DATA", help="Labelled claims, one JSON object a line, also gzipped (data/README.md)."),
    ],
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="NAME",
            help="openai:MODEL, gguf:PATH (FOOTNOTED_JUDGE), or one that needs no model: overlap, checks.",
        ),
    ] = None,
    first: Annotated[int | None, typer.Option("--first", metavar="N", min=1, help="Only the first N rows.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure a judge on claims that people have labelled; answers name the figure from then on.

    One claim is one call. Verdicts are remembered: a run that was stopped goes on where it was.
    """
    from eval.judges.rows import load_rows
    from eval.judges.run import measure_judge
    from eval.judges.show import table
    from rag.commands.terminal import console, emit, progress_bar, say

    rows = load_rows(data)[:first]
    asked = _judge(judge)
    try:
        with progress_bar("Judging") as progress:
            report = measure_judge(asked, rows, data=data.name, progress=progress)
    except KeyboardInterrupt:
        say("Stopped. The same command goes on where it was.")
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        emit(report.to_json())
    else:
        console().print(table(report))
    if judge not in BASELINES:
        say(_noted(report))


def _judge(name: str | None) -> Judge:
    """The judge of this name, or of the settings. Raises UsageError when neither names one."""
    from eval.judges.baselines import ChecksJudge, OverlapJudge
    from rag.assemble import Assembly
    from rag.errors import UsageError
    from rag.settings import Settings

    if name in BASELINES:
        return OverlapJudge() if name == "overlap" else ChecksJudge()
    chosen = Assembly(Settings.load({"judge": name})).judge()
    if chosen is None:
        raise UsageError(
            "There is no judge to measure.", advice="Name one: --judge openai:MODEL, gguf:PATH, overlap or checks."
        )
    return chosen


def _noted(report: JudgeReport) -> str:
    """Note the figure for answers to name; say whether that was done."""
    from rag.judging.measured import keep_accuracy, measured_file

    if report.accuracy is None:
        return "Answers name no figure: it takes rows of both sorts, about two abstracts at least."
    if keep_accuracy(report.judge, report.accuracy, measured_file()):
        return f"Answers judged by {report.judge} will name this figure."
    return f"Answers judged by {report.judge} go on naming the figure over more rows that is known."
