"""Where the sentences of an answer stand in its text: each is shown with its markers and its verdict."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.answer import Answer
from rag.outcome import struck_out
from rag.types import Sentence

MARKER = re.compile(r"\[([^\[\]\n]{1,60})\]")
# A marker on its way: its label, letter by letter, and its numbers.
_LABEL = r"s(?:o(?:u(?:r(?:c(?:es?)?)?)?)?)?|p(?:a(?:p(?:e(?:rs?)?)?)?)?"
_INSIDE = rf"\s?[\^#]?(?:{_LABEL})?[\s\d０-９,;:&#–—-]{{0,40}}(?:†[^】]{{0,20}})?"
_UNFINISHED = re.compile(rf"\s*(?:\^|\^?(?:\[\s?)?[\[【［〔]{_INSIDE}|\[\s?\[{_INSIDE}\])$", re.IGNORECASE)
_NUMBERS = re.compile(r"\s*\d+(?:\s*[,;]\s*\d+)*\s*")
_LOOKED_THROUGH = 6000  # characters; a longer "sentence" is not searched for word by word


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an answer's text: a sentence, or (sentence None) the markers and space between two."""

    text: str
    sentence: Sentence | None = None


def pieces(answer: Answer) -> list[Piece]:
    """The text of the answer cut at its sentences, complete and in order.

    A struck sentence comes without the signs that strike it out. When the text does not contain its sentences, they
    stand by themselves, with the numbers they cite.
    """
    found: list[Piece] = []
    position = 0
    for sentence in answer.sentences:
        span = _span(answer.text, _written(sentence), position)
        if span is None:
            return _from_sentences(answer)
        if span[0] > position:
            found.append(Piece(answer.text[position : span[0]]))
        found.append(Piece(sentence.text if sentence.struck else answer.text[span[0] : span[1]], sentence))
        position = span[1]
    if position < len(answer.text):
        found.append(Piece(answer.text[position:]))
    return found


def _written(sentence: Sentence) -> str:
    """A sentence as it stands in the text: between `~~` and `~~` when it is struck out."""
    return struck_out(sentence.text) if sentence.struck else sentence.text


def finished(draft: str) -> str:
    """The draft without a marker that is still being written: `[1` of `[17]` would flicker, `[Source` too."""
    return _UNFINISHED.sub("", draft)


def numbers(inside: str) -> tuple[int, ...]:
    """The numbers in a marker like `1` or `1, 3`; empty when it is not made of numbers."""
    if not _NUMBERS.fullmatch(inside):
        return ()
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", inside))


def _span(text: str, sentence: str, position: int) -> tuple[int, int] | None:
    start = text.find(sentence, position)
    if start >= 0:
        return start, start + len(sentence)
    if len(sentence) > _LOOKED_THROUGH:
        return None
    words = re.findall(r"\w+|[^\w\s]", sentence)  # markers may stand between any two of them
    between = r"(?:\s|\[[^\[\]\n]{1,60}\])*"
    match = re.compile(between.join(map(re.escape, words))).search(text, position) if words else None
    return match.span() if match else None


def _from_sentences(answer: Answer) -> list[Piece]:
    shown: list[Piece] = []
    for sentence in answer.sentences:
        shown.append(Piece(sentence.text, sentence))
        shown.append(Piece("".join(f"[{number}]" for number in sentence.citations) + " "))
    return shown
