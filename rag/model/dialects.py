"""The dialects of the OpenAI protocol put into one: what vLLM, Ollama, llama.cpp, LiteLLM and others send otherwise.

Errors become `{"error": {…}}`, lists of parts become text, what is null becomes empty. Nothing is made up: what is no
answer at all stays what it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rag.model.faults import NotAnAnswerError

Json = dict[str, Any]

FIELDS = ("data", "event", "id", "retry", "error", "")  # a comment is a field without a name
DONE = "[DONE]"
_AS_TEXT = ("text", "output_text")


def plain_body(body: Json, part: str = "message") -> Json:
    """One event of a stream (`part` is then `delta`) or a whole answer, as OpenAI words it."""
    if body.get("error"):
        return {"error": body["error"]}
    if "choices" not in body and (body.get("object") == "error" or body.get("message") or body.get("detail")):
        return {
            "error": {"message": body.get("message") or body.get("detail"), **_given(body, "type", "code", "param")}
        }
    if "choices" not in body:
        return body
    given = body["choices"] if isinstance(body["choices"], list) else ()
    choices = [choice for choice in given if isinstance(choice, dict) and not choice.get("index")]
    usage = {} if body.get("usage") is None or isinstance(body["usage"], dict) else {"usage": None}
    return {**body, **usage, "choices": [_choice(choice, part) for choice in choices]}


def looks_streamed(data: bytes) -> bool:
    """Whether bytes are a stream of events, whatever their sender calls them."""
    return data.lstrip().startswith((b"data:", b"event:", b": ", b":\n"))


def plain_events(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A stream of events as OpenAI sends it: one JSON an event, whole characters, a reason at its end.

    Raises NotAnAnswerError when it begins like no stream of events.
    """
    said = finished = False
    for text in _payloads(chunks):
        if text == DONE:
            if said and not finished:  # it came to its end, and only did not say so
                yield _event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            yield b"data: [DONE]\n\n"
            continue
        event = _read(text)
        if isinstance(event, dict):
            event = plain_body(event, "delta")
            for choice in event.get("choices") or ():
                said = said or bool(choice["delta"].get("content"))
                finished = finished or bool(choice["finish_reason"])
        yield b"data: " + text.encode() + b"\n\n" if event is None else _event(event)


def _choice(choice: Json, part: str) -> Json:
    found = next((each for each in (choice.get("delta"), choice.get("message")) if isinstance(each, dict)), {})
    said = {"role": "assistant", "content": _text(found.get("content"))}
    if not found and isinstance(choice.get("text"), str):
        said["content"] = choice["text"]
    finish = choice.get("finish_reason")
    if found.get("tool_calls") or found.get("function_call"):
        finish = finish or "tool_calls"
    if found.get("refusal"):
        finish = "content_filter"
    return {"index": 0, part: said, "finish_reason": finish if isinstance(finish, str) and finish else None}


def _text(content: Any) -> str | None:
    """What is said, of a list of parts without those that are thinking or pictures."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    parts = (
        each if isinstance(each, str) else each.get("text") if each.get("type") in _AS_TEXT else ""
        for each in content
        if isinstance(each, str | dict)
    )
    return "".join(part for part in parts if isinstance(part, str))


def _payloads(chunks: Iterable[bytes]) -> Iterator[str]:
    """The data of each event; lines that belong together are put together."""
    held: list[str] = []
    begun = False
    for line in _lines(chunks):
        name, _, value = line.partition(":")
        if not line.strip():
            yield from _joined(held)
            held = []
            continue
        if not begun and name.lstrip("\ufeff").strip() not in FIELDS:
            raise NotAnAnswerError("The endpoint sent something that is no stream.")
        begun = True
        if name.lstrip("\ufeff") in ("data", "error"):
            if held and _read("\n".join(held)) is not None:  # no empty line between two events
                yield from _joined(held)
                held = []
            value = value.removeprefix(" ")
            held.append(value if name != "error" else json.dumps({"error": _read(value) or value}))
    yield from _joined(held)


def _joined(held: list[str]) -> Iterator[str]:
    text = "\n".join(held).strip()
    if text:
        yield text


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode("utf-8", "replace").rstrip("\r") for line in lines)
    yield rest.decode("utf-8", "replace").rstrip("\r")


def _read(text: str) -> Any:
    """The JSON in a text; the text itself where it says that the stream is done, None when it is neither."""
    try:
        return text if text.strip() == DONE else json.loads(text)
    except (ValueError, RecursionError):
        return None


def _event(body: Any) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"


def _given(body: Mapping[str, Any], *names: str) -> Json:
    return {name: body[name] for name in names if body.get(name) is not None}
