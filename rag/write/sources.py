"""The numbered sources of a prompt, shared out among parts that each fit a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.language.inert import inert
from rag.language.naming import asks_by_author
from rag.tokens import count_tokens, first_tokens
from rag.types import Facet, Paper, Query
from rag.write.excerpts import Excerpt

MOST_PARTS = 6
LEAST_ROOM = 150  # tokens, about one short abstract: with less than that, more parts would only cost calls


@dataclass(frozen=True, slots=True)
class Source:
    """A paper in a prompt, under the number by which it is cited.

    `label` says what its text is; `record` is a line of metadata for a question that asks for it.
    """

    number: int
    paper: Paper
    text: str
    label: str = "Abstract"
    record: str = ""

    @property
    def block(self) -> str:
        """What the model sees: delimited, on lines of its own, unable to pose as anything else."""
        lines = (f"[{self.number}] {inert(self.paper.title)}", inert(self.record), f"{self.label}: {inert(self.text)}")
        return "\n".join(("<source>", *filter(None, lines), "</source>"))


def numbered(query: Query, excerpts: Sequence[Excerpt]) -> tuple[Source, ...]:
    """The excerpts as sources 1, 2, 3, …"""
    return tuple(
        Source(number, each.paper, each.text, record=_record(query, each.paper))
        for number, each in enumerate(excerpts, start=1)
    )


def _record(query: Query, paper: Paper) -> str:
    if paper.authors and (query.asked.facet is Facet.AUTHORS or asks_by_author(query.text, paper)):
        return f"Authors: {', '.join(paper.authors)}"
    return f"Decision: {paper.decision}" if paper.decision and query.asked.facet is Facet.DECISION else ""


def shared_out(sources: Sequence[Source], room: int) -> tuple[tuple[Source, ...], ...]:
    """The sources in order, in as few parts of at most `room` tokens as they need.

    There is at least one source if there are any. One that is longer than a part is cut to fit; what does not fit
    into MOST_PARTS parts is left out, and so is all but the first part where a part would hold next to nothing.
    """
    most = MOST_PARTS if room >= LEAST_ROOM else 1
    parts: list[list[Source]] = [[]]
    left = room
    for source in sources:
        if cost(source) > left and parts[-1]:
            parts, left = [*parts, []], room
        fitting = cut(source, left)
        parts[-1].append(fitting)
        left -= cost(fitting)
    return tuple(tuple(part) for part in parts[:most])


def cut(source: Source, tokens: int) -> Source:
    """The source with as much of its text as fits: better than no answer."""
    if cost(source) <= tokens:
        return source
    frame = cost(replace(source, text=""))
    return replace(source, text=first_tokens(source.text, max(0, tokens - frame)))


def cost(source: Source) -> int:
    """How many tokens a source takes in a prompt, the blank line around it included."""
    return count_tokens(source.block) + 1
