"""Filters on metadata, from what people type (`year>=2025`) or pass (`{"area": ["optimization", "theory"]}`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rag.errors import UsageError
from rag.types import Condition

FIELDS = ("area", "venue", "decision", "year", "author", "keyword", "id")
Where = Mapping[str, Any] | Sequence[Any]  # {"year>=": 2025}, or "year>=2025" and Conditions in a sequence

_OTHER_NAMES = {"authors": "author", "keywords": "keyword"}
_CONDITION = re.compile(r"\s*(\w+)\s*(>=|<=|!=|=|>|<)\s*(.*?)\s*", re.DOTALL)
_KEY = re.compile(r"\s*(\w+)\s*(>=|<=|!=|>|<|=)?\s*")
_YEAR = re.compile(r"([0-9]{1,4})(?:\.0+)?|([0-9]{4})-[0-9]{2}(?:-[0-9]{2}(?:[T ].*)?)?")


def parse_where(texts: Iterable[str]) -> tuple[Condition, ...]:
    """Read conditions such as `area=optimization` or `year>=2025`; a blank value filters nothing.

    All conditions have to be met. Several `=` on one field are one condition that any of the values meets, several
    `!=` one that none may meet. Raises UsageError for an unknown field or operator.
    """
    return _joined(condition for text in texts for condition in _typed(text))


def where_from(where: Where | None) -> tuple[Condition, ...]:
    """Read conditions from a mapping, or from a sequence of what `parse_where` reads.

    Keys of a mapping may end in an operator (`{"year>=": 2025}`); a value may be a list of values. None, blank
    values and empty lists filter nothing. Raises UsageError for what is neither, and as `parse_where` does.
    """
    if where is None or isinstance(where, Mapping):
        return _joined(condition for item in (where or {}).items() for condition in _passed(*item))
    if isinstance(where, str):
        return parse_where([where])
    if not isinstance(where, Sequence):
        raise UsageError(
            f"A filter is a mapping or a list, not {type(where).__name__}.",
            subject="where",
            advice='Pass {"year>=": 2025} or ["year>=2025"].',
        )
    return _joined(
        condition for item in where for condition in ([item] if isinstance(item, Condition) else _typed(item))
    )


def _typed(text: Any) -> Iterator[Condition]:
    match = _CONDITION.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise UsageError(
            f"The filter {text!r} is not understood.", subject=str(text), advice="Write FIELD=VALUE, e.g. year>=2025."
        )
    name, operator, value = match.groups()
    yield from _condition(name, operator, [value])


def _passed(key: Any, value: Any) -> Iterator[Condition]:
    match = _KEY.fullmatch(str(key))
    name, operator = match.groups() if match else (str(key), "=")
    if isinstance(value, Mapping):
        raise UsageError(f"The filter {name} can't be a mapping.", subject=name, advice="Give a value, or a list.")
    several = isinstance(value, list | tuple | set | frozenset)
    values = ["" if item is None else str(item).strip() for item in (value if several else [value])]
    yield from _condition(name, operator or "=", sorted(values) if isinstance(value, set | frozenset) else values)


def _condition(name: str, operator: str, values: Sequence[str]) -> Iterator[Condition]:
    """The condition that values make; none when all are blank."""
    name = _OTHER_NAMES.get(name, name)
    if name not in FIELDS:
        raise UsageError(
            f"There is nothing to filter by the name {name!r}.", subject=name, advice=f"Known: {', '.join(FIELDS)}."
        )
    given = dict.fromkeys(value for value in values if value)
    if not given:
        return
    if name == "year":
        given = dict.fromkeys(map(_year, given))
    if operator not in ("=", "!="):
        if name != "year":
            raise UsageError(f"{name} can't be compared with {operator}.", subject=name, advice=f"Use {name}=…")
        if len(given) > 1:
            raise UsageError(f"The filter {name}{operator} has several values.", subject=name, advice="Give one value.")
    yield Condition(name, operator, tuple(given))


def _year(value: str) -> str:
    """The year that a number or a date says."""
    match = _YEAR.fullmatch(value)
    if match is None:
        raise UsageError(f"The year {value!r} is not a year.", subject="year", advice="Write year=2026.")
    return match.group(1) or match.group(2)


def _joined(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Conditions with those on one field that say `=`, or `!=`, made one."""
    joined: dict[tuple[str, ...], Condition] = {}
    for new in conditions:
        single = () if new.operator in ("=", "!=") else new.values
        key = (new.field, new.operator, *single)
        values = (*joined[key].values, *new.values) if key in joined else new.values
        joined[key] = Condition(new.field, new.operator, tuple(dict.fromkeys(values)))
    return tuple(joined.values())
