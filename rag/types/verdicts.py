"""How a question ended, and what checking found."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    NO_ANSWER = "no_answer"
    ERROR = "error"


class Verdict(StrEnum):
    """What checking a sentence or a citation found, from strong to weak."""

    QUOTED = "quoted"  # verbatim in the cited abstract
    SUPPORTED = "supported"  # said by a named judge
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"
    PLAUSIBLE = "plausible"  # only the offline checks passed
    UNCITED = "uncited"
    INVALID = "invalid"


# Strongest first. A contradiction found offline weighs more than the lack of a judge.
STRENGTH = (
    Verdict.QUOTED,
    Verdict.SUPPORTED,
    Verdict.PLAUSIBLE,
    Verdict.PARTLY,
    Verdict.UNSUPPORTED,
    Verdict.UNCITED,
    Verdict.INVALID,
)
