"""A judge's answer that is JSON: the verdicts in it, however they are nested."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

NUMBER = frozenset({"claim", "sentence", "statement", "number", "id", "no", "n", "index", "claim_number", "claim_id"})
VERDICT = frozenset({"verdict", "label", "ruling", "judgement", "judgment", "answer", "status", "result"})
REASON = frozenset({"why", "reason", "explanation", "because", "rationale"})

_KEY = re.compile(r"\W*(?:(?:claim|sentence|statement|number|no)[\s_#.]*)?([0-9]{1,4})\W*", re.IGNORECASE)
_VERDICT_WORD = re.compile(r"support|partly|partial|contradict|refute", re.IGNORECASE)

Row = tuple[int | None, str, str]
"""The number of a claim (None: not given), the words of its verdict, and the reason."""


class _Pairs(list[tuple[str, Any]]):
    """An object with every pair that was written: of a key that is there twice none may win unseen."""


def structured(text: str) -> list[Row] | None:
    """The rows of a text that is JSON, or JSON between words that hold no verdict; None for any other text."""
    starts = [place for place in (text.find("["), text.find("{")) if place >= 0]
    if not starts:
        return None
    start, end = min(starts), max(text.rfind("]"), text.rfind("}")) + 1
    if _VERDICT_WORD.search(text[:start] + text[end:]):
        return None
    try:
        rows = list(_rows(json.loads(text[start:end], object_pairs_hook=_Pairs), None))
    except (ValueError, RecursionError):  # a ValueError is also a number with more digits than Python reads
        return None
    return rows or None


def _rows(value: Any, number: int | None) -> Iterator[Row]:
    if isinstance(value, str):
        yield number, value, ""
    elif isinstance(value, _Pairs):
        yield from _of_object(value, number)
    elif isinstance(value, list):
        for item in value:
            yield from _rows(item, None)


def _of_object(pairs: _Pairs, number: int | None) -> Iterator[Row]:
    fields = [(key.casefold().strip(), value) for key, value in pairs]
    verdicts = [value for key, value in fields if key in VERDICT and isinstance(value, str)]
    if verdicts:
        numbers = [_number(str(value)) for key, value in fields if key in NUMBER and isinstance(value, str | int)]
        own = next((known for known in numbers if known is not None), number)
        reason = next((value for key, value in fields if key in REASON and isinstance(value, str)), "")
        yield from ((own, verdict, reason) for verdict in verdicts)
        return
    for key, value in fields:
        if _number(key) is not None:  # {"1": "supported"}
            yield from _rows(value, _number(key))
        elif isinstance(value, list):  # a list or an object of them under any name
            yield from _rows(value, None)


def _number(text: str) -> int | None:
    found = _KEY.fullmatch(text)
    return int(found[1]) if found else None
