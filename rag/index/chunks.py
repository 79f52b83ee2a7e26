"""Cutting abstracts into chunks: whole sentences, counted in tokens, with ids that stay the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rag.language.sentences import sentence_spans
from rag.tokens import count_tokens
from rag.types import Paper

MOST_TOKENS = 230  # an abstract mostly stays whole; MiniLM reads 256 word pieces, title included


@dataclass(frozen=True, slots=True)
class Chunk:
    """`paper.abstract[start:end]`. The id changes when, and only when, the paper's text or place does."""

    id: str
    paper: Paper
    start: int
    end: int

    @property
    def text(self) -> str:
        """The chunk's own words."""
        return self.paper.abstract[self.start : self.end]

    @property
    def embedded_text(self) -> str:
        """What is embedded: the chunk under its title, so that a passage knows what it is about."""
        return f"{self.paper.title}. {self.text}"


def chunk(paper: Paper, *, most_tokens: int = MOST_TOKENS) -> tuple[Chunk, ...]:
    """Cut an abstract into runs of whole sentences of at most `most_tokens` each (a longer sentence stays whole).

    The runs are balanced, so that no chunk is a lone last sentence, and cover the whole abstract.
    """
    spans = sentence_spans(paper.abstract)
    sizes = [count_tokens(paper.abstract[start:end]) for start, end in spans]
    pieces = max(1, -(-sum(sizes) // most_tokens))
    target = sum(sizes) / pieces
    groups: list[list[tuple[int, int]]] = [[]]
    filled = 0
    for span, size in zip(spans, sizes, strict=True):
        if groups[-1] and (filled + size > most_tokens or filled + size / 2 > target):
            groups.append([])
            filled = 0
        groups[-1].append(span)
        filled += size
    return tuple(_chunk(paper, group[0][0], group[-1][1]) for group in groups if group)


def _chunk(paper: Paper, start: int, end: int) -> Chunk:
    words = "\x1f".join((paper.title, paper.abstract[start:end]))
    return Chunk(f"{paper.id}:{start}-{end}:{hashlib.sha256(words.encode()).hexdigest()[:10]}", paper, start, end)
