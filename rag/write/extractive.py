"""Stage: write an answer from the papers' own sentences. No model, no key, no network."""

from __future__ import annotations

from collections.abc import Iterator

from rag.language.naming import asks_by_author, name_stems
from rag.types import Draft, Evidence, Facet, Paper, Query, Read, Role
from rag.write.select import select


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
        if query.asked.facet is Facet.AUTHORS or any(asks_by_author(query.text, read.paper) for read in reads):
            lines = [_author_line(read, number) for number, read in enumerate(reads, 1) if read.paper.authors]
        elif query.asked.facet is Facet.DECISION:
            lines = [_decision_line(read, number) for number, read in enumerate(reads, 1) if read.paper.decision]
        elif len(reads) > 1:
            lines = [_one_line(query, read, number, meant) for number, read in enumerate(reads, 1)]
        else:
            lines = [" ".join(f"{sentence.text} [1]" for sentence in select(query, reads[0], meant=meant))]
        yield Draft("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines))


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
    decision = read.paper.decision.lower()
    if decision in ("oral", "poster", "spotlight"):
        return f"“{read.paper.title}” was accepted as {'an' if decision == 'oral' else 'a'} {decision}. [{number}]"
    return f"The decision on “{read.paper.title}” is {decision}. [{number}]"
