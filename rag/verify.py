"""Stage: check a cited answer against the abstracts it cites. Nothing is erased: what fails gets a verdict.

These checks need no model. They can show that a sentence is verbatim, that a number, a quoted span or a name does not
stand in what it cites, or that another paper fits it better; they can't show that a paraphrase is true, and never say
so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rag.checking.fit import Beside, better_paper
from rag.checking.names import unknown_names, unquoted_spans
from rag.checking.numbers import amiss_in_numbers
from rag.checking.quoting import quote_span, quoted_sentences
from rag.checking.record import record
from rag.types import STRENGTH, Checked, Citation, CitedAnswer, CitedSentence, Paper, Sentence, Verdict

MOST_NAMED = 3  # things of a kind that one note names

# For each cited number what it is to the sentence, and what is amiss.
_Findings = Mapping[int, tuple[Verdict, tuple[str, ...]]]


def verify(cited: CitedAnswer, beside: Beside | None = None) -> Checked:
    """Give every sentence and every citation its verdict, and every citation its quote.

    A citation that several sentences share gets the weakest verdict that it has in one of them. Cited papers are
    compared with those `beside` them; without any, only numbers, quoted spans and names are checked.
    """
    found = [_findings(item, cited, beside) for item in cited.sentences]
    sentences = tuple(_sentence(item, findings) for item, findings in zip(cited.sentences, found, strict=True))
    order = dict.fromkeys(number for sentence in sentences for number in sentence.citations)
    return Checked(sentences, tuple(_citation(number, cited, found) for number in order))


def _sentence(item: CitedSentence, findings: _Findings) -> Sentence:
    verdict = min((verdict for verdict, _ in findings.values()), key=STRENGTH.index, default=Verdict.UNCITED)
    notes = dict.fromkeys(note for _, amiss in findings.values() for note in amiss)
    if item.invalid:
        verdict = Verdict.INVALID
        notes = {f"{' '.join(item.invalid)} points at no paper that the writer was shown.": None, **notes}
    elif verdict is Verdict.UNCITED:
        notes = {"It carries no citation.": None}
    elif verdict is Verdict.QUOTED:
        notes = {}
    elif any(amiss for _, amiss in findings.values()):
        verdict = Verdict.UNSUPPORTED
    return Sentence(item.text, item.numbers, verdict, " ".join(notes))


def _findings(item: CitedSentence, cited: CitedAnswer, beside: Beside | None) -> _Findings:
    """What each cited paper does for a sentence; all of them together must hold what it says."""
    papers = {number: cited.numbered[number] for number in item.numbers}
    quoted = {number for number, paper in papers.items() if quoted_sentences(item.text, paper.abstract)}
    amiss = () if quoted or not papers else tuple(_contradictions(item.text, papers))
    findings: dict[int, tuple[Verdict, tuple[str, ...]]] = {}
    for number, paper in papers.items():
        if number in quoted:
            findings[number] = (Verdict.QUOTED, ())
            continue
        better = better_paper(item.text, tuple(papers.values()), paper, beside) if beside else None
        notes = (*([f"“{better.title}” fits this sentence better than [{number}]."] if better else ()), *amiss)
        findings[number] = (Verdict.UNSUPPORTED if notes else Verdict.PLAUSIBLE, notes)
    return findings


def contradictions(text: str, papers: Sequence[Paper]) -> tuple[str, ...]:
    """What is amiss with a sentence beside the papers it cites, numbered from 1, in plain words."""
    return tuple(_contradictions(text, dict(enumerate(papers, start=1))))


def _contradictions(text: str, papers: Mapping[int, Paper]) -> Iterator[str]:
    known = "\n".join(record(paper) for paper in papers.values())
    markers = ", ".join(f"[{number}]" for number in papers)
    place = f"the abstract of {markers}" if len(papers) == 1 else f"the abstracts of {markers}"
    for written, instead in list(amiss_in_numbers(text, known))[:MOST_NAMED]:
        yield f"{written} is not in {place}{f', which has {instead}' if instead else ''}."
    for span in list(unquoted_spans(text, known))[:MOST_NAMED]:
        yield f"“{span}” is not in {place}."
    names = list(unknown_names(text, known))[:MOST_NAMED]
    if names:
        verb = "does not" if len(papers) == 1 else "do not"
        yield f"T{place[1:]} {verb} mention {', '.join(names)}."


def _citation(number: int, cited: CitedAnswer, found: Sequence[_Findings]) -> Citation:
    paper = cited.numbered[number]
    texts = [item.text for item in cited.sentences if number in item.numbers]
    start, end = quote_span(paper, texts)
    verdicts = (findings[number][0] for findings in found if number in findings)
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
