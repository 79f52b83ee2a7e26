"""Cutting text into sentences by offsets, so that nothing is ever re-typed."""

from __future__ import annotations

import re
from bisect import bisect_left

_CLOSERS = "\"'”’)\\]}*»_"
_END = re.compile(
    rf"(?<![.!?…])[.!?…]++[{_CLOSERS}]*+(?=\s)|[。！？｡]+[”’」』）】]*"
    r"|\n[ \t]*\n|\n(?=[ \t]*(?:[-*•+‣]|\d+[.)])[ \t])"  # a paragraph, an item of a list
    r"|(?:(?<=\n)|^)[ \t]*(?:#{1,6}[ \t][^\n]*|\*\*[^*\n]+\*\*:?[ \t]*)\n"  # a heading
    r"|(?<=\|)[ \t]*\n|\n(?=[ \t]*\|)"  # a row of a table
)
# Of bounded length, so that openings that are never closed cost no time; dollar signs as Pandoc reads them, so that
# "$5. It costs $10" is no formula.
FORMULA_OR_CODE = re.compile(
    r"```.{1,2000}?```|\$\$.{1,500}?\$\$|\$(?!\s)[^$\n]{1,200}?(?<!\s)\$(?!\d)|\\\(.{1,500}?\\\)|\\\[.{1,500}?\\\]"
    r"|`[^`\n]+`",
    re.DOTALL,
)
_ROW = re.compile(r"^[ \t]*\|[^\n]*", re.MULTILINE)
_FOLLOWING = re.compile(r"\s*([\"'“‘«„(\[{*_$\\\-•¿¡]*)(.?)", re.DOTALL)
_ABBREVIATIONS = frozenset(
    "e.g i.e et al cf vs fig figs eq eqs sec sect ref refs resp approx dr prof mr mrs ms st no nos vol ed eds pp etc ca"
    " tab thm def ch app incl viz w.r.t wrt a.k.a i.i.d dept univ inc ltd jr sr"
    " z.b d.h u.a bzw vgl abb nr usw evtl ggf sog z.t v.a bspw kap allg insb"
    " p.ex c.-à-d env mme mlle".split()
)
# These never end a sentence; "etc." and "al." may, and a full stop before a capital ends one after "i.i.d.".
_MAY_BE_LAST = frozenset(
    {"etc", "al", "usw", "no", "a.k.a", "i.i.d", "wrt", "w.r.t", "inc", "ltd", "jr", "sr", "def", "app"}
)
_NEVER_LAST = _ABBREVIATIONS - _MAY_BE_LAST
_ITEM = re.compile(r"[ \t]{0,8}\d{1,2}")  # the number of an item of a list, at the beginning of a line
_MONTH = re.compile(
    r"\s*(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert)\b",
    re.IGNORECASE,
)


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return (start, end) of each sentence in order, without the white space around it.

    Full stops in abbreviations, decimals, initials, maths and code don't end a sentence; list items, headings and
    rows of tables do. Every character that is not white space lies in exactly one span.
    """
    formulas = [match.span() for match in FORMULA_OR_CODE.finditer(text)]
    rows = [match.span() for match in _ROW.finditer(text)]
    cuts = [
        match.end()
        for match in _END.finditer(text)
        if not _lies_in(formulas, match) and not _lies_in(rows, match) and _ends_here(text, match)
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


def _lies_in(spans: list[tuple[int, int]], match: re.Match[str]) -> bool:
    """Whether a match lies within one of the spans, which are in order and apart."""
    place = bisect_left(spans, match.span()) - 1
    return place >= 0 and match.end() < spans[place][1]


def _ends_here(text: str, match: re.Match[str]) -> bool:
    mark = match.group()
    if "\n" in mark or mark[0] in "。！？｡":
        return True
    following = _FOLLOWING.match(text, match.end())
    assert following  # it matches anywhere
    opener = following[2]
    first = following[1][:1] or opener
    if not first:
        return True
    if mark[0] == "." and len(mark) == 1 and _is_abbreviated(text, match.start(), opener):
        return False
    return not opener.islower() or first in "•-*"


def _is_abbreviated(text: str, stop: int, opener: str) -> bool:
    """Whether the full stop belongs to the word before it; `opener` is the first character of the next one."""
    before = re.split(r"[\s(\[“\"„]", text[max(0, stop - 24) : stop])[-1].lower()
    if before in _NEVER_LAST or (before in _ABBREVIATIONS and not opener.isupper()):
        return True
    if before == "no" and opener.isdigit():
        return True  # "no. 5"
    if before.isdigit() and len(before) <= 2 and _MONTH.match(text, stop + 1):
        return True  # "am 3. Mai"
    if before.isdigit() and _ITEM.fullmatch(text[max(0, stop - 24) : stop].rpartition("\n")[2]):
        return True  # "1. The first of them"
    return len(before) == 1 and before.isalpha() and opener.isupper()  # an initial, as in "J. Doe"


def sentences(text: str) -> tuple[str, ...]:
    """The sentences themselves."""
    return tuple(text[start:end] for start, end in sentence_spans(text))
