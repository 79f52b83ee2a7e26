"""What went wrong at a model's endpoint, in plain words: only this file knows the openai client's errors."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator, Sequence

from rag.errors import ModelError
from rag.model.statuses import Fault, Place, by_status, check_address, fault_at, or_of_openai, redact, status_in


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
    own = next((fault for link in _causes(error) if (fault := _own(link, place))), None)
    if own:
        return own
    if any(isinstance(link, httpx.TimeoutException) for link in chain):
        return _too_slow(place)
    if isinstance(error, openai.APIStatusError):
        return by_status(error.status_code, error, place)
    if any(isinstance(link, httpx.DecodingError) for link in chain):
        return _unreadable(error, place)
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
        error = error.__cause__ or error.__context__  # also a context that is suppressed: it may tell more


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what caused it, but not what the caller was handling when it came up."""
    while error is not None:
        yield error
        error = error.__cause__


def _too_slow(place: Place) -> Fault:
    happened = f"{place.address} did not finish an answer within {place.limit:g} seconds."
    return fault_at(place, happened, "Try again, raise FOOTNOTED_TIMEOUT, or choose a faster model.")


def _broken_off(place: Place) -> Fault:
    if place.served:
        return _ended(place)
    happened = f"{place.address} closed the connection before the answer was complete."
    return fault_at(place, happened, "Try again.", again=True)


def _ended(place: Place) -> Fault:
    """The program that serves a model file is gone; the next question starts it again."""
    advice = f"It may need more memory than there is. Ask again, or choose a smaller one with {place.set_by.model}."
    return fault_at(place, f"{place.address} ended before the answer was complete.", advice)


def _no_connection(chain: Sequence[BaseException], place: Place) -> Fault:
    import httpx

    if place.served or any(isinstance(link, httpx.RemoteProtocolError | httpx.ReadError) for link in chain):
        return _broken_off(place)
    broken = next((link for link in chain if isinstance(link, ssl.SSLError)), None)
    if broken:
        return _not_trusted(broken, place)
    advice = f"Check that the server runs and that {or_of_openai(place.set_by.address)} is right."
    return fault_at(place, f"{place.address} cannot be reached.", advice, again=True)


def _not_trusted(error: ssl.SSLError, place: Place) -> Fault:
    if isinstance(error, ssl.SSLCertVerificationError):
        happened = f"The certificate of {place.address} is not to be trusted: {error.verify_message}."
        return fault_at(place, happened, "Set SSL_CERT_FILE to the certificate of whoever signed it.")
    happened = f"{place.address} does not answer as an https address does."
    return fault_at(place, happened, f"If it is one without encryption, begin {place.set_by.address} with http://.")


def _unreadable(error: BaseException, place: Place) -> Fault:
    happened = f"{place.address} sent something that is not an answer of a language model."
    return fault_at(place, happened, check_address(place), again=isinstance(error, json.JSONDecodeError | TypeError))
