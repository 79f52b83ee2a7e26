"""Numbers in texts as values with units: `$18.18\\%$` meets `18.18 %`, `10K` meets `10,000`, `1e-3` meets `10^{-3}`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from rag.language.digits import NUMBER, last_place, values_of
from rag.language.number_words import number_words, said_values
from rag.language.numbered_names import name_spans, numbers_in
from rag.language.typeset import plainly
from rag.language.units import COUNT, NAME, OPEN, TIMES, counts_things, unit_after

_SIGN = re.compile(r"(?:^|[^\w)\]%.\s]|(?:(?<![\d%])|(?<=\A))\s)([+\-−–])\s?[$€£]?$")
_MONEY_BEFORE = re.compile(r"(?:[$€£]|\bUSD|\bUS\$|\bEUR)\s?$")
_MONEY_AFTER = re.compile(r"\s?(?:USD|dollars?|cents?|euros?|€)(?!\w)", re.IGNORECASE)
_FACTOR = re.compile(
    r"\b(?:factors? of|ratios? of|speed-?ups? of)\s+(?:about |up to |nearly |over )?~?$", re.IGNORECASE
)
_JOINS = re.compile(
    r"\s*(?:,|;|,?\s*(?:and|or|to|vs\.?|versus|through|und|bis|et|y)\b|[–\-/→~]|±|\+/-|\()\s*"
    r"(?:to |up to |about |nearly )?[+\-−~≈]?\s*[$€£]?"
)
_ITEM = re.compile(r"\d\)")  # "(1) the data, (2) the model", or "1) the data"
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, `written` at `start` … `end` of the plainly written text.

    `values` are its possible readings, `size` what its unit is worth in the dimension's base (1 for most), `last_place`
    what its last digit is worth; `sign` is -1 or +1 where one is written, else 0; `in_words` says how it is written.
    """

    written: str
    start: int
    end: int
    values: frozenset[float]
    unit: str = OPEN
    size: float = 1.0
    last_place: float = 1.0
    sign: int = 0
    in_words: bool = False


@lru_cache(maxsize=2_000)
def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a text in order, in digits and in words, with their units. Numbers in names are no figures."""
    plain = plainly(text)
    names = name_spans(plain)
    found = [
        _figure(plain, match)
        for match in NUMBER.finditer(plain)
        if not _is_item(plain, match.start()) and not any(start < match.start() < end for start, end in names)
    ]
    for start, end, value in number_words(plain):
        unit, size, stop = unit_after(plain, end)
        unit = unit or (COUNT if counts_things(plain, end) else OPEN)
        found.append(Figure(plain[start:stop], start, stop, frozenset({value}), unit, size, in_words=True))
    return tuple(_with_shared_units(plain, sorted(found, key=lambda figure: figure.start)))


@lru_cache(maxsize=2_000)
def known_figures(source: str) -> tuple[Figure, ...]:
    """All that a source gives: its figures, the numbers in its names, and what its words stand for (`twice`)."""
    plain = plainly(source)
    named = [
        Figure(plain[start:end], start, end, frozenset({value}), NAME)
        for start, end in name_spans(plain)
        for value in numbers_in(plain[start:end])
    ]
    said = [Figure("", 0, 0, frozenset({value}), unit, in_words=True) for value, unit in said_values(plain)]
    return (*figures(source), *named, *said)


def missing_figures(text: str, source: str) -> tuple[str, ...]:
    """The numbers in digits of a text whose value the source does not give, as typed; units are not compared."""
    known = {value for figure in known_figures(source) for value in figure.values}
    return tuple(figure.written for figure in figures(text) if not figure.in_words and not figure.values & known)


def _is_item(plain: str, place: int) -> bool:
    """Whether the number at a place only numbers one of several things."""
    if not _ITEM.match(plain, place):
        return False
    before = plain[:place]
    return before.endswith("(") or (before[-1:].strip() == "" and before.count("(") <= before.count(")"))


def _figure(plain: str, match: re.Match[str]) -> Figure:
    before = plain[max(0, match.start() - 28) : match.start()]
    unit, size, end = unit_after(plain, match.end())
    money = _MONEY_BEFORE.search(before)
    if money or _MONEY_AFTER.match(plain, match.end()):
        unit = "money"
    elif not unit and _FACTOR.search(before):
        unit = TIMES
    elif not unit and (counts_things(plain, match.end()) or _ORDINAL.match(plain, match.end())):
        unit = COUNT
    sign = _SIGN.search(before)
    start = match.start() - (len(money.group()) if money else 0) - (1 if sign else 0)
    signed = 0 if sign is None else 1 if sign.group(1) == "+" else -1
    return Figure(plain[start:end].strip(), start, end, values_of(match), unit, size, last_place(match), signed)


def _with_shared_units(plain: str, found: Sequence[Figure]) -> list[Figure]:
    """Let the numbers of a range or a list have the unit that is written once: `10–20%`, `12.6 and 14.1 points`."""
    joined = [bool(_JOINS.fullmatch(plain[left.end : right.start])) for left, right in pairwise(found)]
    shared = list(found)
    for place in reversed(range(len(joined))):
        if joined[place] and shared[place].unit == OPEN:
            shared[place] = replace(shared[place], unit=shared[place + 1].unit, size=shared[place + 1].size)
    for place, is_joined in enumerate(joined):
        if is_joined and shared[place + 1].unit == OPEN and shared[place].unit != COUNT:
            shared[place + 1] = replace(shared[place + 1], unit=shared[place].unit, size=shared[place].size)
    return shared
