"""What a judge is asked, what it says, and how far it may be believed."""

from __future__ import annotations

from dataclasses import dataclass

from rag.types.finding import Paper
from rag.types.usage import NO_USAGE, Usage
from rag.types.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer with the papers that it cites."""

    text: str
    papers: tuple[Paper, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a judge says of one claim: `supported`, `partly` or `unsupported`, and why in a few words.

    `verdict` is None when the judge said nothing that can be used.
    """

    verdict: Verdict | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rulings:
    """One ruling for each claim, in order, and what they cost (nothing when they were known before)."""

    each: tuple[Ruling, ...]
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often a judge agreed with people: balanced accuracy (0…1) with its 95 % interval, over `rows` of `data`."""

    balanced: float
    low: float
    high: float
    rows: int
    data: str


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """Which judge gave the verdicts of an answer; `accuracy` is None when it was never measured."""

    name: str
    accuracy: Accuracy | None = None
