"""`footnoted eval twins`: whether questions flip when their papers leave the index."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rag.commands.options import AsJson, Embedding, Index, Llm, open_chat


def twins(
    questions: Annotated[Path | None, typer.Argument(help="Question file; the shipped one when none is given.")] = None,
    index: Index = None,
    llm: Llm = None,
    embedding: Embedding = None,
    as_json: AsJson = False,
) -> None:
    """Ask questions with their paper in the index and without it: they must flip from answered to refused."""
    from eval.cases import data_hash, load_cases
    from eval.twin_report import report_on, table
    from eval.twins import ask_twins
    from rag.assemble import shipped
    from rag.commands.terminal import console, emit, progress_bar

    file = questions or shipped("questions.jsonl")
    cases = load_cases(file)
    chat = open_chat(index, llm, embedding)
    with progress_bar("Asking") as progress:
        asked = ask_twins(chat.settings, cases, progress=progress)
    settings = {"chat": dict(chat.describe()), "pairs": len(asked), "questions_sha256": data_hash(file)}
    report = report_on(asked, settings)
    if as_json:
        emit(report.to_json())
    else:
        console().print(table(report))
