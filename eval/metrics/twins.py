"""Whether a question flips from answered to refused when its paper leaves the index. Pure functions over pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.case import Case
from eval.metrics.measure import Measure, rate
from eval.metrics.selective import Judged
from eval.outcome import Outcome, cited


@dataclass(frozen=True, slots=True)
class Twin:
    """What came of one question with its paper in the index (`present`), and without it (`absent`)."""

    case: Case
    present: Outcome
    absent: Outcome

    @property
    def falsely_refused(self) -> bool:
        """Whether it was refused (or failed) though its paper was there."""
        return self.present.given is None

    @property
    def answered_without(self) -> bool:
        """Whether it was answered (or failed) though its paper was gone."""
        return not self.absent.refused

    @property
    def cites_another(self) -> bool:
        """Whether it was answered from another paper though its own was there."""
        given = self.present.given
        return given is not None and set(cited(given)) != set(self.case.papers)

    @property
    def flips(self) -> bool:
        """Whether it was answered from its paper, and refused without."""
        return not (self.falsely_refused or self.answered_without or self.cites_another)


RATES = {
    "false_refusals": ("refused though the paper is there", "lower"),
    "missed_refusals": ("answered though the paper is gone", "lower"),
    "cites_another": ("answered from another paper", "lower"),
    "flips": ("answered with its paper, refused without", "higher"),
}
_PARTS = {
    "false_refusals": "falsely_refused",
    "missed_refusals": "answered_without",
    "cites_another": "cites_another",
    "flips": "flips",
}


def rates(twins: Sequence[Twin], *, intervals: bool = False) -> Mapping[str, Measure]:
    """Return each rate of RATES over the pairs, pairs that are so / all pairs, with 95 % bounds if wanted."""
    return {
        name: rate([(float(getattr(twin, part)), 1.0) for twin in twins], interval=intervals)
        for name, part in _PARTS.items()
    }


def judged(twins: Sequence[Twin]) -> tuple[Judged, ...]:
    """Return both questions of each pair with their confidence and whether an answer is wrong.

    Without its paper any answer is wrong. A refused question counts with the answer that it was refused: from the
    paper that is nearest. Where nothing was weighed the confidence is 0.
    """
    both = ((twin.case, outcome, outcome is twin.absent) for twin in twins for outcome in (twin.present, twin.absent))
    return tuple(Judged(_confidence(outcome), gone or not _is_right(case, outcome)) for case, outcome, gone in both)


def _confidence(outcome: Outcome) -> float:
    return 0.0 if outcome.failed or outcome.answer is None else outcome.answer.confidence or 0.0


def _is_right(case: Case, outcome: Outcome) -> bool:
    if outcome.failed or outcome.answer is None:
        return False
    used = cited(outcome.answer) if outcome.given else tuple(paper.paper_id for paper in outcome.answer.nearest[:1])
    return set(used) == set(case.papers)
