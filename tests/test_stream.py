"""Answers as they stream: good ones, odd ones, late ones, and those worth asking for again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from endpoint_acts import (
    Act,
    answer,
    chunk,
    drip,
    hang_up,
    plain,
    silence,
    spoken_as,
    status,
    strict_roles,
    unless,
    whole,
)
from endpoint_server import EndpointServer
from speaking import KEY, LIMIT, ask, sentence, speaker

from rag.errors import ModelError


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


# A good answer


def test_a_streamed_answer_grows_and_ends_whole_with_its_usage(server: EndpointServer) -> None:
    server.will(answer("It halves", " the time", " [1].", usage=(40, 7)))
    said = list(speaker(server).say("Be brief.", "What?"))
    assert [each.text for each in said[:3]] == ["It halves", "It halves the time", "It halves the time [1]."]
    assert said[-1].text == "It halves the time [1]."
    assert (said[-1].usage.prompt_tokens, said[-1].usage.completion_tokens, said[-1].usage.calls) == (
        40,
        7,
        1,
    )
    assert not said[-1].cut_off


def test_the_request_holds_model_limits_and_one_system_and_one_user_message(server: EndpointServer) -> None:
    ask(server, answer_tokens=123, temperature=0.5)
    (body,) = server.chats
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What?"},
    ]
    assert {k: body[k] for k in ("model", "max_tokens", "temperature", "stream")} == {
        "model": "scripted",
        "max_tokens": 123,
        "temperature": 0.5,
        "stream": True,
    }


def test_the_usage_is_counted_when_the_endpoint_does_not_report_it(server: EndpointServer) -> None:
    said = ask(server, answer("It halves the time [1]."))
    assert said.usage.prompt_tokens > 3
    assert said.usage.completion_tokens > 5


def test_a_server_with_a_narrow_chat_template_is_never_given_reason_to_refuse(server: EndpointServer) -> None:
    server.usual = unless(strict_roles, answer("Yes [1]."))
    asked = speaker(server)
    for _ in range(3):
        assert asked.reply("Be brief.", "What?").text == "Yes [1]."
    server.will(status(401))
    with pytest.raises(ModelError):
        asked.reply("Be brief.", "What?")
    cancelled = asked.say("Be brief.", "What?")
    next(cancelled)
    cancelled.close()  # type: ignore[attr-defined]
    assert asked.reply("Be brief.", "What?").text == "Yes [1]."


def test_a_local_server_needs_no_key(server: EndpointServer) -> None:
    assert ask(server, api_key="").text
    assert KEY not in json.dumps(dict(server.asked[0].headers))


# Odd but good streams


def test_events_without_choices_or_content_and_comments_are_read_over(server: EndpointServer) -> None:
    filtered = {**chunk(), "choices": [], "prompt_filter_results": []}
    nothing = {**chunk(), "choices": [{"index": 0, "delta": {"content": None}, "finish_reason": None}]}
    said = ask(
        server,
        answer(
            "It halves",
            " the time [1].",
            first=[filtered, chunk(), nothing, b"1\n\n: keep-alive\n\ndata: " + json.dumps(chunk()).encode()][:3],
            last=[filtered],
            usage=(4, 5),
        ),
    )
    assert said.text == "It halves the time [1]."
    assert not said.cut_off


def test_keep_alive_comments_between_events_are_read_over(server: EndpointServer) -> None:
    events = [json.dumps(chunk(piece)).encode() for piece in ("It halves", " it [1].")]
    ending = json.dumps(chunk(None, "stop")).encode()
    stream = b": hello\n\n" + b"".join(b"data: " + event + b"\n\n: keep-alive\n\n" for event in [*events, ending])
    said = ask(server, plain(stream + b"data: [DONE]\n\n", "text/event-stream"))
    assert said.text == "It halves it [1]."


def test_an_answer_stopped_at_its_length_limit_is_marked_as_cut_off(server: EndpointServer) -> None:
    assert ask(server, answer("It halves the", finish="length")).cut_off


def test_a_stream_that_ends_without_saying_why_is_marked_as_cut_off(server: EndpointServer) -> None:
    assert ask(server, spoken_as(b"data: " + json.dumps(chunk("It halves the")).encode())).cut_off


@pytest.mark.parametrize(
    "pieces",
    [
        ("<think>Hm, source 1.</think>It halves it [1].",),
        ("<th", "ink>Hm", ", so", "urce 1.</thi", "nk>\n\nIt halves it [1]."),
        ("\n<thinking>", "Hm</thinking>", "It halves it [1]."),
        ("Hm, source 1 it is.\n</think>\n\n", "It halves it [1]."),
    ],
)
def test_what_a_thinking_model_thinks_is_not_part_of_its_answer(server: EndpointServer, pieces: tuple[str]) -> None:
    assert ask(server, answer(*pieces)).text == "It halves it [1]."


def test_thinking_is_not_shown_while_it_streams(server: EndpointServer) -> None:
    server.will(answer("<", "think", ">Hm", "</thi", "nk>", "It halves", " it [1]."))
    shown = [said.text for said in speaker(server).say("Be brief.", "What?")]
    assert shown[:2] == ["It halves", "It halves it [1]."]


def test_a_tag_inside_an_answer_stays(server: EndpointServer) -> None:
    text = "It rewards what stands in <think> tags [1]. <b> is bold."
    assert ask(server, answer(text)).text == text


def test_reasoning_in_a_field_of_its_own_is_not_part_of_the_answer(server: EndpointServer) -> None:
    thought = {
        **chunk(),
        "choices": [{"index": 0, "delta": {"reasoning_content": "Hm"}, "finish_reason": None}],
    }
    assert ask(server, answer("It halves it [1].", first=[thought])).text == "It halves it [1]."


# The time limit


def test_a_server_that_never_answers_is_given_up_at_the_limit(server: EndpointServer) -> None:
    started = time.monotonic()
    said = sentence(server, silence())
    assert time.monotonic() - started > 0.8 * LIMIT
    assert said == (
        "HERE did not finish an answer within 2 seconds. Try again, raise FOOTNOTED_TIMEOUT, or choose a faster model."
    )
    assert server.hung_up.wait(1)
    assert len(server.chats) == 1


@pytest.mark.parametrize("interval", [0.1, 5])
def test_a_server_that_drips_is_given_up_at_the_limit_and_hung_up_on(server: EndpointServer, interval: float) -> None:
    assert "did not finish an answer within 2 seconds" in sentence(server, drip(interval))
    assert server.hung_up.wait(1)


def test_an_answer_that_stops_in_the_middle_is_given_up_at_the_limit(server: EndpointServer) -> None:
    assert "did not finish" in sentence(server, answer("It", " halves", " it", pause=1))


def test_asking_again_does_not_lengthen_the_limit(server: EndpointServer) -> None:
    assert "did not finish" in sentence(server, status(500), silence())
    assert len(server.chats) == 2


def test_a_cancelled_answer_is_hung_up_on_at_once(server: EndpointServer) -> None:
    server.will(answer("It", *[" goes on"] * 100, pause=0.3))
    saying = speaker(server, timeout=60).say("Be brief.", "What?")
    assert next(saying).text == "It"
    saying.close()  # type: ignore[attr-defined]
    assert server.hung_up.wait(1)


# Asking again


@pytest.mark.parametrize(
    "fault",
    [
        status(500),
        status(503),
        status(429, "slow down"),
        status(408),
        whole({"error": {"message": "overloaded"}}),
        whole({"choices": None}),
        whole({"choices": []}),
        plain(b"", "application/json"),
        plain(b"", "text/event-stream"),
        answer(finish=None),
        answer(first=[{"error": {"message": "overloaded"}}]),
        answer(first=[{**chunk(), "choices": None}]),
        answer(first=[b"{broken"]),
        hang_up(),
    ],
)
def test_a_passing_fault_before_the_first_word_is_overcome_by_asking_again(server: EndpointServer, fault: Act) -> None:
    said = ask(server, fault, fault, answer("Yes [1]."), timeout=15)
    assert said.text == "Yes [1]."
    assert said.usage.calls == 3


def test_retry_after_is_honoured(server: EndpointServer) -> None:
    said = ask(server, status(429, headers={"retry_after": "0.7"}), answer("Yes [1]."))
    assert said.text == "Yes [1]."
    first, second = (asked.at for asked in server.asked)
    assert 0.7 <= second - first < 1.2


def test_a_retry_after_beyond_the_limit_gives_up_at_once(server: EndpointServer) -> None:
    started = time.monotonic()
    said = sentence(server, status(429, "Slow down.", headers={"retry_after": "3600"}))
    assert time.monotonic() - started < 1
    assert said == (
        "HERE is busy and asks to wait 3600 seconds. It says: Slow down. "
        "That is longer than the limit of 2 seconds (FOOTNOTED_TIMEOUT). Try again later."
    )
    assert len(server.chats) == 1


def test_a_retry_after_may_be_a_date(server: EndpointServer) -> None:
    said = sentence(server, status(503, headers={"retry_after": "Fri, 31 Dec 2999 23:59:59 GMT"}))
    assert "asks to wait" in said
    assert len(server.chats) == 1
