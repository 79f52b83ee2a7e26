"""What the answers cost: time, tokens, and the reader's attention."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from eval.metrics.facts import said
from eval.metrics.measure import OUTSIDE, Measure, Pair
from eval.outcome import Outcome, standing
from rag.types import Usage


def failed_cases(outcome: Outcome) -> Pair:
    """Cases without an answer to score / all cases."""
    return float(outcome.failed), 1.0


def sentences_per_answer(outcome: Outcome) -> Pair:
    """Mean number of sentences of the answers given, struck ones left out."""
    return (float(len(standing(outcome.given))), 1.0) if outcome.given else OUTSIDE


def words_per_answer(outcome: Outcome) -> Pair:
    """Mean number of words (runs without white space) of the answers given, markers left out."""
    return (float(len(said(outcome.given).split())), 1.0) if outcome.given else OUTSIDE


def percentile(values: Sequence[float], percent: float) -> Measure:
    """Return a percentile with linear interpolation between neighbours (numpy's default); None of nothing."""
    value = float(np.percentile(values, percent)) if len(values) else None
    return Measure(value=value, n=len(values))


def answer_seconds(outcomes: Iterable[Outcome]) -> list[float]:
    """Return the seconds that the answers say they took (`seconds["total"]`), where they say it."""
    totals = (outcome.answer.seconds.get("total") for outcome in outcomes if outcome.answer)
    return [float(total) for total in totals if total is not None and math.isfinite(total)]


def wall_seconds(outcomes: Iterable[Outcome]) -> list[float]:
    """Return the seconds that the suite waited for each scored turn, failures included."""
    return [outcome.wall for outcome in outcomes]


def usage(outcomes: Sequence[Outcome]) -> Mapping[str, Measure]:
    """Return `prompt_tokens`, `completion_tokens` and `model_calls`, summed over all turns of all cases."""
    used: list[Usage] = [
        answer.usage
        for outcome in outcomes
        for answer in (*outcome.earlier, *((outcome.answer,) if outcome.answer else ()))
    ]
    totals = {
        "prompt_tokens": sum(usage.prompt_tokens for usage in used),
        "completion_tokens": sum(usage.completion_tokens for usage in used),
        "model_calls": sum(usage.calls for usage in used),
    }
    return {name: Measure(value=float(total), n=len(outcomes)) for name, total in totals.items()}
