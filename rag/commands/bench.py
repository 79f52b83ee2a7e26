"""`footnoted bench`: how fast, how large, how well found."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from rag.commands.options import AsJson

ENDED = 128 + signal.SIGTERM


def bench(
    papers: Annotated[
        Path | None,
        typer.Argument(help="File or folder of papers, as `index` takes it; the shipped ones when none is given."),
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option(
            "--questions",
            metavar="FILE",
            help="Questions whose papers are known, as `eval` takes them, or rows with `relevant` {paper: grade}.",
        ),
    ] = None,
    first: Annotated[int | None, typer.Option("--first", metavar="N", min=1, help="Only the first N papers.")] = None,
    random_vectors: Annotated[
        bool, typer.Option("--random-vectors", help="Embed nothing, for figures of speed and memory alone.")
    ] = False,
    repeat: Annotated[int, typer.Option("--repeat", metavar="N", min=1, help="How often to search and open.")] = 3,
    quickstart: Annotated[
        bool | None,
        typer.Option(
            "--quickstart/--no-quickstart",
            help="Measure a plain LlamaIndex and Chroma beside it; done when they are installed.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure speed, memory and retrieval on a file of papers, in a throw-away index."""
    from rag.assemble import shipped
    from rag.bench.run import measure
    from rag.bench.table import remarks, table
    from rag.bench.wanted import Wanted
    from rag.commands.terminal import console, emit, say

    _tidy_when_ended()
    given = Wanted(papers or shipped("papers.jsonl"), questions, first, random_vectors, repeat, quickstart)
    figures = measure(given, _step)
    if as_json:
        emit(json.dumps(figures, ensure_ascii=False))
        return
    console().print(table(figures))
    for sentence in remarks(figures):
        say(sentence)


@contextmanager
def _step(label: str, /) -> Iterator[Callable[[int, int], None]]:
    from rag.commands.terminal import progress_bar, say

    say(f"{label} …")
    with progress_bar(label) as progress:
        yield progress


def _tidy_when_ended() -> None:
    """Have a polite signal to end unwind as an error does, so that processes and folders are taken along."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(ENDED))
