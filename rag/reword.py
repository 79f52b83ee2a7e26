"""Stage: let a language model put a question into the papers' words, and take over only what can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.answer import Answer
from rag.errors import ModelError
from rag.ports import Rewriter
from rag.types import Query


def reword(query: Query, turns: Sequence[Answer], rewriter: Rewriter) -> Query:
    """Add the model's wording to what is searched; a model that fails changes nothing."""
    earlier = [(turn.question, turn.text or turn.reason) for turn in turns]
    try:
        rewording = rewriter.reword(query.question, earlier)
    except ModelError:
        return query
    also = tuple(dict.fromkeys(text for text in (rewording.standalone, rewording.search) if text.strip()))
    return replace(query, also=tuple(text for text in also if text != query.text), usage=rewording.usage)
