"""Whether it answered what the papers say and refused what they do not: two errors to be read together.

A failed case counts as the error of its side, so that hanging on hard questions cannot improve a rate.
"""

from __future__ import annotations

from collections.abc import Sequence

from eval.metrics.citations import citation_precision, citation_recall
from eval.metrics.facts import facts_found
from eval.metrics.measure import OUTSIDE, Measure, Pair, bootstrap, rate
from eval.outcome import Grade, Outcome


def missed_refusals(outcome: Outcome) -> Pair:
    """Unanswerable questions that were answered, even in part, or failed / unanswerable questions."""
    return OUTSIDE if outcome.case.answerable else (float(not outcome.refused), 1.0)


def false_refusals(outcome: Outcome) -> Pair:
    """Answerable questions that were refused or failed / answerable questions."""
    return (float(outcome.given is None), 1.0) if outcome.case.answerable else OUTSIDE


def grade(outcome: Outcome) -> Grade:
    """Return how a case ended.

    An answerable one is right when every needed paper is cited, none that may not be, and every fact is found
    in an answer that is not too long. An unanswerable one is right when it is refused.
    """
    if outcome.failed:
        return "failed"
    if not outcome.case.answerable:
        return "right" if outcome.refused else "wrong"
    if outcome.refused:
        return "refused"
    counts = (citation_precision(outcome), citation_recall(outcome), facts_found(outcome))
    return "right" if all(part == whole for part, whole in counts) else "wrong"


def answered_right(outcome: Outcome) -> Pair:
    """Share of answerable questions that were answered right, as `grade` has it."""
    return (float(grade(outcome) == "right"), 1.0) if outcome.case.answerable else OUTSIDE


def balanced_score(outcomes: Sequence[Outcome], *, interval: bool = False) -> Measure:
    """Answered right minus wrong: (right - wrong) / answerable - missed refusals / unanswerable.

    1 for a perfect system, 0 for one that always refuses and for one that answers everything, however well;
    -2 at worst. Undefined unless there are questions of both sorts. It is the score of CRAG (Yang et al.,
    2024: accurate 1, missing 0, hallucinated -1), a failure counted as wrong, with the answerable and the
    unanswerable weighted alike as in Youden's index (1950), so that the mix of the file cannot be played.
    """
    points = {"right": 1.0, "refused": 0.0, "wrong": -1.0, "failed": -1.0}
    rows = [
        (points[grade(outcome)], 1.0, 0.0, 0.0) if outcome.case.answerable else (0.0, 0.0, *missed_refusals(outcome))
        for outcome in outcomes
    ]
    net, missed = rate([row[:2] for row in rows]), rate([row[2:] for row in rows])
    if net.value is None or missed.value is None:
        return Measure(value=None, n=len(rows))
    bounds = bootstrap(rows, lambda s: s[:, 0] / s[:, 1] - s[:, 2] / s[:, 3]) if interval else (None, None)
    return Measure(value=net.value - missed.value, n=len(rows), low=bounds[0], high=bounds[1])
