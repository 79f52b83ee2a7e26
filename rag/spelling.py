"""Telling a slip of the keyboard from an ordinary word that just does not occur in the papers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spellchecker import SpellChecker


def is_ordinary(word: str) -> bool:
    """Whether a folded word is one of the English language."""
    return word in _dictionary()


@lru_cache(maxsize=1)
def _dictionary() -> SpellChecker:
    from spellchecker import SpellChecker  # loading its word list takes a third of a second

    return SpellChecker(language="en")
