"""Sentences with numbers, rewritten so that they stay true, and altered so that they don't. Pure functions.

Both are told from a sentence's own letters by rules of their own, not by the parts that are to be measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

# A number in digits that is no part of a name, a formula's index or a power.
_PLAIN_NUMBER = re.compile(
    r"(?<![\w.,^_\-–/×])(?<![\w\]]\+)(?<![_^]\{)(?<!\()(?!\d{1,4}[a-z]?\))\d[\d,]*(?:\.\d+)?(?=(?:\\*%|[KMB]\b|\\+times|×|x\b|[-–\s,;:.)+$]|$))(?!\.\d)"
)
_UNIT = re.compile(r"\s?(?:\\+%|%|percent\b|\$?\\+times\$?(?!\s?[\d$])|×(?!\d)|x\b|ms\b|seconds?\b|hours?\b|points?\b)")
_SCALE = re.compile(r"(?:\s?(?:K|M|B)\b|\s(?:thousand|million|billion)\b)")
_FROM_TO = re.compile(r"\bfrom (\$?[\d.,]*\d(?:\\*%)?\$?) to (\$?[\d.,]*\d(?:\\*%)?\$?)(?![\w.]*\d)")
_WORDS = "zero one two three four five six seven eight nine ten".split()
_HEDGE = re.compile(
    r"(?:\b(?:about|around|roughly|nearly|almost|approximately|over|than|least|most|under|below|above|within)|[~≈<>≥≤]"
    r"|\\(?:sim|approx|geq?|leq?))\s*\$?$"
)
NEAR = 0.25
_SMALL_SAID = (
    "zero no",
    "one single once a an",
    "two both pair second twice dual half halves halved double doubles doubled doubling twofold",
    "three third thrice triple",
    "four fourth quarter",
    "five fifth",
    "six sixth",
    "seven seventh",
    "eight eighth",
    "nine ninth",
    "ten tenth",
)
_NAMES_OF_SCALES = {"K": " thousand", "M": " million", "B": " billion"}
_OTHER_SCALE = {"K": "M", "M": "B", "B": "M", "thousand": "million", "million": "billion", "billion": "million"}
_OTHER_UNIT = {"%": " ms", "x": "%", "ms": "%", "seconds": "%", "hours": " seconds", "points": " hours"}


@dataclass(frozen=True, slots=True)
class Altered:
    """A sentence with one thing about a number changed; `how` names the change."""

    text: str
    how: str


def has_number(sentence: str) -> bool:
    """Whether a sentence has a number in digits that can be altered."""
    return _PLAIN_NUMBER.search(sentence) is not None


def reworded_numbers(sentence: str, chance: Random) -> str:
    """The sentence with its numbers written in another way that means the same."""
    rewritten = sentence
    for rewrite in chance.sample(_REWRITES, len(_REWRITES)):
        rewritten = rewrite(rewritten)
    return rewritten


def _percent_in_words(text: str) -> str:
    return re.sub(r"(?<=\d)\s?\\*%", " percent", text)


def _times_as_x(text: str) -> str:
    return re.sub(r"(?<=\s)\$?(\d[\d.]*)\s?\$?\s?(?:\\+times\$?|×)(?=\s[a-z])", r"\1x", text)


def _thousands_apart(text: str) -> str:
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)


def _scales_in_words(text: str) -> str:
    return re.sub(
        r"(?<![\w.,\-–/])(\d[\d.,]*)([KMB])(?![\w/–-])", lambda match: match[1] + _NAMES_OF_SCALES[match[2]], text
    )


def _small_in_words(text: str) -> str:
    return re.sub(r"(?<=\s)([2-9]|10)(?=\s[a-z]{4,}s\b)", lambda match: _WORDS[int(match[1])], text)


def _ranges_in_words(text: str) -> str:
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)[–](\d+(?:\.\d+)?)(?=\s?\\*%)", r"\1 to \2", text)


def _rounded(text: str) -> str:
    """Round one decimal: `29.68%` becomes `about 29.7%`."""
    return re.sub(r"(?<=\sby )(\d+\.\d\d)(?=\\*%)", lambda match: f"about {float(match[1]):.1f}", text, count=1)


_REWRITES: tuple[Callable[[str], str], ...] = (
    _percent_in_words,
    _times_as_x,
    _thousands_apart,
    _scales_in_words,
    _small_in_words,
    _ranges_in_words,
    _rounded,
)


def alterations(sentence: str, abstract: str, foreign: str, chance: Random) -> Iterator[Altered]:
    """Yield a sentence altered in every way that it allows, none of which stands in the abstract by its letters.

    `foreign` is another paper's sentence with a number.
    """
    match = chance.choice(list(_PLAIN_NUMBER.finditer(sentence)))
    written, hedged = match.group(), _HEDGE.search(sentence[: match.start()]) is not None
    known = _written_numbers(abstract)
    for how, number in _other_numbers(written, foreign, chance):
        if not _is_given(number, known, hedged=hedged):
            yield Altered(sentence[: match.start()] + number + sentence[match.end() :], how)
    if not hedged:
        yield from _other_units(sentence, match, abstract)
    turned = _FROM_TO.search(sentence)
    if turned and turned[1] != turned[2]:
        there = f"from {turned[2]} to {turned[1]}"
        yield Altered(sentence[: turned.start()] + there + sentence[turned.end() :], "operands swapped")


def _written_numbers(abstract: str) -> set[float]:
    """The numbers of an abstract in digits, and small ones also where they are written in words."""
    digits = {float(found) for found in re.findall(r"\d+(?:\.\d+)?", abstract.replace("{,}", "").replace(",", ""))}
    there = set(re.findall(r"[a-z]+", abstract.lower()))
    return digits | {float(value) for value, said in enumerate(_SMALL_SAID) if there & set(said.split())}


def _is_given(number: str, known: set[float], *, hedged: bool) -> bool:
    """Whether an abstract has a number, or, for one behind `about` or `over`, another near it."""
    value = float(number.replace(",", ""))
    return any(value == other or (hedged and abs(value - other) <= NEAR * value) for other in known)


def _other_numbers(written: str, foreign: str, chance: Random) -> Iterator[tuple[str, str]]:
    digits = [place for place, sign in enumerate(written) if sign.isdigit()]
    place = chance.choice(digits)
    others = [digit for digit in "123456789" if digit != written[place]]
    yield "digit changed", written[:place] + chance.choice(others) + written[place + 1 :]
    plain = written.replace(",", "")
    yield "decimal moved", f"{float(plain) / 10:g}" if "." in plain or plain.endswith("0") else f"{plain}0"
    yield "of another paper", chance.choice([found.group() for found in _PLAIN_NUMBER.finditer(foreign)]).rstrip(",")


def _other_units(sentence: str, match: re.Match[str], abstract: str) -> Iterator[Altered]:
    before, after, written = sentence[: match.start()], sentence[match.end() :], match.group()
    scale, unit = _SCALE.match(after), _UNIT.match(after)
    if scale:
        other = scale.group().replace(scale.group().strip(), _OTHER_SCALE[scale.group().strip()])
        if f"{written}{other}" not in abstract:
            yield Altered(before + written + other + after[scale.end() :], "scale changed")
    if unit:
        other = _OTHER_UNIT[_kind(unit.group())]
        if written != "100" and not re.search(
            rf"(?<![\d.]){re.escape(written)}\s?\\*{re.escape(other.strip())}", abstract
        ):
            yield Altered(before + written + other + after[unit.end() :], "unit swapped")
        if before.endswith("+"):
            yield Altered(before[:-1] + "-" + written + after, "sign changed")


def _kind(unit: str) -> str:
    plain = unit.strip(" $\\")
    if plain in ("%", "percent"):
        return "%"
    if plain in ("times", "×", "x"):
        return "x"
    return plain if plain == "ms" else f"{plain.rstrip('s')}s"
