"""`footnoted eval` and `footnoted doctor`: how good, how well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rag.commands.options import (
    FAILED,
    AsJson,
    Condenser,
    Embedding,
    Index,
    Judge,
    Llm,
    Strict,
    end,
    open_chat,
)


def evaluate(
    questions: Annotated[Path | None, typer.Argument(help="Question file; the shipped one when none is given.")] = None,
    index: Index = None,
    llm: Llm = None,
    condenser: Condenser = None,
    judge: Judge = None,
    strict: Strict = None,
    embedding: Embedding = None,
    json_file: Annotated[
        Path | None, typer.Option("--json-file", metavar="FILE", help="Write the report as JSON.")
    ] = None,
    html_file: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one HTML page.")
    ] = None,
    gate: Annotated[
        list[str] | None,
        typer.Option(
            "--gate",
            metavar="MEASURE=BOUND",
            help="Change a gate; MEASURE=none takes it away. Repeatable.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run the citation-accuracy suite; exit 1 when a gate is not met."""
    from eval.report import html, table
    from eval.run import evaluate_file
    from eval.run import gate as unmet
    from eval.thresholds import overridden
    from rag.commands.terminal import console, emit, progress_bar, say

    thresholds = overridden(dict(_bound(text) for text in gate or []))
    for file in (json_file, html_file):
        _refuse_unwritable(file)
    chat = open_chat(index, llm, embedding, condenser=condenser, judge=judge, strict=strict)
    with progress_bar("Asking") as progress:
        report = evaluate_file(chat, questions, progress=lambda done, total, _: progress(done, total))
    if json_file:
        json_file.write_text(report.to_json(), encoding="utf-8")
    if html_file:
        html_file.write_text(html(report, thresholds), encoding="utf-8")
    if as_json:
        emit(report.to_json())
    else:
        console().print(table(report, thresholds))
    failures = unmet(report, thresholds)
    for sentence in failures:
        say(sentence)
    end([], failed=bool(failures))


def doctor(
    index: Index = None,
    llm: Llm = None,
    condenser: Condenser = None,
    judge: Judge = None,
    embedding: Embedding = None,
    as_json: AsJson = False,
) -> None:
    """Say what is installed, which index and which models answer; exit 1 when something is wrong."""
    from rag.commands.doctor import examine, show
    from rag.commands.terminal import emit

    roles = {"llm": llm, "condenser": condenser, "judge": judge, "embedding": embedding}
    findings = examine({"index": index, **roles})
    if as_json:
        emit(json.dumps([finding.to_dict() for finding in findings], ensure_ascii=False))
    else:
        show(findings)
    if not all(finding.ok for finding in findings):
        raise typer.Exit(FAILED)


def _bound(text: str) -> tuple[str, float | None]:
    from rag.errors import UsageError

    name, _, value = text.partition("=")
    try:
        return name.strip(), None if value.strip() == "none" else float(value)
    except ValueError as error:
        raise UsageError(f"The gate {text!r} is not understood.", subject=text, advice="Write MEASURE=0.9.") from error


def _refuse_unwritable(file: Path | None) -> None:
    """Say so before a long run, not after it."""
    from rag.errors import UsageError

    if file is not None and not file.resolve().parent.is_dir():
        raise UsageError(
            f"The report cannot be written to {file}: there is no such folder.",
            subject=str(file),
            advice="Make the folder first, or choose another.",
        )
