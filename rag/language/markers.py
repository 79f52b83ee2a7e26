"""Finding the markers of a draft (`[1]`, `[1, 3]`, `[2-4]`, `【1】`) and telling them from other brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.types import Paper

# Sources are counted from 1 and never reach 1,000, so [0, 1] is an interval and [2024] a year.
_NUMBER = r"[1-9][0-9]{0,2}"
_NUMBERS = rf"{_NUMBER}(?:\s*[,;–—-]\s*{_NUMBER})*"
_LABEL = r"(?:\^|(?:sources?|papers?|refs?\.?)\s+)?"  # [^1] and [Source 1] are [1]
_MARK = rf"(?:\[\s*{_LABEL}{_NUMBERS}\s*\]|【\s*{_LABEL}{_NUMBERS}(?:†[^】]{{0,20}})?\s*】)"
_MARKER = re.compile(_MARK, re.IGNORECASE)
_AFTER_STOP = re.compile(rf"([.!?。！？][.!?\"'”’)]*)((?:[ \t]*{_MARK})+)(?!\s+(?-i:[a-z]))", re.IGNORECASE)
_LINE_OF_PREFIXES = re.compile(rf"\s*(?:[-*•]\s+|[0-9]{{1,2}}[.)]\s+)?[\"“*_]*{_MARK}", re.IGNORECASE)
# A dollar sign opens a formula only where it can't be money: "$5 [1] and $10 [2]" is no formula.
_CODE_OR_MATH = re.compile(
    r"`[^`\n]+`|\$\$.+?\$\$|\$(?!\s)[^$\n]{1,200}?(?<!\s)\$(?!\d)|\\\(.+?\\\)|\\\[.+?\\\]", re.DOTALL
)
_BETWEEN = re.compile(r"\s*(?:[,;&]|and)?\s*")
WIDEST_RANGE = 50
QUOTED_AROUND = 12  # characters beside a bracket that must stand in a source too for it to be the source's
LEAST_AROUND = 4


def before_stops(text: str) -> str:
    """The text with markers behind a full stop moved before it, where they belong to the sentence before.

    They stay in lines where markers come first (`[1] It halves … [2] It doubles …`).
    """
    lines = (
        line
        if _LINE_OF_PREFIXES.match(line)
        else _AFTER_STOP.sub(lambda match: f"{match.group(2)}{match.group(1)}", line)
        for line in text.split("\n")
    )
    return "\n".join(lines)


def marker_runs(sentence: str, sources: Sequence[Paper]) -> list[tuple[int, int]]:
    """Where a sentence's markers stand; those with only a comma or `and` between them are one run."""
    runs: list[tuple[int, int]] = []
    for start, end in _true_markers(sentence, sources):
        if runs and _BETWEEN.fullmatch(sentence, runs[-1][1], start):
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def ordinals(run: str) -> list[int]:
    """The source numbers in a run of markers, in order; ranges are counted out."""
    found: list[int] = []
    for marker in _MARKER.findall(run):
        for part in re.split(r"[,;]", marker.partition("†")[0]):
            ends = [int(number) for number in re.findall(r"[0-9]+", part)]
            if len(ends) == 2 and 0 < ends[1] - ends[0] <= WIDEST_RANGE:
                ends = list(range(ends[0], ends[1] + 1))
            found += ends
    return found


def _true_markers(sentence: str, sources: Sequence[Paper]) -> list[tuple[int, int]]:
    """Markers that are not part of a formula or code, nor of the sources' own words (`values in [1, 2]`)."""
    hidden = [match.span() for match in _CODE_OR_MATH.finditer(sentence)]
    return [
        match.span()
        for match in _MARKER.finditer(sentence)
        if not any(start <= match.start() < end for start, end in hidden)
        and not _is_quoted(sentence, match.span(), sources)
    ]


def _is_quoted(sentence: str, span: tuple[int, int], sources: Sequence[Paper]) -> bool:
    start, end = span
    before, after = sentence[max(0, start - QUOTED_AROUND) : start], sentence[end : end + QUOTED_AROUND]
    marker = sentence[start:end]
    left = len(before.strip()) >= LEAST_AROUND and before + marker
    right = len(after.strip()) >= LEAST_AROUND and marker + after
    return any(words in paper.abstract for words in (left, right) if words for paper in sources)
