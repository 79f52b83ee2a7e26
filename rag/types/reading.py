"""Found papers read against the question, and what they are worth as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rag.types.finding import Found, Paper


@dataclass(frozen=True, slots=True)
class Match:
    """How well one term of the question is met by a text.

    `rarity` (0…1) is its inverse document frequency over the largest possible one, `technicality` (0…1) how seldom
    everyday English uses it; `strength` (0…1) is 1 for the term itself, else a cosine of its meaning in context.
    """

    term: str
    rarity: float
    technicality: float
    strength: float


class Role(StrEnum):
    """The part that a sentence plays in its abstract."""

    BACKGROUND = "background"  # the world before this paper
    CLAIM = "claim"  # what the paper is: "we introduce …"
    SUBSTANCE = "substance"  # how it works, what came of it
    POINTER = "pointer"  # where code and data are


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence of a found paper, read against the question.

    `similarity` is its cosine with the question, `part_similarities` with each part of a question that has several,
    `matches` what it has of the question's terms, `position` its place in the abstract from 0.
    """

    paper: Paper
    start: int
    end: int
    position: int
    role: Role
    similarity: float
    part_similarities: tuple[float, ...]
    matches: tuple[Match, ...]

    @property
    def text(self) -> str:
        """The sentence, verbatim."""
        return self.paper.abstract[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Read:
    """A found paper after its sentences (in reading order) were read against the question.

    `matches` are over title, keywords and abstract together, `title_matches` over title and keywords; `named` says
    that the question names this paper; `score` (0…1, plus 1 when named) ranks it.
    """

    found: Found
    sentences: tuple[ReadSentence, ...]
    matches: tuple[Match, ...]
    named: bool
    score: float
    title_matches: tuple[Match, ...] = ()

    @property
    def paper(self) -> Paper:
        """The paper that was read."""
        return self.found.paper


class Weight(StrEnum):
    """How far the evidence carries."""

    ENOUGH = "enough"
    THIN = "thin"  # on the topic, but what is asked does not show: only a model may try
    NOTHING = "nothing"  # no model call


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may be written from, and whether it suffices.

    `reads` are the papers that answer; `beside` the next best ones, for a writer that can judge for itself;
    `reason` says why they may not suffice, `note` what an answer from them leaves out, `remark` what takes nothing from
    it, for instance how many papers there are;
    `confidence` is the calibrated probability (0…1) that they do, None where nothing was weighed.
    """

    reads: tuple[Read, ...]
    weight: Weight
    beside: tuple[Read, ...] = ()
    reason: str = ""
    nearest: tuple[Paper, ...] = ()
    reply: str = ""  # a friendly hint that needs no sources, for instance to a greeting
    confidence: float | None = None
    note: str = ""
    remark: str = ""

    def papers(self) -> tuple[Paper, ...]:
        """All the papers, those that answer first."""
        return tuple(read.paper for read in (*self.reads, *self.beside))
