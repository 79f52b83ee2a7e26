"""Options that several commands share, and the exit codes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rag.chat import PaperChat

DONE, FAILED, USAGE, IN_PART, INTERRUPTED = 0, 1, 2, 3, 130

Index = Annotated[Path | None, typer.Option("--index", metavar="DIR", help="Index folder (FOOTNOTED_INDEX).")]
Llm = Annotated[
    str | None,
    typer.Option("--llm", metavar="NAME", help="auto, extractive or openai:MODEL (FOOTNOTED_LLM)."),
]
Embedding = Annotated[
    str | None,
    typer.Option("--embedding", metavar="NAME", help="minilm or openai:MODEL (FOOTNOTED_EMBEDDING)."),
]
Where = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        metavar="KEY=VALUE",
        help="Filter by area, venue, decision, author, id or year (also year>=2025). Repeatable.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Batch = Annotated[Path | None, typer.Option("--batch", metavar="FILE", help="JSONL file of questions; - reads stdin.")]


def open_chat(index: Path | None, llm: str | None = None, embedding: str | None = None, **settings: Any) -> PaperChat:
    """Open the index, with a progress bar while a missing one is built."""
    from rag.chat import PaperChat
    from rag.commands.terminal import progress_bar

    with progress_bar("Building the index") as progress:
        return PaperChat.open(index, llm, embedding, progress=progress, **settings)


def filters(where: Sequence[str] | None) -> dict[str, str]:
    """The filters as `PaperChat.ask` takes them. Raises UsageError for a bad or a repeated one."""
    from rag.errors import UsageError
    from rag.where import parse_where

    found: dict[str, str] = {}
    for condition in parse_where(where or []):
        key = f"{condition.field}{condition.operator}"
        if key in found:
            raise UsageError(f"The filter {key} is given twice.", subject=key, advice="Give every filter once.")
        found[key] = condition.value
    return found


def end(skipped: Sequence[str], *, failed: bool = False) -> None:
    """Name what was skipped, and end with the exit code that fits."""
    from rag.commands.terminal import say

    for sentence in skipped:
        say(sentence)
    if failed:
        raise typer.Exit(FAILED)
    if skipped:
        raise typer.Exit(IN_PART)
