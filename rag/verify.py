"""Stage: check a cited answer against the abstracts it cites. Nothing is erased: what fails gets a verdict.

These checks need no model. They can show that a sentence is verbatim, or that a number, a quoted span or a
name does not fit; they can't show that a paraphrase is true, and never say so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt

from rag.language.figures import missing_figures
from rag.language.sentences import sentence_spans
from rag.language.terms import content_words, fold, joined, stem, words
from rag.types import STRENGTH, Checked, Citation, CitedAnswer, CitedSentence, Paper, Sentence, Verdict

LONGEST_QUOTE = 600  # characters of one footnote that covers several sentences

_QUOTED_SPAN = re.compile(r"[\"“]([^\"“”]{8,}?)[\"”]")
_NAME = re.compile(r"\b[A-Z]\w*(?:[A-Z0-9]\w*)+\b")
_PAPER_NUMBERS = re.compile(r"\b[Pp]apers? \d{1,4}(?:(?:, | and )\d{1,4})*\b")
_LATEX = re.compile(r"\\+(?=[%&$#_])|\\[a-zA-Z]+\*?|[{}$~]|\*\*")


def verify(cited: CitedAnswer) -> Checked:
    """Give every sentence and every citation its verdict, and every citation its quote.

    A citation that several sentences share gets the weakest verdict that it has in one of them.
    """
    cites = [[cited.numbered[number] for number in item.numbers] for item in cited.sentences]
    sentences = tuple(
        Sentence(item.text, item.numbers, _verdict(item, papers))
        for item, papers in zip(cited.sentences, cites, strict=True)
    )
    order = dict.fromkeys(number for sentence in sentences for number in sentence.citations)
    return Checked(sentences, tuple(_citation(number, cited) for number in order))


def _verdict(sentence: CitedSentence, papers: Sequence[Paper]) -> Verdict:
    if sentence.invalid:
        return Verdict.INVALID
    if not papers:
        return Verdict.UNCITED
    return min((_support(sentence.text, paper, papers) for paper in papers), key=STRENGTH.index)


def _support(text: str, paper: Paper, papers: Sequence[Paper]) -> Verdict:
    """What one cited paper does for a sentence that cites `papers`, which together must hold what it says."""
    if quoted_sentences(text, paper.abstract):
        return Verdict.QUOTED
    return Verdict.UNSUPPORTED if contradictions(text, papers) else Verdict.PLAUSIBLE


def contradictions(text: str, papers: Sequence[Paper]) -> tuple[str, ...]:
    """Numbers, quoted spans and names of a sentence that stand in none of its cited papers."""
    known = " ".join(_all_of(paper) for paper in papers)
    missing = list(missing_figures(_PAPER_NUMBERS.sub("", text), known))
    plain = _squeezed(known)
    missing += [span for span in _QUOTED_SPAN.findall(text) if _squeezed(span).rstrip(".,") not in plain]
    compact, initials = joined(known), "".join(word[0] for word in words(known.replace("-", " ")))
    for name in _NAME.findall(text):
        plain_name = joined(name).rstrip("s")
        spelt_out = name.rstrip("s").isupper() and plain_name in initials  # LLM, of "large language model"
        if plain_name not in compact and not spelt_out:
            missing.append(name)
    return tuple(missing)


def _all_of(paper: Paper) -> str:
    about = (paper.area, paper.venue, paper.decision, str(paper.year or ""))
    return " ".join((paper.title, paper.abstract, *paper.authors, *paper.keywords, *about))


def _squeezed(text: str) -> str:
    return " ".join(fold(_LATEX.sub("", text)).split())


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


def _citation(number: int, cited: CitedAnswer) -> Citation:
    paper = cited.numbered[number]
    citing = [item for item in cited.sentences if number in item.numbers]
    start, end = _quote_span(paper, [item.text for item in citing])
    verdicts = (_support(item.text, paper, [cited.numbered[other] for other in item.numbers]) for item in citing)
    return Citation(
        number=number,
        paper_id=paper.id,
        title=paper.title,
        authors=paper.authors,
        url=paper.url,
        quote=paper.abstract[start:end],
        start=start,
        end=end,
        verdict=max(verdicts, key=STRENGTH.index),
    )


def _quote_span(paper: Paper, texts: Sequence[str]) -> tuple[int, int]:
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
