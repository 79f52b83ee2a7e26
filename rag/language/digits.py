"""Reading one number in digits: `1,000`, `1.000`, `2.5M`, `1e-3`, `1.5×10^-3`."""

from __future__ import annotations

import re

NUMBER = re.compile(
    r"(?<![\w.^])(?P<digits>\d+(?:[.,’']\d+)*(?:(?<!\d{4}) \d{3}(?![\d.,]*\w))*|\.\d+)"
    r"(?:\s?[×x·*]\s?10\^(?P<ten>[+-]?\d{1,3})|e(?P<exponent>[+-]?\d{1,3})(?!\w)|\^(?P<power>[+-]?\d{1,3}))?"
    r"(?:[\s-]?(?P<scale>thousand|tausend|million(?:en|es|s)?|milliard\w*|billion|trillion|[kmb])(?![\w’'])"
    r"|(?P<tera>t)(?!\w))?",
    re.IGNORECASE,
)
SCALES = {"k": 1e3, "thousand": 1e3, "tausend": 1e3, "m": 1e6, "b": 1e9, "billion": 1e9, "trillion": 1e12}
_LARGEST_POWER = 60


def values_of(match: re.Match[str]) -> frozenset[float]:
    """The values that a match of `NUMBER` may have."""
    readings = _readings(match.group("digits"))
    if match.group("power"):
        return frozenset(_powered(base, int(match.group("power"))) for base in readings)
    return frozenset(reading * scale_of(match) for reading in readings)


def last_place(match: re.Match[str]) -> float:
    """What the last place that counts of a number is worth: 10 in `30`, 0.1 in `2.5`, 1e5 in `2.5M`."""
    _, point, decimals = match.group("digits").partition(".")
    if point:
        return 10.0 ** -len(decimals) * scale_of(match)
    plain = re.sub(r"\D", "", match.group("digits"))
    zeros = len(plain) - len(plain.rstrip("0")) if plain.strip("0") else 0
    return 10.0 ** min(zeros, _LARGEST_POWER) * scale_of(match)


def scale_of(match: re.Match[str]) -> float:
    """By what the word or the power of ten behind a number multiplies it."""
    power = int(match.group("ten") or match.group("exponent") or 0)
    return _word_scale(match) * _powered(10.0, power)


def _word_scale(match: re.Match[str]) -> float:
    word = (match.group("scale") or "").lower()
    if match.group("tera"):
        return 1e12
    if word.startswith("milliard"):
        return 1e9
    return 1e6 if word.startswith("million") else SCALES.get(word, 1.0)


def _powered(base: float, exponent: int) -> float:
    """A power within what floats hold; a larger one stands for itself by its exponent."""
    if abs(exponent) > _LARGEST_POWER or abs(base) > 1e4 or (base == 0 and exponent < 0):
        return float(exponent)
    return float(base**exponent)


def _readings(digits: str) -> set[float]:
    """The values that digits may have: a comma or a point may part thousands or decimals."""
    digits = re.sub(r"[’' ]", "", digits)
    plain = digits.replace(",", "")
    forms = {plain} if plain.count(".") < 2 else {plain.replace(".", "")}
    if digits.count(",") == 1 and "." not in digits and not re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits):
        forms.add(digits.replace(",", "."))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits):
        forms.add(digits.replace(".", ""))
    return {float(form) for form in forms}
