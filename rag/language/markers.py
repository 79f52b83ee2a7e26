"""Finding the markers of a draft (`[1]`, `[1, 3]`, `[2-4]`, `【1】`) and telling them from other brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.language.sentences import FORMULA_OR_CODE
from rag.types import Paper

# Digits, brackets and commas of East Asian width, one for one, so that places in the text stay the same.
_WIDE, _NARROW = "０１２３４５６７８９［］〔〕〖〗（）：，；、－", "0123456789[][]【】():,;,-"
_RAISED, _LEVEL = "⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"
_TO_NARROW, _TO_LEVEL = str.maketrans(_WIDE, _NARROW), str.maketrans(_RAISED, _LEVEL)

# Sources are counted from 1 and never reach 1,000, so [0, 1] is an interval and [2024] a year.
_NUMBER = r"[1-9][0-9]{0,2}"
_WORD = (
    r"(?:sources?|papers?|ref(?:erence)?s?\.?|doc(?:ument)?s?|citations?|quellen?|arbeit(?:en)?|articles?|fuentes?"
    r"|来源|文献|论文|資料|出典)"
)
_LABEL = rf"(?:{_WORD}\s{{0,3}}[:#]?\s{{0,3}})"
_JOIN = r"\s{0,3}(?:[,;&–—‑-]|and|und|et|y)\s{0,3}"
NUMBERS = rf"#?{_NUMBER}(?:{_JOIN}{_LABEL}?#?{_NUMBER}){{0,40}}"
_INNER = rf"\s{{0,3}}(?:\^|{_LABEL})?{NUMBERS}\s{{0,3}}"
_LINKED = r"(?:\(<?(?:https?://|www\.|#)[^\s()<>]{0,300}>?\))?"  # [1](https://…)
_PLAIN = rf"\[{_INNER}\]{_LINKED}"
_MARK = "|".join((
    rf"\[\s?\[{_INNER}\](?:{_JOIN}\[{_INNER}\]){{0,20}}\s?\]{_LINKED}",  # [[1], [2]]
    rf"\^?{_PLAIN}\^?",
    rf"【{_INNER}(?:†[^】]{{0,20}})?】",
    rf"\(\s?(?:(?:see|cf\.?|from)\s)?{_LABEL}{NUMBERS}\s?\)",  # (source 1)
    rf"<sup>\s?(?:\[{_INNER}\]|{NUMBERS})\s?</sup>",
    rf"⁽[{_RAISED}]{{1,3}}⁾|\[[{_RAISED}]{{1,3}}\]",
    rf"`\[{_INNER}\]`|\*\*\[{_INNER}\]\*\*|\$\^?\{{?\[{_INNER}\]\}}?\$|\\\[{_INNER}\\\]",
))  # fmt: skip
MARKER = re.compile(_MARK, re.IGNORECASE)
_AFTER_STOP = re.compile(
    rf"([.!?。！？｡][.!?\"'”’」』]*)((?:[ \t]*(?:{_MARK}))+)(?!\s+(?-i:[a-z]))",
    re.IGNORECASE,
)
_LINE_OF_PREFIXES = re.compile(rf"\s*(?:[-*•+–]\s+|[0-9]{{1,2}}[.)]\s+)?[\"“*_]*(?:{_MARK})", re.IGNORECASE)
_LINE_OF_MARKERS = re.compile(rf"(?<=\S)\n(?=[ \t]*(?:(?:{_MARK})[ \t,;]*)+(?:\n|$))", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[,;&]|and)?\s*")
# `a[1]` and `rows_of[2]` are parts of a list; in "the range [1, 5]" the numbers are its ends.
_INDEXED = re.compile(r"(?:(?<![^\W_])[a-z]|\w_\w*)\^?$")
_RANGE = re.compile(r"(?:\b(?:intervals?|ranges?|domain)|∈|\\in)\s*$", re.IGNORECASE)
WIDEST_RANGE = 50
QUOTED_AROUND = 12  # characters beside a bracket that must stand in a source too for it to be the source's
LEAST_AROUND = 4


def narrow(text: str) -> str:
    """The text with digits and brackets of East Asian width as ASCII writes them; every place stays the same."""
    return text.translate(_TO_NARROW)


def before_stops(text: str) -> str:
    """The text with markers behind a full stop moved before it, where they belong to the sentence before.

    They stay in lines where markers come first (`[1] It halves … [2] It doubles …`), and in formulas and code. A line
    of nothing but markers belongs to the line above.
    """
    joined = list(text)
    for match in _LINE_OF_MARKERS.finditer(narrow(text)):
        joined[match.start()] = " "
    text = "".join(joined)
    hidden = _hidden(text)
    lines: list[str] = []
    start = 0
    for line in text.split("\n"):
        lines.append(line if _LINE_OF_PREFIXES.match(narrow(line)) else _moved(line, start, hidden))
        start += len(line) + 1
    return "\n".join(lines)


def _moved(line: str, start: int, hidden: Sequence[tuple[int, int]]) -> str:
    parts, last = [], 0
    for match in _AFTER_STOP.finditer(narrow(line)):
        if not _lies_in(hidden, start + match.start()):
            stop, behind = match.span(1), match.span(2)
            parts += [line[last : stop[0]], line[slice(*behind)], line[slice(*stop)]]
            last = match.end()
    return "".join([*parts, line[last:]])


def marker_runs(sentence: str, sources: Sequence[Paper]) -> list[tuple[int, int]]:
    """Where a sentence's markers stand; those with only a comma or `and` between them are one run."""
    runs: list[tuple[int, int]] = []
    for start, end in true_markers(sentence, sources):
        if runs and _BETWEEN.fullmatch(sentence, runs[-1][1], start):
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def ordinals(run: str) -> list[int]:
    """The source numbers in a run of markers, in order; ranges are counted out."""
    found: list[int] = []
    for marker in MARKER.finditer(narrow(run)):
        written = re.sub(r"\(<?(?:https?|www|#).*|†.*", "", marker.group()).translate(_TO_LEVEL)
        for part in re.split(r"[,;&]|and|und|et|y", written, flags=re.IGNORECASE):
            ends = [int(number) for number in re.findall(r"[0-9]+", part)]
            if len(ends) == 2 and 0 < ends[1] - ends[0] <= WIDEST_RANGE:
                ends = list(range(ends[0], ends[1] + 1))
            found += ends
    return found


def true_markers(text: str, sources: Sequence[Paper]) -> list[tuple[int, int]]:
    """Markers that are not part of a formula or code, nor of the sources' own words (`values in [1, 2]`)."""
    hidden = _hidden(text)
    return [
        match.span()
        for match in MARKER.finditer(narrow(text))
        if not _lies_in(hidden, match.start())
        and not _is_list_or_range(text, match)
        and not is_quoted(text, match.span(), sources)
    ]


def _hidden(text: str) -> list[tuple[int, int]]:
    """Where formulas and code stand. One that holds a marker and nothing else hides none."""
    spans = (match.span() for match in FORMULA_OR_CODE.finditer(text))
    return [(start, end) for start, end in spans if not MARKER.fullmatch(narrow(text[start:end]))]


def _lies_in(spans: Sequence[tuple[int, int]], place: int) -> bool:
    return any(start <= place < end for start, end in spans)


def _is_list_or_range(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 24) : match.start()]
    if not match.group().startswith("["):
        return False
    return bool(_INDEXED.search(before) or (match.group().count(",") == 1 and _RANGE.search(before)))


def is_quoted(text: str, span: tuple[int, int], sources: Sequence[Paper]) -> bool:
    """Whether brackets stand in the text just as they stand in the abstract of a source."""
    start, end = span
    before, after = text[max(0, start - QUOTED_AROUND) : start], text[end : end + QUOTED_AROUND]
    marker = text[start:end]
    left = len(before.strip()) >= LEAST_AROUND and before + marker
    right = len(after.strip()) >= LEAST_AROUND and marker + after
    return any(words in paper.abstract for words in (left, right) if words for paper in sources)
