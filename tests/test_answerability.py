"""Whether found papers answer: named signals, a calibrated decision, and reasons that name what failed."""

from __future__ import annotations

import pytest

from rag.chat import PaperChat
from rag.evidence.answerability import DESCRIBED, NAMED, standing
from rag.evidence.missing import absent_names
from rag.types import Found, Match, Paper, Read, Status

RIGHT = {"coverage_lead": 0.3, "lead": 0.5, "strange": 0.0, "closeness": 0.6}


def read_of(key: str, *, score: float, similarity: float, strength: float) -> Read:
    paper = Paper(key, f"Title of {key}", "An abstract.")
    matches = (Match("memori", 0.5, 0.5, strength),)
    return Read(Found(paper, score, similarity, 1.0), (), matches, named=False, score=score)


def test_the_best_paper_stands_out_by_its_lead_over_the_next_one() -> None:
    best = read_of("best", score=0.9, similarity=0.6, strength=1.0)
    others = [
        read_of("next", score=0.7, similarity=0.5, strength=0.4),
        read_of("last", score=0.2, similarity=0.1, strength=0),
    ]
    found = standing(best, [best, *others])
    assert found["closeness"] == 0.6
    assert found["lead"] == pytest.approx(0.2)


def test_a_paper_alone_has_all_its_score_as_lead() -> None:
    only = read_of("only", score=0.9, similarity=0.6, strength=1.0)
    assert standing(only, [only])["lead"] == 0.9


@pytest.mark.parametrize(
    ("signal", "worse"), [("lead", 0.0), ("closeness", 0.1), ("strange", 0.2), ("coverage_lead", 0.0)]
)
def test_every_signal_that_gets_worse_makes_an_answer_less_likely(signal: str, worse: float) -> None:
    assert DESCRIBED.probability({**RIGHT, signal: worse}) < DESCRIBED.probability(RIGHT)


@pytest.mark.parametrize(("signal", "worse"), [("lead", -0.5), ("closeness", -0.5), ("strange", 0.3)])
def test_the_signal_that_failed_is_named(signal: str, worse: float) -> None:
    assert DESCRIBED.failed({**RIGHT, signal: worse}) == signal


def test_nothing_failed_where_every_signal_is_better_than_usual() -> None:
    assert DESCRIBED.failed(RIGHT) == ""
    assert NAMED.holds({"similarity": 0.7, "weakest": 1.0, "strangest": 0.0})


def test_an_answer_says_how_sure_it_is(shipped_chat: PaperChat) -> None:
    sure = shipped_chat.ask("What does NeuralOS simulate?")
    doubtful = shipped_chat.ask("how do volcanoes form on the moons of Jupiter?")
    assert sure.status is not Status.NO_ANSWER
    assert doubtful.status is Status.NO_ANSWER
    assert sure.confidence is not None
    assert doubtful.confidence is not None
    assert 0.0 <= doubtful.confidence < sure.confidence <= 1.0


def test_a_name_that_no_paper_knows_is_said(shipped_chat: PaperChat) -> None:
    answer = shipped_chat.ask("how does WUMPUS choose which agents talk to each other?")
    assert answer.status is Status.NO_ANSWER
    assert answer.reason == "None of the papers mentions WUMPUS."


def test_a_title_that_no_paper_has_is_said(shipped_chat: PaperChat) -> None:
    answer = shipped_chat.ask("In Quantile Advantage Estimation for Reasoning, what do agents share?")
    assert answer.status is Status.NO_ANSWER
    assert "Quantile Advantage Estimation" in answer.reason


def test_what_a_question_only_compares_with_need_not_be_mentioned() -> None:
    assert absent_names("is there something like AutoAugment for time series?", "Augmenting time series.") == []
    assert absent_names("does AutoAugment work on time series?", "Augmenting time series.") == ["AutoAugment"]


def test_abbreviations_of_several_are_the_askers_own() -> None:
    assert absent_names("which LLMs and RNNs were tried?", "Language models were tried.") == []
