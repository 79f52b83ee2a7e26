"""The one door through which the suite sees the system under test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rag.answer import Answer


class Chat(Protocol):
    """Answers questions; `rag.PaperChat` is one, and so is any fake with these two methods."""

    def ask(self, question: str, *, turns: Sequence[Answer] = ()) -> Answer:
        """Return the verified answer to a question; `turns` are the answers given before it, oldest first."""

    def describe(self) -> Mapping[str, Any]:
        """Return what answers: the writer, the embedding, the index, the settings."""
