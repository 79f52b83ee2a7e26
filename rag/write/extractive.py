"""Stage: write an answer from the papers' own sentences. No model, no key, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.read import coverage
from rag.terms import fold, stem
from rag.types import Draft, Evidence, Facet, Match, Paper, Query, Read, ReadSentence

MOST_SENTENCES = 3
SIMILARITY_SHARE, COVERAGE_SHARE, FACET_BONUS = 0.5, 0.5, 0.12
KEPT_SHARE = 0.80  # of the best sentence's score that a further one needs
NEW_COVERAGE = 0.12  # of the question's terms that a further one must add to be kept below that

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
        if query.asked.facet is Facet.AUTHORS or any(_asks_by_person(query, read) for read in reads):
            lines = [_author_line(read, number) for number, read in enumerate(reads, 1) if read.paper.authors]
        elif query.asked.facet is Facet.DECISION:
            lines = [_decision_line(read, number) for number, read in enumerate(reads, 1)]
        elif len(reads) > 1:
            lines = [_one_line(query, read, number) for number, read in enumerate(reads, 1)]
        else:
            lines = [" ".join(f"{sentence.text} [1]" for sentence in select(query, reads[0]))]
        yield Draft("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines))


def select(query: Query, read: Read, *, most: int = MOST_SENTENCES) -> tuple[ReadSentence, ...]:
    """The sentences of a paper that answer the question, in reading order.

    The best one first; another is added only when it is nearly as good or meets terms that are still open.
    """
    ranked = sorted(read.sentences, key=lambda sentence: -sentence_score(query, read, sentence))
    if not ranked:
        return ()
    best = sentence_score(query, read, ranked[0])
    chosen, open_terms = [ranked[0]], list(ranked[0].matches)
    for sentence in ranked[1:]:
        if len(chosen) == most:
            break
        combined = [
            max(pair, key=lambda match: match.strength)
            for pair in zip(open_terms, sentence.matches, strict=True)
        ]
        gain = coverage(combined) - coverage(open_terms)
        if sentence_score(query, read, sentence) >= KEPT_SHARE * best or gain >= NEW_COVERAGE:
            chosen.append(sentence)
            open_terms = combined
    return tuple(sorted(chosen, key=lambda sentence: sentence.position))


def sentence_score(query: Query, read: Read, sentence: ReadSentence) -> float:
    """How well a sentence answers: its likeness to the question, the terms it meets, and the form of an answer."""
    matches = _about_the_matter(read, sentence.matches)
    score = SIMILARITY_SHARE * sentence.similarity + COVERAGE_SHARE * coverage(matches)
    cue = _COMPILED.get(query.asked.facet)
    return score + (FACET_BONUS if cue and cue.search(sentence.text) else 0.0)


def _about_the_matter(read: Read, matches: Sequence[Match]) -> list[Match]:
    """Leave out the paper's own name: that a sentence holds it says little about what is asked."""
    own = (
        {stem(word) for word in read.paper.title.lower().replace("-", "").split(":")[0].split()}
        if read.named
        else set()
    )
    return [match for match in matches if match.term not in own] or list(matches)


def _one_line(query: Query, read: Read, number: int) -> str:
    return " ".join(f"{sentence.text} [{number}]" for sentence in select(query, read, most=1))


def _asks_by_person(query: Query, read: Read) -> bool:
    question = fold(query.text)
    return any(fold(author) in question for author in read.paper.authors)


def _author_line(read: Read, number: int) -> str:
    *others, last = read.paper.authors
    people = f"{', '.join(others)} and {last}" if others else last
    return f"“{read.paper.title}” was written by {people}. [{number}]"


def _decision_line(read: Read, number: int) -> str:
    decision = read.paper.decision.lower() or "paper"
    return f"“{read.paper.title}” was accepted as {'an' if decision[0] in 'aeiou' else 'a'} {decision}. [{number}]"
