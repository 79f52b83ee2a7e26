"""Stage: have a judge say of every cited sentence whether its abstracts support it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rag.errors import ModelError
from rag.ports import Judge
from rag.types import STRENGTH, Checked, Citation, CitedAnswer, CitedSentence, Claim, Ruling, Sentence, Verdict

# What the offline checks are sure of is not asked: a sentence that is verbatim, one that cites nothing, one whose
# numbers or names its abstracts lack. No judge could make the last one better: the weaker verdict counts.
NOT_ASKED = frozenset({Verdict.QUOTED, Verdict.UNCITED, Verdict.INVALID, Verdict.UNSUPPORTED})
NO_VERDICT = "The judge gave no verdict."


def judge(cited: CitedAnswer, checked: Checked, by: Judge) -> Checked:
    """Put the judge's verdicts in place of `plausible`; the offline ones stay when the judge gives none."""
    places = [place for place, item in enumerate(checked.sentences) if item.verdict not in NOT_ASKED]
    if not places:
        return checked
    claims = [_claim(cited.sentences[place], cited) for place in places]
    try:
        rulings, judged_by = by.rule(claims), by.known_as
    except ModelError as error:
        return replace(checked, note=f"The sentences were not judged: {error}")
    ruled = dict(zip(places, rulings.each, strict=True))
    if not any(ruling.verdict for ruling in rulings.each):
        note = f"The sentences were not judged: {judged_by.name} said nothing that can be read as a verdict."
        return replace(checked, note=note, usage=rulings.usage)
    sentences = tuple(
        _ruled(item, ruled[place]) if place in ruled else item for place, item in enumerate(checked.sentences)
    )
    citations = tuple(_weakest(citation, sentences, ruled) for citation in checked.citations)
    return replace(checked, sentences=sentences, citations=citations, judged_by=judged_by, usage=rulings.usage)


def _claim(sentence: CitedSentence, cited: CitedAnswer) -> Claim:
    return Claim(sentence.text, tuple(cited.numbered[number] for number in sentence.numbers))


def _ruled(sentence: Sentence, ruling: Ruling) -> Sentence:
    if ruling.verdict is None:
        return replace(sentence, note=_joined(sentence.note, NO_VERDICT))
    amiss = ruling.why if ruling.verdict is not Verdict.SUPPORTED else ""
    note = _joined(sentence.note, f"The judge: {amiss.rstrip('.')}." if amiss else "")
    return replace(sentence, verdict=ruling.verdict, note=note)


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _weakest(citation: Citation, sentences: Sequence[Sentence], judged: Collection[int]) -> Citation:
    """The footnote with the weakest of its own verdict and of those that judged sentences have which cite it.

    Its own `plausible` gives way where a judge has ruled on all of them.
    """
    citing = [place for place, item in enumerate(sentences) if citation.number in item.citations]
    ruled = [sentences[place].verdict for place in citing if place in judged]
    gives_way = citation.verdict is Verdict.PLAUSIBLE and len(ruled) == len(citing)
    verdicts = ruled if gives_way and ruled else [citation.verdict, *ruled]
    return replace(citation, verdict=max(verdicts, key=STRENGTH.index))
