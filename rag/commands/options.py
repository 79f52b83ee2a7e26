"""Options that several commands share, and the exit codes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rag.chat import PaperChat
    from rag.types import Condition

DONE, FAILED, USAGE, IN_PART, INTERRUPTED = 0, 1, 2, 3, 130

Index = Annotated[Path | None, typer.Option("--index", metavar="DIR", help="Index folder (FOOTNOTED_INDEX).")]
Llm = Annotated[
    str | None,
    typer.Option("--llm", metavar="NAME", help="auto, extractive, openai:MODEL or gguf:PATH (FOOTNOTED_LLM)."),
]
Condenser = Annotated[
    str | None,
    typer.Option(
        "--condenser",
        metavar="NAME",
        help="Who rewords questions: auto (the model that writes), none, openai:MODEL or gguf:PATH "
        "(FOOTNOTED_CONDENSER).",
    ),
]
Judge = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="NAME",
        help="Who judges each sentence against its abstracts: none, openai:MODEL or gguf:PATH (FOOTNOTED_JUDGE).",
    ),
]
Strict = Annotated[
    bool | None,
    typer.Option("--strict/--no-strict", help="Strike out what checking found unsupported (FOOTNOTED_STRICT)."),
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
        help="Filter by area, venue, decision, year (also year>=2025), author, keyword or id. Repeatable: all have to "
        "be met, of several = on one field any.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Batch = Annotated[Path | None, typer.Option("--batch", metavar="FILE", help="JSONL file of questions; - reads stdin.")]


def open_chat(index: Path | None, llm: str | None = None, embedding: str | None = None, **settings: Any) -> PaperChat:
    """Open the index, with a progress bar while a missing one is built."""
    from rag.chat import PaperChat
    from rag.commands.terminal import progress_bar, say
    from rag.index.manifest import FILE as MANIFEST

    known = index is None or (index / MANIFEST).exists()
    with progress_bar("Building the index") as progress:
        chat = PaperChat.open(index, llm, embedding, progress=progress, **settings)
    if not known:
        made = f"one of the {len(chat.papers())} papers that come with the program was made"
        say(f"There was no index in {index}: {made}.")
    return chat


def filters(where: Sequence[str] | None) -> tuple[Condition, ...]:
    """The filters as `PaperChat.ask` takes them. Raises UsageError for one that can't be meant."""
    from rag.where import parse_where

    return parse_where(where or [])


def end(skipped: Sequence[str], *, failed: bool = False) -> None:
    """Name what was skipped, and end with the exit code that fits."""
    from rag.commands.terminal import say

    for sentence in skipped:
        say(sentence)
    if failed:
        raise typer.Exit(FAILED)
    if skipped:
        raise typer.Exit(IN_PART)
