"""Numbers in sentences as values: `18.18\\%` meets `18.18 %`, `10K` meets `10,000`, `five` meets `5`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBER = re.compile(
    r"(?<![\w.])(\d+(?:[.,]\d+)*)(?:[\s-]?(k|m|b|thousand|million|billion|trillion)(?![\w’']))?",
    re.IGNORECASE,
)
_SCALES = {
    "k": 1e3,
    "thousand": 1e3,
    "m": 1e6,
    "million": 1e6,
    "b": 1e9,
    "billion": 1e9,
    "trillion": 1e12,
}
_HEDGE = re.compile(r"(?:\b(?:about|around|roughly|nearly|almost|approximately|some|circa|ca\.)|~|≈)\s*\$?$", re.I)
_AT_LEAST = re.compile(r"(?:\b(?:over|more than|at least|above|exceed\w*)|>|≥)\s*\$?$", re.I)
_UP_TO_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty
"""
_TENS = {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}
_WORDS = {word: value for value, word in enumerate(_UP_TO_TWENTY.split())} | _TENS
_TIMES = (
    (r"\b(?:twice|twofold|doubl\w+)\b", (2.0, 100.0)),
    (r"\b(?:thrice|threefold|tripl\w+)\b", (3.0,)),
    (r"\b(?:half|halv\w+)\b", (0.5, 2.0, 50.0)),
    (r"\bquarters?\b", (0.25, 4.0, 25.0)),
)
_LATEX_GROUPS = re.compile(r"(?<=\d)(?:\{,\}|\\,|,)(?=\d{3}(?!\d))")


def missing_figures(text: str, source: str) -> tuple[str, ...]:
    """The numbers written in digits in a text whose value the source does not give, as typed.

    A number that the text hedges (`about 30%`, `over 500`) may be the rounded one of the source.
    """
    known = set(values(source))
    return tuple(
        match.group(1) for match in _NUMBER.finditer(_LATEX_GROUPS.sub("", text)) if not _is_known(match, known)
    )


def values(source: str) -> Iterator[float]:
    """The value of every number in a text, whether in digits or in words."""
    plain = _LATEX_GROUPS.sub("", source)
    for match in _NUMBER.finditer(plain):
        yield from _readings(match)
    folded = plain.casefold()
    for word in re.findall(r"[a-z]+", folded):
        if word in _WORDS:
            yield float(_WORDS[word])
    for pattern, equals in _TIMES:
        if re.search(pattern, folded):
            yield from equals


def _readings(match: re.Match[str]) -> set[float]:
    """The values that a number may have: a comma or a point may part thousands or decimals."""
    digits, scale = match.group(1), _SCALES.get((match.group(2) or "").lower(), 1.0)
    plain = digits.replace(",", "")
    forms = {plain} if plain.count(".") < 2 else {plain.replace(".", "")}
    if digits.count(",") == 1 and "." not in digits:
        forms.add(digits.replace(",", "."))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits):
        forms.add(digits.replace(".", ""))
    return {float(form) * scale for form in forms}


def _is_known(match: re.Match[str], known: set[float]) -> bool:
    before = match.string[max(0, match.start() - 24) : match.start()]
    unit = _last_place(match.group(1)) * _SCALES.get((match.group(2) or "").lower(), 1.0)
    for value in _readings(match):
        if value in known:
            return True
        if _HEDGE.search(before) and any(abs(value - other) <= unit / 2 for other in known):
            return True
        if _AT_LEAST.search(before) and any(value < other < value + unit for other in known):
            return True
    return False


def _last_place(digits: str) -> float:
    """What the last place that counts of a number is worth: 10 in `30`, 0.1 in `2.5`."""
    _, point, decimals = digits.partition(".")
    if point:
        return 10.0 ** -len(decimals)
    plain = digits.replace(",", "")
    return 10.0 ** (len(plain) - len(plain.rstrip("0"))) if plain.strip("0") else 1.0
