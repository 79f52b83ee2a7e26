from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fake_chats import ANSWERABLE, CASES, PAPERS, UNANSWERABLE, Breaking, KnowingChat, given

from eval.case import Case
from eval.cases import QuestionsUnreadableError
from eval.outcome import Result
from eval.run import evaluate, gate
from rag.answer import Answer
from rag.errors import ModelError
from rag.types import Status


def test_every_case_is_asked_and_a_good_system_passes_every_gate() -> None:
    report = evaluate(KnowingChat(), CASES, papers=PAPERS)
    assert [result.case for result in report.results] == list(CASES)
    assert {result.grade for result in report.results} == {"right"}
    assert not any(result.complaints or result.remarks for result in report.results)
    assert report.summary["balanced_score"].value == 1
    assert gate(report) == []


def test_a_follow_up_replays_its_turns_with_the_answers_before_them() -> None:
    chat = KnowingChat()
    first, second, third = "Hello", ANSWERABLE[1].question, ANSWERABLE[0].question
    case = replace(ANSWERABLE[0], turns=(first, second, third), kind="follow-up")
    (result,) = evaluate(chat, [case]).results
    assert [question for question, _ in chat.asked] == [first, second, third]
    assert [[answer.question for answer in turns] for _, turns in chat.asked] == [
        [],
        [first],
        [first, second],
    ]
    assert [answer.question for answer in result.earlier] == [first, second]
    assert result.answer is not None
    assert result.answer.question == third
    assert result.grade == "right"


def test_a_case_that_raises_is_counted_with_its_message_and_the_others_go_on() -> None:
    errors = {
        CASES[0].question: ValueError("no such shard"),
        CASES[1].question: ModelError("The model did not answer.", advice="Start it."),
    }
    report = evaluate(Breaking(errors=errors), CASES, papers=PAPERS)
    assert report.results[0].failure == "ValueError: no such shard"
    assert report.results[1].failure == "The model did not answer. Start it."
    assert report.results[0].complaints == ("Failed: ValueError: no such shard.",)
    assert [result.grade for result in report.results[2:]] == ["right"] * 8
    assert (report.summary["failed_cases"].value, report.summary["failed_cases"].denominator) == (2, 10)
    assert report.summary["false_refusals"].denominator == 5
    assert "failed cases: 2 (2 of 10); at most 0 is asked for." in gate(report)


def test_a_case_that_hangs_is_given_up_and_counted() -> None:
    hard = UNANSWERABLE[:3]
    chat = Breaking(hangs=frozenset(case.question for case in hard))
    try:
        report = evaluate(chat, CASES, papers=PAPERS, patience=1.0)
    finally:
        chat.released.set()
    assert [result.failure for result in report.results[5:8]] == ["no answer within 1 s"] * 3
    assert (report.summary["missed_refusals"].numerator, report.summary["missed_refusals"].denominator) == (
        3,
        5,
    )
    assert report.summary["balanced_score"].value < evaluate(KnowingChat(), CASES).summary["balanced_score"].value
    assert any(line.startswith("failed cases: 3") for line in gate(report))


def test_the_turn_that_broke_is_named() -> None:
    question = ANSWERABLE[0].question
    case = replace(ANSWERABLE[0], turns=("Hello", question))
    (result,) = evaluate(Breaking(errors={question: OSError("gone")}), [case]).results
    assert result.failure == "turn 2 of 2: OSError: gone"
    assert len(result.earlier) == 1


def test_a_panic_in_native_code_breaks_one_case_only() -> None:
    class PanicError(BaseException):
        pass

    report = evaluate(Breaking(errors={CASES[0].question: PanicError("index out of bounds")}), CASES)
    assert report.results[0].failure == "PanicError: index out of bounds"
    assert report.summary["failed_cases"].value == 1


def test_an_interrupt_by_the_user_ends_the_run() -> None:
    with pytest.raises(KeyboardInterrupt):
        evaluate(Breaking(errors={CASES[0].question: KeyboardInterrupt()}), CASES)


def test_an_answer_of_status_error_is_a_failure_that_can_still_be_read() -> None:
    class Erring(KnowingChat):
        def answer(self, case: Case) -> Answer:
            return given(case.question, [], status=Status.ERROR, reason="The endpoint said 503.")

    report = evaluate(Erring(), CASES)
    assert report.results[0].failure == "The endpoint said 503."
    assert report.results[0].answer is not None
    assert report.summary["failed_cases"].value == 5


def test_what_is_no_verified_answer_is_not_scored() -> None:
    class Draft(KnowingChat):
        def answer(self, case: Case) -> Answer:
            return case.question  # type: ignore[return-value]

    assert evaluate(Draft(), CASES).results[0].failure == "TypeError: str came back instead of an Answer"


def test_progress_is_told_after_each_case() -> None:
    told: list[tuple[int, int, str]] = []

    def listen(done: int, total: int, result: Result) -> None:
        told.append((done, total, result.case.id))

    evaluate(KnowingChat(), CASES[:3], progress=listen)
    assert told == [(1, 3, "yes-1"), (2, 3, "yes-2"), (3, 3, "yes-3")]


def test_quotes_are_compared_with_the_abstracts_when_they_are_given() -> None:
    edited = {**PAPERS, "p1": "Another abstract that says something else entirely, and at length."}
    report = evaluate(KnowingChat(), CASES, papers=edited)
    quotes = report.summary["quotes_verbatim"]
    assert (quotes.numerator, quotes.denominator) == (4, 5)
    assert "The quote of [1] does not stand in the abstract" in report.results[0].remarks[0]
    assert evaluate(KnowingChat(), CASES).summary["quotes_verbatim"].value is None


def test_questions_about_papers_that_are_not_there_are_refused_before_anything_is_asked() -> None:
    chat = KnowingChat()
    with pytest.raises(QuestionsUnreadableError, match="case yes-1: no paper p1"):
        evaluate(chat, CASES, papers={})
    assert chat.asked == []


def test_the_report_says_what_was_run() -> None:
    settings = evaluate(KnowingChat(), CASES, data_hash="abc", papers=PAPERS).settings
    assert settings["chat"] == {"llm": "fake", "index": {"papers": 10}}
    assert (settings["cases"], settings["questions_sha256"], settings["papers"]) == (10, "abc", 10)
    assert settings["versions"]["python"].startswith("3.")
    assert settings["date"].endswith("+00:00")
    assert "seed" in settings["intervals"]


def test_measures_are_broken_down_by_kind() -> None:
    report = evaluate(KnowingChat(), CASES)
    assert set(report.by_kind) == {"named", "missing-detail"}
    assert report.by_kind["named"]["false_refusals"].denominator == 5
    assert report.by_kind["named"]["missed_refusals"].value is None
    assert report.by_kind["missing-detail"]["missed_refusals"].denominator == 5


def test_the_json_holds_everything_and_only_what_json_can_hold() -> None:
    class Odd(KnowingChat):
        def answer(self, case: Case) -> Answer:
            answer = given(case.question, [("half \ud835 letter", case.papers)])
            return replace(answer, seconds={"total": float("nan")})

    report = evaluate(Odd(), CASES, papers=PAPERS)
    read = json.loads(report.to_json().encode("utf-8"))
    assert list(read) == ["settings", "summary", "by_kind", "verdicts", "results"]
    assert read["summary"]["missed_refusals"] == {
        "value": 0.0, "n": 5, "numerator": 0.0, "denominator": 5.0, "low": 0.0, "high": 0.0,
    }  # fmt: skip
    first = read["results"][0]
    assert first["case"]["id"] == "yes-1"
    assert first["grade"] == "wrong"
    assert first["complaints"] == [r"Does not say /\b10 percent\b/."]
    assert first["answer"]["status"] == "answered"
    assert first["answer"]["seconds"] == {"total": None}
    assert first["answer"]["sentences"][0]["text"] == "half \ufffd letter"
    assert first["scores"]["facts_found"] == 0
    assert first["scores"]["missed_refusals"] is None
