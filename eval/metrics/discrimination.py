"""How well a score tells two sorts of rows apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eval.metrics.measure import ROUNDS, SEED, Measure


def roc_auc(pairs: Sequence[tuple[float, float]]) -> Measure:
    """The area under the ROC curve of (score of a right one, score of a wrong one), with its bootstrap interval.

    U / (n · m) of Mann and Whitney, "On a Test of Whether one of Two Random Variables is Stochastically Larger than
    the Other" (1947): how often a right one scores above a wrong one, ties for a half. Whole pairs are drawn.
    """
    if not pairs:
        return Measure(None, 0)
    right, wrong = np.asarray(pairs, dtype=np.float64).T
    above = (right[:, None] > wrong) + 0.5 * (right[:, None] == wrong)
    chance = np.random.default_rng(SEED)
    draws = (chance.integers(len(pairs), size=len(pairs)) for _ in range(ROUNDS if len(pairs) > 1 else 0))
    areas = [float(above[np.ix_(draw, draw)].mean()) for draw in draws]
    low, high = (float(bound) for bound in np.percentile(areas, [2.5, 97.5])) if areas else (None, None)
    return Measure(float(above.mean()), len(pairs), low=low, high=high)
