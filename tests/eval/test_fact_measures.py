from __future__ import annotations

from dataclasses import replace

from fake_chats import given, outcome, refused

from eval.case import Case
from eval.metrics.facts import facts_matched, said, sentence_limit
from eval.metrics.summary import summarize

CASE = Case("a", ("?",), ("p1",), facts=(r"29\.45 ?%", "tokens"))


def test_facts_are_found_in_any_case_of_letters() -> None:
    assert facts_matched(outcome(CASE, given("?", [("Saves 29.45% of the TOKENS.", ["p1"])]))) == (True, True)


def test_markers_do_not_stand_between_the_words_of_a_fact() -> None:
    case = replace(CASE, facts=("first part second part",))
    answer = given("?", [("First part", ["p1"]), ("second part", ["p2"])])
    assert answer.text == "First part [1] second part [2]"
    assert said(answer) == "First part second part"
    assert facts_matched(outcome(case, answer)) == (True,)


def test_markers_do_not_count_as_the_number_asked_for() -> None:
    case = replace(CASE, facts=(r"\b1\b",))
    assert facts_matched(outcome(case, given("?", [("No number here.", ["p1"])]))) == (False,)
    bare_text = replace(given("?", []), text="No number here [1] [2, 3].")
    assert said(bare_text) == "No number here."


def test_an_interval_in_a_sentence_is_not_taken_for_a_marker() -> None:
    assert said(given("?", [("The range is [0, 1].", ["p1"])])) == "The range is [0, 1]."


def test_a_line_break_in_an_answer_does_not_hide_a_fact() -> None:
    case = replace(CASE, facts=("two words",))
    assert facts_matched(outcome(case, given("?", [("two\n  words", ["p1"])]))) == (True,)


def test_shares_of_facts_and_of_cases_by_hand() -> None:
    summary = summarize(
        [
            outcome(CASE, given("?", [("29.45 % of the tokens", ["p1"])])),
            outcome(CASE, given("?", [("some tokens", ["p1"])])),
            outcome(CASE, refused("?")),
            outcome(CASE, failure="broke"),
            outcome(replace(CASE, facts=()), given("?", [("anything", ["p1"])])),
            outcome(Case("n", ("?",), answerable=False), given("?", [("anything", ["p1"])])),
        ]
    )
    assert (summary["facts_found"].numerator, summary["facts_found"].denominator) == (3, 8)
    assert (summary["facts_all"].numerator, summary["facts_all"].denominator) == (1, 4)


def test_no_fact_counts_in_an_answer_of_more_than_three_sentences() -> None:
    line = ("29.45% of the tokens", ["p1"])
    assert facts_matched(outcome(CASE, given("?", [line] * 3))) == (True, True)
    assert facts_matched(outcome(CASE, given("?", [line] * 4))) == (False, False)


def test_a_list_may_have_a_line_for_each_cited_paper_and_one_more() -> None:
    listing = replace(CASE, kind="listing", facts=("tokens",))
    lines = [("tokens", [f"p{n}"]) for n in range(1, 6)]
    assert sentence_limit(listing, given("?", lines)) == 6
    assert facts_matched(outcome(listing, given("?", [*lines, ("Five papers.", [])]))) == (True,)
    assert facts_matched(outcome(listing, given("?", [*lines, ("Five papers.", []), ("More.", [])]))) == (False,)


def test_a_list_of_few_papers_may_still_have_three_sentences() -> None:
    comparing = replace(CASE, kind="comparing")
    assert sentence_limit(comparing, given("?", [("tokens", ["p1"])])) == 3
