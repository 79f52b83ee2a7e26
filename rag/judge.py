"""Stage: have a judge say of every cited sentence whether its abstracts support it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.errors import ModelError
from rag.ports import Judge
from rag.types import STRENGTH, Checked, Citation, CitedAnswer, CitedSentence, Claim, Ruling, Sentence, Verdict

# What the offline checks are sure of is not asked again: a sentence that is verbatim, or one that cites nothing.
NOT_ASKED = frozenset({Verdict.QUOTED, Verdict.UNCITED, Verdict.INVALID})


def judge(cited: CitedAnswer, checked: Checked, by: Judge) -> Checked:
    """Put the judge's verdicts in place of `plausible`; the offline ones stay when the judge cannot be asked."""
    places = [place for place, item in enumerate(checked.sentences) if item.verdict not in NOT_ASKED]
    if not places:
        return checked
    claims = [_claim(cited.sentences[place], cited) for place in places]
    try:
        rulings = by.rule(claims)
    except ModelError as error:
        return replace(checked, note=f"The sentences were not judged: {error}")
    ruled = dict(zip(places, rulings.each, strict=True))
    sentences = tuple(
        _ruled(item, ruled[place]) if place in ruled else item for place, item in enumerate(checked.sentences)
    )
    citations = tuple(_weakest(citation, sentences) for citation in checked.citations)
    return replace(checked, sentences=sentences, citations=citations, judged_by=by.known_as, usage=rulings.usage)


def _claim(sentence: CitedSentence, cited: CitedAnswer) -> Claim:
    return Claim(sentence.text, tuple(cited.numbered[number] for number in sentence.numbers))


def _ruled(sentence: Sentence, ruling: Ruling) -> Sentence:
    """The weaker of what the offline checks and the judge say: an altered number stays unsupported."""
    if ruling.verdict is None or sentence.verdict is Verdict.UNSUPPORTED:
        return sentence
    return replace(sentence, verdict=ruling.verdict, note=ruling.why or sentence.note)


def _weakest(citation: Citation, sentences: Sequence[Sentence]) -> Citation:
    verdicts = [item.verdict for item in sentences if citation.number in item.citations]
    return replace(citation, verdict=max(verdicts, key=STRENGTH.index))
