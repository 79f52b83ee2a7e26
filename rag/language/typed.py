"""A question as it was typed, mended: slips of the keyboard, ids of papers, and what of other languages is shared."""

from __future__ import annotations

import re

from rag.language.identifiers import arxiv_number, typed_ids, with_ids
from rag.language.spelling import ordinary_neighbour, technicality
from rag.language.terms import (
    FRAME_WORDS,
    FUNCTION_WORDS,
    content_words,
    fold,
    is_english,
    looks_like_name,
    stem,
)
from rag.ports import Search, Vocabulary

SHORTEST_NAME = 5  # letters; of shorter words only slips in function words are mended
_ADDRESS = re.compile(r"https?://[^\s<>\"]*[\w/]")
_LONG_WORD = re.compile(r"(?<![\w-])[A-Za-z]{4,}(?![\w-])")


def mended(question: str, search: Search) -> str:
    """The question with ids as they are indexed, and with unknown words as what they most likely stand for."""
    return _spelt(_with_known_ids(question, search), search)


def shared_terms(question: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Of a question in another language, the terms that the papers share: names, loan words and near cognates."""
    nearest = (vocabulary.nearest(word) or word for word in content_words(question))
    return tuple(dict.fromkeys(term for term in map(stem, nearest) if vocabulary.rarity(term) < 1.0))


def _with_known_ids(question: str, search: Search) -> str:
    """Write arXiv ids with the version that is indexed, whichever was typed, and addresses of papers as their ids."""
    for address in _ADDRESS.findall(question):
        for paper in search.papers(typed_ids(address.replace("doi.org/", "doi.org ")))[:1]:
            question = question.replace(address, paper.id)
    typed = [text for text in typed_ids(question) if arxiv_number(text)]
    return with_ids(question, {text: paper.id for text in typed for paper in search.papers([text])})


def _spelt(question: str, vocabulary: Vocabulary) -> str:
    """Replace unknown words by what they most likely stand for; ordinary words and other languages stay."""
    if not is_english(question):
        return question

    def corrected(match: re.Match[str]) -> str:
        typed, word = match.group(), fold(match.group())
        known = word in FUNCTION_WORDS or word in FRAME_WORDS or vocabulary.rarity(stem(word)) < 1.0
        if known or looks_like_name(typed):
            return typed
        plain = ordinary_neighbour(word) if typed.islower() else None
        if len(word) < SHORTEST_NAME:
            return plain if plain in FUNCTION_WORDS else typed
        indexed = vocabulary.nearest(word, slips=1)
        if indexed and plain and technicality(plain) < technicality(indexed) < 1.0:
            return plain  # both are ordinary words; the more usual one was meant
        return indexed or plain or vocabulary.nearest(word) or typed

    return _LONG_WORD.sub(corrected, question)
