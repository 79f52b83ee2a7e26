"""Where a marker stands for the paper itself, a sentence without it needs a noun: "according to [1], …"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NEEDS_NOUN = re.compile(
    r"\b(?:according to|in|by|from|of|like|than|to|with|unlike|see|both|and|or)\s*$", re.IGNORECASE
)
_NEEDS_NOUN_AT_END = re.compile(
    r"\b(?:according to|as in|see|(?:shown|reported|described|introduced|proposed) (?:in|by))\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\W*(?:both |the )*(?:sources?|papers?|works?)\s*", re.IGNORECASE)
_VERB = re.compile(r"\s+(?:(?!(?:its|this|thus|as|various|across)\b)[a-z]+s|both|also)\b")


def noun_for(before: str, after: str, numbers: Sequence[int | None]) -> str:
    """What stands in the sentence for markers that it could not miss: `paper 1 and paper 2`; else nothing."""
    opening, named = not before.strip("\"'“*_ "), bool(_NAMED.fullmatch(before))
    needs_noun = _NEEDS_NOUN if after.strip('.!?)”" ') else _NEEDS_NOUN_AT_END
    if not (_VERB.match(after) if opening else named or needs_noun.search(before)):
        return ""
    papers = [_paper(number, named=named) for number in dict.fromkeys(numbers)]
    words = f"{', '.join(papers[:-1])} and {papers[-1]}" if len(papers) > 1 else papers[0]
    return words[0].upper() + words[1:] if opening else f" {words}"


def _paper(number: int | None, *, named: bool) -> str:
    if number is None:
        return "an unknown one" if named else "an unknown paper"
    return str(number) if named else f"paper {number}"
