"""Choosing the sentences of a paper that answer a question: few, the right ones, in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rag.evidence.matching import COMMON_STEMS, coverage
from rag.language.terms import stems
from rag.types import Facet, Query, Read, ReadSentence, Role

MOST_SENTENCES = 3
# Chosen on calibration questions for facts found in few sentences (eval/README.md).
SIMILARITY_SHARE, COVERAGE_SHARE, FACET_BONUS = 0.5, 0.8, 0.16
KEPT_SHARE = 0.75  # of the best sentence's score that a further one needs
NEW_COVERAGE = 0.12  # of the question's terms that a further one must add to be kept below that
ROLE_BONUS = {Role.BACKGROUND: -0.10, Role.CLAIM: 0.0, Role.SUBSTANCE: 0.0, Role.POINTER: -0.20}
ROLE_ASKED_FOR = {
    Facet.DEFINITION: Role.CLAIM,
    Facet.COMPARISON: Role.CLAIM,
    Facet.REASON: Role.BACKGROUND,
    Facet.CODE: Role.POINTER,
}
ROLE_ASKED_BONUS = 0.08

# What sentences of abstracts look like that answer each kind of question.
_CUES = {
    Facet.NUMBER: (r"\d",),
    Facet.RESULT: (
        r"\b(?:show|demonstrat|find|found|achiev|outperform|improv|result|reveal|surpass|exceed|consistent)\w*",
        r"\bstate-of-the-art\b",
    ),
    Facet.METHOD: (
        r"\b(?:we|our|it|this|by|using|via|through)\b",
        r"\b(?:consist|leverag|combin|employ|introduc|propos|integrat|stage|module)\w*",
    ),
    Facet.DEFINITION: (r"\b(?:introduc|propos|present|develop)\w*", r"\bis an?\b"),
    Facet.DATA: (
        r"\b(?:data ?sets?|benchmarks?|corpus|recordings?|experiments?|trained on|simulation)\b",
        r"\bevaluat\w*",
    ),
    Facet.REASON: (
        r"\b(?:because|due to|since|however|key|mechanism)\b",
        r"\b(?:caus|aris|stem|lead|limit|fail|suffer|lack)\w*",
    ),
    Facet.CODE: (r"https?://", r"\b(?:url|code|available|released)\b"),
}
_COMPILED = {facet: re.compile("|".join(patterns), re.IGNORECASE) for facet, patterns in _CUES.items()}


def select(
    query: Query, read: Read, *, most: int = MOST_SENTENCES, meant: frozenset[str] = frozenset()
) -> tuple[ReadSentence, ...]:
    """The sentences of a paper that answer the question, in reading order.

    First the best one; then the best for each part of a question with several; then, when the question does not name
    the paper, the sentence that says what the paper is; then any that are nearly as good or meet terms still open.
    `meant` are stems that only say which papers are meant.
    """
    read = replace(read, sentences=tuple(_without(sentence, meant) for sentence in read.sentences))
    if not read.sentences:
        return ()
    scores = {sentence: sentence_score(query, sentence) for sentence in read.sentences}
    ranked = sorted(read.sentences, key=lambda sentence: -scores[sentence])
    if query.asked.facet is Facet.DEFINITION or not _asks_a_detail(query, meant):
        ranked.sort(key=lambda sentence: sentence.role is not Role.CLAIM)
    chosen = [ranked[0]]
    for sentence in _wanted_besides(query, read, ranked, scores):
        if len(chosen) < most and sentence not in chosen:
            chosen.append(sentence)
    return tuple(sorted(chosen, key=lambda sentence: sentence.position))


def _asks_a_detail(query: Query, meant: frozenset[str]) -> bool:
    """Whether a question has words beside a paper's name and what every paper has (`How does X work?` has none)."""
    return any(term not in meant and term not in COMMON_STEMS for term in query.asked.terms)


def _wanted_besides(
    query: Query, read: Read, ranked: Sequence[ReadSentence], scores: Mapping[ReadSentence, float]
) -> Iterator[ReadSentence]:
    for part in range(len(query.asked.parts)):
        yield max(ranked, key=lambda sentence: part_score(query, sentence, part))
    if not read.named:
        yield from (sentence for sentence in ranked if sentence.role is Role.CLAIM)
    met = list(ranked[0].matches)
    for sentence in ranked[1:]:
        combined = [max(pair, key=lambda match: match.strength) for pair in zip(met, sentence.matches, strict=True)]
        nearly_as_good = scores[sentence] >= KEPT_SHARE * scores[ranked[0]]
        if nearly_as_good or coverage(combined) - coverage(met) >= NEW_COVERAGE:
            met = combined
            yield sentence


def sentence_score(query: Query, sentence: ReadSentence) -> float:
    """How well a sentence answers: likeness to the question, terms met, the form and role of an answer."""
    likeness = SIMILARITY_SHARE * sentence.similarity
    return likeness + COVERAGE_SHARE * coverage(sentence.matches) + _bonus(query, sentence)


def part_score(query: Query, sentence: ReadSentence, part: int) -> float:
    """How well a sentence answers one part of the question."""
    stems_of_part = set(stems(query.asked.parts[part]))
    matches = [match for match in sentence.matches if match.term in stems_of_part]
    likeness = SIMILARITY_SHARE * sentence.part_similarities[part]
    return likeness + COVERAGE_SHARE * coverage(matches) + _bonus(query, sentence)


def _bonus(query: Query, sentence: ReadSentence) -> float:
    cue = _COMPILED.get(query.asked.facet)
    form = FACET_BONUS if cue and cue.search(sentence.text) else 0.0
    asked_for = ROLE_ASKED_FOR.get(query.asked.facet) is sentence.role
    return form + (ROLE_ASKED_BONUS if asked_for else ROLE_BONUS[sentence.role])


def _without(sentence: ReadSentence, meant: frozenset[str]) -> ReadSentence:
    """Leave out the papers' names: that a sentence holds one says little about what is asked."""
    kept = tuple(match for match in sentence.matches if match.term not in meant)
    return replace(sentence, matches=kept or sentence.matches)
