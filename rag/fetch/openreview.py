"""The pages of OpenReview's API: one request at a time, with pauses, tried again while that may help.

A page is asked for by the id of the last note before it, in the order of ids (`sort=id&after=…`): a note that comes or
goes in the meantime moves no other one to another page, as it would with an offset. A page may be shorter than it was
asked for; the end is a page without notes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from rag.errors import FetchError
from rag.fetch.manners import Manners
from rag.fetch.trouble import TroubleError, by_status, name_of, plain, redirected, words_of
from rag.fetch.wire import Reply, Wire

PAGE_SIZE = 1000  # notes; the API gives no more at once


@dataclass(frozen=True, slots=True)
class Page:
    """Notes in the order they came, as the JSON they are; `total` is the count of all, when it was told."""

    notes: tuple[Any, ...]
    total: int | None = None


class OpenReview:
    """The service, asked politely. `sleep` and `chance` are `time.sleep` and `random.random` but in tests."""

    def __init__(
        self,
        wire: Wire,
        api: str,
        manners: Manners,
        *,
        tell: Callable[[str], None],
        sleep: Callable[[float], None],
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.requests = 0
        self._wire = wire
        self._api = api
        self._manners = manners
        self._tell = tell
        self._sleep = sleep
        self._chance = chance
        self._deadline = monotonic() + manners.time_limit

    def page(self, venue: str, after: str, *, sure: bool = False) -> Page:
        """The notes of a venue after the note with the id `after`, or the first ones.

        With `sure`, there must be some: a page without notes is asked for again before it is believed.
        Raises FetchError when the service does not answer as it should, and asking again does not help.
        """
        parameters = {"content.venueid": venue, "limit": str(PAGE_SIZE), "sort": "id", "count": "true"}
        if after:
            parameters["after"] = after
        for attempt in range(1, self._manners.tries + 1):
            try:
                page = page_of(self._api, self._asked(parameters))
            except TroubleError as trouble:
                self._wait_out(trouble, attempt)
                continue
            if page.notes or not sure or attempt == self._manners.tries:
                return page
            self._wait_out(TroubleError(f"{self._api} sent a page without notes.", again=True), attempt)
        raise AssertionError("The last try returns or raises.")

    def _asked(self, parameters: dict[str, str]) -> Reply:
        if self.requests:
            self._pause(self._manners.pause)
        self.requests += 1
        return self._wire.get("/notes", parameters, self._deadline)

    def _wait_out(self, trouble: TroubleError, attempt: int) -> None:
        """Wait before the next try. Raises FetchError when there should be none."""
        if (trouble.wait or 0.0) > self._manners.longest_asked:
            happened = (
                f"{trouble.happened} It asks for a wait of {trouble.wait:,.0f} seconds; "
                f"longer than {self._manners.longest_asked:,.0f} are not waited."
            )
            raise FetchError(happened, subject=self._api, advice="Try again then.") from trouble
        if not trouble.again or attempt == self._manners.tries:
            tried = f" It was tried {attempt} times." if attempt > 1 else ""
            raise FetchError(trouble.happened + tried, subject=self._api, advice=trouble.advice) from trouble
        wait = self._manners.wait(attempt, trouble.wait, self._chance())
        self._tell(f"{trouble.happened} Trying again in {wait:.0f} s ({attempt} of {self._manners.tries - 1}).")
        self._pause(wait)

    def _pause(self, seconds: float) -> None:
        if monotonic() + seconds >= self._deadline:
            raise FetchError(
                f"The time limit of {self._manners.time_limit:,.0f} seconds for the whole run is reached.",
                subject=self._api,
                advice="Give more with --time-limit.",
            )
        self._sleep(seconds)


def page_of(api: str, reply: Reply) -> Page:
    """The page that an answer holds. Raises TroubleError when it holds none."""
    body = _json(reply.body)
    status = reply.status
    if name_of(body) and status < 400:  # a refusal that comes as a good answer says its status itself, if it has one
        said = body.get("status")
        status = said if isinstance(said, int) and 400 <= said < 600 else status
    if status >= 400:
        raise by_status(api, status, body, reply.retry_after)
    if status >= 300:
        raise redirected(api, status, reply.location)
    if body is None:
        raise _no_json(api, reply)
    if name_of(body):
        raise TroubleError(f"{api} sent an error ({plain(name_of(body))}){words_of(body)}.", "Check the venue.")
    notes = body.get("notes") if isinstance(body, dict) else None
    if not isinstance(notes, list):
        raise TroubleError(f"{api} sent JSON that is no page of notes.", "Check --api.")
    count = body.get("count")
    return Page(tuple(notes), count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None)


def _json(body: bytes) -> Any:
    """The JSON of a body, or None."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _no_json(api: str, reply: Reply) -> TroubleError:
    if not reply.body.strip():
        return TroubleError(f"{api} sent an empty answer.", "Check --api.", again=True)
    if "html" in reply.kind.lower() or reply.body.lstrip()[:1] == b"<":
        return TroubleError(f"{api} sent a web page instead of JSON.", "Check --api, or open it in a browser.")
    return TroubleError(f"{api} sent broken JSON.", "Check --api.", again=True)
