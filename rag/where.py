"""Filters on metadata, from what people type (`year>=2025`) or pass (`{"area": "optimization"}`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rag.errors import UsageError
from rag.types import Condition

FIELDS = ("area", "venue", "decision", "year", "author", "id")
_CONDITION = re.compile(r"\s*(\w+)\s*(>=|<=|!=|=|>|<)\s*(.*?)\s*", re.DOTALL)
_YEAR = re.compile(r"[0-9]{1,4}")
_KEY = re.compile(r"\s*(\w+)\s*(>=|<=|!=|>|<|=)?\s*")


def parse_where(texts: Iterable[str]) -> tuple[Condition, ...]:
    """Read conditions such as `area=optimization` or `year>=2025`; a blank value filters nothing.

    Raises UsageError for an unknown field or operator.
    """
    conditions = []
    for text in texts:
        match = _CONDITION.fullmatch(text)
        if match is None:
            raise UsageError(
                f"The filter {text!r} is not understood.", subject=text, advice="Write FIELD=VALUE, e.g. year>=2025."
            )
        conditions.append(_condition(*match.groups()))
    return tuple(condition for condition in conditions if condition)


def where_from(mapping: Mapping[str, Any] | None) -> tuple[Condition, ...]:
    """Read conditions from a mapping; keys may end in an operator (`{"year>=": 2025}`), None filters nothing."""
    if mapping is not None and not isinstance(mapping, Mapping):
        raise UsageError(
            f"A filter is a mapping, not {type(mapping).__name__}.", subject="where", advice='Pass {"year>=": 2025}.'
        )
    conditions = []
    for key, value in (mapping or {}).items():
        if isinstance(value, list | tuple | set | dict):
            raise UsageError(f"The filter {key} has several values.", subject=str(key), advice="Give one value.")
        match = _KEY.fullmatch(key)
        name, operator = match.groups() if match else (key, "=")
        conditions.append(_condition(name, operator or "=", "" if value is None else str(value).strip()))
    return tuple(condition for condition in conditions if condition)


def _condition(name: str, operator: str, value: str) -> Condition | None:
    name = "author" if name == "authors" else name
    if name not in FIELDS:
        raise UsageError(
            f"There is nothing to filter by the name {name!r}.", subject=name, advice=f"Known: {', '.join(FIELDS)}."
        )
    if not value:
        return None
    if name == "year":
        value = value.removesuffix(".0")
        if not _YEAR.fullmatch(value):
            raise UsageError(f"The year {value!r} is not a year.", subject=name, advice="Write year=2026.")
    elif operator not in ("=", "!="):
        raise UsageError(f"{name} can't be compared with {operator}.", subject=name, advice=f"Use {name}=…")
    return Condition(name, operator, value)
