"""Names that hold numbers: `GPT-4`, `Qwen2.5-7B`, `CIFAR-100`. Their numbers measure nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rag.language.digits import SCALES
from rag.language.terms import fold
from rag.language.typeset import plainly

_NAMED = re.compile(r"(?<![\w.^\\])[A-Za-z][\w+]*(?:[.\-‐‑–@][\w+]+)*")
_PARTS = re.compile(r"[.\-‐‑–@]")
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)(?:([bmk])(?![a-z]))?", re.IGNORECASE)
_RUN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+")
_BETWEEN = r"[\s\-‐‑–_.^@(+]{0,2}"  # what may part the runs of a name


@lru_cache(maxsize=2_000)
def name_spans(plain: str) -> tuple[tuple[int, int], ...]:
    """Where words stand that begin with a letter and hold a digit; of those with hyphens only capital ones.

    `sub-10`, `top-5` and `over-100` are figures.
    """
    spans = []
    for match in _NAMED.finditer(plain):
        name = match.group().rstrip("-–.@")
        head = _PARTS.split(name)[0]
        if any(sign.isdigit() for sign in name) and (head == name or not head.islower()):
            spans.append((match.start(), match.start() + len(name)))
    return tuple(spans)


def numbers_in(name: str) -> Iterator[float]:
    """The numbers of a name, those with a letter for thousands, millions or billions by both readings."""
    for digits, scale in _NUMBER.findall(name):
        value = float(digits) if digits.count(".") < 2 else float(digits.replace(".", ""))
        yield value
        if scale:
            yield value * SCALES[scale.lower()]


def numbered_names(text: str) -> tuple[str, ...]:
    """The names with a number in them, as typed, without repeats."""
    plain = plainly(text)
    return tuple(dict.fromkeys(plain[start:end] for start, end in name_spans(plain)))


def knows_name(source: str, name: str) -> bool:
    """Whether a source has such a name, however it parts it: `Qwen-2.5 7B` for `Qwen2.5-7B`.

    Several sizes of one name may stand apart: `Qwen3-4B and 8B` knows `Qwen3-8B`.
    """
    plain = fold(plainly(source))
    if re.search(_pattern(_RUN.findall(fold(name))), plain):
        return True
    *head, last = _PARTS.split(name)
    whole = re.fullmatch(r"(\d+(?:\.\d+)?)([bmk])", last, re.IGNORECASE)
    if not head or not whole or not re.search(_pattern(_RUN.findall(fold("-".join(head)))), plain):
        return False
    size = re.escape(whole.group(1)) + rf"\s?-?{whole.group(2).lower()}(?![a-z0-9])"
    return bool(re.search(rf"(?<![\d.]){size}", plain))


def _pattern(runs: list[str]) -> str:
    return rf"(?<![a-z0-9]){_BETWEEN.join(map(re.escape, runs))}(?:s(?![a-z0-9])|(?![a-z0-9]))"
