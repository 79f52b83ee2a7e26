"""How well what was read fits the question: pure measures over matches, shared by the stages that follow reading."""

from __future__ import annotations

from collections.abc import Sequence

from rag.language.naming import name_stems
from rag.language.terms import COMMON_WORDS, stem
from rag.types import Match, Read, Role

COMMON_STEMS = frozenset(map(stem, COMMON_WORDS))
MENTIONED = 0.85  # what a term counts that a paper mentions outside its title and claim


def coverage(matches: Sequence[Match]) -> float:
    """The share (0…1) of the question's terms that is met, weighted by rarity; 1 when nothing is asked by terms."""
    total = sum(match.rarity for match in matches)
    return sum(match.rarity * match.strength for match in matches) / total if total else 1.0


def topic_fit(read: Read) -> float:
    """How well a paper fits the question in one place, its claim above all, 0…1.

    To mention a topic is not to treat it.
    """
    places = [
        coverage(sentence.matches) * (1.0 if sentence.role is Role.CLAIM else MENTIONED) for sentence in read.sentences
    ]
    return 0.5 * best_similarity(read) + 0.5 * max([coverage(read.title_matches), *places])


def best_similarity(read: Read) -> float:
    """The best cosine of the paper, as a whole or in one sentence, with the question."""
    return max([read.found.similarity, *(sentence.similarity for sentence in read.sentences)])


def asked_of(chosen: Sequence[Read]) -> list[Match]:
    """The question's terms as the papers together meet them, apart from the papers' names and what every paper has."""
    meant = name_stems(read.paper for read in chosen if read.named)
    together = zip(*(read.matches for read in chosen), strict=True)
    best = (max(matches, key=lambda match: match.strength) for matches in together)
    return [match for match in best if match.term not in meant and match.term not in COMMON_STEMS]
