"""What an endpoint means by the status and the words of a refusal, put into plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

from rag.errors import ModelError, TooLongError
from rag.model.overflow import overflows, window_of
from rag.settings import SHARED, SetBy

SENT = ("stream_options", "max_tokens", "max_completion_tokens", "temperature", "stream")
SAID = 200  # characters of the endpoint's own words that are passed on
SHORTEST_KEY = 6  # what is shorter ("x", "none") is a stand-in for local servers, and part of many words


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question went: address, model, the key that must never be shown, the limit in seconds, who set it."""

    address: str
    model: str
    secret: str = ""
    limit: float = 60.0
    set_by: SetBy = SHARED
    served: bool = False  # a model file that this program serves itself


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in plain words, and whether asking again may help.

    `wait` is what the endpoint asked for (Retry-After) in seconds; `refused` names the request's parameter
    that it does not take.
    """

    error: ModelError
    again: bool = False
    wait: float | None = None
    refused: str = ""


def check_address(place: Place) -> str:
    """What to do about an address that may be the wrong one."""
    return f"Check {place.set_by.address}; it usually ends in /v1."


def or_of_openai(variable: str) -> str:
    """A variable, with the one of OpenAI that may stand in its place."""
    shared = variable in (SHARED.address, SHARED.key)
    return f"{variable} (or {variable.replace('FOOTNOTED', 'OPENAI')})" if shared else variable


def fault_at(place: Place, happened: str, advice: str = "", **more: Any) -> Fault:
    """A fault whose subject is the place."""
    return Fault(ModelError(happened, subject=place.address, advice=advice), **more)


def redact(text: str, secret: str) -> str:
    """The text without the key, and without anything that looks like one."""
    if len(secret) >= SHORTEST_KEY:
        text = text.replace(secret, "[key]")
    return re.sub(r"\b(sk-|Bearer\s+)[\w*.~+/=-]{6,}", r"\1[key]", text)


def by_status(status: int, error: Any, place: Place) -> Fault:
    """The fault behind an openai.APIError; `status` is 0 when the error came inside a good answer."""
    said = _said(error, place)
    signs = f"{error.code} {error.type} {said}".lower()
    if "insufficient_quota" in signs or "quota" in str(error.code).lower() or status == 402:
        return fault_at(
            place, f"The quota at {place.address} is used up.{said}", "Check the plan and billing of the key."
        )
    if status in (401, 403):
        advice = f"Set {or_of_openai(place.set_by.key)} to a valid key."
        return fault_at(place, f"{place.address} refused the key.{said}", advice)
    onward = getattr(getattr(error, "response", None), "headers", {}).get("location", "")
    if 300 <= status < 400 and onward:
        happened = f"{place.address} sends questions on to another address, which is not followed."
        return fault_at(place, happened, f"Set {place.set_by.address} to where it is now, if that may be asked.")
    if status == 404:
        advice = f"Choose one with {place.set_by.model}=openai:MODEL. {check_address(place)}"
        return fault_at(place, f"{place.address} does not know the model {place.model}.{said}", advice)
    if overflows(signs):
        happened = f"The papers are too long for the model {place.model}.{said}"
        advice = "Lower FOOTNOTED_CONTEXT_TOKENS or FOOTNOTED_TOP_K."
        window = window_of(error.body, said)
        return Fault(TooLongError(happened, subject=place.address, advice=advice, window=window))
    if status in (400, 422):
        refused = _refused(error, said)
        named = f" the parameter {refused}" if refused else " the request"
        return fault_at(place, f"{place.address} refused{named}.{said}", "Choose another model.", refused=refused)
    if status == 429 or _wait(error):
        return _busy(error, place, said)
    happened = f"{place.address} failed{f' with status {status}' if status else ''}.{said}"
    again = status == 0 or status in (408, 409, 425) or status >= 500
    return fault_at(place, happened, "Try again later." if again else check_address(place), again=again)


def _busy(error: Any, place: Place, said: str) -> Fault:
    wait = _wait(error)
    asks = f" and asks to wait {wait:g} seconds" if wait else ""
    long = wait is not None and wait >= place.limit
    advice = f"That is longer than the limit of {place.limit:g} seconds (FOOTNOTED_TIMEOUT)." if long else ""
    happened = f"{place.address} is busy{asks}.{said}"
    return fault_at(place, happened, f"{advice} Try again later.".strip(), again=not long, wait=wait)


def _refused(error: Any, said: str) -> str:
    if error.param in SENT:
        return str(error.param)
    places = {name: match.start() for name in SENT if (match := re.search(rf"\b{name}\b", said))}
    return min(places, key=lambda name: places[name]) if places else ""


def status_in(body: object) -> int:
    """The status that an error inside a good answer names; 0 when it names none."""
    code = str(body.get("code") or body.get("status") or "") if isinstance(body, dict) else ""
    return int(code) if re.fullmatch(r"[45]\d\d", code) else 0


def _said(error: Any, place: Place) -> str:
    body = error.body if isinstance(error.body, dict) else {}
    details = body.get("detail")
    detail = "; ".join(map(_detail, details)) if isinstance(details, list) else details
    candidates = (body.get("message"), detail, body.get("error"), error.body)
    words = next((each for each in candidates if isinstance(each, str) and not each.lstrip().startswith("<")), "")
    words = " ".join(redact(words, place.secret).split())
    if len(words) > SAID:
        words = words[: SAID - 1] + "…"
    return f" It says: {words.rstrip('.')}." if words else ""


def _detail(each: Any) -> str:
    """One of FastAPI's complaints: where and what."""
    if not isinstance(each, dict):
        return str(each)
    place = each.get("loc")
    where = ".".join(map(str, place)) if isinstance(place, list) else ""
    return ": ".join(part for part in (where, str(each.get("msg") or "")) if part)


def _wait(error: Any) -> float | None:
    """Seconds that Retry-After asks for, as a number or as a date."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    value = headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except (ValueError, TypeError):
        return None
