"""How well a confidence tells right answers from wrong ones: risk against coverage. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Judged:
    """What one question was answered (or would have been, where it was refused): how sure, and whether wrongly."""

    confidence: float
    wrong: bool


@dataclass(frozen=True, slots=True)
class Point:
    """Answering from `confidence` on: the share of questions answered, and of these the share answered wrongly."""

    confidence: float
    coverage: float
    risk: float


def risk_coverage(judged: Sequence[Judged]) -> tuple[Point, ...]:
    """Return the risk–coverage curve, surest first: one point for each confidence that occurs.

    Coverage is the share of questions whose confidence is at least that of the point; risk is the share of wrong
    ones among them (the selective risk under 0/1 loss). Source: Geifman and El-Yaniv, "Selective classification for
    deep neural networks" (2017), section 2.
    """
    points: list[Point] = []
    answered = wrong = 0
    for confidence, together in _by_confidence(judged):
        answered += len(together)
        wrong += sum(item.wrong for item in together)
        points.append(Point(confidence, answered / len(judged), wrong / answered))
    return tuple(points)


def aurc(judged: Sequence[Judged]) -> float | None:
    """Return the area under the risk–coverage curve, 0 at best: the mean of the risks at coverages 1/n, 2/n, …, 1.

    Questions of one confidence count as answered in no order: each of them adds the same share of a wrong one. None
    without questions. Source: Geifman, Uziel and El-Yaniv, "Bias-reduced uncertainty estimation for deep neural
    classifiers" (2019), section 3.
    """
    risks: list[float] = []
    wrong = 0.0
    for _, together in _by_confidence(judged):
        share = sum(item.wrong for item in together) / len(together)
        for _ in together:
            wrong += share
            risks.append(wrong / (len(risks) + 1))
    return math.fsum(risks) / len(risks) if risks else None


def best_aurc(judged: Sequence[Judged]) -> float | None:
    """Return the least area that these answers could have: with every right one surer than every wrong one."""
    return aurc([Judged(float(not item.wrong), item.wrong) for item in judged])


def _by_confidence(judged: Sequence[Judged]) -> Iterator[tuple[float, list[Judged]]]:
    ranked = sorted(judged, key=lambda item: -item.confidence)
    for confidence, together in groupby(ranked, key=lambda item: item.confidence):
        yield confidence, list(together)
