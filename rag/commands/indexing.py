"""`footnoted index`: bring the index up to date with files of papers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rag.commands.options import AsJson, Embedding, Index, end

if TYPE_CHECKING:
    from rag.papers import Skipped


def index(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files of papers (.jsonl, .json, .csv, .tsv, .bib, .txt, .md, each also with .gz) or folders of them; "
            "the shipped papers when none is given."
        ),
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
        rows = report.added + report.changed + report.unchanged + len(report.skipped)
        emit(json.dumps({**report.to_dict(), "rows": rows}, ensure_ascii=False))
    else:
        emit(
            f"{report.added} added, {report.changed} changed, {report.unchanged} unchanged, "
            f"{report.removed} removed, {len(report.skipped)} skipped; "
            f"{report.papers} {'paper' if report.papers == 1 else 'papers'} in {assembly.settings.index}; "
            f"{report.embedded} of {report.chunks} chunks embedded"
        )
        if report.spared:
            emit(f"{report.spared} more were not found, but kept, since some of what is skipped could not be read.")
    several = len(sources or []) > 1 or any(path.is_dir() for path in sources or [])
    end([_named(row, with_file=several) for row in report.skipped])


def _named(row: Skipped, *, with_file: bool) -> str:
    """A row that was left out, in a sentence."""
    from rag.papers.rows import place

    which = f" ({row.paper_id})" if row.paper_id else ""
    return f"Skipped {place(row.file, row.line, named=with_file)}{which}: {row.reason}."
