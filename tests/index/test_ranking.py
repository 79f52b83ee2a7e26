"""How the candidates of both searches become one order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.index.ranking import KEYWORD_SHARE, VECTOR_SHARE, WORDS_SHARE, fused, interaction, ranked, with_words

SCORES = st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 50, allow_nan=False), max_size=6)


def test_the_shares_add_up_to_one() -> None:
    assert pytest.approx(1) == KEYWORD_SHARE + VECTOR_SHARE + WORDS_SHARE


def test_the_best_of_both_sides_gets_both_shares() -> None:
    scores = fused({"a": 12.0, "b": 6.0}, {"a": 0.8, "b": 0.4, "c": 0.8})
    assert scores["a"] == pytest.approx(KEYWORD_SHARE + VECTOR_SHARE)
    assert scores["b"] == pytest.approx((KEYWORD_SHARE + VECTOR_SHARE) / 2)
    assert scores["c"] == pytest.approx(VECTOR_SHARE)


def test_vectors_of_any_length_give_the_same_order() -> None:
    small, large = {"a": 0.7, "b": 0.3, "c": -0.2}, {"a": 280.0, "b": 120.0, "c": -80.0}
    assert fused({}, small) == pytest.approx(fused({}, large))


@given(SCORES, SCORES, SCORES)
def test_every_score_lies_between_0_and_1(
    keyword: dict[str, float], similarity: dict[str, float], met: dict[str, float]
) -> None:
    scores = with_words(fused(keyword, similarity), met)
    assert scores.keys() == keyword.keys() | similarity.keys()
    assert all(0 <= score <= 1 + 1e-6 for score in scores.values())


def test_a_rare_word_that_is_met_counts_more_than_a_common_one() -> None:
    question = np.eye(2, dtype=np.float32)
    weights = np.array([0.9, 0.1], dtype=np.float32)
    has_rare, has_common = question[:1], question[1:]
    assert interaction(question, weights, has_rare) == pytest.approx(0.9)
    assert interaction(question, weights, has_common) == pytest.approx(0.1)
    assert interaction(question, weights, question) == pytest.approx(1.0)


def test_a_text_without_words_meets_nothing() -> None:
    nothing = np.empty((0, 2), dtype=np.float32)
    assert interaction(nothing, nothing[:, 0], np.eye(2, dtype=np.float32)) == 0.0
    assert interaction(np.eye(2, dtype=np.float32), np.ones(2, dtype=np.float32), nothing) == 0.0


def test_a_paper_whose_words_are_unknown_is_put_with_the_least_of_those_known() -> None:
    scores = with_words({"a": 0.5, "b": 0.5, "unknown": 0.5}, {"a": 0.9, "b": 0.4})
    assert scores["a"] == pytest.approx(0.5 + WORDS_SHARE)
    assert scores["b"] == scores["unknown"] == 0.5


def test_equal_scores_stand_in_the_order_of_their_ids() -> None:
    assert ranked({"b": 0.5, "a": 0.5, "c": 0.9}, 2) == ["c", "a"]
