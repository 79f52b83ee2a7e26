"""Cutting text into sentences by offsets, so that nothing is ever re-typed."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?]+[\"'”’)\]}*]*(?=\s)|[。！？]+[”’」』]*|\n[ \t]*\n|\n(?=[ \t]*(?:[-*•]|\d+[.)])[ \t])")
_MATH = re.compile(r"\$\$.+?\$\$|\$[^$\n]{1,200}\$|\\\(.+?\\\)|\\\[.+?\\\]|`[^`\n]+`", re.DOTALL)
_OPENERS = "\"'“‘([{*$\\-•"
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
    cuts = [
        match.end()
        for match in _END.finditer(text)
        if not any(start < match.start() and match.end() < end for start, end in formulas) and _ends_here(text, match)
    ]
    spans, start = [], 0
    for cut in [*cuts, len(text)]:
        stretch = text[start:cut]
        inner = stretch.strip()
        if inner:
            begin = start + stretch.index(inner[0])
            spans.append((begin, begin + len(inner)))
        start = cut
    return tuple(spans)


def _ends_here(text: str, match: re.Match[str]) -> bool:
    mark = match.group()
    if "\n" in mark or mark[0] in "。！？":
        return True
    following = text[match.end() :].lstrip()
    if not following:
        return True
    opener = following.lstrip(_OPENERS)[:1]
    if mark[0] == "." and len(mark) == 1:
        before = re.split(r"[\s(\[]", text[max(0, match.start() - 24) : match.start()])[-1].lower()
        if before in _NEVER_LAST or (before in _ABBREVIATIONS and not opener.isupper()):
            return False
        if len(before) == 1 and before.isalpha() and opener.isupper():
            return False  # an initial, as in "J. Doe"
    return not opener.islower() or following[0] in "•-*"


def sentences(text: str) -> tuple[str, ...]:
    """The sentences themselves."""
    return tuple(text[start:end] for start, end in sentence_spans(text))
