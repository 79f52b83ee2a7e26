"""Whether every number of a sentence stands in a text, by its value and its unit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose

from rag.language.figures import Figure, figures, known_figures
from rag.language.typeset import plainly
from rag.language.units import COUNT, NAME, OPEN, PERCENT, PERCENTAGE_POINTS, POINTS, TIMES

FURTHEST, BEYOND = 0.12, 1.25  # how far "about" may be off, as a share; how far beyond "over 500" the number may lie
SMALL = 10  # counts up to it in words, item numbers and ordinals are nobody's figures

_HEDGE = re.compile(
    r"(?:\b(?:about|around|roughly|nearly|almost|approximately|some|circa|ca\.|close to|rund|etwa|fast|environ)|[~≈∼])"
    r"\s*[$€£]?[+\-−]?$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"(?:\b(?:over|more than|at least|above|beyond|exceed\w*|surpass\w*|über|mehr als)|[>≥])\s*[$€£]?$", re.IGNORECASE
)
_AT_MOST = re.compile(r"(?:\b(?:under|less than|fewer than|below|at most|within|unter)|[<≤])\s*[$€£]?$", re.IGNORECASE)
_FALLING = re.compile(
    r"\b(?:reduc|decreas|lower|drop|fewer|less|declin|sav|degrad|below|minus|cut|loss|los[te]|fall|fell|shrink|worse)\w*"
    r"[^.]{0,80}$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\b(stage|step|phase|part|level|type|task|case|point|tier|group|class)s?\s+$", re.IGNORECASE)
_PAPER_NUMBERS = re.compile(r"\b[Pp]apers? \d{1,4}(?:(?:, | and )\d{1,4})*\b")
_TURNED = re.compile(r"\bto\s+[^.,;]{0,20}$")


def amiss_in_numbers(text: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield each number of the text that the source does not give, as written, and what it has instead ("" for none).

    A number that the text hedges (`about 30%`, `over 500`) may be the rounded one of the source. Counts in words up to
    ten are not checked: they may be counted up from the source.
    """
    text = _PAPER_NUMBERS.sub("papers", text)
    plain, known = plainly(text), known_figures(source)
    missing = False
    for figure in figures(text):
        if _is_small_talk(figure, plain, source):
            continue
        if not any(_same(figure, other, plain, source) for other in known):
            missing = True
            yield figure.written, _other_unit(figure, known)
    if not missing:
        yield from _turned_round(text, source)


def _is_small_talk(figure: Figure, plain: str, source: str) -> bool:
    """Whether a small number only counts up, numbers an item, or says which of several stages is meant."""
    if min(figure.values) > SMALL:
        return False
    if figure.in_words:
        return figure.unit in (OPEN, COUNT, TIMES, POINTS)
    before, after = plain[: figure.start], plain[figure.end : figure.end + 2]
    if re.match(r"st|nd|rd|th", after):
        return True
    label = _LABEL.search(before)
    if not label:
        return False
    word = label.group(1).lower()
    return word in source.lower() and not re.search(rf"{word}s?\s+\d", source.lower())


def _same(figure: Figure, other: Figure, plain: str, source: str) -> bool:
    if other.in_words and other.unit == OPEN and (figure.sign or figure.unit not in (OPEN, COUNT, TIMES)):
        return False  # "one-shot" is no 1 %
    return _signs_agree(figure, other, source) and any(
        _close(figure, value, known, scale, plain)
        for scale, as_is in _comparable(figure, other)
        for value in _sized(figure, as_is=as_is)
        for known in _sized(other, as_is=as_is)
    )


def _sized(figure: Figure, *, as_is: bool) -> Iterator[float]:
    return (value if as_is else value * figure.size for value in figure.values)


def _comparable(figure: Figure, other: Figure) -> Iterator[tuple[float, bool]]:
    """By what to multiply a figure to meet another, and whether without their units' sizes; none if they differ."""
    mine, its = figure.unit, other.unit
    if mine == its:
        yield 1.0, False
    elif OPEN in (mine, its) or {mine, its} <= {PERCENT, POINTS} or {mine, its} <= {POINTS, PERCENTAGE_POINTS}:
        if mine == OPEN or its != OPEN or mine in (PERCENT, POINTS, PERCENTAGE_POINTS, TIMES, COUNT):
            yield 1.0, True
        if mine == PERCENT and all(value <= 1 for value in other.values):
            yield 0.01, True
        if its == PERCENT and all(value <= 1 for value in figure.values):
            yield 100.0, True
    elif its == NAME and mine == COUNT:
        yield 1.0, True


def _close(figure: Figure, value: float, known: float, scale: float, plain: str) -> bool:
    before = plain[max(0, figure.start - 24) : figure.start]
    value, place = value * scale, figure.last_place * scale * (figure.size if figure.unit == OPEN or scale == 1 else 1)
    if isclose(value, known, rel_tol=1e-9):
        return True
    if _HEDGE.search(before) and abs(value - known) <= min(place / 2, FURTHEST * known):
        return True
    if _AT_LEAST.search(before) and value < known < min(value + place, BEYOND * value):
        return True
    return bool(_AT_MOST.search(before)) and max(value - place, value / BEYOND) < known < value


def _signs_agree(figure: Figure, other: Figure, source: str) -> bool:
    """Whether a written sign fits: a minus may stand for a fall that the source tells in words."""
    if figure.sign == 0 or figure.sign == other.sign:
        return True
    if figure.sign > 0:
        return other.sign == 0
    return other.sign == 0 and bool(_FALLING.search(plainly(source)[max(0, other.start - 120) : other.start]))


def _other_unit(figure: Figure, known: Sequence[Figure]) -> str:
    """The same number as the source has it, with another unit."""
    same = (other for other in known if other.written and other.unit != NAME and other.values & figure.values)
    return next((other.written for other in same), "")


def _turned_round(text: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield what the text lets go from a number to another where the source only has it the other way."""
    there = set(_changes(source))
    for first, last in _changes(text):
        if (first, last) not in there and (last, first) in there and first != last:
            yield f"from {first:g} to {last:g}", f"from {last:g} to {first:g}"


def _changes(text: str) -> Iterator[tuple[float, float]]:
    """The pairs of numbers that something goes from and to."""
    plain = plainly(text)
    for left, right in pairwise(figures(text)):
        between, before = plain[left.end : right.start].strip(), plain[max(0, left.start - 40) : left.start]
        if between in ("→", "to →") or (
            between in ("to", "to about", "to over") and re.search(r"\bfrom\b[^.]{0,30}$", before)
        ):
            yield min(left.values), min(right.values)
        elif between == "from" and _TURNED.search(before):
            yield min(right.values), min(left.values)
