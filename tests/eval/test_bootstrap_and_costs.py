from __future__ import annotations

from dataclasses import replace

import pytest
from fake_chats import given, outcome, refused
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from eval.case import Case
from eval.metrics.cost import percentile
from eval.metrics.measure import rate, ratio
from eval.metrics.summary import MEANINGS, summarize
from rag.types import Usage

CASE = Case("a", ("?",), ("p1",))
counts = st.lists(st.tuples(st.integers(0, 3), st.integers(3, 5)), min_size=2, max_size=30)


def test_a_ratio_over_nothing_is_undefined() -> None:
    assert ratio(0, 0) is None
    assert rate([]).value is None
    assert rate([(0, 0), (0, 0)]).n == 0


def test_a_rate_keeps_what_it_was_counted_from() -> None:
    measure = rate([(1, 2), (3, 3), (0, 0)])
    assert (measure.value, measure.numerator, measure.denominator, measure.n) == (0.8, 4, 5, 2)


@settings(max_examples=25, deadline=None)
@over(counts, st.randoms(use_true_random=False))
def test_an_interval_holds_the_value_is_repeatable_and_knows_no_order(
    pairs: list[tuple[float, float]], random: object
) -> None:
    measure = rate(pairs, interval=True)
    shuffled = list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert measure.low is not None
    assert 0 <= measure.low <= measure.value + 1e-9 <= measure.high + 2e-9 <= 1 + 3e-9
    assert rate(shuffled, interval=True) == measure


def test_cases_that_agree_leave_no_doubt_and_more_cases_leave_less() -> None:
    sure = rate([(1, 1)] * 10, interval=True)
    assert (sure.low, sure.high) == (1, 1)
    few, many = (rate([(0, 1), (1, 1)] * times, interval=True) for times in (5, 100))
    assert many.high - many.low < few.high - few.low
    # Half of 200: the normal approximation gives 0.5 +/- 1.96 * sqrt(0.25 / 200) = 0.431 … 0.569.
    assert (many.low, many.high) == (pytest.approx(0.431, abs=0.015), pytest.approx(0.569, abs=0.015))


def test_one_case_has_no_interval() -> None:
    measure = rate([(1, 1), (0, 0)], interval=True)
    assert (measure.low, measure.high) == (None, None)


def test_percentiles_interpolate_and_are_undefined_for_nothing() -> None:
    assert percentile([1, 2, 3, 4], 50).value == 2.5
    assert percentile(list(range(101)), 95).value == 95
    assert percentile([], 50).value is None


def test_time_is_taken_from_the_answer_and_from_the_clock() -> None:
    fast = outcome(CASE, given("?", [("One.", ["p1"])], seconds={"total": 0.1}), wall=0.2)
    slow = outcome(CASE, refused("?"), wall=0.4)
    silent = outcome(CASE, given("?", [("One.", ["p1"])], seconds={}), wall=0.6)
    broken = outcome(CASE, failure="no answer within 30 s", wall=30.0)
    summary = summarize([fast, slow, silent, broken])
    assert (summary["latency_median"].value, summary["latency_median"].n) == (pytest.approx(0.175), 2)
    assert (summary["wall_median"].value, summary["wall_median"].n) == (0.5, 4)
    assert summary["wall_p95"].value > 20


def test_tokens_are_summed_over_earlier_turns_too() -> None:
    answer = given("?", [("One.", ["p1"])], usage=Usage(10, 5, 1))
    summary = summarize([outcome(CASE, answer, earlier=(answer, replace(answer, usage=Usage(1, 1, 2))))])
    assert [summary[name].value for name in ("prompt_tokens", "completion_tokens", "model_calls")] == [
        21,
        11,
        4,
    ]


def test_length_is_the_mean_over_answers_given() -> None:
    one = outcome(CASE, given("?", [("Three little words.", ["p1"])]))
    three = outcome(CASE, given("?", [("Two words.", ["p1"])] * 3))
    summary = summarize([one, three, outcome(CASE, refused("?"))])
    assert (summary["sentences_per_answer"].value, summary["words_per_answer"].value) == (2, 4.5)


def test_nothing_asked_is_all_undefined_and_no_zero_or_one_is_made_up() -> None:
    summary = summarize([], intervals=True)
    assert set(summary) == set(MEANINGS)
    counted = {"failed_cases", "prompt_tokens", "completion_tokens", "model_calls"}
    assert all(measure.value is None for name, measure in summary.items() if name not in counted)
    assert all(summary[name].value == 0 for name in counted)
