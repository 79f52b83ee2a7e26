"""The venue of a paper and the decision on it, which are often written in one: "ICLR 2026 Oral"."""

from __future__ import annotations

import re

from rag.papers.fields import Fields
from rag.papers.words import mended

LONGEST = 500  # characters of a venue or a decision
_PRESENTED = r"(?:oral|spotlight(?:[\s-]*poster)?|poster|notable[\s-]+top[\s-]+\d+%)"
_STATE = r"(?:withdrawn|desk[\s-]reject(?:ed)?|rejected)"
_AT_END = re.compile(
    rf"(?:(.+?)[\s(,:–-]+)?({_PRESENTED}|{_STATE}|submission)(?:\s+(?:presentation|paper|submission))?\s*\)?",
    re.IGNORECASE,
)
_TOLD = re.compile(rf"(submitted|accepted|{_STATE}|retracted)\s+(?:to|by|at|from)\s+(.+)", re.IGNORECASE)
_ACCEPTED_AS = re.compile(rf"accept(?:ed)?(?:\s+as)?(?:\s+an?)?[\s(:–-]+({_PRESENTED})\s*\)?", re.IGNORECASE)
_DECIDED = re.compile(rf"\b(?:{_PRESENTED}|accept\w*|reject\w*|invited|highlight|submitted)\b", re.IGNORECASE)
_STATE_OF_ID = {
    "withdrawn_submission": "Withdrawn",
    "desk_rejected_submission": "Desk Rejected",
    "rejected_submission": "Rejected",
}


def venue_and_decision(fields: Fields) -> tuple[str, str]:
    """The venue without the decision that is written after it, and the decision ("Oral" for "Accept (oral)")."""
    told = " ".join(mended(fields.text("venue", between=", ")[:LONGEST]).split())
    venue, after = venue_and_decision_in(told)
    given = fields.text("decision", between=", ") or _among_others(fields)
    decision = " ".join(mended(given[:LONGEST]).split())
    if match := _ACCEPTED_AS.fullmatch(decision):
        decision = _spelt(match.group(1))
    return venue, decision or state_of(fields.text("venueid")) or after


def state_of(venueid: str) -> str:
    """What OpenReview's venue id says of a submission that was not accepted; else nothing."""
    return _STATE_OF_ID.get(venueid.rsplit("/", 1)[-1].strip().lower(), "")


def venue_and_decision_in(told: str) -> tuple[str, str]:
    """What is told of a venue, as the venue and the decision: "ICLR 2026 poster" as "ICLR 2026" and "Poster"."""
    if len(told) > LONGEST:
        return told, ""
    if match := _TOLD.fullmatch(told):
        by_whom = match.group(2).lower() in ("author", "authors", "the authors")
        return "" if by_whom else venue_and_decision_in(match.group(2))[0], _spelt(match.group(1))
    if match := _AT_END.fullmatch(told):
        return re.sub(r"\s+conference$", "", match.group(1) or "", flags=re.IGNORECASE), _spelt(match.group(2))
    return told, ""


def _among_others(fields: Fields) -> str:
    """A status or a track that is a decision; "published" and "main track" are none."""
    texts = (value for value in fields.all("status") if isinstance(value, str))
    return next((text for text in texts if _DECIDED.search(text)), "")


def _spelt(decision: str) -> str:
    """The decision as the shipped papers have it: with capitals, a spotlight poster as "Spotlight"."""
    words = " ".join(re.split(r"[\s-]+", decision.lower()))
    for known, spelt in (("spotlight", "Spotlight"), ("desk", "Desk Rejected"), ("submi", "Submitted")):
        if words.startswith(known):
            return spelt
    return words.title()
