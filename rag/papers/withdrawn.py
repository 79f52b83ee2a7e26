"""Whether a row is of a paper that was withdrawn, retracted or desk rejected."""

from __future__ import annotations

import re

from rag.papers.fields import Fields
from rag.papers.words import shortened, text_of

_WORK = r"(?:paper|article|manuscript|submission|preprint)"
_GONE = r"(?:withdrawn|retracted)"
_IS = r"(?:has\s+been|have\s+been|is|was)\s+(?:\w+\s+)?"
_SAID_FIRST = re.compile(rf"\W*(?:this|the|our)\s+(?:\w+\s+)?(?:{_WORK}|work|version)\s+{_IS}{_GONE}\b", re.IGNORECASE)
_SAID_LATER = re.compile(rf"[.!?\])]\s+[\W_]{{0,3}}this\s+{_WORK}\s+{_IS}{_GONE}\b", re.IGNORECASE)
_BY_AUTHORS = re.compile(
    r"\W*(?:the\s+authors?|we|i)\s+(?:have\s+|has\s+|hereby\s+)?(?:withdr[ae]wn?|withdraws|retract(?:ed|s)?)\s+"
    rf"(?:this|the|their|our|his|her|my)\s+{_WORK}\b",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"\W*(?:{_WORK}\s+)?(?:{_GONE}|retraction notice|desk[\s-]rejected)\b"
    r"\s*(?:$|[.!:;)\]]|[-–—]+(?:\s|$)|(?:by|due|because|at)\b)",
    re.IGNORECASE,
)
_SHORT = 150  # characters of a notice that does not say what was withdrawn
_MARKED = re.compile(r"(?<!not )(?<!never )\b(?:withdrawn|retracted|desk[\s-]?reject(?:ed|ion)?)\b", re.IGNORECASE)
_DECIDED = re.compile(r"\b(?:withdrawal|withdraw|retraction)\b", re.IGNORECASE)
_COMMENT = re.compile(rf"^\W*{_GONE}\b|\b{_WORK}\s+(?:(?:has|been|is|was|now)\s+)*{_GONE}\b", re.IGNORECASE)
_TITLE = re.compile(r"^\W*(?:RETRACTED|WITHDRAWN|Retracted|Withdrawn)(?:\s+(?:ARTICLE|PAPER|Article|Paper))?\s*[:\])]")


def why_withdrawn(fields: Fields, *, title: str, abstract: str) -> str:
    """The reason why a row is not of a paper that stands, or nothing."""
    if any(text_of(flag).strip().lower() in ("true", "yes", "1") or flag is True for flag in fields.all("withdrawn")):
        return "it is marked as withdrawn"
    for kind in ("decision", "status", "venue", "venueid"):
        for value in fields.all(kind):
            text = text_of(value, between=", ").replace("_", " ")[:1000]
            if _MARKED.search(text) or (kind in ("decision", "status") and _DECIDED.search(text)):
                return f"it was withdrawn or rejected without review: “{shortened(text)}”"
    comments = fields.text("comments")[:5000]
    if _COMMENT.search(comments):
        return f"it was withdrawn, as its comments say: “{shortened(comments)}”"
    if _TITLE.match(title):
        return "it was withdrawn, as its title says"
    return "its abstract is a notice that it was withdrawn" if is_notice(abstract) else ""


def is_notice(abstract: str) -> bool:
    """Whether an abstract says that this paper was withdrawn, not that something in it was."""
    if _SAID_FIRST.match(abstract) or _BY_AUTHORS.match(abstract) or _SAID_LATER.search(abstract):
        return True
    return len(abstract) <= _SHORT and _ALONE.match(abstract) is not None
