from __future__ import annotations

from dataclasses import replace

import pytest
from fake_chats import ANSWERABLE, CASES, KnowingChat, fact_about, given, outcome, refused
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from eval.case import Case
from eval.metrics.refusals import balanced_score, grade
from eval.metrics.summary import MEANINGS, summarize
from eval.outcome import Outcome
from rag.types import Status

YES, NO = ANSWERABLE[0], Case("no", ("?",), answerable=False, kind="near-miss")


def right(case: Case) -> Outcome:
    return outcome(case, KnowingChat().answer(case) if case.answerable else refused("?"))


def wrong(case: Case) -> Outcome:
    return outcome(case, given("?", [("Something else.", ["p9"])]))


def test_both_errors_are_counted_each_over_its_own_side() -> None:
    summary = summarize([right(YES), wrong(YES), outcome(YES, refused("?")), right(NO), wrong(NO)])
    missed, false = summary["missed_refusals"], summary["false_refusals"]
    assert (missed.numerator, missed.denominator) == (1, 2)
    assert (false.numerator, false.denominator) == (1, 3)


def test_a_partial_answer_is_an_answer() -> None:
    partial = given("?", [(fact_about("p1"), ["p1"])], status=Status.PARTIAL)
    assert grade(outcome(NO, partial)) == "wrong"
    assert grade(outcome(YES, partial)) == "right"
    assert summarize([outcome(NO, partial)])["missed_refusals"].value == 1


def test_a_failure_counts_as_the_error_of_its_side() -> None:
    summary = summarize([outcome(YES, failure="broke"), outcome(NO, failure="broke"), right(YES), right(NO)])
    assert summary["missed_refusals"].value == summary["false_refusals"].value == 1 / 2
    assert (summary["failed_cases"].value, summary["failed_cases"].denominator) == (2, 4)


def test_a_side_without_questions_is_undefined() -> None:
    summary = summarize([right(YES)])
    assert summary["missed_refusals"].value is None
    assert summary["balanced_score"].value is None
    assert summarize([right(NO)])["false_refusals"].value is None


@pytest.mark.parametrize(
    ("lines", "ended"),
    [
        ([(fact_about("p1"), ["p1"])], "right"),
        ([("It saves a lot.", ["p1"])], "wrong"),
        ([(fact_about("p1"), ["p9"])], "wrong"),
        ([(fact_about("p1"), [])], "wrong"),
        ([(fact_about("p1"), ["p1", "p9"])], "wrong"),
        ([(fact_about("p1"), ["p1"])] * 4, "wrong"),
    ],
)
def test_right_means_every_fact_and_only_papers_that_may_be_cited(
    lines: list[tuple[str, list[str]]], ended: str
) -> None:
    assert grade(outcome(YES, given("?", lines))) == ended


def test_where_all_papers_are_needed_one_is_not_enough() -> None:
    both = replace(YES, papers=("p1", "p2"), need="all")
    assert grade(outcome(both, given("?", [(fact_about("p1"), ["p1"])]))) == "wrong"
    assert grade(outcome(both, given("?", [(fact_about("p1"), ["p1", "p2"])]))) == "right"


def test_the_balanced_score_by_hand() -> None:
    answerable = [right(YES), right(YES), wrong(YES), outcome(YES, refused("?"))]  # (2 - 1) / 4
    unanswerable = [right(NO), right(NO), right(NO), right(NO), wrong(NO)]  # - 1 / 5
    assert balanced_score(answerable + unanswerable).value == pytest.approx(0.25 - 0.2)


def test_the_balanced_score_does_not_depend_on_the_mix_of_the_file() -> None:
    few = [right(YES), wrong(YES), right(NO), wrong(NO)]
    many = [right(YES), wrong(YES), *[right(NO), wrong(NO)] * 20]
    assert balanced_score(few).value == balanced_score(many).value


ways = st.lists(
    st.tuples(st.sampled_from(CASES), st.sampled_from(["right", "wrong", "refused", "failed"])),
    min_size=1,
    max_size=20,
)


def ended(case: Case, way: str) -> Outcome:
    if way == "failed":
        return outcome(case, failure="broke")
    return {"right": right, "wrong": wrong}.get(way, lambda c: outcome(c, refused("?")))(case)


@settings(deadline=None)
@over(ways, st.integers(0, 19))
def test_failing_on_a_case_improves_no_measure_of_the_whole_run(run: list[tuple[Case, str]], chosen: int) -> None:
    whole = [ended(case, way) for case, way in run]
    broken = list(whole)
    broken[chosen % len(run)] = outcome(run[chosen % len(run)][0], failure="broke")
    before, after = summarize(whole), summarize(broken)
    per_answer = {
        "citation_precision",
        "sentence_citation_precision",
        "uncited_sentences",
        "invalid_sentences",
    }
    for name, meaning in MEANINGS.items():
        old, new = before[name].value, after[name].value
        if meaning.group == "cost" or name in per_answer or old is None or new is None:
            continue
        assert (new <= old + 1e-9) if meaning.better == "higher" else (new >= old - 1e-9), name
    assert after["failed_cases"].value >= before["failed_cases"].value


@settings(deadline=None)
@over(ways, st.randoms(use_true_random=False))
def test_the_order_of_the_cases_changes_nothing(run: list[tuple[Case, str]], random: object) -> None:
    outcomes = [ended(case, way) for case, way in run]
    shuffled = list(outcomes)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert summarize(outcomes) == summarize(shuffled)


@settings(deadline=None)
@over(ways)
def test_every_rate_is_a_share_and_the_balanced_score_keeps_its_bounds(run: list[tuple[Case, str]]) -> None:
    summary = summarize([ended(case, way) for case, way in run])
    for name, meaning in MEANINGS.items():
        value = summary[name].value
        if value is not None and meaning.unit == "share":
            low = -2 if name == "balanced_score" else 0
            assert low <= value <= 1 + 1e-12
