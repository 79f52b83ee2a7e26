"""What becomes of a note."""

from __future__ import annotations

from typing import Any

import pytest
from openreview_server import VENUE, note

from rag.errors import UsageError
from rag.fetch.notes import row_of
from rag.fetch.venue import account_token, file_name, service_address, venue_id
from rag.papers.venue import venue_and_decision_in


def row(given: Any) -> dict[str, Any]:
    made = row_of(given)
    assert isinstance(made, dict), made
    return made


def test_a_note_becomes_a_row_of_the_projects_own_form() -> None:
    assert row(note("abc", venue="ICLR 2026 Oral")) == {
        "id": "abc",
        "title": "Title of abc",
        "abstract": "We introduce abc. It is fast.",
        "authors": ["Ada Lovelace", "Alan Turing"],
        "keywords": ["speed"],
        "area": "optimization",
        "venue": "ICLR 2026",
        "decision": "Oral",
        "year": 2026,
        "url": "https://openreview.net/forum?id=abc",
    }


def test_a_note_of_version_1_becomes_the_same_row() -> None:
    new = note("abc")
    old = {**new, "content": {name: held["value"] for name, held in new["content"].items()}}
    assert row(old) == row(new)


@pytest.mark.parametrize(
    ("told", "venue", "decision"),
    [
        ("ICLR 2026 Oral", "ICLR 2026", "Oral"),
        ("ICLR 2026 poster", "ICLR 2026", "Poster"),
        ("NeurIPS 2025 spotlight", "NeurIPS 2025", "Spotlight"),
        ("ICML 2025 spotlightposter", "ICML 2025", "Spotlight"),
        ("ICLR 2023 notable top 5%", "ICLR 2023", "Notable Top 5%"),
        ("ICLR 2026 (Oral)", "ICLR 2026", "Oral"),
        ("NeurIPS 2024 Track Datasets and Benchmarks Poster", "NeurIPS 2024 Track Datasets and Benchmarks", "Poster"),
        ("COLM 2025", "COLM 2025", ""),
        ("Temporal 2026", "Temporal 2026", ""),
        ("ICLR 2026 Conference Withdrawn Submission", "ICLR 2026", "Withdrawn"),
        ("ICLR 2026 Conference Desk Rejected Submission", "ICLR 2026", "Desk Rejected"),
        ("ICLR 2026 Conference Submission", "ICLR 2026", "Submitted"),
        ("Submitted to ICLR 2026", "ICLR 2026", "Submitted"),
        ("Accepted by TMLR", "TMLR", "Accepted"),
        ("Withdrawn by Authors", "", "Withdrawn"),
        ("Poster", "", "Poster"),
        ("", "", ""),
        ("(" * 100_000, "(" * 100_000, ""),
    ],
)
def test_venue_and_decision_are_told_apart(told: str, venue: str, decision: str) -> None:
    assert venue_and_decision_in(told) == (venue, decision)


def test_a_venue_id_that_says_withdrawn_is_kept_in_the_decision() -> None:
    assert row(note("abc", venue=None, venueid=f"{VENUE}/Withdrawn_Submission"))["decision"] == "Withdrawn"
    assert row(note("abc", venue="ICLR 2026", venueid=f"{VENUE}/Desk_Rejected_Submission"))["decision"] == (
        "Desk Rejected"
    )


def test_the_year_is_that_of_the_venue_or_of_the_publication() -> None:
    assert row(note("abc", venue="TMLR"))["year"] == 2026
    assert row({**note("abc", venue="ICLR 2024 Oral")})["year"] == 2024
    assert row({**note("abc", venue="TMLR"), "pdate": None})["year"] is None
    assert row({**note("abc", venue="TMLR"), "pdate": 10**30})["year"] is None


def test_title_and_abstract_stay_as_the_authors_wrote_them() -> None:
    words = "  $\\mathcal{O}(n^2)$ – naïve\n\n日本語 “quotes” \\emph{x} 😀\u2028 \t"
    made = row(note("abc", title=words, abstract=words))
    assert (made["title"], made["abstract"]) == (words, words)


def test_what_a_note_lacks_its_row_lacks() -> None:
    assert row({"id": "abc"}) == {
        "id": "abc", "title": "", "abstract": "", "authors": [], "keywords": [], "area": "", "venue": "",
        "decision": "", "year": None, "url": "https://openreview.net/forum?id=abc",
    }  # fmt: skip
    odd = {"title": 7, "abstract": ["x"], "authors": {"value": None}, "keywords": 3, "primary_area": {}, "venue": []}
    assert row({"id": "abc", "content": odd}) == row({"id": "abc"})


def test_authors_and_keywords_come_in_several_forms() -> None:
    people = [{"fullname": "Ada Lovelace", "username": "~Ada1"}, {"name": "Alan Turing"}, {}, None, " Grace Hopper"]
    made = row(note("abc", authors=people, keywords="speed, memory; agents,"))
    assert made["authors"] == ["Ada Lovelace", "Alan Turing", "Grace Hopper"]
    assert made["keywords"] == ["speed", "memory", "agents"]


@pytest.mark.parametrize("given", [None, [], "note", 3, {}, {"id": ""}, {"id": 7}, {"content": {}}])
def test_what_is_no_note_is_named(given: Any) -> None:
    assert str(row_of(given)).startswith("it ")


@pytest.mark.parametrize(
    "given",
    [
        VENUE,
        f" {VENUE}/ ",
        f"https://openreview.net/group?id={VENUE}",
        f"https://openreview.net/group?id={VENUE}&referrer=%5BHomepage%5D(%2F)#tab-accept-oral",
        "https://openreview.net/group?id=ICLR.cc%2F2026%2FConference",
        f"openreview.net/submissions?page=2&venue={VENUE}",
    ],
)
def test_a_venue_is_its_id_or_the_address_of_its_page(given: str) -> None:
    assert venue_id(given) == VENUE


@pytest.mark.parametrize(
    "given",
    [
        "", "ICLR 2026", "https://example.org/group?id=ICLR.cc/2026/Conference", "https://openreview.net",
        "https://openreview.net/forum?noteId=x", f"{VENUE}/-/Submission", "../../etc/passwd", "a/../b", "a//b", "a?b",
        "https://openreview.net.example.org/group?id=a/b", "x" * 300, "a/\x1b[31m", "/etc/passwd file", "-x/y",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_an_example(given: str) -> None:
    with pytest.raises(
        UsageError, match=r"is no venue of OpenReview\. Give its id, for instance ICLR\.cc/2026"
    ) as found:
        venue_id(given)
    assert "\x1b" not in str(found.value)


def test_a_file_is_named_after_its_venue() -> None:
    assert file_name(VENUE) == "ICLR.cc-2026-Conference.jsonl"
    assert file_name(venue_id("TMLR")) == "TMLR.jsonl"


@pytest.mark.parametrize(
    "given",
    ["", "api2.openreview.net", "ftp://x", "http://", "http://u:p@x", "http://x?y", "http://x:99999", "http://a b"],
)
def test_what_is_no_address_of_a_service_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match="--api takes the address of a service"):
        service_address(given)


def test_a_token_is_taken_bare_or_with_its_kind() -> None:
    assert account_token(" Bearer abc.def-ghi\n") == account_token("abc.def-ghi") == "abc.def-ghi"
    assert account_token("") == ""
    with pytest.raises(UsageError, match="holds no token"):
        account_token("two words\r\nX-Evil: 1")
