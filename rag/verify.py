"""Stage: check a cited answer against the abstracts it cites. Nothing is erased: what fails gets a verdict.

These checks need no model. They can show that a sentence is verbatim, or that a number, a quoted span or a paper does
not fit; they can't show that a paraphrase is true, and never say so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.sentences import sentence_spans
from rag.terms import content_words, fold, joined, stem
from rag.types import Citation, CitedAnswer, CitedSentence, Paper, Sentence, Verdict

STRENGTH = tuple(Verdict)  # in order, strongest first
LONGEST_QUOTE = 600  # characters of one footnote that covers several sentences

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")
_QUOTED_SPAN = re.compile(r"[\"“]([^\"“”]{8,}?)[\"”]")
_NAME = re.compile(r"\b[A-Z]\w*(?:[A-Z0-9]\w*)+\b")


@dataclass(frozen=True, slots=True)
class Checked:
    """What verifying found: the sentences and footnotes with their verdicts."""

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]


def verify(cited: CitedAnswer) -> Checked:
    """Give every sentence and every citation its verdict, and every citation its quote."""
    sentences = tuple(
        Sentence(item.text, item.numbers, _verdict(item, [cited.numbered[number] for number in item.numbers]))
        for item in cited.sentences
    )
    order = dict.fromkeys(number for sentence in sentences for number in sentence.citations)
    citations = tuple(
        _citation(number, cited.numbered[number], [item for item in sentences if number in item.citations])
        for number in order
    )
    return Checked(sentences, citations)


def _verdict(sentence: CitedSentence, papers: Sequence[Paper]) -> Verdict:
    if sentence.invalid:
        return Verdict.INVALID
    if not papers:
        return Verdict.UNCITED
    if any(find_verbatim(sentence.text, paper.abstract) for paper in papers):
        return Verdict.QUOTED
    return Verdict.UNSUPPORTED if contradictions(sentence.text, papers) else Verdict.PLAUSIBLE


def contradictions(text: str, papers: Sequence[Paper]) -> tuple[str, ...]:
    """Numbers, quoted spans and names of a sentence that stand in none of its cited papers."""
    known = " ".join(" ".join((paper.title, paper.abstract, *paper.authors, str(paper.year or ""))) for paper in papers)
    numbers = {number.replace(",", "") for number in _NUMBER.findall(known)}
    missing = [number for number in _NUMBER.findall(text) if number.replace(",", "").rstrip(".") not in numbers]
    plain = _squeezed(known)
    missing += [span for span in _QUOTED_SPAN.findall(text) if _squeezed(span).rstrip(".,") not in plain]
    compact = joined(known)
    missing += [name for name in _NAME.findall(text) if joined(name).rstrip("s") not in compact]
    return tuple(missing)


def _squeezed(text: str) -> str:
    return " ".join(fold(text).split())


def find_verbatim(text: str, abstract: str) -> tuple[int, int] | None:
    """Where a text stands in an abstract, word for word; white space may differ."""
    words = text.split()
    if not words:
        return None
    match = re.search(r"\s+".join(map(re.escape, words)), abstract)
    return match.span() if match else None


def _citation(number: int, paper: Paper, sentences: Sequence[Sentence]) -> Citation:
    start, end = _quote_span(paper, sentences)
    verdict = min((sentence.verdict for sentence in sentences), key=STRENGTH.index)
    return Citation(
        number, paper.id, paper.title, paper.authors, paper.url, paper.abstract[start:end], start, end, verdict
    )


def _quote_span(paper: Paper, sentences: Sequence[Sentence]) -> tuple[int, int]:
    """The stretch of the abstract that the sentences rest on: all of it when that is short, else the first one's."""
    spans = [find_verbatim(item.text, paper.abstract) or closest_sentence(item.text, paper) for item in sentences]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    return (start, end) if end - start <= LONGEST_QUOTE else spans[0]


def closest_sentence(text: str, paper: Paper) -> tuple[int, int]:
    """The span of the abstract's sentence that shares most with a text: its words, and its numbers above all."""
    wanted = {stem(word) for word in content_words(text)}

    def shared(span: tuple[int, int]) -> float:
        words = {stem(word) for word in content_words(paper.abstract[span[0] : span[1]])}
        return sum(3.0 if word.isdigit() else 1.0 for word in words & wanted) / (len(words) + 5) ** 0.5

    return max(sentence_spans(paper.abstract), key=shared)
