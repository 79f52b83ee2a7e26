"""How well papers fit a sentence: whether an abstract meets its words, the rare ones above all, and in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rag.checking.record import record
from rag.language.sentences import sentences
from rag.language.terms import COMMON_WORDS, FRAME_WORDS, FUNCTION_WORDS, camel_parts, is_english, joined, stem, stems
from rag.ports import Meaning, Reader, Vectors, Vocabulary
from rag.types import Paper

# Chosen on sentences of one half of the papers and checked on the other (eval/README.md).
CLEARLY = 0.06  # how much better another paper has to fit
WELL = 0.35  # how well it has to fit by itself: what fits no paper has no better one
GENERIC = 1.0  # rarity that is added to a sentence's own: "It improves performance." fits all papers alike
_SHARED = frozenset({"as", "do", "no", "on", "par", "sin", "sur"})
_SAID_OF_ALL = FUNCTION_WORDS | FRAME_WORDS | COMMON_WORDS
IN_ONE_PLACE = 0.5  # the share of what one sentence of the abstract meets by itself

Strengths = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Beside:
    """The papers that were found for a question, and who reads them: what a cited paper is compared with."""

    papers: Sequence[Paper]
    reader: Reader
    vocabulary: Vocabulary


def better_paper(text: str, cited: Sequence[Paper], one: Paper, beside: Beside) -> Paper | None:
    """The paper that fits a sentence clearly better in the place of `one` of those it cites; None if there is none.

    Where several are cited, `one` answers only for what the others do not hold.
    """
    others = [paper for paper in beside.papers if paper not in cited]
    if not others or not _is_english(text):
        return None
    said = _Said.read(text, beside)
    rest = said.strengths(*(paper for paper in cited if paper != one))
    now = said.fit(np.maximum(rest, said.strengths(one)))
    if said.best_possible < max(WELL, now + CLEARLY):
        return None  # no other need be read
    fits = {paper: said.fit(np.maximum(rest, said.strengths(paper))) for paper in others}
    best = max(others, key=lambda paper: fits[paper])
    return best if fits[best] >= max(WELL, now + CLEARLY) else None


def fit(text: str, paper: Paper, beside: Beside) -> float:
    """How well one paper fits a sentence, 0…1."""
    said = _Said.read(text, beside)
    return said.fit(said.strengths(paper))


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence's words that say something: their stems, rarities, and meanings of shape (n, dimension)."""

    stems: tuple[str, ...]
    rarities: Strengths
    vectors: Vectors
    reader: Reader

    @classmethod
    def read(cls, text: str, beside: Beside) -> _Said:
        (meaning,) = beside.reader.read([text])
        kept = [(word, joined(text[word.start : word.end])) for word in meaning.words]
        kept = [(word, plain) for word, plain in kept if _says_something(plain)]
        found = tuple(stem(plain) for _, plain in kept)
        rarities = np.array([beside.vocabulary.rarity(term) for term in found], dtype=np.float64)
        vectors = np.stack([word.vector for word, _ in kept]) if kept else np.zeros((0, 1), dtype=np.float32)
        return cls(found, rarities, vectors, beside.reader)

    @property
    def best_possible(self) -> float:
        """The fit of a text that has every word."""
        return self.fit(np.ones(len(self.stems)))

    def fit(self, strengths: Strengths) -> float:
        """The share of the words that is met, weighted by rarity; the less a sentence says, the smaller."""
        return float(self.rarities @ strengths / (self.rarities.sum() + GENERIC))

    def strengths(self, *papers: Paper) -> Strengths:
        """How well each word is met by the best of the papers, 0…1: in the whole abstract, and in its best sentence."""
        best = np.zeros(len(self.stems))
        for paper in papers if self.stems else ():
            best = np.maximum(best, self._met(paper))
        return best

    def _met(self, paper: Paper) -> Strengths:
        texts = (paper.title, *sentences(paper.abstract))
        places = [self._met_by(text, read) for text, read in zip(texts, self.reader.read(texts), strict=True)]
        known = _stems(record(paper))
        whole = np.maximum(np.max(places, axis=0), [float(term in known) for term in self.stems])
        in_one = max(places, key=lambda place: float(self.rarities @ place))
        met: Strengths = (1 - IN_ONE_PLACE) * whole + IN_ONE_PLACE * in_one
        return met

    def _met_by(self, text: str, read: Meaning) -> Strengths:
        """1 for a word that stands in the text, else the cosine of the nearest in meaning."""
        present = _stems(text)
        met: Strengths = np.array([float(term in present) for term in self.stems])
        if read.words:
            nearest = (self.vectors @ np.stack([word.vector for word in read.words]).T).max(axis=1)
            met = np.maximum(met, np.clip(nearest, 0.0, 0.99))
        return met


@lru_cache(maxsize=5_000)
def _stems(text: str) -> frozenset[str]:
    return frozenset(_all_stems(text))


def _all_stems(text: str) -> Iterator[str]:
    yield from stems(text)
    yield from camel_parts(text)


def _is_english(text: str) -> bool:
    """Whether a statement is English; there, unlike in questions, some words that other languages share are common."""
    return is_english(" ".join(word for word in text.split() if word.lower() not in _SHARED))


def _says_something(plain: str) -> bool:
    return plain not in _SAID_OF_ALL and any(sign.isalnum() for sign in plain)
