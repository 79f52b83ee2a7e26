"""What a measured number is: its value, what it was counted from, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval.outcome import Outcome

Pair = tuple[float, float]
"""What one case adds to a rate: to its numerator and to its denominator."""

Part = Callable[[Outcome], Pair]
"""Reads the pair of one case."""

OUTSIDE: Pair = (0.0, 0.0)
"""The pair of a case that a rate does not concern."""

ROUNDS = 1000
SEED = 0
PART = 100


@dataclass(frozen=True, slots=True)
class Measure:
    """A measured number.

    `value` is None when undefined. `n` is the number of cases behind it. A rate keeps its `numerator` and
    `denominator`; `low` and `high` bound its 95 % confidence interval where one was asked for.
    """

    value: float | None
    n: int
    numerator: float | None = None
    denominator: float | None = None
    low: float | None = None
    high: float | None = None


def ratio(numerator: float, denominator: float) -> float | None:
    """Return numerator / denominator, None when there is nothing to divide by."""
    return numerator / denominator if denominator else None


def rate(pairs: Sequence[Pair], *, interval: bool = False) -> Measure:
    """Return sum of numerators / sum of denominators over the cases; a mean where all denominators are 1."""
    # fsum is exact, so that the order of the cases cannot change a digit.
    numerator, denominator = (math.fsum(pair[side] for pair in pairs) for side in (0, 1))
    low, high = bootstrap(pairs, lambda sums: sums[:, 0] / sums[:, 1]) if interval else (None, None)
    return Measure(
        value=ratio(numerator, denominator),
        n=sum(1 for pair in pairs if pair[1]),
        numerator=numerator,
        denominator=denominator,
        low=low,
        high=high,
    )


def bootstrap(
    rows: Sequence[tuple[float, ...]],
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> tuple[float | None, float | None]:
    """Return the 95 % percentile bootstrap interval of a statistic of column sums, drawing whole cases.

    `rows` holds one row per case; `statistic` gets the sums of `rounds` draws with replacement, shape
    (rounds, columns), and returns one value each, NaN where undefined. None, None with fewer than two cases
    that count or when no draw defines the statistic. Source: Efron and Tibshirani, "An Introduction to the
    Bootstrap" (1993), chapter 13.
    """
    if sum(1 for row in rows if any(row)) < 2:
        return None, None
    table = np.asarray(sorted(rows), dtype=np.float64)  # sorted: the order of the cases must not matter
    generator = np.random.default_rng(seed)
    # Part by part, so that a large file of questions does not fill the memory.
    parts = [min(PART, rounds - start) for start in range(0, rounds, PART)]
    draws = (generator.integers(len(table), size=(part, len(table))) for part in parts)
    sums = np.concatenate([table[draw].sum(axis=1) for draw in draws])
    with np.errstate(divide="ignore", invalid="ignore"):
        values = statistic(sums)
    values = values[np.isfinite(values)]
    if not len(values):
        return None, None
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)
