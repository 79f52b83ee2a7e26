from __future__ import annotations

from dataclasses import replace

from shelf import ShelfChat

from rag.answer import Answer
from rag.types import Status
from ui import export
from ui.session import LONGEST_QUESTION, answer_of, failed, follow


def test_a_turn_goes_from_search_over_drafts_to_the_verified_answer() -> None:
    *steps, last = follow(ShelfChat(), "How good is AgenTracer?", ())
    assert steps[0].searched == "How good is AgenTracer?"
    assert any(step.found == 3 for step in steps)
    assert any(step.draft for step in steps)
    assert all(step.answer is None for step in steps)
    assert last.answer is not None
    assert last.answer.status == Status.ANSWERED


def test_an_error_on_the_way_becomes_an_answer_in_words() -> None:
    answer = answer_of(ShelfChat(), "Is AgenTracer in overload?", ())
    assert (answer.status, answer.reason) == (Status.ERROR, "The model is overloaded. Ask again in a minute.")


def test_an_unforeseen_error_becomes_an_answer_too() -> None:
    answer = answer_of(ShelfChat(), "Has AgenTracer a bug?", ())
    assert answer.status == Status.ERROR
    assert "KeyError" in answer.reason
    assert "secret" not in answer.reason


def test_a_stream_that_ends_early_becomes_an_answer_too() -> None:
    assert answer_of(ShelfChat(), "Does AgenTracer break off?", ()).status == Status.ERROR


def test_a_question_that_is_too_long_is_refused_with_the_limit_and_not_asked() -> None:
    chat = ShelfChat()
    answer = answer_of(chat, "a" * 100_000, ())
    assert "100,000 characters; at most 4,000" in answer.reason
    assert chat.asked == []
    assert answer_of(chat, "a" * LONGEST_QUESTION, ()).status == Status.NO_ANSWER


def test_failed_turns_are_not_handed_on_as_earlier_answers() -> None:
    chat = ShelfChat()
    first = answer_of(chat, "How good is AgenTracer?", ())
    answer_of(chat, "and its data?", (first, failed("boom", "It broke.")))
    assert chat.asked[-1] == ("and its data?", ("How good is AgenTracer?",))


def conversation() -> tuple[Answer, ...]:
    chat = ShelfChat()
    turns: tuple[Answer, ...] = ()
    for question in (
        "How good is AgenTracer?",
        "Which paper simulates operating systems?",
        "AgenTracer again?",
        "hi",
    ):
        turns = (*turns, answer_of(chat, question, turns))
    return (*turns, failed("boom", "It broke."))


def test_the_markdown_holds_every_turn_in_order() -> None:
    text = export.to_markdown(conversation())
    places = [text.index(part) for part in ("How good is", "simulates", "again?", "Hello!", "It broke.")]
    assert places == sorted(places)
    assert text.count("\n---\n") == 4


def test_the_bibtex_holds_every_cited_paper_once() -> None:
    text = export.to_bibtex(conversation())
    assert text.count("@misc{") == 2
    assert "AgenTracer" in text
    assert "NeuralOS" in text


def test_a_name_that_bibtex_cannot_hold_does_not_cost_the_others_their_entries() -> None:
    first, second, *_ = conversation()
    odd = replace(second, citations=(replace(second.citations[0], authors=("A, B, C, D, E",)),))
    text = export.to_bibtex((first, odd))
    assert text.count("@misc{") >= 1
    assert "NeuralOS" in text


def test_a_conversation_without_citations_has_no_bibtex_and_an_empty_one_no_markdown() -> None:
    assert export.to_bibtex((failed("q", "No."),)) == ""
    assert export.to_markdown(()) == ""
