"""What general English makes of a word: whether it is one at all, and how technical."""

from __future__ import annotations

from functools import lru_cache
from math import log1p
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spellchecker import SpellChecker


MOST_USED = 2_000_000  # count of a word as common as `make`


def is_ordinary(word: str) -> bool:
    """Whether a folded word is one of the English language."""
    return word in _dictionary()


@lru_cache(maxsize=4096)
def ordinary_neighbour(word: str) -> str | None:
    """The English word one slip away from a folded word; None for an ordinary word, or when none is near.

    A dropped letter is the commonest slip, so longer words go first; then the more used one.
    """
    if is_ordinary(word):
        return None
    counts = _dictionary().word_frequency.dictionary
    near = [candidate for candidate in _dictionary().candidates(word) or () if candidate != word]
    return max(near, key=lambda found: (len(found) > len(word), counts.get(found, 0)), default=None)


@lru_cache(maxsize=50_000)
def technicality(word: str) -> float:
    """How technical a folded word is, 0 (everyday) … 1 (in no general dictionary): 1 - log(1 + n) / log(1 + most).

    n is how often general English texts use it, singular or plural, by the dictionary's counts.
    """
    counts = _dictionary().word_frequency.dictionary
    used = max(counts.get(form, 0) for form in (word, word.removesuffix("s"), f"{word}s"))
    return max(0.0, 1.0 - log1p(used) / log1p(MOST_USED))


@lru_cache(maxsize=1)
def _dictionary() -> SpellChecker:
    from spellchecker import SpellChecker  # loading its word list takes a third of a second

    return SpellChecker(language="en", distance=1)
