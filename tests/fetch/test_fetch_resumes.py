"""A run that ends anywhere is gone on with, and a file appears only when it is whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from openreview_server import VENUE, OpenReviewServer, cut, ids, many, silent, status

from rag.errors import FetchError
from rag.fetch.manners import Manners
from rag.fetch.run import Fetched, fetch

PLACE = '{"format": 1, "venue": 1, "api": "a", "after": "b", "papers": 1, "size": 1, "skipped": []}'
RUN = "import sys; from rag.cli import main; sys.argv[0] = 'footnoted'; main()"


@pytest.fixture
def server() -> Iterator[OpenReviewServer]:
    with OpenReviewServer(many(6), most=2) as started:
        yield started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "papers.jsonl"


def fetched(server: OpenReviewServer, file: Path, told: list[str] | None = None, venue: str = VENUE) -> Fetched:
    return fetch(
        venue, file, api=server.address, manners=Manners(pause=0, tries=1), sleep=lambda _: None,
        tell=(told if told is not None else []).append,
    )  # fmt: skip


def stopped(server: OpenReviewServer, file: Path, pages: int) -> None:
    """A run that takes some pages and then fails."""
    server.will(*[None] * pages, status(500))
    with pytest.raises(FetchError):
        fetched(server, file)
    server.asked.clear()


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def names(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir())


@pytest.mark.parametrize("pages", [1, 2, 3])
def test_a_failed_run_goes_on_where_it_was(server: OpenReviewServer, file: Path, pages: int) -> None:
    stopped(server, file, pages)
    assert names(file) == ["papers.jsonl.part", "papers.jsonl.part.json"]
    told: list[str] = []
    done = fetched(server, file, told)
    assert server.asked[0].parameters["after"] == f"n00{2 * pages - 1}"
    assert (done.papers, done.resumed, done.requests) == (6, True, 4 - pages)
    assert ids(rows(file)) == [f"n00{number}" for number in range(6)]
    assert told == [f"Going on after the {2 * pages} papers in {file}.part."]
    assert names(file) == ["papers.jsonl"]


def test_a_run_that_failed_before_its_first_page_begins(server: OpenReviewServer, file: Path) -> None:
    stopped(server, file, 0)
    told: list[str] = []
    assert not fetched(server, file, told).resumed
    assert told == []


def test_half_a_page_on_disk_is_taken_back(server: OpenReviewServer, file: Path) -> None:
    stopped(server, file, 1)
    with file.with_name("papers.jsonl.part").open("a", encoding="utf-8") as part:
        part.write('{"id": "n002", "title": "x"}\n{"id": "n0')
    fetched(server, file)
    assert ids(rows(file)) == [f"n00{number}" for number in range(6)]
    assert rows(file)[2]["title"] == "Title of n002"


def test_a_failed_run_leaves_the_old_file(server: OpenReviewServer, file: Path) -> None:
    file.write_text('{"id": "old", "abstract": "x"}\n', encoding="utf-8")
    stopped(server, file, 2)
    assert ids(rows(file)) == ["old"]
    server.will(cut)
    with pytest.raises(FetchError):
        fetched(server, file)
    assert ids(rows(file)) == ["old"]
    fetched(server, file)
    assert len(rows(file)) == 6


def test_an_unknown_venue_leaves_the_old_file(server: OpenReviewServer, file: Path) -> None:
    file.write_text("old", encoding="utf-8")
    with pytest.raises(FetchError, match="has no papers"):
        fetched(server, file, venue="Nobody.org/2026")
    assert (file.read_text(encoding="utf-8"), names(file)) == ("old", ["papers.jsonl"])


def test_a_part_of_another_venue_is_not_mixed_in(server: OpenReviewServer, file: Path) -> None:
    stopped(server, file, 2)
    with OpenReviewServer([{"id": "z", "content": {"venueid": "Other.org/2026", "abstract": "x"}}]) as other:
        told: list[str] = []
        done = fetched(other, file, told, venue="Other.org/2026")
    assert (ids(rows(file)), done.resumed) == (["z"], False)
    assert told == [f"{file}.part is of {VENUE} at {server.address}. Beginning anew."]


def test_a_part_from_another_address_is_not_mixed_in(server: OpenReviewServer, file: Path) -> None:
    stopped(server, file, 2)
    with OpenReviewServer(many(1)) as other:
        assert fetched(other, file).papers == 1


@pytest.mark.parametrize("damage", ["not json\n", "[1]\n", ""])
def test_a_damaged_part_is_begun_anew(server: OpenReviewServer, file: Path, damage: str) -> None:
    stopped(server, file, 2)
    part = file.with_name("papers.jsonl.part")
    whole = part.stat().st_size
    part.write_text(damage * (whole // max(1, len(damage)) + 1), encoding="utf-8")
    assert fetched(server, file).papers == 6
    assert ids(rows(file)) == [f"n00{number}" for number in range(6)]


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"format": 9}', '{"format": 1, "size": "x"}', "null", PLACE])
def test_a_damaged_place_is_begun_anew(server: OpenReviewServer, file: Path, damage: str) -> None:
    stopped(server, file, 2)
    file.with_name("papers.jsonl.part.json").write_text(damage, encoding="utf-8")
    assert not fetched(server, file).resumed
    assert len(rows(file)) == 6


def test_notes_that_could_not_be_read_are_still_named_after_going_on(server: OpenReviewServer, file: Path) -> None:
    server.notes = [{"content": {"title": {"value": "Nameless"}}}, *many(4)]
    server.most = 5
    stopped(server, file, 1)
    done = fetched(server, file)
    assert (done.papers, len(done.skipped)) == (4, 1)


def test_two_runs_do_not_write_one_file(server: OpenReviewServer, file: Path) -> None:
    with (
        FileLock(str(file.with_name("papers.jsonl.part.lock"))),
        pytest.raises(FetchError, match="Another run is fetching"),
    ):
        fetched(server, file)
    assert server.asked == []


def test_a_place_that_cannot_be_written_is_said(server: OpenReviewServer, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"There is no folder .*gone\. Make it\."):
        fetched(server, tmp_path / "gone" / "papers.jsonl")
    (tmp_path / "taken.jsonl").mkdir()
    with pytest.raises(FetchError, match="is a folder"):
        fetched(server, tmp_path / "taken.jsonl")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FetchError, match="There is no folder"):
        fetched(server, tmp_path / "file" / "papers.jsonl")
    with pytest.raises(FetchError, match="cannot be written"):
        fetched(server, tmp_path / f"{'x' * 300}.jsonl")
    assert server.asked == []


def started(server: OpenReviewServer, file: Path, before: str = "", **more: Any) -> subprocess.Popen[str]:
    arguments = ["fetch", "openreview", VENUE, "--api", server.address, "--to", str(file), "--pause", "0", "--json"]
    return subprocess.Popen(
        [sys.executable, "-c", before + RUN, *arguments],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def until_asked(server: OpenReviewServer, times: int) -> None:
    for _ in range(1200):
        if len(server.asked) >= times:
            return
        time.sleep(0.05)
    raise AssertionError(f"Only {len(server.asked)} requests came.")


def test_a_killed_run_goes_on_where_it_was(server: OpenReviewServer, file: Path) -> None:
    server.will(None, None, silent)
    with started(server, file) as run:
        until_asked(server, 3)
        run.kill()
        run.communicate(timeout=60)
    assert not file.exists()
    with started(server, file) as run:
        out, err = run.communicate(timeout=60)
    summary = json.loads(out)
    assert summary == {"file": str(file), "papers": 6, "skipped": 0, "requests": 2, "resumed": True}
    assert ids(rows(file)) == [f"n00{number}" for number in range(6)]
    assert "Going on after the 4 papers" in err
    assert names(file) == ["papers.jsonl"]


def test_ctrl_c_leaves_the_part_and_says_how_to_go_on(server: OpenReviewServer, file: Path) -> None:
    server.will(None, silent)
    with started(server, file, start_new_session=True) as run:
        until_asked(server, 2)
        os.kill(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, "")
    assert err == "Stopped. The same command goes on where it was.\n"
    assert fetched(server, file).resumed


def test_a_full_disk_is_a_sentence_and_what_fits_stays(server: OpenReviewServer, file: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))\n"
    with started(server, file, limit) as run:
        _, err = run.communicate(timeout=60)
    assert run.returncode == 1
    assert f"footnoted: {file} cannot be written (" in err
    assert "Traceback" not in err
    assert f"The same command goes on from the 4 papers in {file}.part." in err
    done = fetched(server, file)
    assert done.resumed
    assert ids(rows(file)) == [f"n00{number}" for number in range(6)]
