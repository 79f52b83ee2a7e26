"""The sides of a comparison, as they were typed."""

from __future__ import annotations

import re

from rag.language.terms import content_words

_AND = r"(?:and|with|to|against|versus|vs\.?|or)"
LONGEST = 500  # characters of a question that are looked at
_FORMS = (
    re.compile(rf"\bcompar(?:e[ds]?|ison of|ing)\s+(?P<sides>.+?\s+{_AND}\s+.+)", re.IGNORECASE),
    re.compile(r"\bbetween\s+(?P<sides>.+?\s+and\s+.+)", re.IGNORECASE),
    re.compile(
        r"(?P<sides>.+?\s+(?:versus|vs\.?|compared? (?:to|with)|differs? from|better than)\s+.+)", re.IGNORECASE
    ),
    re.compile(r"\bwhich of\s+(?P<sides>.+?\s+(?:and|or)\s+\S+)", re.IGNORECASE),
)
_BETWEEN = re.compile(
    rf"\s+(?:versus|vs\.?|compared? (?:to|with)|differs? from|better than)\s+|,\s*(?:and\s+)?|\s+{_AND}\s+",
    re.IGNORECASE,
)
_STRONG = re.compile(r"\s+(?:versus|vs\.?|compared? (?:to|with)|differs? from|better than)\s+", re.IGNORECASE)
# Where the sides end and what is asked of them begins; and what leads up to them.
_END = re.compile(
    r"[?;:.!]\s|[?;:.!]$|\s[-–—]\s|,?\s+\b(?:in (?:how|what|terms|the way|which)|on (?:which|what)"
    r"|with (?:respect|regard)|how|what|which|when|where|why|at|regarding|concerning|does|do|use[sd]?|for)\b",
    re.IGNORECASE,
)
_BEGIN = re.compile(
    r"^.*\b(?:how|what|which|is|are|was|were|does|do|did|the difference|please)\s+(?:the\s+)?(?=\S)", re.IGNORECASE
)


def sides(question: str) -> tuple[str, ...]:
    """Two or three things that a question compares; empty when it compares none, or in a form that is not known."""
    for form in _FORMS:
        if match := form.search(question[:LONGEST]):
            found = _sides(match["sides"])
            if 2 <= len(found) <= 3:
                return found
    return ()


def _sides(text: str) -> tuple[str, ...]:
    if _STRONG.search(text):
        left, right = _STRONG.split(text, maxsplit=1)
        between = (_BEGIN.sub("", left), *_STRONG.split(_until_the_end(right)))
    else:
        between = tuple(_BETWEEN.split(_until_the_end(text)))
    return tuple(side.strip() for side in between if content_words(side))


def _until_the_end(text: str) -> str:
    match = _END.search(text)
    return text[: match.start()] if match else text
