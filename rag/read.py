"""Stage: read the found papers, sentence by sentence, against the question."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rag.evidence.matching import coverage
from rag.language.naming import is_named
from rag.language.roles import roles
from rag.language.sentences import sentence_spans
from rag.language.spelling import technicality
from rag.language.terms import camel_parts, content_words, joined, stem, stems
from rag.ports import Meaning, Reader, Vectors, Vocabulary
from rag.types import Facet, Found, Match, Paper, Passages, Query, Read, ReadSentence

# The order of papers: what retrieval says, how well their best sentences fit, and how well the question's terms are met
# in context. Chosen on calibration questions (eval/README.md).
RETRIEVAL_SHARE, SENTENCE_SHARE, COVERAGE_SHARE = 0.3, 0.3, 0.4
BEST_SENTENCES = 3
READ_BESIDE_NAMED = 2
READ_OF_MANY = 15  # of the candidates for a list
READ_EXACT = 10  # of papers that all meet a condition, as many as are shown
READ_CLOSELY = 4  # of the papers found; reading eight found no more (eval/README.md)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text ready for matching: its stems, and its words' vectors as one matrix."""

    stems: frozenset[str]
    vectors: Vectors


def read(query: Query, passages: Passages, reader: Reader, vocabulary: Vocabulary) -> tuple[Read, ...]:
    """Return the found papers, best first, the likely ones with their sentences matched to the question."""
    question, *parts = reader.read([query.wanted, *query.asked.parts])
    terms = _weighted_terms(query, question, vocabulary)
    named = {
        found.paper.id
        for found in passages.found
        if passages.exact or found.paper.id in query.carried or is_named(found.paper, query.wanted, vocabulary)
    }
    likely, others = _worth_reading(query, passages, named)
    reads = [_read_paper(found, (question, *parts), terms, reader, named=found.paper.id in named) for found in likely]
    unread = (Read(found, (), (), named=False, score=0.0) for found in others)
    return (*sorted(reads, key=lambda item: -item.score), *unread)


def _worth_reading(query: Query, passages: Passages, named: Collection[str]) -> tuple[Sequence[Found], Sequence[Found]]:
    """The papers to read, and those that only stand beside them. A question about many has all of them read.

    Where the question names its papers, those are read with a few others, and the rest is left out.
    """
    if passages.exact:
        return passages.found[:READ_EXACT], ()
    if named:
        others = [found for found in passages.found if found.paper.id not in named]
        return [found for found in passages.found if found.paper.id in named] + others[:READ_BESIDE_NAMED], ()
    if query.asked.facet is Facet.COMPARISON:
        return passages.found, ()
    if query.asked.facet is Facet.LISTING:
        return passages.found[:READ_OF_MANY], passages.found[READ_OF_MANY:]
    return passages.found[:READ_CLOSELY], passages.found[READ_CLOSELY:]


@dataclass(frozen=True, slots=True)
class _Term:
    stem: str
    rarity: float
    technicality: float
    vector: Vectors | None  # None when the model's window did not reach the word


def _weighted_terms(query: Query, question: Meaning, vocabulary: Vocabulary) -> tuple[_Term, ...]:
    vectors: dict[str, Vectors] = {}
    for word in question.words:
        vectors.setdefault(stem(joined(query.wanted[word.start : word.end])), word.vector)
    technical = {stem(word): technicality(word) for word in content_words(query.wanted)}
    return tuple(
        _Term(term, vocabulary.rarity(term), technical.get(term, 1.0), vectors.get(term)) for term in query.asked.terms
    )


def _read_paper(
    found: Found, questions: Sequence[Meaning], terms: Sequence[_Term], reader: Reader, *, named: bool
) -> Read:
    """`questions` are the whole question and then its parts."""
    paper = found.paper
    spans = sentence_spans(paper.abstract)
    texts = [paper.abstract[start:end] for start, end in spans]
    meanings = reader.read([paper.title, *texts])
    whole, *parts = (np.stack([meaning.vector for meaning in meanings[1:]]) @ asked.vector for asked in questions)
    sentences = tuple(
        ReadSentence(
            paper,
            start,
            end,
            position,
            role,
            similarity=float(whole[position]),
            part_similarities=tuple(float(part[position]) for part in parts),
            matches=_matches(terms, _prepare(texts[position], meanings[position + 1])),
        )
        for position, ((start, end), role) in enumerate(zip(spans, roles(texts), strict=True))
    )
    fit = float(np.sort(whole)[::-1][:BEST_SENTENCES].mean())
    matches = _matches(terms, _whole(paper, meanings))
    score = RETRIEVAL_SHARE * found.score + SENTENCE_SHARE * max(0.0, fit) + COVERAGE_SHARE * coverage(matches)
    title = _prepare(" ".join((paper.title, *paper.keywords)), meanings[0])
    return Read(found, sentences, matches, named, score + named, _matches(terms, title))


def _prepare(text: str, meaning: Meaning) -> _Text:
    vectors = [word.vector for word in meaning.words]
    known = frozenset((*stems(text), *camel_parts(text)))
    return _Text(known, np.stack(vectors) if vectors else np.zeros((0, len(meaning.vector)), dtype=np.float32))


def _whole(paper: Paper, meanings: Sequence[Meaning]) -> _Text:
    words = [word.vector for meaning in meanings for word in meaning.words]
    text = " ".join((paper.title, *paper.keywords, paper.abstract))
    known = frozenset((*stems(text), *camel_parts(text)))
    return _Text(known, np.stack(words))


def _matches(terms: Sequence[_Term], text: _Text) -> tuple[Match, ...]:
    """Match each term: 1 for the word itself (or joined with its neighbour), else its closest word in meaning."""
    found: dict[str, float] = {term.stem: float(term.stem in text.stems) for term in terms}
    for left, right in pairwise(terms):
        if stem(left.stem + right.stem) in text.stems or left.stem + right.stem in text.stems:
            found[left.stem] = found[right.stem] = 1.0
    for term in terms:
        if found[term.stem] == 0.0 and term.vector is not None and len(text.vectors):
            found[term.stem] = min(0.99, max(0.0, float((text.vectors @ term.vector).max())))
    return tuple(Match(term.stem, term.rarity, term.technicality, found[term.stem]) for term in terms)
