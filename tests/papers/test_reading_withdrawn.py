"""Withdrawn papers are left out and named; papers about withdrawal are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from papers_written import read

from rag.papers import read_papers


@pytest.mark.parametrize(
    "abstract",
    [
        "This paper has been withdrawn by the author(s) due to an error in Lemma 2.",
        "This paper has been withdrawn by the authors. We study socks and more.",
        "We study socks. This article has been retracted by the authors.",
        "The authors have withdrawn this manuscript, and do not wish it to be cited.",
        "We withdraw this paper because of a mistake.",
        "Withdrawn.", "WITHDRAWN", "-- withdrawn --", "[Retracted]", "Paper withdrawn due to an error",
        "Desk rejected.",
        "<p>This submission has been withdrawn.</p>",
    ],
)  # fmt: skip
def test_a_notice_is_no_abstract(tmp_path: Path, abstract: str) -> None:
    file = read(tmp_path, "p.jsonl", [{"id": "x", "abstract": abstract}, {"id": "y", "abstract": "A."}])
    assert [paper.id for paper in file.papers] == ["y"]
    assert [(row.line, row.paper_id) for row in file.skipped] == [(1, "x")]
    assert "withdrawn" in file.skipped[0].reason
    assert file.complete


@pytest.mark.parametrize(
    "fields",
    [
        {"decision": "Withdrawn"}, {"decision": "Desk Reject"}, {"status": "retracted"}, {"withdrawn": True},
        {"is_retracted": "true"}, {"venue": "ICLR 2026 Conference Withdrawn Submission"},
        {"venueid": "ICLR.cc/2026/Conference/Desk_Rejected_Submission"}, {"content": {"venue": {"value": "Withdrawn"}}},
        {"comments": "This paper has been withdrawn by the author"}, {"comment": "withdrawn; see v1"},
        {"title": "RETRACTED: Sorting Socks"}, {"track": "Withdrawn"},
    ],
)  # fmt: skip
def test_a_row_that_is_marked_is_left_out(tmp_path: Path, fields: dict[str, Any]) -> None:
    file = read(tmp_path, "p.jsonl", [{"id": "x", "abstract": "We sort.", **fields}])
    assert (file.papers, [row.paper_id for row in file.skipped], file.complete) == ((), ["x"], True)


@pytest.mark.parametrize(
    "fields",
    [
        {"abstract": "Withdrawn patients were followed for two years."},
        {"abstract": "Withdrawn from markets, the drug is studied again."},
        {"abstract": "Drug withdrawal is hard. The drug was withdrawn."},
        {"abstract": "We follow a famous fraud. The article was retracted in 2010, and is still cited."},
        {"abstract": "This paper studies withdrawn and retracted submissions."},
        {"decision": "Reject"}, {"decision": "Rejected"}, {"withdrawn": False}, {"is_retracted": "no"},
        {"status": "not withdrawn"}, {"venue": "Journal of Drug Withdrawal"},
        {"title": "Withdrawal of Drugs: A Survey"},
        {"comments": "12 pages; replaces a withdrawn manuscript"},
    ],
)  # fmt: skip
def test_a_paper_about_withdrawal_and_a_rejected_one_are_kept(tmp_path: Path, fields: dict[str, Any]) -> None:
    file = read(tmp_path, "p.jsonl", [{"id": "x", "abstract": "We sort.", **fields}])
    assert len(file.papers) == 1


def test_a_paper_that_is_withdrawn_later_in_a_file_is_not_kept(tmp_path: Path) -> None:
    rows = [{"id": "x", "abstract": "We sort."}, {"id": "x", "abstract": "", "withdrawn": True}]
    file = read(tmp_path, "p.jsonl", rows)
    assert file.papers == ()
    assert ["line 2" in row.reason for row in file.skipped] == [True, False]
    versions = [{"id": "2301.00001v2", "abstract": "Withdrawn."}, {"id": "2301.00001v1", "abstract": "We sort."}]
    assert read(tmp_path, "v.jsonl", versions).papers == ()


def test_a_row_that_is_only_empty_does_not_take_the_place_of_a_paper(tmp_path: Path) -> None:
    file = read(tmp_path, "p.jsonl", [{"id": "x", "abstract": "We sort."}, {"id": "x", "abstract": None}])
    assert [paper.abstract for paper in file.papers] == ["We sort."]


def test_the_shipped_papers_are_none_of_them_withdrawn() -> None:
    assert read_papers(Path(__file__).parents[2] / "data" / "papers.jsonl").skipped == ()
