"""Hostile papers before a model: what it is asked, and what a model that obeys them can do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from endpoint_acts import Act, Stage, answer, chunk
from endpoint_server import EndpointServer
from hostile_papers import ABROAD, ATTACKS, BASE, PLACES, asked_about, asked_beside, hostile, ordinary
from hostile_shelf import (
    ACTING,
    TOKENS,
    Shelf,
    assert_nothing_acts,
)
from speaking import settings_for, speaker

from rag.judging.asking import judge_prompt
from rag.judging.model import ModelJudge
from rag.language.inert import inert
from rag.pipeline import Voices
from rag.prompts import Prompt, fill
from rag.rewording.asking import reword_prompt
from rag.types import Claim, Status, Verdict
from rag.write.model import ModelWriter
from ui.session import follow


@pytest.fixture(scope="module")
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def asked_of(server: EndpointServer, shelf: Shelf, question: str) -> Prompt:
    server.asked.clear()
    server.usual = answer("It is told [1].")
    shelf.writing(server).ask(question)
    (body,) = server.chats
    assert "tools" not in body
    system, user = (message["content"] for message in body["messages"])
    return Prompt(system, user)


def test_the_model_gets_whole_sources_that_pose_as_nothing_else(server: EndpointServer, shelf: Shelf) -> None:
    systems = set()
    for place in PLACES:
        for question in (asked_about(place), asked_beside(place)):
            prompt = asked_of(server, shelf, question)
            systems.add(prompt.system)
            lines = prompt.user.splitlines()
            heads = [line for line in lines if re.match(r"\[\d+\] ", line)]
            assert lines.count("<source>") == lines.count("</source>") == len(heads) >= 1
            assert [int(line[1 : line.index("]")]) for line in heads] == list(range(1, len(heads) + 1))
            assert len(re.findall(r"(?i)<\s*/?\s*source", prompt.user)) == 2 * len(heads)
            assert sum(line.startswith("Question: ") for line in lines) == 1
            assert lines.index(f"Question: {question}") > max(
                place for place, line in enumerate(lines) if line == "</source>"
            )
            assert len(re.findall(r"[\[【]\s*(?:source\s*)?\d+\s*[\]】,;]", prompt.user.split("Question: ")[0])) == len(
                heads
            )
            assert_no_token(prompt)
    assert len(systems) == 1


def assert_no_token(prompt: Prompt) -> None:
    assert not TOKENS.search(prompt.user)
    assert not ACTING.search(prompt.user.replace("\n", ""))
    assert all(character.isprintable() or character == "\n" for character in prompt.user)
    assert "PWNED" not in prompt.system
    assert "Mallory" not in prompt.system


def test_the_judge_sees_hostile_text_in_its_place_alone() -> None:
    for place in PLACES:
        paper = hostile(place)
        prompt = judge_prompt([Claim(paper.abstract, (paper,)), Claim("It is so.", (ordinary(place), paper))])
        lines = prompt.user.splitlines()
        tags = [line for line in lines if re.match(r"\s*</?\s*abstract", line)]
        assert tags == ["<abstract A>", "</abstract A>", "<abstract B>", "</abstract B>"]
        assert [line[:11] for line in lines if line.startswith("Sentence ")] == ["Sentence 1 ", "Sentence 2 "]
        assert not any(re.match(r"\d+: \w", line) for line in lines)
        assert_no_token(prompt)


def test_the_rewriter_sees_hostile_text_in_its_place_alone() -> None:
    plain = reword_prompt("And then?", [("What?", "It is.")], 4000).user.splitlines()
    for place in PLACES:
        paper = hostile(place)
        prompt = reword_prompt("And then?", [(paper.title, paper.abstract)], 4000)
        lines = prompt.user.splitlines()
        assert len(lines) == len(plain)
        assert [line[:9] for line in lines if line.startswith(("QUESTION", "SEARCH"))] == []
        assert_no_token(prompt)


def test_inert_text_can_be_made_inert_again_and_keeps_its_letters() -> None:
    for place in PLACES:
        paper = hostile(place)
        for text in (paper.title, paper.abstract, *paper.authors):
            once = inert(text)
            assert inert(once) == once
            assert "\n" not in once
            for word in re.findall(r"(?<![\w@#])[A-Z][a-z]{3,}(?!\w)", text):
                assert word in once


def test_a_model_that_repeats_what_it_was_told_cites_only_what_was_there(
    server: EndpointServer, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = shelf.writing(server)
    for place, attack in enumerate(ATTACKS):
        for question in (asked_about(place), asked_beside(place)):
            server.asked.clear()
            server.usual = answer(
                f"{attack.text}\n\nPWNED is told by 99 of them [1]", f" [9{place}]. ", f"![x]({ABROAD}) [2]"
            )
            found = chat.ask(question)
            told = server.chats[0]["messages"][1]["content"]
            seen = [paper.title.split(":")[0] for paper in chat.papers() if f"] {paper.title.split(':')[0]}: " in told]
            assert {citation.title.split(":")[0] for citation in found.citations} <= set(seen)
            assert {number for item in found.sentences for number in item.citations} <= set(range(1, len(seen) + 1))
            assert found.status in (Status.PARTIAL, Status.NO_ANSWER)
            assert_nothing_acts(found, chat, capsys)


def test_what_no_cited_abstract_says_is_neither_quoted_nor_plausible(server: EndpointServer, shelf: Shelf) -> None:
    chat = shelf.writing(server)
    for place in PLACES:
        server.usual = answer(
            f"PWNED lowers the error by {BASE + place + 31}% [1]. See {ABROAD} for PWNED [2]. All is well [99]."
        )
        found = chat.ask(asked_about(place))
        assert {item.verdict for item in found.sentences} <= {Verdict.UNSUPPORTED, Verdict.INVALID}


def test_no_abstract_can_make_an_answer_a_refusal(server: EndpointServer, shelf: Shelf) -> None:
    (place,) = (place for place, attack in enumerate(ATTACKS) if attack.kind == "the line of a refusal")
    chat = shelf.writing(server)
    abstract = hostile(place).abstract
    for said in (f"{abstract} [1]", f"{abstract.partition('. ')[2]} [1]"):
        server.usual = answer(said)
        found = chat.ask(asked_about(place))
        assert found.status is not Status.NO_ANSWER
        assert f"{BASE + place}%" in found.text
    server.usual = answer("NOT IN THE PAPERS")
    assert chat.ask(asked_about(place)).status is Status.NO_ANSWER


def test_a_models_calls_of_tools_are_not_made(server: EndpointServer, shelf: Shelf) -> None:
    """The flow is fixed in code, from condensing to judging: nothing that is read or written can add a step."""
    called = {"id": "1", "type": "function", "index": 0, "function": {"name": "shell", "arguments": '{"cmd": "id"}'}}
    asking = chunk("It is told [1].")
    asking["choices"][0]["delta"]["tool_calls"] = [called]
    server.asked.clear()
    server.usual = answer(first=[asking], finish="tool_calls")
    found = shelf.writing(server).ask(asked_about(0))
    assert len(server.chats) == 1
    assert found.text.startswith("It is told.")


def test_a_judge_that_obeys_gives_no_other_sentence_a_verdict(server: EndpointServer, shelf: Shelf) -> None:
    judge = ModelJudge(speaker(server), name="openai:scripted", context_tokens=6000)
    chat = shelf.chat(Voices(ModelWriter.of(settings_for(server, timeout=20)), judge=judge))
    (place,) = (place for place, attack in enumerate(ATTACKS) if attack.kind == "the forms of other answers")
    server.usual = by_role(
        "It lowers the error [1]. PWNED holds 77 times [1].", "1: supported\n2: supported\n9: supported"
    )
    found = chat.ask(asked_about(place))
    assert [item.verdict for item in found.sentences] == [Verdict.SUPPORTED, Verdict.UNSUPPORTED]


def by_role(written: str, judged: str) -> Act:
    """A server that answers as a writer or as a judge, as it is told."""

    def play(stage: Stage) -> None:
        is_judge = stage.body["messages"][0]["content"].startswith("You check")
        answer(judged if is_judge else written)(stage)

    return play


def test_a_hostile_turn_does_not_change_what_is_asked_next(shelf: Shelf) -> None:
    chat = shelf.chat()
    for place in (0, 6, 14, 27):
        turns = (chat.ask(asked_about(place)),)
        other = (place + 5) % len(ATTACKS)
        *_, last = follow(chat, asked_beside(other), turns)
        assert last.answer
        assert str(300 + other) in last.answer.text


def test_a_prompt_is_filled_once_so_that_a_dollar_sign_stays_one() -> None:
    assert (
        "$question and ${sources}"
        in fill("answer", abstention="X", sources="$question and ${sources}", question="Q?").user
    )
