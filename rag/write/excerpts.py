"""What of each paper a model gets to read: likely papers whole, of others the sentences that bear on the question.

Each figure below was chosen so that of what whole abstracts would have told nothing is lost (eval/README.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.language.roles import roles
from rag.language.sentences import sentence_spans
from rag.types import Evidence, Facet, Paper, Query, Read, ReadSentence, Role
from rag.write.select import part_score, sentence_score

NEAR = 0.87  # of the best paper's score: another paper that may be the one that is meant
FAR = 0.6  # below that share a paper is no part of a list; a small model would list it all the same
NEAR_UNREAD = 0.84  # the same by what the search alone says
FEW = 2  # papers that are told whole when they are all that answer
BEST = 2  # sentences beside the claim of one paper among many
LEFT_OUT = "…"

# A sentence that begins so cannot be understood without the one before it.
_LEANS = re.compile(
    r"\W*(?:it|its|they|their|them|these|this|those|that|such|both|here|thus|moreover|furthermore|instead|however"
    r"|to (?:do so|this end)|the (?:former|latter|resulting))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A paper as a model reads it: `text` is its abstract, with `…` where something is left out."""

    paper: Paper
    text: str


def excerpts(query: Query, evidence: Evidence) -> tuple[Excerpt, ...]:
    """The papers that a model reads for a question, those that answer first; always all of these."""
    chosen = tuple(_of_answering(query, read, len(evidence.reads)) for read in evidence.reads)
    return (*chosen, *_of_beside(query, evidence))


def _of_answering(query: Query, read: Read, together: int) -> Excerpt:
    return _whole(read) if together <= FEW else _bearing(query, read)


def _of_beside(query: Query, evidence: Evidence) -> Iterator[Excerpt]:
    """Papers that may be meant besides. Where the question names its papers, only a comparison looks further."""
    named = any(read.named for read in evidence.reads)
    for read in evidence.beside:
        if query.asked.facet is Facet.COMPARISON and read.sentences:
            yield _bearing(query, read)
        elif named:
            continue
        elif query.asked.facet is Facet.LISTING:
            if read.sentences and _is_near(read, evidence.reads):
                yield _bearing(query, read)
            elif _is_near(read, evidence.reads, share=FAR):
                yield _claim(read)
        elif _is_near(read, evidence.reads):
            yield _whole(read)


def _is_near(read: Read, reads: Sequence[Read], *, share: float = NEAR) -> bool:
    """Whether a paper fits nearly as well as the best of those that answer; a read one is known better."""
    if read.sentences:
        return read.score >= share * max((other.score for other in reads), default=0.0)
    return read.found.score >= NEAR_UNREAD * max((other.found.score for other in reads), default=0.0)


def _whole(read: Read) -> Excerpt:
    return Excerpt(read.paper, read.paper.abstract)


def _bearing(query: Query, read: Read) -> Excerpt:
    """What the paper is, the best sentences, the best for each part of a question, and what these lean on."""
    if not read.sentences:
        return _whole(read)
    best = sorted(read.sentences, key=lambda sentence: -sentence_score(query, sentence))[:BEST]
    places = {sentence.position for sentence in read.sentences if sentence.role is Role.CLAIM or sentence in best}
    places |= {_best_for(query, read, part).position for part in range(len(query.asked.parts))}
    texts = [sentence.text for sentence in read.sentences]
    places |= {place - 1 for place in places if place and _LEANS.match(texts[place])}
    return Excerpt(read.paper, _shown(texts, places))


def _best_for(query: Query, read: Read, part: int) -> ReadSentence:
    return max(read.sentences, key=lambda sentence: part_score(query, sentence, part))


def _claim(read: Read) -> Excerpt:
    """The sentence that says what the paper is, the first one where none does."""
    abstract = read.paper.abstract
    texts = [abstract[start:end] for start, end in sentence_spans(abstract)]
    claims = {place for place, role in enumerate(roles(texts)) if role is Role.CLAIM}
    return Excerpt(read.paper, _shown(texts, claims or {0}))


def _shown(texts: Sequence[str], places: set[int]) -> str:
    """The sentences at these places in reading order, with a mark for each gap."""
    pieces: list[str] = []
    for place, text in enumerate(texts):
        if place in places:
            pieces.append(text)
        elif pieces[-1:] != [LEFT_OUT]:
            pieces.append(LEFT_OUT)
    return " ".join(pieces)
