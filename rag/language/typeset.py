"""LaTeX and typographic signs around numbers, put plainly: `$1.5\\times 10^{-3}$` as `1.5× 10^-3`."""

from __future__ import annotations

import re
from functools import lru_cache

_SIGN_ALONE = re.compile(r"\$\s?(\\+[a-zA-Z]+|[<>≤≥~+\-−])\s?\$")
_FORMULA = re.compile(r"(?<!\\)\$(?!\s)([^$\n]{1,200}?)(?<!\s)\$(?!\d)")
_SIGNS = (
    (re.compile(r"\\+(?:times|cdot)(?![a-zA-Z])"), "×"),
    (re.compile(r"\\+(?:sim|approx)(?![a-zA-Z])"), "~"),
    (re.compile(r"\\+(?:geq?|geqslant|gt)(?![a-zA-Z])"), "≥"),
    (re.compile(r"\\+(?:leq?|leqslant|lt)(?![a-zA-Z])"), "≤"),
    (re.compile(r"\\+(?:to|rightarrow|longrightarrow|Rightarrow)(?![a-zA-Z])"), "→"),
    (re.compile(r"\\+pm(?![a-zA-Z])"), "±"),
    (re.compile(r"\{,\}|\\,(?=\d{3})|(?<=\d),\\!"), ","),
    (re.compile(r"\\+[,;:! ]|~(?=\S)(?<=[\w%]~)"), " "),
    (re.compile(r"\\+[a-zA-Z]+\*?"), ""),
    (re.compile(r"\\+(?=[%&$#_])"), ""),
    (re.compile(r"\^\s*\{([^{}]*)\}"), r"^\1"),
    (re.compile(r"[{}]|\*\*"), ""),
    (re.compile(r"->|⟶|⇒"), "→"),
    (re.compile(r"\^(?=[−–]\d)[−–]"), "^-"),
    (re.compile(r"[\u00a0\u2007\u2009\u202f]"), " "),
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER = re.compile(r"(?<=\d)([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


@lru_cache(maxsize=2_000)
def plainly(text: str) -> str:
    """A text whose formulas are written without LaTeX as far as numbers, units and signs go; dollars of money stay."""
    plain = _FORMULA.sub(r"\1", _SIGN_ALONE.sub(r"\1 ", text))
    for sign, instead in _SIGNS:
        plain = sign.sub(instead, plain)
    return _POWER.sub(lambda match: f"^{match.group(1).translate(_RAISED)}", plain)
