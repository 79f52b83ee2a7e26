"""Fetching a venue: page after page into a file, from where an earlier run has stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from rag import __version__
from rag.errors import FetchError
from rag.fetch.manners import Manners
from rag.fetch.notes import id_of
from rag.fetch.openreview import OpenReview
from rag.fetch.part import Part, Place
from rag.fetch.taken import Taken
from rag.fetch.trouble import TroubleError
from rag.fetch.venue import API, EXAMPLE
from rag.fetch.wire import Wire

AGENT = f"footnoted/{__version__}"


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a run did. `papers` are in the file, `incomplete` of them without an abstract or a title.

    `skipped` are sentences about notes that could not be read, `missing` how many more notes the service counted than
    it gave, `requests` those of this run, which went on from an earlier one when it is `resumed`.
    """

    file: Path
    papers: int
    incomplete: int
    skipped: tuple[str, ...]
    missing: int
    requests: int
    resumed: bool


def fetch(
    venue: str,
    file: Path,
    *,
    api: str = API,
    token: str = "",
    manners: Manners | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
    tell: Callable[[str], None] = lambda _: None,
    sleep: Callable[[float], None] = time.sleep,
) -> Fetched:
    """Write the papers of a venue to a file, which is replaced when all are there.

    `venue` is its id, `api` the service's address without a slash at its end. `progress` is told (papers, of how many),
    `tell` a sentence when something is worth one.

    Raises FetchError when the service or the disk fails (what is there stays, and the next run goes on from it), or
    when the venue has no papers.
    """
    manners = manners or Manners()
    part = Part(file)
    with part.held():
        place, taken = _start(part, Place(venue, api), tell)
        resumed = bool(place.after)
        try:
            with Wire(api, AGENT, timeout=manners.timeout, most_bytes=manners.most_bytes, token=token) as wire:
                service = OpenReview(wire, api, manners, tell=tell, sleep=sleep)
                total = _collect(service, part, place, taken, progress)
        except TroubleError as trouble:
            raise FetchError(trouble.happened, subject=api, advice=trouble.advice) from trouble
        except FetchError as error:
            raise _with_way_on(error, part) from error
        if not taken.ids:
            part.discard()
            raise _nothing(venue, api, taken)
        part.finish()
    missing = max(0, (total or 0) - taken.count)
    return Fetched(file, len(taken.ids), taken.incomplete, tuple(taken.skipped), missing, service.requests, resumed)


def _start(part: Part, wanted: Place, tell: Callable[[str], None]) -> tuple[Place, Taken]:
    """The place to go on from, with what is there already; or the beginning, said when something is lost by it."""
    taken = Taken()
    left = part.left()
    if left and (left.venue, left.api) == (wanted.venue, wanted.api):
        try:
            for row in part.resume(left):
                taken.row(row)
        except (ValueError, RecursionError):
            tell(f"{part.rows} is damaged. Beginning anew.")
        else:
            taken.skipped.update(dict.fromkeys(left.skipped))
            if left.after:
                tell(f"Going on after the {len(taken.ids):,} papers in {part.rows}.")
            return left, taken
    elif left:
        tell(f"{part.rows} is of {left.venue} at {left.api}. Beginning anew.")
    part.begin(wanted)
    return wanted, Taken()


def _collect(
    service: OpenReview, part: Part, place: Place, taken: Taken, progress: Callable[[int, int], None]
) -> int | None:
    """Take page after page, to the one without notes. Returns the count that the service tells, if it does."""
    page = service.page(place.venue, place.after)
    total = page.total
    if not page.notes and taken.count < (total or 0):
        page = service.page(place.venue, place.after, sure=True)
    while page.notes:
        before = taken.count
        lines = taken.page(page)
        last = next((note_id for note in reversed(page.notes) if (note_id := id_of(note))), "")
        if taken.count == before:
            if not last:  # notes without an id, named already: nothing can be asked for after them
                break
            raise FetchError(f"{place.api} gives the same notes again.", subject=place.api, advice="Check --api.")
        reached = replace(place, after=last or place.after, papers=len(taken.ids), skipped=tuple(taken.skipped))
        place = part.append(lines, reached)
        progress(taken.count, max(total or 0, taken.count))
        page = service.page(place.venue, place.after, sure=taken.count < (total or 0))
    return total


def _with_way_on(error: FetchError, part: Part) -> FetchError:
    """The error, with what the user can do about what is there already."""
    left = part.left()
    if not left or not left.papers:
        return error
    way = f"The same command goes on from the {left.papers:,} papers in {part.rows}."
    return FetchError(error.happened, subject=error.subject, advice=f"{error.advice} {way}".strip())


def _nothing(venue: str, api: str, taken: Taken) -> FetchError:
    if taken.skipped:
        return FetchError(f"None of the {len(taken.skipped):,} notes of {venue} could be read.", subject=venue)
    return FetchError(f"{api} has no papers of the venue {venue}.", subject=venue, advice=f"Check it. {EXAMPLE}")
