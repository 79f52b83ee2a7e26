"""Measures of rankings, by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.retrieval import graded_ndcg_at, ndcg_at
from rag.bench.questions import Asked
from rag.bench.retrieval import LARGE, retrieval

papers = st.sampled_from([f"p{number}" for number in range(12)])


def test_graded_ndcg_by_hand() -> None:
    grades = {"best": 2.0, "good": 1.0, "unfound": 1.0}
    gained = 1 / log2(2) + 2 / log2(4)
    ideal = 2 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert graded_ndcg_at(10, ["good", "other", "best"], grades) == pytest.approx(gained / ideal)
    assert graded_ndcg_at(2, ["good", "other", "best"], grades) == pytest.approx(1 / (2 + 1 / log2(3)))
    assert graded_ndcg_at(10, ["other"], {"other": 0.0}) is None


@given(st.lists(papers, unique=True), st.sets(papers, min_size=1), st.integers(1, 12))
def test_where_all_grades_are_alike_it_is_the_ndcg_without_grades(found: list[str], gold: set[str], k: int) -> None:
    for grade in (1.0, 3.0):
        assert graded_ndcg_at(k, found, dict.fromkeys(gold, grade)) == pytest.approx(ndcg_at(k, found, gold, "all"))


def test_recall_counts_all_right_papers_unless_any_will_do() -> None:
    relevant = {"a": 1.0, "b": 1.0}
    assert retrieval([Asked("?", relevant)], [["a", "x"]])["recall@5"] == 0.5
    assert retrieval([Asked("?", relevant, "any")], [["a", "x"]])["recall@5"] == 1.0
    assert retrieval([Asked("?", relevant, "any")], [["a", "x"]])["nDCG@10"] == 1.0


def test_figures_are_means_over_questions() -> None:
    asked = [Asked("?", {"a": 1.0}), Asked("?", {"b": 1.0}), Asked("?", {"c": 1.0})]
    found = retrieval(asked, [["a"], ["x", "b"], ["x"]])
    assert found == {
        "n": 3,
        "recall@1": 0.3333,
        "recall@5": 0.6667,
        "recall@10": 0.6667,
        "nDCG@10": round((1 + 1 / log2(3)) / 3, 4),
        "MRR": 0.5,
    }


def test_many_questions_have_an_interval_around_each_mean() -> None:
    asked = [Asked("?", {"a": 1.0})] * LARGE
    found = retrieval(asked, [["a"] if number % 2 else ["x"] for number in range(LARGE)])
    low, high = found["intervals"]["recall@1"]
    assert 0.3 < low < found["recall@1"] == 0.5 < high < 0.7


def test_no_question_has_no_figure() -> None:
    assert retrieval([], []) == {"n": 0, **dict.fromkeys(("recall@1", "recall@5", "recall@10", "nDCG@10", "MRR"))}
