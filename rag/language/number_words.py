"""Numbers written in words: `twenty-five`, `two hundred`, `half`, `a dozen`, `three orders of magnitude`."""

from __future__ import annotations

import re
from collections.abc import Iterator

PLACE = "place"  # of something in an order: the second

_UP_TO_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty
"""
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_SMALL = {word: value for value, word in enumerate(_UP_TO_TWENTY.split())} | _TENS
_LARGE = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_ORDINALS = {
    word: value
    for value, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_WORD = "|".join((*_SMALL, *_LARGE))
_MORE = rf"(?:(?:[\s-]+|\s+and\s+)(?:{_WORD}))*"
_WRITTEN = re.compile(
    rf"(?<![\w-])(?:(?:{'|'.join(_SMALL)}){_MORE}|an?[\s-]+(?:{'|'.join(_LARGE)}){_MORE})(?!\w)", re.IGNORECASE
)
# What a word may stand for in digits, and the unit that the digits then have.
_SAID = (
    (r"twice|two ?fold|doubl\w+", ((2.0, "x"), (100.0, "%"), (200.0, "%"))),
    (r"thrice|three ?fold|tripl\w+", ((3.0, "x"), (200.0, "%"), (300.0, "%"))),
    (r"quadrupl\w+|four ?fold", ((4.0, "x"), (300.0, "%"), (400.0, "%"))),
    (r"half|halv\w+", ((0.5, "x"), (2.0, "x"), (50.0, "%"))),
    (r"thirds?", ((1 / 3, "x"), (3.0, "x"), (33.0, "%"), (33.3, "%"), (66.7, "%"), (67.0, "%"))),
    (r"quarters?", ((0.25, "x"), (4.0, "x"), (25.0, "%"), (75.0, "%"))),
    (r"one[- ]fifths?", ((0.2, "x"), (5.0, "x"), (20.0, "%"))),
    (r"one[- ]tenths?", ((0.1, "x"), (10.0, "x"), (10.0, "%"))),
    (r"orders? of magnitude", ((10.0, "x"),)),
    (r"two orders of magnitude", ((100.0, "x"),)),
    (r"three orders of magnitude", ((1000.0, "x"),)),
    (r"dozen", ((12.0, ""),)),
    (r"single|once", ((1.0, ""),)),
    (r"both|pairs?|couple", ((2.0, ""),)),
    (r"perfect|perfectly", ((100.0, "%"),)),
)
_SAID_AS = tuple((re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE), values) for words, values in _SAID)
_FOLD = re.compile(rf"(?<![\w-])({'|'.join(_SMALL)})[\s-]?fold(?!\w)", re.IGNORECASE)


def number_words(text: str) -> Iterator[tuple[int, int, float]]:
    """Where numbers are written in words, and their values."""
    for match in _WRITTEN.finditer(text):
        yield match.start(), match.end(), _value(re.findall(r"[a-z]+", match.group().lower()))


def said_values(text: str) -> Iterator[tuple[float, str]]:
    """Values, with the unit of each, that words of a text stand for beside its numbers: `twice` for 2× or 100 %."""
    for pattern, values in _SAID_AS:
        if pattern.search(text):
            yield from values
    for match in _FOLD.finditer(text):
        yield float(_SMALL[match.group(1).lower()]), "x"
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _ORDINALS:
            yield float(_ORDINALS[word]), PLACE


def _value(words: list[str]) -> float:
    total = current = 0.0
    for word in words:
        if word in _SMALL:
            current += _SMALL[word]
        elif word == "hundred":
            current = (current or 1.0) * 100
        elif word in _LARGE:
            total, current = total + (current or 1.0) * _LARGE[word], 0.0
    return total + current
