"""`footnoted index`: bring the index up to date with files of papers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rag.commands.options import AsJson, Embedding, Index, end


def index(
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Files of papers; the shipped ones when none is given.")
    ] = None,
    index: Index = None,
    embedding: Embedding = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Start over.")] = False,
    as_json: AsJson = False,
) -> None:
    """Sync papers into the index."""
    from rag.assemble import Assembly
    from rag.commands.terminal import emit, progress_bar
    from rag.settings import Settings

    with progress_bar("Indexing papers") as progress:
        assembly = Assembly(Settings.load({"index": index, "embedding": embedding}), progress=progress)
        report = assembly.sync(sources or [], rebuild=rebuild)
    if as_json:
        emit(json.dumps(report.to_dict(), ensure_ascii=False))
    else:
        emit(
            f"{report.added} added, {report.changed} changed, {report.unchanged} unchanged, "
            f"{report.removed} removed, {len(report.skipped)} skipped; "
            f"{report.papers} papers in {assembly.settings.index}"
        )
    end(
        [
            f"Skipped line {row.line}{f' ({row.paper_id})' if row.paper_id else ''}: {row.reason}."
            for row in report.skipped
        ]
    )
