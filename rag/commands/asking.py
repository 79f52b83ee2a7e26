"""`footnoted ask` and `footnoted search`: one question or a file of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rag.commands.options import (
    AsJson,
    Batch,
    Condenser,
    Embedding,
    Index,
    Judge,
    Llm,
    Strict,
    Where,
    end,
    filters,
    open_chat,
)

if TYPE_CHECKING:
    from rag.answer import Answer
    from rag.commands.batch import Row


def ask(
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    batch: Batch = None,
    where: Where = None,
    llm: Llm = None,
    condenser: Condenser = None,
    judge: Judge = None,
    strict: Strict = None,
    embedding: Embedding = None,
    index: Index = None,
    as_json: AsJson = False,
) -> None:
    """Ask a question, or a file of them; the answer carries numbered footnotes."""
    from rag.commands.terminal import emit, show_answer

    conditions = filters(where)
    rows, skipped = _rows(question, batch)
    chat = open_chat(index, llm, embedding, condenser=condenser, judge=judge, strict=strict)
    failed = False
    for *earlier, last in rows:
        turns: tuple[Answer, ...] = ()
        for turn in earlier:
            turns = (*turns, chat.ask(turn, where=conditions, turns=turns))
        answer = chat.ask(last, where=conditions, turns=turns)
        failed = failed or answer.status == "error"
        if as_json or batch is not None:
            emit(answer.to_json())
        else:
            show_answer(answer)
    end(skipped, failed=failed)


def search(
    query: Annotated[str | None, typer.Argument(help="What to search for.")] = None,
    batch: Batch = None,
    where: Where = None,
    embedding: Embedding = None,
    index: Index = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="How many papers.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Search for papers without writing an answer; ranked, best first."""
    from rag.commands.terminal import emit, say
    from rag.export.plaintext import readable

    conditions = filters(where)
    rows, skipped = _rows(query, batch)
    chat = open_chat(index, "extractive", embedding)
    for *_, text in rows:
        ranked = chat.search(text, limit=limit, where=conditions)
        if as_json or batch is not None:
            emit(json.dumps([asdict(paper) for paper in ranked], ensure_ascii=False))
        else:
            if not ranked:
                say(f"No paper {'meets the filter' if conditions else 'was found'}.")
            for place, paper in enumerate(ranked, start=1):
                emit(f"{place:>3}. {readable(paper.title)}  ({paper.paper_id}, {paper.score:.2f})")
    end(skipped)


def _rows(text: str | None, batch: Path | None) -> tuple[Sequence[Row], Sequence[str]]:
    from rag.commands.batch import read_batch, whole_characters
    from rag.errors import UsageError

    if (text is None) == (batch is None):
        raise UsageError("Give either a text or --batch FILE.", advice="See footnoted --help.")
    return read_batch(batch) if batch is not None else ([(whole_characters(text or ""),)], [])
