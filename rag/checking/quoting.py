"""Where an abstract says what a sentence says: word for word, or as near as its sentences come."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt

from rag.language.sentences import sentence_spans
from rag.language.terms import content_words, stem
from rag.types import Paper

LONGEST_QUOTE = 600  # characters of one footnote that covers several sentences


def quoted_sentences(text: str, abstract: str) -> tuple[int, int] | None:
    """Where a text stands in an abstract as one whole sentence or several; None for a part of a sentence.

    White space and the closing full stop may differ. A part does not count: "it halves the time" may be cut
    from "we doubt that it halves the time".
    """
    found = find_verbatim(text, abstract) or find_verbatim(text.rstrip(".!? "), abstract)
    if not found:
        return None
    start, end = found
    spans = sentence_spans(abstract)
    begins = any(not re.search(r"[^\W\d]", abstract[first:start]) for first, _ in spans if first <= start)
    ends = any(not re.search(r"\w", abstract[end:last]) for _, last in spans if end <= last)
    return found if begins and ends else None


def find_verbatim(text: str, abstract: str) -> tuple[int, int] | None:
    """Where a text stands in an abstract, word for word; white space may differ."""
    parts = text.split()
    if not parts:
        return None
    words_in_order = r"\s+".join(map(re.escape, parts))
    match = re.search(rf"(?<!\w){words_in_order}(?!\w)", abstract)
    return match.span() if match else None


def quote_span(paper: Paper, texts: Sequence[str]) -> tuple[int, int]:
    """The stretch of the abstract that sentences rest on: all of it if short, else the first one's."""
    spans = [quoted_sentences(text, paper.abstract) or closest_sentence(text, paper) for text in texts]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    return (start, end) if end - start <= LONGEST_QUOTE else spans[0]


def closest_sentence(text: str, paper: Paper) -> tuple[int, int]:
    """The span of the abstract's sentence that shares most with a text: its words, its numbers above all."""
    wanted = {stem(word) for word in content_words(text)}

    def shared(span: tuple[int, int]) -> float:
        present = {stem(word) for word in content_words(paper.abstract[span[0] : span[1]])}
        return sum(3.0 if word.isdigit() else 1.0 for word in present & wanted) / sqrt(len(present) + 5)

    return max(sentence_spans(paper.abstract), key=shared, default=(0, len(paper.abstract)))
