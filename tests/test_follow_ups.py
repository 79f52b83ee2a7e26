"""Follow-ups without a model: what a question points at, what stands alone, and how it is put."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag import PaperChat
from rag.answer import Answer
from rag.assemble import Assembly, shipped
from rag.condense import condense
from rag.language.naming import is_named
from rag.language.places import numbered, placed
from rag.language.pointing import Lean, lean
from rag.ports import Search
from rag.types import Query, Status

NEURALOS, SYSMO, DEEPTRACE, AGENTRACER = "TE2Vu7WJki", "SAeaTz8YoM", "QkaeTea16Y", "l05DseqvuD"
ROWS = [json.loads(line) for line in shipped("follow-up-questions.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def search(shipped_assembly: Assembly) -> Search:
    return shipped_assembly.search()


def said(chat: PaperChat, *questions: str) -> tuple[Answer, ...]:
    conversation = chat.conversation()
    for question in questions:
        conversation.ask(question)
    return conversation.turns


def about(query: Query, search: Search) -> set[str]:
    """The papers that a question is taken to be about: carried on, or named."""
    named = {paper.id for paper in search.matching(()) if is_named(paper, query.text, search)}
    return named | set(query.carried)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_conversation_is_about_the_papers_that_its_last_question_means(
    shipped_chat: PaperChat, search: Search, row: dict[str, object]
) -> None:
    *before, last = map(str, row["turns"])  # type: ignore[call-overload]
    turns = said(shipped_chat, *before)
    query = condense(last, turns, search)
    if row["kind"] == "new-topic":
        assert query.carried == ()
        assert query.text == condense(last, (), search).text
    else:
        meant = about(query, search) or {cited.paper_id for cited in shipped_chat.ask(last, turns=turns).citations}
        assert meant == set(row["papers"])  # type: ignore[call-overload]


@pytest.fixture(scope="module")
def after_neuralos(shipped_chat: PaperChat) -> tuple[Answer, ...]:
    return said(shipped_chat, "What is NeuralOS?")


@pytest.fixture(scope="module")
def after_two(shipped_chat: PaperChat) -> tuple[Answer, ...]:
    return said(shipped_chat, "Compare SysMoBench and DeepTRACE")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what about AgenTracer?", "What is AgenTracer?"),
        ("tell me more", "How does NeuralOS work, and what are its results?"),
        ("go on", "How does NeuralOS work, and what are its results?"),
        ("why?", "Why: What is NeuralOS?"),
        ("GPU?", "GPU — NeuralOS?"),
        ("is it better than AgenTracer?", "is it better than AgenTracer — NeuralOS?"),
    ],
)
def test_a_short_follow_up_is_put_so_that_it_stands_alone(
    after_neuralos: tuple[Answer, ...], search: Search, question: str, text: str
) -> None:
    assert condense(question, after_neuralos, search).text == text


@pytest.mark.parametrize(
    ("question", "text", "carried"),
    [
        ("who wrote the second?", "who wrote DeepTRACE?", [DEEPTRACE]),
        ("what does [1] cover?", "what does SysMoBench cover?", [SYSMO]),
        ("not the first, the second: code?", "not the first, DeepTRACE: code?", [DEEPTRACE]),
        ("the audit paper, who wrote it?", "DeepTRACE, who wrote it?", [DEEPTRACE]),
        ("how do they differ?", "how do they differ — SysMoBench, DeepTRACE?", [SYSMO, DEEPTRACE]),
        ("und das zweite?", "und DeepTRACE?", [DEEPTRACE]),
        ("et la première ?", "et SysMoBench ?", [SYSMO]),
        ("what is the first token?", "what is the first token?", []),
    ],
)
def test_numbers_and_places_point_at_the_papers_that_were_shown(
    after_two: tuple[Answer, ...], search: Search, question: str, text: str, carried: list[str]
) -> None:
    query = condense(question, after_two, search)
    assert (query.text, list(query.carried)) == (text, carried)


def test_a_number_keeps_its_paper_when_the_conversation_has_gone_on(shipped_chat: PaperChat, search: Search) -> None:
    turns = said(shipped_chat, "Compare SysMoBench and DeepTRACE", "What is NeuralOS?")
    assert condense("who wrote paper 2?", turns, search).carried == (DEEPTRACE,)
    assert condense("and [3]?", turns, search).carried == (NEURALOS,)


@pytest.mark.parametrize(
    "question",
    [
        "Are there agents that choose their own tools?",
        "what is a diffusion model",
        "and travel planning?",
        "Which paper was accepted as an oral?",
        "Is it true that AgenTracer is small?",
        "something else: queueing systems",
        "Welche Arbeit behandelt Warteschlangen?",
        "What is the capital of Australia?",
    ],
)
def test_a_question_that_stands_alone_is_left_as_it_is(
    after_neuralos: tuple[Answer, ...], search: Search, question: str
) -> None:
    query = condense(question, after_neuralos, search)
    assert (query.text, query.carried) == (question, ())


@pytest.mark.parametrize("question", ["tell me more", "why?", "Who wrote it?", "How does it work?"])
def test_a_question_that_says_nothing_of_a_paper_is_asked_back(shipped_chat: PaperChat, question: str) -> None:
    answer = shipped_chat.ask(question)
    assert (answer.status, answer.citations) == (Status.NO_ANSWER, ())
    assert answer.reason == "It is not clear which paper is meant. Say its name, or what it is about."


def test_a_place_that_no_paper_has_is_not_taken_for_another(shipped_chat: PaperChat) -> None:
    *_, answer = said(shipped_chat, "What does SupervisorAgent do?", "Who wrote the fifth one?")
    assert (answer.status, answer.citations) == (Status.NO_ANSWER, ())
    assert answer.reason.startswith("Only 1 paper was spoken of, so it is not clear which one is meant.")


def test_other_papers_on_the_topic_are_sought_without_the_name_of_the_one_at_hand(
    after_neuralos: tuple[Answer, ...], search: Search
) -> None:
    query = condense("Are there other papers on this topic?", after_neuralos, search)
    assert query.carried == ()
    assert "NeuralOS" not in query.text
    assert "Graphical User Interfaces" in query.text


def test_after_a_refusal_the_paper_that_it_was_about_is_still_meant(shipped_chat: PaperChat, search: Search) -> None:
    turns = said(shipped_chat, "What GPU did NeuralOS use for training?")
    assert turns[0].citations == ()
    assert condense("then who wrote it?", turns, search).carried == (NEURALOS,)


def test_a_paper_that_a_refusal_offered_can_be_pointed_at(shipped_chat: PaperChat, search: Search) -> None:
    turns = said(shipped_chat, "Who wrote Hamlet?")
    offered = [paper.paper_id for paper in turns[0].nearest]
    assert offered
    assert condense("what does the first one do?", turns, search).carried == (offered[0],)
    assert condense("and when?", turns, search).carried == ()


def test_a_turn_that_failed_before_it_was_answered_still_says_what_it_was_about(search: Search) -> None:
    failed = Answer("What is NeuralOS?", "What is NeuralOS?", Status.ERROR, "The endpoint is down.", "")
    assert condense("go on", (failed,), search).carried == (NEURALOS,)
    assert condense("go on", (), search).carried == ()


def test_a_paper_that_has_left_the_index_is_no_longer_meant(after_neuralos: tuple[Answer, ...], search: Search) -> None:
    gone = replace(after_neuralos[0].citations[0], paper_id="gone")
    turns = (replace(after_neuralos[0], citations=(gone,), nearest=(), standalone_question="What is it?"),)
    assert condense("who wrote it?", turns, search).carried == ()


PIECES = [
    "the second",
    "[1]",
    "it",
    "and",
    "what about",
    "DeepTRACE",
    "not",
    "İ",
    "ﬁ",
    "é",
    "both",
    "the other one",
    "?",
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=8).map(" ".join))
def test_any_question_can_be_condensed(after_two: tuple[Answer, ...], search: Search, question: str) -> None:
    query = condense(question, after_two, search)
    assert set(query.carried) <= {SYSMO, DEEPTRACE}
    assert "\n" not in query.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("does it work?", Lean.FIRMLY),
        ("agents that choose their tools", Lean.LOOSELY),
        ("agents that plan", Lean.NOT),
        ("is it true that agents plan?", Lean.NOT),
        ("are there methods for this", Lean.FIRMLY),
    ],
)
def test_a_pronoun_leans_more_or_less(text: str, expected: Lean) -> None:
    assert lean(text) is expected


@pytest.mark.parametrize(
    ("asked", "place"), [("the sixth paper", 5), ("the ninth one", 8), ("the 10th paper", 9), ("und der siebte", 6)]
)
def test_a_list_of_ten_can_be_pointed_at_to_its_end(asked: str, place: int) -> None:
    ((places, _),) = placed(f"{asked}?", 10)
    assert places == (place,)


def test_numbers_of_other_things_are_no_papers() -> None:
    assert numbered("what is in table 3 of 2301.00010?") == ()
    assert [number for number, _ in numbered("compare [2] and paper 3")] == [2, 3]
    assert [places for places, _ in placed("the last two", 3)] == [(1, 2)]
    assert [places for places, _ in placed("the fourth one", 3)] == []
