"""`footnoted eval checks`: how well the checks that need no model find wrong papers and altered numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rag.commands.options import AsJson, Embedding, Index, Llm, open_chat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rag.chat import PaperChat
    from rag.types import Paper


def checks(
    questions: Annotated[
        Path | None,
        typer.Argument(help="Question file: only sentences of the papers that answer it; else of all papers."),
    ] = None,
    rows: Annotated[
        int, typer.Option("--rows", metavar="N", min=1, help="Sentences for each of the two checks.")
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another number takes other sentences.")] = 0,
    index: Index = None,
    llm: Llm = None,
    embedding: Embedding = None,
    as_json: AsJson = False,
) -> None:
    """Cite sentences to a wrong paper, alter their numbers, and count what the checks find."""
    from eval.check_table import table
    from eval.checks import measure_checks, placed_sentences
    from rag.assemble import Assembly
    from rag.commands.terminal import console, emit, progress_bar

    chat = open_chat(index, llm, embedding)
    parts = Assembly(chat.settings)
    placed = placed_sentences(_papers(chat, questions))
    with progress_bar("Checking") as progress:
        report = measure_checks(parts.search(), parts.reader(), placed, rows=rows, seed=seed, progress=progress)
    if as_json:
        emit(report.to_json())
    else:
        console().print(table(report))


def _papers(chat: PaperChat, questions: Path | None) -> Sequence[Paper]:
    """The papers of the index, or those of them that questions name as right."""
    from eval.cases import load_cases

    if questions is None:
        return chat.papers()
    wanted = {paper for case in load_cases(questions) for paper in case.papers}
    return [paper for paper in chat.papers() if paper.id in wanted]
