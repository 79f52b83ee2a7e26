"""How numbers are written in the table and on the page."""

from __future__ import annotations

from eval.metrics.measure import Measure
from eval.metrics.summary import MEANINGS

UNDEFINED = "–"


def number(name: str, value: float | None) -> str:
    """Return a value in the unit of its measure; a dash for an undefined one."""
    if value is None:
        return UNDEFINED
    unit = MEANINGS[name].unit
    if unit == "seconds":
        return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"
    if unit == "number":
        return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
    return f"{value:.3f}"


def interval(name: str, measure: Measure) -> str:
    """Return the confidence interval, empty when there is none."""
    if measure.low is None or measure.high is None:
        return ""
    return f"{number(name, measure.low)} … {number(name, measure.high)}"


def counted(measure: Measure) -> str:
    """Return `numerator/denominator`, as far as a measure has them and they are counted from something."""
    if measure.numerator is None or not measure.denominator:
        return ""
    return f"{measure.numerator:.4g}/{measure.denominator:.4g}"


def wanted(name: str, bound: float) -> str:
    """Return a gate as a sign and a number."""
    return f"{'≥' if MEANINGS[name].better == 'higher' else '≤'} {bound:g}"
