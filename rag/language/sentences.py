"""Cutting text into sentences by offsets, so that nothing is ever re-typed."""

from __future__ import annotations

import re
from bisect import bisect_left

_END = re.compile(
    r"(?<![.!?])[.!?]++[\"'”’)\]}*]*+(?=\s)|[。！？]+[”’」』]*|\n[ \t]*\n|\n(?=[ \t]*(?:[-*•]|\d+[.)])[ \t])"
)
# Of bounded length, so that openings that are never closed cost no time; dollar signs as Pandoc reads them, so that
# "$5. It costs $10" is no formula.
_MATH = re.compile(
    r"\$\$.{1,500}?\$\$|\$(?!\s)[^$\n]{1,200}(?<!\s)\$(?!\d)|\\\(.{1,500}?\\\)|\\\[.{1,500}?\\\]|`[^`\n]+`", re.DOTALL
)
_FOLLOWING = re.compile(r"\s*([\"'“‘(\[{*$\\\-•]*)(.?)", re.DOTALL)
_ABBREVIATIONS = frozenset(
    "e.g i.e et al cf vs fig figs eq eqs sec ref refs resp approx dr prof mr mrs ms st no vol ed eds pp etc ca".split()
)
# These never end a sentence; "etc." and "al." may.
_NEVER_LAST = _ABBREVIATIONS - {"etc", "al"}


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return (start, end) of each sentence in order, without the white space around it.

    Full stops in abbreviations, decimals, initials, maths and code don't end a sentence; list items do.
    Every character that is not white space lies in exactly one span.
    """
    formulas = [match.span() for match in _MATH.finditer(text)]
    cuts = [match.end() for match in _END.finditer(text) if not _lies_in(formulas, match) and _ends_here(text, match)]
    spans, start = [], 0
    for cut in [*cuts, len(text)]:
        stretch = text[start:cut]
        inner = stretch.strip()
        if inner:
            begin = start + stretch.index(inner[0])
            spans.append((begin, begin + len(inner)))
        start = cut
    return tuple(spans)


def _lies_in(formulas: list[tuple[int, int]], match: re.Match[str]) -> bool:
    """Whether a match lies within one of the formulas, which are in order and apart."""
    place = bisect_left(formulas, match.span()) - 1
    return place >= 0 and match.end() < formulas[place][1]


def _ends_here(text: str, match: re.Match[str]) -> bool:
    mark = match.group()
    if "\n" in mark or mark[0] in "。！？":
        return True
    following = _FOLLOWING.match(text, match.end())
    assert following  # it matches anywhere
    opener = following[2]
    first = following[1][:1] or opener
    if not first:
        return True
    if mark[0] == "." and len(mark) == 1:
        before = re.split(r"[\s(\[]", text[max(0, match.start() - 24) : match.start()])[-1].lower()
        if before in _NEVER_LAST or (before in _ABBREVIATIONS and not opener.isupper()):
            return False
        if len(before) == 1 and before.isalpha() and opener.isupper():
            return False  # an initial, as in "J. Doe"
    return not opener.islower() or first in "•-*"


def sentences(text: str) -> tuple[str, ...]:
    """The sentences themselves."""
    return tuple(text[start:end] for start, end in sentence_spans(text))
