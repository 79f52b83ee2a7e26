from __future__ import annotations

from dataclasses import replace

import pytest
from fake_chats import PAPERS, citation, given, outcome, refused

from eval.case import Case
from eval.metrics.citations import verdict_counts
from eval.metrics.summary import own_scores, summarize
from eval.outcome import cited, is_verbatim
from rag.types import Sentence, Status, Verdict

CASE = Case("a", ("?",), ("p1",), kind="named")
BOTH = Case("b", ("?",), ("p1", "p2"), need="all", kind="comparing")


def test_precision_is_the_share_of_distinct_cited_papers_that_are_gold() -> None:
    summary = summarize(
        [
            outcome(CASE, given("?", [("One.", ["p1"]), ("Two.", ["p3"])])),
            outcome(CASE, given("?", [("One.", ["p1"])])),
        ]
    )
    precision = summary["citation_precision"]
    assert (precision.numerator, precision.denominator, precision.value, precision.n) == (2, 3, 2 / 3, 2)


def test_a_paper_cited_again_and_again_counts_once_an_answer_and_once_a_sentence() -> None:
    answer = given("?", [("One.", ["p1"]), ("Two.", ["p1"]), ("Three.", ["p3"])])
    repeated = replace(answer, sentences=tuple(replace(s, citations=s.citations * 3) for s in answer.sentences))
    summary = summarize([outcome(CASE, repeated)])
    by_sentence = summary["sentence_citation_precision"]
    assert summary["citation_precision"].value == 1 / 2
    assert (by_sentence.numerator, by_sentence.denominator) == (2, 3)


def test_two_numbers_for_one_paper_are_one_citation() -> None:
    answer = given("?", [("One.", ["p1"])])
    twice = replace(
        answer,
        citations=(citation(1, "p1"), citation(2, "p1")),
        sentences=(Sentence("One.", (1, 2), Verdict.QUOTED),),
    )
    summary = summarize([outcome(CASE, twice)])
    assert summary["citation_precision"].denominator == 1
    assert summary["sentence_citation_precision"].denominator == 1


def test_an_answer_without_citation_has_no_precision_of_its_own_but_recall_0() -> None:
    bare = outcome(CASE, given("?", [("It saves 10 percent.", [])]))
    assert own_scores(bare)["citation_precision"] is None
    assert own_scores(bare)["citation_recall"] == 0
    summary = summarize([bare, outcome(CASE, given("?", [("One.", ["p1"])]))])
    assert summary["citation_precision"].value == 1
    assert summary["citation_precision"].n == 1
    assert summary["citation_recall"].value == 1 / 2


def test_recall_asks_for_one_gold_paper_or_for_all_as_the_case_needs() -> None:
    one_of_two = [("One.", ["p1"])]
    any_will_do = replace(BOTH, need="any")
    assert own_scores(outcome(any_will_do, given("?", one_of_two)))["citation_recall"] == 1
    assert own_scores(outcome(BOTH, given("?", one_of_two)))["citation_recall"] == 1 / 2
    assert own_scores(outcome(BOTH, given("?", [("One.", ["p2", "p1"])])))["citation_recall"] == 1


def test_refusals_and_failures_of_answerable_cases_have_recall_0() -> None:
    summary = summarize([outcome(CASE, refused("?")), outcome(CASE, failure="broke")])
    assert (summary["citation_recall"].value, summary["citation_recall"].n) == (0, 2)
    assert summary["citation_precision"].value is None


def test_answers_to_unanswerable_cases_are_left_to_the_refusal_measures() -> None:
    case = Case("n", ("?",), answerable=False)
    summary = summarize([outcome(case, given("?", [("One.", ["p1"])]))])
    assert summary["citation_precision"].value is None
    assert summary["citation_recall"].value is None


def test_the_paper_cited_first_is_the_first_in_reading_order() -> None:
    answer = given("?", [("One.", ["p2"]), ("Two.", ["p1"])])
    renumbered = replace(
        answer,
        citations=(citation(1, "p1"), citation(2, "p2")),
        sentences=(Sentence("One.", (2,), Verdict.QUOTED), Sentence("Two.", (1,), Verdict.QUOTED)),
    )
    assert cited(answer) == cited(renumbered) == ("p2", "p1")
    assert own_scores(outcome(CASE, renumbered))["cited_first"] == 0


def test_cited_first_concerns_named_and_described_cases_alone_and_counts_refusals_against_them() -> None:
    right = given("?", [("One.", ["p1"]), ("Two.", ["p3"])])
    described = replace(CASE, kind="described")
    summary = summarize(
        [
            outcome(CASE, right),
            outcome(described, right),
            outcome(CASE, refused("?")),
            outcome(described, failure="broke"),
            outcome(replace(CASE, kind="listing"), refused("?")),
            outcome(Case("n", ("?",), answerable=False, kind="named"), refused("?")),
        ]
    )
    assert (summary["cited_first"].numerator, summary["cited_first"].denominator) == (2, 4)


def test_a_number_that_is_not_in_the_list_is_no_citation() -> None:
    answer = replace(given("?", [("One.", ["p1"])]), sentences=(Sentence("One.", (1, 12), Verdict.INVALID),))
    summary = summarize([outcome(CASE, answer)])
    assert summary["citation_precision"].value == 1
    assert summary["sentence_citation_precision"].denominator == 1
    assert (summary["invalid_sentences"].numerator, summary["invalid_sentences"].denominator) == (1, 1)


def test_sentences_without_citation_are_counted_over_all_answers_given() -> None:
    summary = summarize(
        [
            outcome(CASE, given("?", [("One.", ["p1"]), ("Two.", [])])),
            outcome(Case("n", ("?",), answerable=False), given("?", [("Three.", [])], status=Status.PARTIAL)),
            outcome(CASE, refused("?")),
        ]
    )
    assert (summary["uncited_sentences"].numerator, summary["uncited_sentences"].denominator) == (2, 3)


@pytest.mark.parametrize(
    ("start", "quote", "verbatim"),
    [
        (0, "Method M1 is studied.", True),
        (7, "M1", True),
        (8, "M1", False),
        (0, "method M1 is studied.", False),
        (0, "", False),
        (-7, "tokens.", False),
        (0, PAPERS["p1"] + " ", False),
    ],
)
def test_a_quote_is_verbatim_only_at_its_own_place(start: int, quote: str, verbatim: bool) -> None:
    assert is_verbatim(citation(1, "p1", quote=quote, start=start), PAPERS) is verbatim


def test_a_quote_from_an_unknown_paper_is_not_verbatim() -> None:
    assert not is_verbatim(citation(1, "p1"), {})


def test_quotes_are_counted_and_without_the_abstracts_undefined() -> None:
    answer = given("?", [("One.", ["p1", "p2"])])
    assert summarize([outcome(CASE, answer)])["quotes_verbatim"].value is None
    checked = summarize([outcome(CASE, answer, verbatim=(True, False))])["quotes_verbatim"]
    assert (checked.numerator, checked.denominator) == (1, 2)


def test_verdicts_are_counted_for_sentences_and_citations_with_zeros_kept() -> None:
    counts = verdict_counts(
        [outcome(CASE, given("?", [("One.", ["p1", "p2"]), ("Two.", [])])), outcome(CASE, refused("?"))]
    )
    assert counts["sentences"]["quoted"] == 1
    assert counts["sentences"]["uncited"] == 1
    assert counts["citations"] == {verdict.value: 2 if verdict is Verdict.QUOTED else 0 for verdict in Verdict}
