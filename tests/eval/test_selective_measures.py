"""Risk against coverage, by hand and whatever the order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.selective import Judged, Point, aurc, best_aurc, risk_coverage

ANSWERS = st.lists(st.builds(Judged, st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]), st.booleans()), min_size=1)


def test_the_curve_answers_the_surest_question_first() -> None:
    judged = [Judged(0.2, True), Judged(0.9, False), Judged(0.6, True), Judged(0.7, False)]
    assert risk_coverage(judged) == (
        Point(0.9, 0.25, 0.0),
        Point(0.7, 0.5, 0.0),
        Point(0.6, 0.75, pytest.approx(1 / 3)),
        Point(0.2, 1.0, 0.5),
    )


def test_the_area_is_the_mean_of_the_risks_at_every_coverage() -> None:
    judged = [Judged(0.2, True), Judged(0.9, False), Judged(0.6, True), Judged(0.7, False)]
    assert aurc(judged) == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)


def test_a_confidence_that_tells_nothing_has_the_share_of_wrong_ones_as_its_area() -> None:
    assert aurc([Judged(0.5, True), Judged(0.5, False), Judged(0.5, False), Judged(0.5, False)]) == pytest.approx(0.25)


def test_without_questions_there_is_no_area() -> None:
    assert aurc([]) is None
    assert best_aurc([]) is None
    assert risk_coverage([]) == ()


@given(ANSWERS)
def test_no_order_beats_the_best_one(judged: list[Judged]) -> None:
    area, best = aurc(judged), best_aurc(judged)
    assert area is not None
    assert best is not None
    assert -1e-9 <= best <= area + 1e-9 <= 1 + 1e-6


@given(ANSWERS)
def test_the_order_of_the_questions_changes_nothing(judged: list[Judged]) -> None:
    assert aurc(judged) == pytest.approx(aurc(judged[::-1]))
    assert risk_coverage(judged) == risk_coverage(judged[::-1])


@given(ANSWERS)
def test_the_curve_ends_with_every_question_answered(judged: list[Judged]) -> None:
    last = risk_coverage(judged)[-1]
    assert last.coverage == 1.0
    assert last.risk == pytest.approx(sum(item.wrong for item in judged) / len(judged))
