"""Questions asked with their paper in the index and without it."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from eval.case import Case
from eval.left_out import leave_out
from eval.twin_report import report_on, table
from eval.twins import ask_twins
from rag.assemble import Assembly
from rag.errors import UsageError
from rag.index.manifest import read_manifest
from rag.language.terms import stem
from rag.settings import Settings

NEURAL_OS, MEM_AGENT = "TE2Vu7WJki", "k5nIOvYGCL"
CASES = (
    Case("os", ("What does NeuralOS simulate?",), (NEURAL_OS,), kind="named"),
    Case("wrong", ("What does NeuralOS simulate?",), (MEM_AGENT,), kind="named"),
)


@pytest.fixture(scope="module")
def settings(shipped_index: Path) -> Settings:
    return Settings.load({"index": shipped_index, "llm": "extractive"}, {})


@pytest.fixture(scope="module")
def poorer(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The shipped papers but one."""
    folder = tmp_path_factory.mktemp("poorer")
    leave_out(settings, {NEURAL_OS}, folder)
    return replace(settings, index=folder)


def test_a_paper_that_is_left_out_is_gone_and_the_others_stay(settings: Settings, poorer: Settings) -> None:
    before = {paper.id: paper for paper in Assembly(settings).search().matching(())}
    after = {paper.id: paper for paper in Assembly(poorer).search().matching(())}
    assert after == {key: paper for key, paper in before.items() if key != NEURAL_OS}


def test_words_of_a_paper_that_is_left_out_are_not_known_any_more(settings: Settings, poorer: Settings) -> None:
    word = stem("neuralos")
    assert Assembly(settings).search().frequency(word) == 1
    assert Assembly(poorer).search().frequency(word) == 0


def test_leaving_out_embeds_nothing_and_keeps_the_sketches(poorer: Settings, settings: Settings) -> None:
    question = "a memory that is overwritten while a long text is read"
    ranked = [found.paper.id for found in Assembly(settings).search().search(question, limit=5)]
    again = [found.paper.id for found in Assembly(poorer).search().search(question, limit=5)]
    assert again == ranked


def test_the_index_that_was_asked_stays_as_it_is(settings: Settings) -> None:
    before = read_manifest(settings.index)
    ask_twins(settings, CASES[:1])
    assert read_manifest(settings.index) == before


def test_a_named_paper_is_answered_and_without_it_refused(settings: Settings) -> None:
    (twin,) = ask_twins(settings, CASES[:1])
    assert twin.present.given is not None
    assert twin.absent.refused
    assert twin.flips


def test_an_answer_from_another_paper_does_not_count_as_a_flip(settings: Settings) -> None:
    (twin,) = ask_twins(settings, CASES[1:])
    assert twin.cites_another
    assert twin.answered_without
    assert not twin.flips


def test_the_report_counts_pairs_and_shows_what_did_not_flip(settings: Settings) -> None:
    report = report_on(ask_twins(settings, CASES), {})
    assert report.summary["missed_refusals"].value == 0.5
    assert report.summary["false_refusals"].value == 0.0
    assert report.summary["flips"].numerator == 1
    assert report.by_kind["named"]["cites_another"].numerator == 1
    told = StringIO()
    Console(file=told, width=100).print(table(report))
    assert "what did not flip" in told.getvalue()
    assert "wrong" in told.getvalue()


def test_the_report_is_json_with_the_curve_and_every_pair(settings: Settings) -> None:
    said = json.loads(report_on(ask_twins(settings, CASES[:1]), {"pairs": 1}).to_json())
    assert said["twins"][0]["paper"] == NEURAL_OS
    assert said["curve"][-1]["coverage"] == 1.0
    assert said["settings"]["pairs"] == 1


def test_questions_without_one_right_paper_are_refused(settings: Settings) -> None:
    with pytest.raises(UsageError, match="no twin"):
        ask_twins(settings, [Case("none", ("What is the time?",), answerable=False)])


def test_a_question_about_a_paper_that_is_not_there_is_named(settings: Settings) -> None:
    with pytest.raises(UsageError, match="case lost: no paper nowhere"):
        ask_twins(settings, [Case("lost", ("What is lost?",), ("nowhere",))])
