"""What a question's way looks like from outside, step by step; `ask` drains these, the page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from rag.answer import Answer
from rag.types import Passages, Query


@dataclass(frozen=True, slots=True)
class Condensed:
    """The question that stands alone is known."""

    query: Query


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The papers are found."""

    passages: Passages


@dataclass(frozen=True, slots=True)
class Drafted:
    """The draft so far (the whole text, not the last piece); unverified."""

    text: str


@dataclass(frozen=True, slots=True)
class Verified:
    """The checked answer; always the last event, always exactly one."""

    answer: Answer


Event = Condensed | Retrieved | Drafted | Verified
