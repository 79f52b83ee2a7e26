"""The gates: what the suite must reach for a build to pass."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from eval.metrics.measure import Measure
from eval.metrics.summary import MEANINGS
from rag.errors import UsageError

THRESHOLDS: Mapping[str, float] = MappingProxyType(
    {
        "cited_first": 0.87,
        "citation_precision": 0.90,
        "quotes_verbatim": 1.0,
        "facts_found": 0.84,
        "missed_refusals": 0.24,
        "false_refusals": 0.05,
        "failed_cases": 0.0,
    }
)
"""The stated gates: a lower bound where higher is better, an upper bound where lower is.

They are what the extractive writer reaches on the shipped questions, so that nothing gets worse unseen;
`eval/README.md` has the aims beside them.
"""


def overridden(changes: Mapping[str, float | None]) -> Mapping[str, float]:
    """Return the stated gates with some changed or added; None takes a gate away.

    Raises UsageError for a measure that does not exist.
    """
    for name in changes:
        _refuse_unknown(name)
    merged = {**THRESHOLDS, **changes}
    return MappingProxyType({name: bound for name, bound in merged.items() if bound is not None})


def is_met(name: str, measure: Measure, bound: float) -> bool:
    """Return whether a measure reaches its bound; what could not be measured does not."""
    if measure.value is None:
        return False
    return measure.value >= bound if MEANINGS[name].better == "higher" else measure.value <= bound


def unmet(summary: Mapping[str, Measure], thresholds: Mapping[str, float]) -> list[str]:
    """Return one sentence for every gate that is not met, in the order of the thresholds.

    Raises UsageError for a measure that does not exist.
    """
    for name in thresholds:
        _refuse_unknown(name)
    return [
        _sentence(name, summary[name], bound)
        for name, bound in thresholds.items()
        if not is_met(name, summary[name], bound)
    ]


def _sentence(name: str, measure: Measure, bound: float) -> str:
    meaning = MEANINGS[name]
    wanted = f"at {'least' if meaning.better == 'higher' else 'most'} {bound:g}"
    if measure.value is None:
        why = "no abstracts were given to check quotes against, or nothing was cited"
        if name != "quotes_verbatim":
            why = "the run holds nothing that it could be counted from"
        return f"{meaning.label}: not measured ({why}); {wanted} is asked for."
    counted = ""
    if measure.numerator is not None and measure.denominator is not None:
        counted = f" ({measure.numerator:g} of {measure.denominator:g})"
    return f"{meaning.label}: {measure.value:.4g}{counted}; {wanted} is asked for."


def _refuse_unknown(name: str) -> None:
    if name not in MEANINGS:
        close = get_close_matches(name, MEANINGS, n=1)
        advice = f"Did you mean {close[0]}?" if close else f"Known: {', '.join(MEANINGS)}."
        raise UsageError(f"There is no measure {name!r} to set a threshold for.", subject=name, advice=advice)
