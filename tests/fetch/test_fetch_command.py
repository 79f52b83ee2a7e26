"""`footnoted fetch openreview`, as people and programs type it."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from openreview_server import VENUE, OpenReviewServer, many, note, status

Run = Callable[..., subprocess.CompletedProcess[str]]
HEAVY = ("httpx", "chromadb", "llama_index", "gradio", "numpy", "openai", "rich.progress", "rag.fetch.run")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def typed(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("FOOTNOTED_", "OPENAI_", "OPENREVIEW_"))}
        found = subprocess.run(
            [sys.executable, "-m", "rag.cli", *arguments], cwd=tmp_path, env={**kept, "COLUMNS": "80", **more},
            capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
        )  # fmt: skip
        assert "Traceback" not in found.stderr
        return found

    return typed


@pytest.fixture
def server() -> Iterator[OpenReviewServer]:
    with OpenReviewServer(many(5)) as started:
        yield started


def fetch(run: Run, server: OpenReviewServer, *more: str, venue: str = VENUE) -> subprocess.CompletedProcess[str]:
    return run("fetch", "openreview", venue, "--api", server.address, "--pause", "0", *more)


def test_the_file_is_named_after_the_venue(run: Run, server: OpenReviewServer, tmp_path: Path) -> None:
    found = fetch(run, server)
    assert (found.returncode, found.stdout) == (0, "")
    assert found.stderr == "5 papers in ICLR.cc-2026-Conference.jsonl (2 requests).\n"
    assert len((tmp_path / "ICLR.cc-2026-Conference.jsonl").read_text(encoding="utf-8").splitlines()) == 5


def test_the_address_of_the_venues_page_will_do(run: Run, server: OpenReviewServer, tmp_path: Path) -> None:
    found = fetch(run, server, "--to", "p.jsonl.gz", venue=f"https://openreview.net/group?id={VENUE}#tab-accept-oral")
    assert found.returncode == 0, found.stderr
    assert len(gzip.decompress((tmp_path / "p.jsonl.gz").read_bytes()).splitlines()) == 5


def test_json_is_the_summary_alone(run: Run, server: OpenReviewServer) -> None:
    found = fetch(run, server, "--json", "--to", "p.jsonl")
    assert json.loads(found.stdout) == {
        "file": "p.jsonl", "papers": 5, "skipped": 0, "requests": 2, "resumed": False,
    }  # fmt: skip
    assert found.stderr == ""


def test_what_was_fetched_is_indexed_and_found(run: Run, server: OpenReviewServer) -> None:
    server.notes[2] = note(
        "n002", title="Sorting Socks", abstract="We introduce SockSort. It pairs 97% of socks in two minutes."
    )
    server.notes[3] = note("n003", abstract=None)
    found = fetch(run, server, "--to", "papers.jsonl")
    assert found.returncode == 0
    assert "1 of them lack an abstract or a title" in found.stderr
    indexed = run("index", "papers.jsonl", "--index", "index")
    assert indexed.returncode == 3
    assert "4 added" in indexed.stdout
    assert "(n003): it has no abstract" in indexed.stderr
    filters = ("decision=Poster", "venue=ICLR 2026", "year>=2026", "area=optimization", "author=Ada Lovelace")
    where = [argument for condition in filters for argument in ("--where", condition)]
    asked = run("ask", "How many socks does SockSort pair?", "--index", "index", *where)
    assert "97%" in asked.stdout
    assert "https://openreview.net/forum?id=n002" in asked.stdout
    assert "SockSort" not in run("ask", "who won the 1998 football world cup", "--index", "index").stdout


def test_notes_that_cannot_be_read_end_with_3_and_are_named(run: Run, server: OpenReviewServer) -> None:
    server.notes.append({"content": {"title": {"value": "Nameless"}}})
    found = fetch(run, server, "--to", "p.jsonl", "--json")
    assert found.returncode == 3
    assert json.loads(found.stdout)["skipped"] == 1
    assert "Skipped a note: it has no id" in found.stderr


def test_an_unknown_venue_ends_with_1_and_no_file(run: Run, server: OpenReviewServer, tmp_path: Path) -> None:
    found = fetch(run, server, venue="Nobody.org/2026")
    assert found.returncode == 1
    assert found.stderr.startswith(f"footnoted: {server.address} has no papers of the venue Nobody.org/2026. Check it.")
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_is_one_sentence_and_ends_with_1(run: Run, server: OpenReviewServer) -> None:
    server.will(status(403, {"name": "ChallengeRequiredError", "message": "Challenge required"}))
    found = fetch(run, server)
    assert found.returncode == 1
    assert found.stderr.startswith(f"footnoted: {server.address} wants to know who asks (status 403)")
    assert "OPENREVIEW_TOKEN" in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_the_token_comes_from_the_environment(run: Run, server: OpenReviewServer) -> None:
    arguments = ("fetch", "openreview", VENUE, "--api", server.address, "--pause", "0")
    assert run(*arguments, OPENREVIEW_TOKEN="secret-token").returncode == 0
    assert server.asked[0].headers["authorization"] == "Bearer secret-token"
    assert run(*arguments, OPENREVIEW_TOKEN="no token").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "saying"),
    [
        (("ICLR 2026",), "“ICLR 2026” is no venue of OpenReview. Give its id, for instance ICLR.cc/2026/Conference."),
        ((VENUE, "--to", "papers.csv"), "Let it end in .jsonl or .jsonl.gz."),
        ((VENUE, "--api", "nowhere"), "--api takes the address of a service."),
        ((VENUE, "--pause", "-1"), "is no number of seconds for pause"),
        ((VENUE, "--time-limit", "nan"), "is no number of seconds for time_limit"),
        (("--frob",), "No such option"),
        ((), "Missing argument"),
    ],
)
def test_wrong_usage_ends_with_2(run: Run, tmp_path: Path, arguments: tuple[str, ...], saying: str) -> None:
    found = run("fetch", "openreview", *arguments)
    assert found.returncode == 2
    assert saying in found.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("--help",), ("fetch", "--help"), ("fetch", "openreview", "--help")])
def test_help_is_there_and_loads_nothing_heavy(arguments: tuple[str, ...], tmp_path: Path) -> None:
    script = (
        "import sys, contextlib, io\n"
        "from rag.cli import main\n"
        "shown = io.StringIO()\n"
        "with contextlib.redirect_stdout(shown), contextlib.suppress(SystemExit): main()\n"
        f"print('etch' in shown.getvalue(), sorted(set(sys.modules) & set({HEAVY!r})))\n"
    )
    command = [sys.executable, "-c", script, *arguments]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.strip() == "True []"
