"""Filters as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from rag.errors import UsageError
from rag.types import Condition
from rag.where import FIELDS, parse_where, where_from


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("area=optimization", Condition("area", "=", "optimization")),
        (" area = learning theory ", Condition("area", "=", "learning theory")),
        ("year>=2025", Condition("year", ">=", "2025")),
        ("year<2025", Condition("year", "<", "2025")),
        ("year = 2026.0", Condition("year", "=", "2026")),
        ("decision!=Poster", Condition("decision", "!=", "Poster")),
        ("authors=Ann Lee", Condition("author", "=", "Ann Lee")),
        ("id=a=b>c", Condition("id", "=", "a=b>c")),
        ("id=2301.00010", Condition("id", "=", "2301.00010")),
    ],
)
def test_a_condition_is_read(text: str, condition: Condition) -> None:
    assert parse_where([text]) == (condition,)


@pytest.mark.parametrize(
    ("mapping", "conditions"),
    [
        ({"area": "optimization"}, (Condition("area", "=", "optimization"),)),
        ({"year>=": 2025}, (Condition("year", ">=", "2025"),)),
        ({"year >= ": 2025.0, "author": "Ann"}, (Condition("year", ">=", "2025"), Condition("author", "=", "Ann"))),
        ({"area": None, "year": "", "author": "  "}, ()),
        ({}, ()),
        (None, ()),
    ],
)
def test_a_mapping_is_read(mapping: dict[str, Any] | None, conditions: tuple[Condition, ...]) -> None:
    assert where_from(mapping) == conditions


def test_several_conditions_all_count_and_blank_ones_do_not() -> None:
    assert [condition.field for condition in parse_where(["area=x", "year=", "venue=y", "author= "])] == [
        "area",
        "venue",
    ]


@pytest.mark.parametrize("text", ["aera=x", "title=x", "keywords=x", "=x="])
def test_an_unknown_field_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_where([text])
    assert text.partition("=")[0] in str(caught.value)
    assert any(name in caught.value.advice for name in (*FIELDS, "FIELD"))


def test_an_unknown_field_is_refused_even_without_a_value() -> None:
    with pytest.raises(UsageError, match="'aera'"):
        where_from({"aera": ""})


@pytest.mark.parametrize("text", ["area", "", "   ", "area~x", ">=2025"])
def test_what_is_no_condition_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match=r"year>=2025"):
        parse_where([text])


@pytest.mark.parametrize("value", ["soon", "²", "99999", "-5", "1e3", "2025.5", "٢٠٢٥", "9" * 30])
def test_a_year_is_at_most_four_digits(value: str) -> None:
    with pytest.raises(UsageError, match="is not a year"):
        parse_where([f"year={value}"])


@pytest.mark.parametrize("text", ["area>=x", "author<x", "id>5"])
def test_only_years_are_compared(text: str) -> None:
    with pytest.raises(UsageError, match="can't be compared"):
        parse_where([text])


@pytest.mark.parametrize("value", [["a", "b"], ("a",), {"a"}, {"$eq": "a"}])
def test_a_field_takes_one_value(value: Any) -> None:
    with pytest.raises(UsageError, match="area has several values"):
        where_from({"area": value})
