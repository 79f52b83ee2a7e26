"""What went wrong at a model's endpoint, in plain words: only this file knows the openai client's errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rag.errors import ModelError
from rag.model.statuses import CHECK_ADDRESS, Fault, Place, by_status, fault_at, redact, status_in


class NothingSaidError(Exception):
    """The endpoint answered without a single choice."""


class NotAnAnswerError(Exception):
    """The endpoint answered with something else than JSON or a stream of it."""


class AnsweredWholeError(Exception):
    """The endpoint answered in one piece although it was asked for a stream."""


def explain(error: BaseException, place: Place) -> Fault:
    """Put any error of a call into plain words; the key is taken out of them and of the error's own text."""
    import httpx
    import openai

    chain = list(_chain(error))
    for link in chain:
        link.args = tuple(redact(part, place.secret) if isinstance(part, str) else part for part in link.args)
    own = next((fault for link in chain if (fault := _own(link, place))), None)
    if own:
        return own
    if any(isinstance(link, httpx.TimeoutException) for link in chain):
        return _too_slow(place)
    if isinstance(error, openai.APIStatusError):
        return by_status(error.status_code, error, place)
    if isinstance(error, openai.APIConnectionError):
        return _no_connection(chain, place)
    if isinstance(error, openai.APIError):
        return by_status(status_in(error.body), error, place)
    if isinstance(error, httpx.TransportError):
        return _broken_off(place)
    return _unreadable(error, place)


def _own(error: BaseException, place: Place) -> Fault | None:
    """The fault behind an error that this package or Python raised itself."""
    if isinstance(error, ModelError):
        return Fault(error)
    if isinstance(error, TimeoutError):
        return _too_slow(place)
    if isinstance(error, AnsweredWholeError):
        return fault_at(place, f"{place.address} does not stream.", "Choose another model.", refused="stream")
    if isinstance(error, NothingSaidError):
        happened = f"{place.address} sent an empty answer."
        return fault_at(place, happened, "Try again, or choose another model.", again=True)
    if isinstance(error, NotAnAnswerError):
        return _unreadable(error, place)
    if isinstance(error, ImportError):
        return fault_at(place, f"A package for the model is missing: {error}.", "Install footnoted again.")
    return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _too_slow(place: Place) -> Fault:
    happened = f"{place.address} did not finish an answer within {place.limit:g} seconds."
    return fault_at(place, happened, "Try again, raise FOOTNOTED_TIMEOUT, or choose a faster model.")


def _broken_off(place: Place) -> Fault:
    happened = f"{place.address} closed the connection before the answer was complete."
    return fault_at(place, happened, "Try again.", again=True)


def _no_connection(chain: Sequence[BaseException], place: Place) -> Fault:
    import httpx

    if any(isinstance(link, httpx.RemoteProtocolError | httpx.ReadError) for link in chain):
        return _broken_off(place)
    advice = "Check that the server runs and that FOOTNOTED_BASE_URL (or OPENAI_BASE_URL) is right."
    return fault_at(place, f"{place.address} cannot be reached.", advice, again=True)


def _unreadable(error: BaseException, place: Place) -> Fault:
    happened = f"{place.address} sent something that is not an answer of a language model."
    return fault_at(place, happened, CHECK_ADDRESS, again=isinstance(error, json.JSONDecodeError | TypeError))
