"""Filters as people write them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from rag.errors import UsageError
from rag.types import Condition
from rag.where import FIELDS, parse_where, where_from

DECISION_IS_NOT_ORAL = Condition("decision", "!=", ("Oral",))


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("area=optimization", Condition("area", "=", ("optimization",))),
        (" area = learning theory ", Condition("area", "=", ("learning theory",))),
        ("year>=2025", Condition("year", ">=", ("2025",))),
        ("year<2025", Condition("year", "<", ("2025",))),
        ("year = 2026.0", Condition("year", "=", ("2026",))),
        ("decision!=Poster", Condition("decision", "!=", ("Poster",))),
        ("authors=Ann Lee", Condition("author", "=", ("Ann Lee",))),
        ("id=a=b>c", Condition("id", "=", ("a=b>c",))),
        ("id=2301.00010", Condition("id", "=", ("2301.00010",))),
        ("year=2021-05-04", Condition("year", "=", ("2021",))),
        ("year>=2021-05", Condition("year", ">=", ("2021",))),
        ("year<2021-05-04T10:00:00Z", Condition("year", "<", ("2021",))),
        ("keyword=in-context learning", Condition("keyword", "=", ("in-context learning",))),
        ("keywords!=LLM", Condition("keyword", "!=", ("LLM",))),
    ],
)
def test_a_condition_is_read(text: str, condition: Condition) -> None:
    assert parse_where([text]) == (condition,)


@pytest.mark.parametrize(
    ("mapping", "conditions"),
    [
        ({"area": "optimization"}, (Condition("area", "=", ("optimization",)),)),
        ({"year>=": 2025}, (Condition("year", ">=", ("2025",)),)),
        (
            {"year >= ": 2025.0, "author": "Ann"},
            (Condition("year", ">=", ("2025",)), Condition("author", "=", ("Ann",))),
        ),
        ({"area": None, "year": "", "author": "  "}, ()),
        ({"decision": ["Oral", " Spotlight ", "", None]}, (Condition("decision", "=", ("Oral", "Spotlight")),)),
        ({"decision!=": ("Oral",), "venue": {"b", "a"}}, (DECISION_IS_NOT_ORAL, Condition("venue", "=", ("a", "b")))),
        (
            {"year": [2021, "2022", 2023.0, date(2024, 5, 4)]},
            (Condition("year", "=", ("2021", "2022", "2023", "2024")),),
        ),
        ({"year>=": 2025, "year<=": 2026}, (Condition("year", ">=", ("2025",)), Condition("year", "<=", ("2026",)))),
        ({"author": "Ann", "authors": "Bo"}, (Condition("author", "=", ("Ann", "Bo")),)),
        ({"decision": [], "area": ["", None], "year>=": ()}, ()),
        ({}, ()),
        ([], ()),
        ("year>=2025", (Condition("year", ">=", ("2025",)),)),
        (["decision!=Oral", "area="], (DECISION_IS_NOT_ORAL,)),
        ((DECISION_IS_NOT_ORAL,), (DECISION_IS_NOT_ORAL,)),
        (None, ()),
    ],
)
def test_what_is_passed_is_read(mapping: Any, conditions: tuple[Condition, ...]) -> None:
    assert where_from(mapping) == conditions


def test_several_conditions_all_count_and_blank_ones_do_not() -> None:
    assert [condition.field for condition in parse_where(["area=x", "year=", "venue=y", "author= "])] == [
        "area",
        "venue",
    ]


def test_equal_ones_on_one_field_are_one_condition_and_comparisons_are_conditions_each() -> None:
    texts = ["year>=2024", "decision=Oral", "year<=2025", "area!=a", "decision=Spotlight", "area!=b", "decision=Oral"]
    assert parse_where(texts) == (
        Condition("year", ">=", ("2024",)),
        Condition("decision", "=", ("Oral", "Spotlight")),
        Condition("year", "<=", ("2025",)),
        Condition("area", "!=", ("a", "b")),
    )


def test_conditions_as_typed_are_read_as_the_same_conditions() -> None:
    where = parse_where(["year>=2024", "year<2026", "decision=Oral", "decision=Spotlight", "author!=Ann Lee"])
    assert parse_where(text for condition in where for text in condition.texts()) == where


@pytest.mark.parametrize("text", ["aera=x", "title=x", "abstract=x", "=x="])
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


@pytest.mark.parametrize(
    "where", [{"area": {"$eq": "a"}}, {"year>=": [2024, 2025]}, 7, [7], [["area=x"]], {7: "a"}, [""]]
)
def test_what_can_not_be_meant_is_refused_in_words(where: Any) -> None:
    with pytest.raises(UsageError) as caught:
        where_from(where)
    assert caught.value.advice
