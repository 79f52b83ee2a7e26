"""The filter above the question: what is chosen there, what could be, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.types import Condition
from rag.where import parse_where, where_from

Counts = Mapping[str, Mapping[str, int]]  # of each field, the papers by value
Choices = list[tuple[str, str]]  # (what is shown, what it means)

LABELS = {
    "area": "Area",
    "author": "Author",
    "venue": "Venue",
    "decision": "Decision",
    "first": "From year",
    "last": "To year",
}
SEVERAL = ("area", "venue", "decision")  # boxes for any number of values
YEARS = ("first", "last")
NUMBERED = (*SEVERAL, *YEARS)  # boxes that offer values, each with its number of papers
NOTHING: dict[str, str | list[str]] = {name: [] if name in SEVERAL else "" for name in LABELS}
_LONGEST_HEADING = 90  # characters
_COMPARED = {">=": "from", "<=": "to", ">": "after", "<": "before", "!=": "not"}


@dataclass(frozen=True, slots=True)
class Filter:
    """What is chosen in the boxes; an empty one filters nothing."""

    area: tuple[str, ...] = ()
    author: str = ""
    venue: tuple[str, ...] = ()
    decision: tuple[str, ...] = ()
    first: str = ""  # year
    last: str = ""

    @classmethod
    def of(
        cls,
        area: Sequence[str] | None,
        author: str | None,
        venue: Sequence[str] | None,
        decision: Sequence[str] | None,
        first: str | None,
        last: str | None,
    ) -> Filter:
        """What the boxes hold, in the order of `LABELS`; None where there is nothing."""
        return cls(tuple(area or ()), author or "", tuple(venue or ()), tuple(decision or ()), first or "", last or "")

    def where(self) -> dict[str, object]:
        """The filter as the chat takes it."""
        several = {name: list(getattr(self, name)) for name in SEVERAL}
        return {**several, "year>=": self.first, "year<=": self.last, "author": self.author}


def choices(chosen: Filter, counts: Counts) -> dict[str, Choices]:
    """What each box offers, every value with the number of papers it would keep; what is chosen stays on offer."""
    offered: dict[str, Choices] = {
        name: _numbered(counts.get(name, {}), getattr(chosen, name), by_number=True) for name in SEVERAL
    }
    years = counts.get("year", {})
    for name in YEARS:
        given = getattr(chosen, name)
        offered[name] = [("any", ""), *_numbered(years, (given,) if given else (), by_number=False)]
    return offered


def _numbered(counts: Mapping[str, int], chosen: Sequence[str], *, by_number: bool) -> Choices:
    known = {**counts, **{value: counts.get(value, 0) for value in chosen}}
    values = list(known) if by_number else sorted(known, key=int, reverse=True)
    return [(f"{value} ({known[value]:,})", value) for value in values]


def heading(chosen: Filter | None = None) -> str:
    """What the closed filter says: what is chosen in it."""
    said = " · ".join(_said(condition) for condition in where_from(chosen.where())) if chosen else ""
    said = said if len(said) <= _LONGEST_HEADING else f"{said[: _LONGEST_HEADING - 1]}…"
    return f"Filter: {said}" if said else "Filter"


def said(where: Sequence[str]) -> str:
    """The filter of an answer, in words; empty when there was none."""
    return " · ".join(_said(condition) for condition in parse_where(where))


def _said(condition: Condition) -> str:
    compared = _COMPARED.get(condition.operator)
    values = " or ".join(condition.values)
    return " ".join(f"{condition.field} {f'{compared} ' if compared else ''}{values}".split())
