"""Times, and what is said about many of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeVar

import numpy as np

T = TypeVar("T")
Spread = dict[str, float | None]


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Do something; return the seconds it took, and its result."""
    begun = perf_counter()
    result = work()
    return perf_counter() - begun, result


def spread(seconds: Sequence[float]) -> Spread:
    """Return `p50` and `p95` in milliseconds, None when there is no time, and their number `n`."""
    if not seconds:
        return {"p50": None, "p95": None, "n": 0}
    p50, p95 = (round(float(np.percentile(seconds, part)) * 1000, 1) for part in (50, 95))
    return {"p50": p50, "p95": p95, "n": len(seconds)}


def per_second(things: int, seconds: float) -> float | None:
    """Return things / seconds; None when it took no time."""
    return round(things / seconds, 1) if seconds > 0 else None
