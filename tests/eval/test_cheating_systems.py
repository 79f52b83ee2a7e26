"""Systems that would look good by one number; each must be exposed by another."""

from __future__ import annotations

import pytest
from fake_chats import (
    CASES,
    PAPERS,
    AlwaysRefusing,
    CitingEverything,
    CitingTheTopicOnly,
    KnowingChat,
    NeverRefusing,
    RecitingAbstracts,
    RetrievingRubbish,
)

from eval.run import Report, evaluate, gate


def report_on(chat: KnowingChat) -> Report:
    return evaluate(chat, CASES, papers=PAPERS)


def value(report: Report, name: str) -> float | None:
    return report.summary[name].value


def test_always_refusing_misses_no_refusal_and_still_scores_nothing() -> None:
    report = report_on(AlwaysRefusing())
    assert value(report, "missed_refusals") == 0
    assert value(report, "false_refusals") == 1
    assert value(report, "answered_right") == 0
    assert value(report, "balanced_score") == 0
    assert value(report, "citation_recall") == 0
    assert value(report, "citation_precision") is None


def test_never_refusing_is_right_about_every_answer_and_still_scores_nothing() -> None:
    report = report_on(NeverRefusing())
    assert value(report, "answered_right") == 1
    assert value(report, "false_refusals") == 0
    assert value(report, "missed_refusals") == 1
    assert value(report, "balanced_score") == 0


def test_citing_everything_has_full_recall_and_poor_precision() -> None:
    report = report_on(CitingEverything())
    assert value(report, "citation_recall") == 1
    assert value(report, "cited_first") == 1
    assert value(report, "citation_precision") == value(report, "sentence_citation_precision") == 1 / 5
    assert value(report, "answered_right") == 0


def test_citing_a_paper_that_does_not_say_it_is_wrong_even_when_the_words_are_right() -> None:
    report = report_on(CitingTheTopicOnly())
    assert value(report, "facts_found") == 1
    assert value(report, "citation_precision") == value(report, "cited_first") == 0
    assert value(report, "answered_right") == 0
    assert report.results[0].complaints == (
        "Cites p9, which does not answer the question.",
        "Does not cite p1.",
    )


def test_reciting_whole_abstracts_finds_no_facts() -> None:
    report = report_on(RecitingAbstracts())
    assert value(report, "facts_found") == 0
    assert report.results[0].complaints == ("Has 4 sentences where 3 are allowed, so its facts do not count.",)


def test_rubbish_retrieval_shows_though_the_answers_are_right() -> None:
    report = report_on(RetrievingRubbish())
    assert value(report, "answered_right") == 1
    assert [value(report, name) for name in ("recall@5", "mrr", "ndcg@10", "hit@1")] == [0, 0, 0, 0]
    assert report.results[0].remarks == ("No paper that answers the question is among the first five retrieved.",)


@pytest.mark.parametrize(
    "cheat", [AlwaysRefusing, NeverRefusing, CitingEverything, CitingTheTopicOnly, RecitingAbstracts]
)
def test_no_cheat_passes_the_gates(cheat: type[KnowingChat]) -> None:
    assert gate(report_on(cheat()))
