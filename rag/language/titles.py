"""Titles in a question: what stands in quotation marks, or in capitals as a title does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.language.terms import FRAME_WORDS, FUNCTION_WORDS, content_words, fold, stem, stems

LEAST_WORDS = 3  # content words of a title; fewer may be any term in capitals
KNOWN_SHARE = 0.75  # of a title's words that a text must hold for the title to be its own
_QUOTED = re.compile(r"[“\"«]([^”\"»]{8,})[”\"»]|(?<!\w)['‘]([^'’]{8,}?)['’](?!\w)")
_LOWER = re.compile(r"\b[a-z]+\b")
_ENDS = ("?", ".", "!", ";", ",", ":")
_AROUND = "?.,;:!()[]“”\"'’‘—–"
_SMALL = frozenset(
    "a an and as at beyond by for from in into is of on or over the through to under via with without".split()
)


def absent_titles(question: str, text: str) -> list[str]:
    """The titles in a question that are not a text's own: it lacks more than a quarter of their words."""
    known = set(stems(text))
    return [title for title in titles(question) if _known_share(title, known) < KNOWN_SHARE]


def titles(question: str) -> tuple[str, ...]:
    """What is written as a title in a question, of at least three content words, in order, each once."""
    found = [match.group(1) or match.group(2) for match in _QUOTED.finditer(question)]
    found += [" ".join(run) for run in _capital_runs(question)]
    return tuple(dict.fromkeys(title for title in found if len(content_words(title)) >= LEAST_WORDS))


def _known_share(title: str, known: set[str]) -> float:
    words = [stem(word) for word in content_words(title)]
    return sum(word in known for word in words) / len(words)


def _capital_runs(question: str) -> Iterator[list[str]]:
    """Runs of words that begin with capitals, small ones between them; at least three capitals in each.

    Where every word has a capital, they tell nothing.
    """
    if all(word in _SMALL for word in _LOWER.findall(question)):
        return
    run: list[str] = []
    for typed in [*question.split(), ""]:
        word = typed.strip(_AROUND)
        goes_on = word[:1].isupper() or (bool(run) and fold(word) in _SMALL)
        if goes_on:
            run.append(word)
        if not goes_on or typed.endswith(_ENDS):
            trimmed = _trimmed(run)
            if sum(part[:1].isupper() for part in trimmed) >= LEAST_WORDS:
                yield trimmed
            run = []


def _trimmed(run: list[str]) -> list[str]:
    """Without small words behind, and without what begins a question before."""
    while run and fold(run[-1]) in _SMALL:
        run = run[:-1]
    while run and (fold(run[0]) in FUNCTION_WORDS or fold(run[0]) in FRAME_WORDS):
        run = run[1:]
    return run
