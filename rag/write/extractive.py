"""Stage: write an answer from the papers' own sentences. No model, no key, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.language.naming import asks_by_author, name_stems
from rag.types import Draft, Evidence, Facet, Paper, Query, Read, Role
from rag.write.select import select

MOST_OF_A_SIDE = 2  # sentences of one side of a comparison
# The second half of a question that first asks for the authors.
_ASKS_ON = re.compile(r"\band,? (?:what|how|why|where|on (?:which|what)|which|does|is)\b", re.IGNORECASE)


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
            lines = _with_the_rest(query, reads, lines, meant)
        elif query.asked.facet is Facet.DECISION:
            lines = [_decision_line(read, number) for number, read in enumerate(reads, 1) if read.paper.decision]
        elif len(reads) > 1 or query.asked.counts:
            lines = [_one_line(query, read, number, meant) for number, read in enumerate(reads, 1)]
        else:
            lines = [" ".join(f"{sentence.text} [1]" for sentence in select(query, reads[0], meant=meant))]
        yield Draft("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines))


def _one_line(query: Query, read: Read, number: int, meant: frozenset[str]) -> str:
    """What one paper says beside others: in a list, what it is; in a comparison, what answers best."""
    claim = [sentence for sentence in read.sentences if sentence.role is Role.CLAIM]
    listed = query.asked.facet is Facet.LISTING and claim
    sentences = claim[:1] if listed else select(query, read, most=MOST_OF_A_SIDE, meant=meant)
    return " ".join(f"{sentence.text} [{number}]" for sentence in sentences)


def _with_the_rest(query: Query, reads: Sequence[Read], lines: list[str], meant: frozenset[str]) -> list[str]:
    """The lines on who wrote the papers, each with a sentence of the paper when the question asks for more."""
    if not _ASKS_ON.search(query.text) or len(lines) != len(reads):
        return lines
    most = 1 if len(reads) > 1 else MOST_OF_A_SIDE
    rest = [select(query, read, most=most, meant=meant) for read in reads]
    return [
        " ".join((line, *(f"{sentence.text} [{number}]" for sentence in sentences)))
        for number, (line, sentences) in enumerate(zip(lines, rest, strict=True), 1)
    ]


def _author_line(read: Read, number: int) -> str:
    *others, last = read.paper.authors
    people = f"{', '.join(others)} and {last}" if others else last
    return f"“{read.paper.title}” was written by {people}. [{number}]"


def _decision_line(read: Read, number: int) -> str:
    decision = read.paper.decision.lower()
    if decision in ("oral", "poster", "spotlight"):
        return f"“{read.paper.title}” was accepted as {'an' if decision == 'oral' else 'a'} {decision}. [{number}]"
    return f"The decision on “{read.paper.title}” is {decision}. [{number}]"
