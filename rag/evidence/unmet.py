"""Why a filter keeps no paper at all, in a sentence that names what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

from rag.language.terms import fold
from rag.ports import Search
from rag.types import Condition, Evidence, Weight

MOST_OFFERED = 3
FEW = 6  # values that are all named when none is close
LEAST_LIKENESS = 82  # of 100, from here on a value may have been meant
SHORTEST_PART = 3  # letters; a shorter value is a part of too many others
LONGEST_SAID = 120  # characters of a filter that are said again


def refuse_unmet(where: Sequence[Condition], search: Search) -> Evidence | None:
    """Evidence for a filter that keeps no paper; None when some paper meets it, or there is no filter."""
    if not where or search.matching(where):
        return None
    known = search.counts()
    hints = (_hint(condition, known.get(condition.field, {})) for condition in where)
    hint = next(filter(None, hints), "")
    return Evidence((), Weight.NOTHING, reason=f"No paper meets the filter {_said(where)}{hint or '.'}")


def _said(where: Sequence[Condition]) -> str:
    said = " and ".join((" or " if part.operator == "=" else " and ").join(part.texts()) for part in where)
    said = " ".join(said.split())
    return said if len(said) <= LONGEST_SAID else f"{said[: LONGEST_SAID - 1]}…"


def _hint(condition: Condition, known: Mapping[str, int]) -> str:
    """What may have been meant by a condition whose values no paper has; empty when one has, or for lack of ideas."""
    if not known:
        return ""
    if condition.field == "year":
        return _hint_of_year(condition, sorted(map(int, known)))
    by_folded = {fold(value): value for value in known}
    if condition.operator != "=" or any(fold(value) in by_folded for value in condition.values):
        return ""
    close = [f"{condition.field}={by_folded[value]}" for value in _close(map(fold, condition.values), list(by_folded))]
    if close:
        return f"; did you mean {_listed(close, 'or')}?"
    return f"; known are {_listed(list(known), 'and')}." if len(known) <= FEW else ""


def _hint_of_year(condition: Condition, known: Sequence[int]) -> str:
    if any(_holds(condition, year) for year in known):
        return ""
    first, last = known[0], known[-1]
    return f"; the papers are of {first}." if first == last else f"; the papers are of {first} to {last}."


def _holds(condition: Condition, year: int) -> bool:
    values = [int(value) for value in condition.values]
    match condition.operator:
        case ">=":
            return year >= values[0]
        case "<=":
            return year <= values[0]
        case ">":
            return year > values[0]
        case "<":
            return year < values[0]
        case "!=":
            return year not in values
        case _:
            return year in values


def _close(wanted: Iterable[str], known: Sequence[str]) -> list[str]:
    """The known values that hold a wanted one (or the other way round), as it is or nearly, the most likely first."""
    found: dict[str, None] = {}
    for value in wanted:
        if len(value) >= SHORTEST_PART:
            known = [other for other in known if len(other) >= SHORTEST_PART]
            alike = process.extract(value, known, scorer=fuzz.partial_ratio, score_cutoff=LEAST_LIKENESS)
            found.update(dict.fromkeys(other for other, *_ in alike))
    return list(found)[:MOST_OFFERED]


def _listed(items: Sequence[str], word: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}"
