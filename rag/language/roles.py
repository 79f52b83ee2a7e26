"""What part a sentence plays in its abstract: abstracts tell the same story in the same order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.types import Role

_ACTS = (
    r"(?:introduc|propos|present|develop|investigat|study|studies|show|reveal|analy[sz]|establish|formulat|describ|explor"
    r"|provid|examin|test|address|identif|prov[ei]|design|build|offer|demonstrat|unveil|releas|argue|give|consider"
    r"|construct|revisit|report|find|conduct|tackle|extend|aim|characteri[sz]e|adopt|create|evaluate)\w*"
)
_CLAIM = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:work|paper|approach|method|framework))\b"
    rf"[^.;]{{0,60}}?\b{_ACTS}",
    re.IGNORECASE,
)
_INTRODUCES = re.compile(
    r"\b(?:we|this (?:paper|work)|paper)\b[^.;]{0,60}?\b(?:introduc|propos|present|develop)\w*",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"https?://|\\url\b|\b(?:code|data ?sets?|models?) (?:is|are|will be)\b[^.]*\b(?:available|released?)\b",
    re.IGNORECASE,
)


def roles(sentences: Sequence[str]) -> tuple[Role, ...]:
    """The role of each sentence of an abstract, in order; at most one is the claim."""
    own = _first(_CLAIM, sentences)  # from here on the abstract speaks of its own work
    introduced = _first(_INTRODUCES, sentences)
    claim = own if introduced is None else introduced
    return tuple(_role(place, sentence, own, claim) for place, sentence in enumerate(sentences))


def _role(place: int, sentence: str, own: int | None, claim: int | None) -> Role:
    if place == claim:
        return Role.CLAIM
    if _POINTER.search(sentence):
        return Role.POINTER
    return Role.BACKGROUND if own is not None and place < own else Role.SUBSTANCE


def _first(pattern: re.Pattern[str], sentences: Sequence[str]) -> int | None:
    return next((place for place, sentence in enumerate(sentences) if pattern.search(sentence)), None)
