"""What can go wrong with one request, in plain words, and whether asking again may help."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

SAID = 200  # characters of the service's own words that are passed on
AGAIN = frozenset({408, 425, 429})  # and everything from 500
CHALLENGE = "ChallengeRequired"
SIGN_IN = "Set OPENREVIEW_TOKEN to the token of an OpenReview account."


class TroubleError(Exception):
    """One request failed. `wait` is what the service asked for (Retry-After), in seconds."""

    def __init__(self, happened: str, advice: str = "", *, again: bool = False, wait: float | None = None) -> None:
        super().__init__(happened)
        self.happened = happened
        self.advice = advice
        self.again = again
        self.wait = wait


def by_status(api: str, status: int, body: Any, retry_after: str = "") -> TroubleError:
    """The trouble behind an answer that is a refusal; `body` is its JSON, or None."""
    words = words_of(body)
    wait = seconds_of(retry_after)
    if status == 429:
        return TroubleError(f"{api} was asked too often{words}.", "Try again later.", again=True, wait=wait)
    if status in AGAIN or status >= 500:
        return TroubleError(f"{api} is out of order (status {status}){words}.", "Try later.", again=True, wait=wait)
    if status == 404:
        return TroubleError(f"{api} has nothing at this address (status 404){words}.", "Check --api and the venue.")
    if CHALLENGE in name_of(body):
        return TroubleError(f"{api} wants to know who asks (status {status}){words}.", SIGN_IN)
    if status in (401, 403):
        return TroubleError(f"{api} does not allow this (status {status}){words}.", f"Check the venue. {SIGN_IN}")
    return TroubleError(f"{api} refuses the request (status {status}){words}.", "Check --api and the venue.")


def redirected(api: str, status: int, target: str) -> TroubleError:
    """The trouble of an answer that points elsewhere, where nobody asked to go."""
    return TroubleError(
        f"{api} points to another address (status {status}{f', {plain(target)}' if target else ''}), "
        "which is not followed.",
        "Give the right one with --api.",
    )


def name_of(body: Any) -> str:
    """The name of the error that a body describes: `{"name": "…Error", "message": …}`; empty when it is none."""
    name = body.get("name") if isinstance(body, Mapping) else None
    return name if isinstance(name, str) and name.endswith("Error") else ""


def words_of(body: Any) -> str:
    """What the body of a refusal says, as `: …`, or nothing."""
    said = body.get("message") if isinstance(body, Mapping) else None
    words = plain(said).rstrip(".") if isinstance(said, str) else ""
    return f": {words}" if words else ""


def plain(text: str) -> str:
    """Words of others, cut short and on one line, with nothing in them that a terminal would obey."""
    line = " ".join(re.sub(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]", " ", text).split())
    return line if len(line) <= SAID else f"{line[:SAID].rstrip()}…"


def seconds_of(retry_after: str) -> float | None:
    """What a Retry-After header asks for, given in seconds or as a date; None when it asks for nothing readable."""
    text = retry_after.strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", text):
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())
