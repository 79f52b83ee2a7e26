"""JSON as people and services send it: lists, wrappers, single objects, notes of OpenReview, inverted indexes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from papers_written import only, read, reasons

from rag.errors import PapersUnreadableError

TWO: list[Any] = [{"id": "x", "abstract": "A."}, {"id": "y", "abstract": "B."}]


@pytest.mark.parametrize(
    "value",
    [
        TWO, {"notes": TWO, "count": 2}, {"papers": TWO}, {"data": TWO}, {"data": {"papers": TWO}},
        {"status": "ok", "message": {"items": TWO}}, {"description": "Our papers", "results": TWO},
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["papers.json", "papers.jsonl"])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_is_found_in_whatever_wraps_it(tmp_path: Path, value: Any, name: str, indent: int | None) -> None:
    file = read(tmp_path, name, json.dumps(value, indent=indent))
    assert ([paper.id for paper in file.papers], file.rows) == (["x", "y"], 2)


def test_a_single_object_is_one_paper(tmp_path: Path) -> None:
    for value in (TWO[0], {"message": TWO[0]}, {**TWO[0], "data": []}, {"id": "x", "summary": "A.", "data": []}):
        assert [paper.id for paper in read(tmp_path, "one.json", json.dumps(value, indent=1)).papers] == ["x"]


def test_lines_of_json_are_read_under_the_name_json_too(tmp_path: Path) -> None:
    file = read(tmp_path, "papers.json", '{"id": "x", "abstract": "A."}\n{broken\n{"id": "y", "abstract": "B."}')
    assert [paper.id for paper in file.papers] == ["x", "y"]
    assert [row.line for row in file.skipped] == [2]


@pytest.mark.parametrize("text", ['[{"id": "x",', '{"notes": [\n{"id": "x"},\n', "nonsense", "[" * 100_000])
def test_json_that_is_broken_is_one_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(PapersUnreadableError, match=r"is not valid JSON"):
        read(tmp_path, "papers.json", text)


@pytest.mark.parametrize("wrapped", [True, False])
def test_a_note_of_openreview_is_read_in_both_versions(tmp_path: Path, wrapped: bool) -> None:
    content: dict[str, Any] = {
        "title": "Sorting Socks", "abstract": "We sort.", "authors": ["Ann Lee", "Bo Chen"], "keywords": ["socks"],
        "primary_area": "optimization", "venue": "ICLR 2026 Oral", "venueid": "ICLR.cc/2026/Conference",
        "pdf": "/pdf/a.pdf",
    }  # fmt: skip
    note = {
        "id": "abc123XYZ_", "forum": "abc123XYZ_", "cdate": 1_758_000_000_000, "pdate": 1_769_000_000_000,
        "content": {name: {"value": value} for name, value in content.items()} if wrapped else content,
    }  # fmt: skip
    (paper,) = read(tmp_path, "notes.json", json.dumps({"notes": [note]})).papers
    assert (paper.id, paper.title, paper.abstract) == ("abc123XYZ_", "Sorting Socks", "We sort.")
    assert (paper.authors, paper.keywords, paper.area) == (("Ann Lee", "Bo Chen"), ("socks",), "optimization")
    assert (paper.venue, paper.decision, paper.year) == ("ICLR 2026", "Oral", 2026)
    assert paper.url == "https://openreview.net/forum?id=abc123XYZ_"


def test_an_inverted_index_is_put_in_order_again(tmp_path: Path) -> None:
    index = {"for": [3, 8], "We": [0], "$n=10$": [4], "U.S.": [6], "learn": [1], "the": [2, 7], "in": [5], "it": [100]}
    paper = only(tmp_path, abstract=None, abstract_inverted_index=index)
    assert paper.abstract == "We learn the for $n=10$ in U.S. the for it"


@pytest.mark.parametrize("index", [{}, {"a": None}, {"a": ["x", -1, None]}, {"a": {"b": 1}}, ["a"], "a"])
def test_an_inverted_index_that_holds_nothing_is_no_crash(tmp_path: Path, index: Any) -> None:
    file = read(tmp_path, "p.jsonl", [{"id": "x", "abstract_inverted_index": index}])
    assert file.rows == 1


def test_an_abstract_in_pieces_is_joined(tmp_path: Path) -> None:
    assert only(tmp_path, abstract=["We sort.", "It works."]).abstract == "We sort. It works."


def test_numbers_of_openalex_and_null_fields_do_not_stop_a_row(tmp_path: Path) -> None:
    row = {"title": None, "authors": [{"name": None}, {"author": {"display_name": "Ann Lee"}}], "published": None}
    paper = only(tmp_path, **row, id="https://openalex.org/W1")
    assert (paper.title, paper.authors, paper.url) == (
        "https://openalex.org/W1",
        ("Ann Lee",),
        "https://openalex.org/W1",
    )


def test_an_item_of_a_list_is_named_by_its_number(tmp_path: Path) -> None:
    file = read(tmp_path, "papers.json", json.dumps([*TWO, 5, {"id": "z"}], indent=4))
    assert reasons(file) == [(3, "it is not a JSON object"), (4, "it has no abstract")]
    assert file.skipped[1].paper_id == "z"
