"""What a judge has to beat: two that read no meaning. Both are adapters of the port `rag.ports.Judge`."""

from __future__ import annotations

from collections.abc import Sequence

from rag.language.terms import content_words, stem
from rag.types import CitedAnswer, CitedSentence, Claim, JudgedBy, Ruling, Rulings, Verdict
from rag.verify import verify


class OverlapJudge:
    """`supported` when more than half of a claim's content words (their stems) are in what it cites.

    The half was set beforehand and is not fitted to any rows.
    """

    THRESHOLD = 0.5
    known_as = JudgedBy("overlap")

    def rule(self, claims: Sequence[Claim]) -> Rulings:
        """Return one ruling for each claim, in order; no call is made."""
        return Rulings(tuple(_ruling(self._share(claim) > self.THRESHOLD) for claim in claims))

    def _share(self, claim: Claim) -> float:
        wanted = {stem(word) for word in content_words(claim.text)}
        texts = " ".join(f"{paper.title} {paper.abstract}" for paper in claim.papers)
        return len(wanted & {stem(word) for word in content_words(texts)}) / max(1, len(wanted))


class ChecksJudge:
    """`supported` when the offline checks of `rag.verify` find nothing against a claim.

    That is more than they say themselves: an answer calls such a sentence `plausible`.
    """

    known_as = JudgedBy("checks")

    def rule(self, claims: Sequence[Claim]) -> Rulings:
        """Return one ruling for each claim, in order; no call is made."""
        return Rulings(tuple(_ruling(_verdict(claim) is not Verdict.UNSUPPORTED) for claim in claims))


def _verdict(claim: Claim) -> Verdict:
    numbered = dict(enumerate(claim.papers, start=1))
    checked = verify(CitedAnswer((CitedSentence(claim.text, tuple(numbered)),), numbered))
    return checked.sentences[0].verdict


def _ruling(supported: bool) -> Ruling:
    return Ruling(Verdict.SUPPORTED if supported else Verdict.UNSUPPORTED)
