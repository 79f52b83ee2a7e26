"""Pages of a real server on this machine, asked for one after the other, whatever it does."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path
from time import time
from typing import Any

import pytest
from openreview_server import VENUE, OpenReviewServer, cut, empty, ids, many, note, silent, status, text

from rag import __version__
from rag.errors import FetchError, UsageError
from rag.fetch.manners import Manners
from rag.fetch.run import Fetched, fetch
from rag.fetch.wire import trusted


@dataclass
class Desk:
    """Somebody who fetches from the server into a file, and is patient without waiting."""

    server: OpenReviewServer
    file: Path
    manners: Manners = field(default_factory=Manners)
    waits: list[float] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    shown: list[tuple[int, int]] = field(default_factory=list)

    def fetches(self, venue: str = VENUE, token: str = "", **manners: Any) -> Fetched:
        return fetch(
            venue, self.file, api=self.server.address, token=token, manners=Manners(**manners),
            tell=self.told.append, sleep=self.waits.append, progress=lambda *seen: self.shown.append(seen),
        )  # fmt: skip

    def fails(self, saying: str, **manners: Any) -> FetchError:
        with pytest.raises(FetchError, match=saying) as found:
            self.fetches(**manners)
        return found.value

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").split("\n") if line]

    @property
    def names(self) -> list[str]:
        return sorted(path.name for path in self.file.parent.iterdir())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with OpenReviewServer() as server:
        yield Desk(server, tmp_path / "papers.jsonl")


def test_all_pages_are_fetched_and_nothing_else_is_left(desk: Desk) -> None:
    desk.server.notes = many(5)
    desk.server.most = 2
    done = desk.fetches()
    assert ids(desk.rows) == ["n000", "n001", "n002", "n003", "n004"]
    assert (done.papers, done.skipped, done.missing, done.requests, done.resumed) == (5, (), 0, 4, False)
    assert desk.names == ["papers.jsonl"]
    assert desk.shown == [(2, 5), (4, 5), (5, 5)]
    assert desk.told == []


def test_the_service_is_asked_as_its_own_client_does_and_knows_who_asks(desk: Desk) -> None:
    desk.server.notes = many(3)
    desk.fetches()
    first, last = desk.server.asked
    assert first.path == "/notes"
    asked = {"content.venueid": VENUE, "limit": "1000", "sort": "id", "count": "true"}
    assert first.parameters == asked
    assert last.parameters == {**asked, "after": "n002"}
    assert first.headers["user-agent"] == f"footnoted/{__version__}"
    assert "authorization" not in first.headers


def test_there_is_a_pause_between_two_requests(desk: Desk) -> None:
    desk.server.notes = many(3)
    desk.server.most = 1
    desk.fetches(pause=0.5)
    assert desk.waits == [0.5, 0.5, 0.5]


def test_notes_that_come_and_go_meanwhile_move_no_other(desk: Desk) -> None:
    desk.server.notes = many(6)
    desk.server.most = 2

    def change() -> None:
        desk.server.notes = [note("n0000"), *desk.server.notes[1:4], desk.server.notes[5], note("n009")]

    desk.server.before = {2: change}
    desk.fetches()
    assert ids(desk.rows) == ["n000", "n001", "n002", "n003", "n005", "n009"]


def test_a_page_that_shrinks_is_not_the_last_one(desk: Desk) -> None:
    desk.server.notes = many(6)
    desk.server.most = 3
    desk.server.before = {2: lambda: setattr(desk.server, "most", 1)}
    assert desk.fetches().papers == 6


def test_notes_of_other_venues_do_not_come(desk: Desk) -> None:
    desk.server.notes = [*many(2), note("w", venueid=f"{VENUE}/Withdrawn_Submission")]
    assert desk.fetches().papers == 2


def test_a_service_that_does_not_count_is_read_to_its_end(desk: Desk) -> None:
    desk.server.notes, desk.server.counts, desk.server.most = many(3), False, 2
    assert desk.fetches().missing == 0
    assert len(desk.rows) == 3


def test_an_unknown_venue_is_said_and_leaves_no_file(desk: Desk) -> None:
    error = desk.fails("has no papers of the venue ICLR.cc/2026/Conference")
    assert "for instance ICLR.cc/2026/Conference" in error.advice
    assert desk.names == []


def test_an_empty_page_where_notes_should_be_is_asked_for_again(desk: Desk) -> None:
    desk.server.notes, desk.server.most = many(4), 2
    desk.server.will(None, empty)
    assert desk.fetches().papers == 4
    assert "sent a page without notes. Trying again" in desk.told[0]


def test_fewer_notes_than_counted_are_done_in_part(desk: Desk) -> None:
    desk.server.notes, desk.server.most = many(4), 2
    desk.server.before = {2: lambda: desk.server.notes.pop()}
    done = desk.fetches(tries=2)
    assert (done.papers, done.missing) == (3, 1)


def test_a_service_that_always_gives_the_same_page_is_left(desk: Desk) -> None:
    desk.server.notes, desk.server.most, desk.server.knows_after = many(4), 2, False
    assert "the same command" in str(desk.fails("gives the same notes again")).lower()
    assert len(desk.server.asked) == 2


def test_a_note_without_an_abstract_is_written_and_counted(desk: Desk) -> None:
    desk.server.notes = [note("a"), note("b", abstract=None), note("c", title="  ")]
    done = desk.fetches()
    assert (done.papers, done.incomplete, done.skipped) == (3, 2, ())
    assert desk.rows[1]["abstract"] == ""


def test_notes_that_cannot_be_read_are_named_once(desk: Desk) -> None:
    desk.server.notes = [*many(3), {"content": {"title": {"value": "Nameless"}}}]
    desk.server.most = 2
    done = desk.fetches()
    assert done.papers == 3
    (named,) = done.skipped
    assert named.startswith("Skipped a note: it has no id (")
    assert "Nameless" in named


def test_notes_of_which_none_can_be_read_are_no_file(desk: Desk) -> None:
    desk.server.notes = [{"content": {}}]
    desk.fails("None of the 1 notes of .* could be read")
    assert desk.names == []


def test_all_that_is_text_comes_through(desk: Desk) -> None:
    words = "$\\alpha$ “x”\n日本語 \u2028 😀 \x00 \ud800 end"
    desk.server.notes = [note("a", abstract=words), note("b", title="\\frac{1}{2}")]
    desk.fetches()
    assert desk.rows[0]["abstract"] == words
    assert desk.rows[1]["title"] == "\\frac{1}{2}"
    assert "日本語" not in desk.file.read_text(encoding="utf-8")  # half a character: escaped as a whole


def test_a_file_that_ends_in_gz_is_compressed(desk: Desk) -> None:
    desk.server.notes = many(3)
    desk.file = desk.file.with_name("papers.jsonl.gz")
    desk.fetches()
    assert len(gzip.decompress(desk.file.read_bytes()).splitlines()) == 3
    assert desk.names == ["papers.jsonl.gz"]


@pytest.mark.parametrize(
    "act", [status(500), status(503), status(429), cut, text('{"notes": [', "application/json"), text("")]
)
def test_what_may_pass_is_tried_again(desk: Desk, act: Callable[[Any], None]) -> None:
    desk.server.notes = many(3)
    desk.server.will(act, act)
    assert desk.fetches(pause=0).papers == 3
    assert len(desk.told) == 2
    assert "Trying again in " in desk.told[0]
    first, second = (wait for wait in desk.waits if wait)
    assert 0.5 <= first <= 1
    assert 1 <= second <= 2


def test_retry_after_is_waited_for(desk: Desk) -> None:
    desk.server.notes = many(1)
    desk.server.will(status(429, Retry_After="7"), status(503, Retry_After=formatdate(time() + 60, usegmt=True)))
    desk.fetches(pause=0)
    first, second = (wait for wait in desk.waits if wait)
    assert first == 7
    assert 40 < second <= 60


def test_a_longer_wait_than_the_limit_is_not_waited(desk: Desk) -> None:
    desk.server.notes, desk.server.most = many(4), 2
    words = {"name": "RateLimitError", "message": "Too many requests: You have made 61 requests", "status": 429}
    desk.server.will(None, status(429, words, Retry_After="1800"))
    error = desk.fails("asks for a wait of 1,800 seconds; longer than 120 are not waited")
    assert "You have made 61 requests" in str(error)
    assert "The same command goes on from the 2 papers" in str(error)
    assert len(desk.server.asked) == 2


def test_tries_are_bounded(desk: Desk) -> None:
    desk.server.will(*[status(500)] * 20)
    assert "tried 5 times" in str(desk.fails("is out of order"))
    assert len(desk.server.asked) == 5


@pytest.mark.parametrize(
    ("code", "body", "saying"),
    [
        (403, {"name": "ForbiddenError", "message": "no\x1b[31m"}, "does not allow this .status 403.: no"),
        (403, {"name": "ChallengeRequiredError", "message": "Challenge"}, "wants to know who asks .*OPENREVIEW_TOKEN"),
        (404, {"name": "NotFoundError", "message": "gone"}, "has nothing at this address .status 404.: gone"),
        (
            400,
            {"name": "BadRequestError", "message": "The limit is wrong."},
            "refuses the request .*: The limit is wrong",
        ),
        (418, [1], "refuses the request .status 418."),
        (200, {"name": "InvalidFieldError", "message": "after"}, "sent an error .InvalidFieldError.: after"),
        (200, {"name": "ForbiddenError", "status": 403, "message": "no"}, "does not allow this"),
        (200, {"papers": []}, "sent JSON that is no page of notes"),
        (200, [], "sent JSON that is no page of notes"),
        (200, {"notes": {"a": 1}}, "sent JSON that is no page of notes"),
    ],
)
def test_a_refusal_is_one_sentence_and_not_tried_again(desk: Desk, code: int, body: Any, saying: str) -> None:
    desk.server.will(status(code, body))
    error = desk.fails(saying)
    assert "\x1b" not in str(error)
    assert "\n" not in str(error)
    assert len(desk.server.asked) == 1


def test_a_web_page_instead_of_json_is_said(desk: Desk) -> None:
    desk.server.will(text("<!doctype html><h1>Hello</h1>"))
    desk.fails("sent a web page instead of JSON")


def test_an_answer_that_is_too_large_is_not_read_to_its_end(desk: Desk) -> None:
    desk.server.will(text(" " * 3_000_000, "application/json"))
    desk.fails("sent more than 1,000,000 bytes", most_bytes=1_000_000)
    assert len(desk.server.asked) == 1


def test_a_redirect_is_not_followed(desk: Desk) -> None:
    with OpenReviewServer(many(2)) as other:
        desk.server.will(status(302, Location=f"{other.address}/notes"))
        desk.fails("points to another address .* which is not followed")
        assert other.asked == []


def test_a_service_that_says_nothing_is_left_in_time(desk: Desk) -> None:
    desk.server.will(silent, silent)
    desk.fails("did not answer in time", timeout=0.2, tries=2)


def test_a_service_that_is_not_there_is_said(desk: Desk) -> None:
    address = desk.server.address
    desk.server.__exit__()
    with pytest.raises(FetchError, match=f"{address} cannot be reached .*Check the network and --api"):
        fetch(VENUE, desk.file, api=address, manners=Manners(tries=2), sleep=desk.waits.append)
    with OpenReviewServer() as desk.server:
        pass


def test_the_whole_run_has_a_time_limit(desk: Desk) -> None:
    desk.server.notes, desk.server.most = many(4), 2
    error = desk.fails("time limit of 5 seconds", time_limit=5, pause=6)
    assert "goes on from the 2 papers" in str(error)


@pytest.mark.parametrize(
    "wrong", [{"pause": -1}, {"pause": float("nan")}, {"timeout": 0}, {"time_limit": float("inf")}]
)
def test_what_is_no_time_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="is no number of seconds"):
        Manners(**wrong)  # type: ignore[arg-type]


def test_a_token_is_sent_and_never_shown(desk: Desk) -> None:
    desk.server.will(status(403, {"name": "ForbiddenError", "message": "bad token secret-token"}))
    with pytest.raises(FetchError, match=r"bad token \[token\]"):
        desk.fetches(token="secret-token")
    assert desk.server.asked[0].headers["authorization"] == "Bearer secret-token"
    assert all(b"secret-token" not in path.read_bytes() for path in desk.file.parent.iterdir())


def test_a_token_goes_to_openreview_and_to_this_machine_only() -> None:
    assert trusted("https://api2.openreview.net")
    assert trusted("http://127.0.0.1:8000")
    assert not trusted("http://api2.openreview.net")
    assert not trusted("https://openreview.net.example.org")
    assert not trusted("https://example.org")
