"""What goes wrong at an endpoint, and the sentence that the user sees. Server and client are real."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from endpoint_acts import (
    Act,
    Json,
    answer,
    hang_up,
    plain,
    status,
    unless,
    whole,
)
from endpoint_server import EndpointServer
from speaking import KEY, LIMIT, PAUSE, ask, endpoint_for, sentence, settings_for, speaker

from rag.errors import ModelError
from rag.model.endpoint import open_llm
from rag.model.stream import Speaker


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


# Parameters that an endpoint refuses


def refuses(*names: str) -> Act:
    def refusal(body: Json) -> str:
        for name in names:
            if name in body:
                return f"Unsupported parameter: '{name}' is not supported with this model. Use something else."
        return ""

    return unless(refusal, answer("Yes [1]."))


@pytest.mark.parametrize("names", [("max_tokens",), ("temperature",), ("stream_options",)])
def test_a_refused_parameter_is_left_out_and_stays_left_out(server: EndpointServer, names: tuple[str, ...]) -> None:
    server.usual = refuses(*names)
    asked = speaker(server)
    assert asked.reply("Be brief.", "What?").text == "Yes [1]."
    assert asked.reply("Be brief.", "And?").text == "Yes [1]."
    assert len(server.chats) == 3
    assert all(name not in server.chats[-1] for name in names)


def test_the_answer_length_is_then_sent_under_its_new_name(server: EndpointServer) -> None:
    server.usual = refuses("max_tokens")
    ask(server, answer_tokens=77)
    assert server.chats[-1]["max_completion_tokens"] == 77


def test_several_refused_parameters_are_left_out_one_after_the_other(server: EndpointServer) -> None:
    server.usual = refuses("stream_options", "max_tokens", "max_completion_tokens", "temperature")
    assert ask(server).text == "Yes [1]."
    assert set(server.chats[-1]) == {"model", "messages", "stream"}


def test_a_parameter_named_by_the_error_alone_is_left_out_too(server: EndpointServer) -> None:
    def refusal(body: Json) -> str:
        return "Only the default (1) value is supported." if "temperature" in body else ""

    refused = status(400, "Only the default (1) value is supported.", param="temperature")
    assert ask(server, refused, unless(refusal, answer("Yes [1]."))).text == "Yes [1]."


def test_a_server_that_cannot_stream_is_asked_for_the_whole_answer(server: EndpointServer) -> None:
    message = {"role": "assistant", "content": "Yes [1]."}
    server.usual = whole({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    assert ask(server).text == "Yes [1]."
    assert [body.get("stream") for body in server.chats] == [True, False]


@pytest.mark.parametrize(
    "body",
    [{"error": {"message": "overloaded"}}, {"choices": None}, {"choices": []}, {"error": "overloaded"}],
)
def test_a_server_that_cannot_stream_is_understood_when_it_fails(server: EndpointServer, body: Json) -> None:
    server.usual = whole(body)
    said = sentence(server, status(400, "no", param="stream"))
    assert "HERE failed. It says: overloaded. Try" in said or "HERE sent an empty answer. Try again" in said
    assert [body["stream"] for body in server.chats] == [True, False, False, False]


def test_a_parameter_refused_for_good_is_named(server: EndpointServer) -> None:
    server.usual = status(400, "temperature is not wanted", param="temperature")
    assert sentence(server) == (
        "HERE refused the parameter temperature. It says: temperature is not wanted. Choose another model."
    )
    assert len(server.chats) == 2


# What the user sees when it cannot be helped


@pytest.mark.parametrize(
    ("fault", "calls", "seen"),
    [
        (
            status(401, f"Incorrect API key provided: {KEY}.", code="invalid_api_key"),
            1,
            "HERE refused the key. It says: Incorrect API key provided: [key]. "
            "Set FOOTNOTED_API_KEY (or OPENAI_API_KEY) to a valid key.",
        ),
        (
            status(404, "The model `scripted` does not exist"),
            1,
            "HERE does not know the model scripted. It says: The model `scripted` does not exist. "
            "Choose one with FOOTNOTED_LLM=openai:MODEL. Check FOOTNOTED_BASE_URL; it usually ends in /v1.",
        ),
        (
            status(429, "You exceeded your current quota.", type="insufficient_quota", code="insufficient_quota"),
            1,
            "The quota at HERE is used up. It says: You exceeded your current quota. "
            "Check the plan and billing of the key.",
        ),
        (
            status(400, "maximum context length is 4096 tokens", code="context_length_exceeded"),
            1,
            "The papers are too long for the model scripted. It says: maximum context length is 4096 tokens. "
            "Lower FOOTNOTED_CONTEXT_TOKENS or FOOTNOTED_TOP_K.",
        ),
        (status(400, "No."), 1, "HERE refused the request. It says: No. Choose another model."),
        (
            status(500, "Out of memory"),
            3,
            "HERE failed with status 500. It says: Out of memory. Try again later.",
        ),
        (status(429, "Slow down"), 3, "HERE is busy. It says: Slow down. Try again later."),
        (
            whole({"error": {"message": "overloaded"}}),
            3,
            "HERE failed. It says: overloaded. Try again later.",
        ),
        (
            whole({"error": {"message": "no", "code": 401}}),
            1,
            "HERE refused the key. It says: no. Set FOOTNOTED_API",
        ),
        (whole({"choices": None}), 3, "HERE sent an empty answer. Try again, or choose another model."),
        (whole({"choices": []}), 3, "HERE sent an empty answer. Try again, or choose another model."),
        (plain(b"", "application/json"), 3, "HERE sent an empty answer. Try again, or choose another model."),
        (
            plain(b"", "text/event-stream"),
            3,
            "HERE sent an empty answer. Try again, or choose another model.",
        ),
        (answer("  \n"), 3, "HERE sent an empty answer. Try again, or choose another model."),
        (
            plain(b"<html><body>Welcome</body></html>", "text/html"),
            1,
            "HERE sent something that is not an answer of a language model. "
            "Check FOOTNOTED_BASE_URL; it usually ends in /v1.",
        ),
        (
            plain(b"<html>", "application/json"),
            1,
            "HERE sent something that is not an answer of a language model. "
            "Check FOOTNOTED_BASE_URL; it usually ends in /v1.",
        ),
        (hang_up(), 3, "HERE closed the connection before the answer was complete. Try again."),
        (
            hang_up("It", " halves"),
            1,
            "HERE closed the connection before the answer was complete. Try again.",
        ),
        (
            answer("It", " halves", last=[b'{"choices": [{"del']),
            1,
            "HERE sent something that is not an answer of a language model. "
            "Check FOOTNOTED_BASE_URL; it usually ends in /v1.",
        ),
        (
            answer("It", " halves", last=[{"error": {"message": "The GPU fell over"}}]),
            1,
            "HERE failed. It says: The GPU fell over. Try again later.",
        ),
        (
            answer("<think>Hm, hm, hm", finish="length"),
            1,
            "scripted used up its answer length before it said anything. Raise FOOTNOTED_ANSWER_TOKENS.",
        ),
        (
            answer(finish="content_filter"),
            1,
            "HERE withheld the answer (content filter). Put the question in other words.",
        ),
        (
            status(307, headers={"location": "http://127.0.0.1:1/"}),
            1,
            "HERE sends questions on to another address, which is not followed. Set FOOTNOTED_BASE_URL to where",
        ),
    ],
)
def test_the_user_is_told_in_plain_words(server: EndpointServer, fault: Act, calls: int, seen: str) -> None:
    server.usual = fault
    assert sentence(server, timeout=5).startswith(seen)
    assert len(server.chats) == calls


def test_a_server_that_does_not_run_is_named_with_the_setting_to_check() -> None:
    with EndpointServer() as gone:
        endpoint = endpoint_for(settings_for(gone))
    with pytest.raises(ModelError, match=r"v1 cannot be reached\. Check that the server runs and that FOOTNOTED_BASE"):
        Speaker(lambda: open_llm(endpoint), limit=LIMIT, pause=PAUSE).reply("Be brief.", "What?")


def test_a_long_message_of_the_server_is_shortened_and_put_in_one_line(server: EndpointServer) -> None:
    said = sentence(server, status(400, "bad\n" * 1000))
    assert len(said) < 350
    assert "\n" not in said


def test_a_stand_in_for_a_key_does_not_spoil_the_words(server: EndpointServer) -> None:
    assert "exceeds nothing" in sentence(server, status(400, "It exceeds nothing."), api_key="x")


def test_a_user_name_and_password_in_the_address_are_not_shown(server: EndpointServer) -> None:
    address = server.base_url.replace("http://", "http://me:hidden@")
    server.will(status(404))
    assert "hidden" not in sentence(server, base_url=address)
