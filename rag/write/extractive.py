"""Stage: write an answer from the papers' own sentences. No model, no key, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rag.matching import coverage
from rag.naming import name_stems, names_author
from rag.terms import stems
from rag.types import Draft, Evidence, Facet, Match, Paper, Query, Read, ReadSentence, Role

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
    Facet.NUMBER: r"\d",
    Facet.RESULT: r"\b(?:show|demonstrat|find|found|achiev|outperform|improv|result|reveal|surpass|exceed|consistent|state-of-the-art)\w*",
    Facet.METHOD: r"\b(?:we|our|it|this|by|using|via|through|consist|leverag|combin|employ|introduc|propos|integrat|stage|module)\w*\b",
    Facet.DEFINITION: r"\b(?:introduc|propos|present|develop)\w*\b|\bis an?\b",
    Facet.DATA: r"\b(?:data ?sets?|benchmarks?|corpus|recordings?|experiments?|evaluat\w*|trained on|simulation)\b",
    Facet.REASON: r"\b(?:because|due to|since|however|caus\w*|aris\w*|stem\w*|lead\w*|limit\w*|fail\w*|suffer\w*|lack\w*|key|mechanism)\b",
    Facet.CODE: r"https?://|\burl\b|\bcode\b|\bavailable\b|\breleased\b",
}
_COMPILED = {facet: re.compile(pattern, re.IGNORECASE) for facet, pattern in _CUES.items()}


class ExtractiveWriter:
    """The `Writer` that needs nothing: the sentences that answer the question, each with its footnote."""

    name = "extractive"
    attempts_thin_evidence = False

    def sees(self, query: Query, evidence: Evidence) -> tuple[Paper, ...]:  # noqa: ARG002  the port's form
        """Return the papers that answer."""
        return tuple(read.paper for read in evidence.reads)

    def write(self, query: Query, evidence: Evidence) -> Iterator[Draft]:
        """Yield the answer, once."""
        reads = evidence.reads
        meant = name_stems(read.paper for read in reads if read.named)
        if query.asked.facet is Facet.AUTHORS or any(names_author(query.text, read.paper) for read in reads):
            lines = [_author_line(read, number) for number, read in enumerate(reads, 1) if read.paper.authors]
        elif query.asked.facet is Facet.DECISION:
            lines = [_decision_line(read, number) for number, read in enumerate(reads, 1)]
        elif len(reads) > 1:
            lines = [_one_line(query, read, number, meant) for number, read in enumerate(reads, 1)]
        else:
            lines = [" ".join(f"{sentence.text} [1]" for sentence in select(query, reads[0], meant=meant))]
        yield Draft("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines))


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
    chosen = [ranked[0]]
    for sentence in _wanted_besides(query, read, ranked, scores):
        if len(chosen) < most and sentence not in chosen:
            chosen.append(sentence)
    return tuple(sorted(chosen, key=lambda sentence: sentence.position))


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
    """How well a sentence answers: its likeness to the question, the terms it meets, the form and role of an answer."""
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


def _one_line(query: Query, read: Read, number: int, meant: frozenset[str]) -> str:
    """One sentence of a paper beside others: in a list, what the paper is; in a comparison, what answers best."""
    claim = [sentence for sentence in read.sentences if sentence.role is Role.CLAIM]
    listed = query.asked.facet is Facet.LISTING and claim
    sentences = claim if listed else select(query, read, most=1, meant=meant)
    return " ".join(f"{sentence.text} [{number}]" for sentence in sentences)


def _author_line(read: Read, number: int) -> str:
    *others, last = read.paper.authors
    people = f"{', '.join(others)} and {last}" if others else last
    return f"“{read.paper.title}” was written by {people}. [{number}]"


def _decision_line(read: Read, number: int) -> str:
    decision = read.paper.decision.lower() or "paper"
    return f"“{read.paper.title}” was accepted as {'an' if decision[0] in 'aeiou' else 'a'} {decision}. [{number}]"
