"""Rows of a file: each becomes a paper or is named as skipped, whatever is in it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from rag.errors import PapersUnreadableError
from rag.papers import PaperFile, read_papers


def read(folder: Path, *rows: Any, name: str = "papers.jsonl") -> PaperFile:
    """Read a file of rows; a string is a line as it stands."""
    path = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_papers(path)


def test_a_full_row_keeps_every_field(tmp_path: Path) -> None:
    row = {
        "id": "x", "title": "T", "abstract": "A.", "authors": ["Ann", "Bo"], "keywords": ["k"], "area": "optimization",
        "venue": "ICLR 2026", "decision": "Oral", "year": 2026, "url": "https://openreview.net/forum?id=x",
    }  # fmt: skip
    (paper,) = read(tmp_path, row).papers
    assert (paper.id, paper.title, paper.abstract, paper.authors) == ("x", "T", "A.", ("Ann", "Bo"))
    assert (paper.keywords, paper.area, paper.venue) == (("k",), "optimization", "ICLR 2026")
    assert (paper.decision, paper.year, paper.url) == ("Oral", 2026, row["url"])


@pytest.mark.parametrize("abstract", ["", "   \n", None, [], {"p": "x"}, "\x00\x01"])
def test_a_row_without_an_abstract_is_skipped_by_name(tmp_path: Path, abstract: Any) -> None:
    file = read(tmp_path, {"id": "bad", "abstract": abstract}, {"id": "no key"}, {"id": "good", "abstract": "A."})
    assert [paper.id for paper in file.papers] == ["good"]
    assert [(row.line, row.paper_id) for row in file.skipped] == [(1, "bad"), (2, "no key")]
    assert "no abstract" in file.skipped[0].reason


@pytest.mark.parametrize("nothing", ["null", "NaN"])
def test_missing_values_of_every_other_field_do_not_matter(tmp_path: Path, nothing: str) -> None:
    names = ("title", "authors", "keywords", "area", "venue", "decision", "year", "url")
    line = '{"id": "x", "abstract": "A.", ' + ", ".join(f'"{name}": {nothing}' for name in names) + "}"
    (paper,) = read(tmp_path, line).papers
    assert (paper.title, paper.authors, paper.keywords, paper.year, paper.area) == ("x", (), (), None, "")


@pytest.mark.parametrize(
    ("authors", "read_as"),
    [
        ([{"name": None}, {"name": "Ann"}, None, "", " Bo "], ("Ann", "Bo")),
        ("Ann; Bo ;", ("Ann", "Bo")),
        ({"name": "Ann"}, ("Ann",)),
        ([["Ann"]], ("Ann",)),
    ],
)
def test_authors_come_in_many_forms(tmp_path: Path, authors: Any, read_as: tuple[str, ...]) -> None:
    assert read(tmp_path, {"id": "x", "abstract": "A.", "authors": authors}).papers[0].authors == read_as


@pytest.mark.parametrize(
    "written", ["2301.00010", "0704.0010", "hep-th/9901001", "1e5", "007", "a:b c", "論文", "p%41"]
)
def test_an_id_stays_as_it_is_byte_for_byte(tmp_path: Path, written: str) -> None:
    assert read(tmp_path, {"id": written, "abstract": "A."}).papers[0].id == written


@pytest.mark.parametrize("written", ["2301.00010", "1e5", "10", "1234567890123456789012345"])
def test_an_id_written_as_a_number_keeps_its_digits(tmp_path: Path, written: str) -> None:
    assert read(tmp_path, f'{{"id": {written}, "abstract": "A."}}').papers[0].id == written


@pytest.mark.parametrize(
    ("year", "read_as"),
    [
        (2021, 2021), ("2021", 2021), (2021.0, 2021), ("2021-05-04", 2021), (" 2021 ", 2021), ("May 2021", 2021),
        (None, None), ("", None), (True, None), (-5, None), (99999, None), ([2021], 2021), ("20210504", 2021),
    ],
)  # fmt: skip
def test_odd_years_are_understood_or_left_out(tmp_path: Path, year: Any, read_as: int | None) -> None:
    assert read(tmp_path, {"id": "x", "abstract": "A.", "year": year}).papers[0].year == read_as


def test_half_a_character_is_replaced(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, '{"id": "x", "title": "\\ud835", "abstract": "let \\ud835 be"}').papers
    assert paper.abstract == "let \ufffd be"
    assert paper.title.encode("utf-8")


def test_a_pair_of_halves_is_the_character_it_means(tmp_path: Path) -> None:
    assert read(tmp_path, '{"id": "x", "abstract": "let \\ud835\\udc65 be"}').papers[0].abstract == "let 𝑥 be"


def test_of_a_repeated_id_the_last_row_wins_and_the_earlier_is_named(tmp_path: Path) -> None:
    file = read(
        tmp_path,
        *({"id": " x" if n else "x", "abstract": f"Text {n}."} for n in range(3)),
        {"id": "X", "abstract": "A."},
    )
    assert [(paper.id, paper.abstract) for paper in file.papers] == [("x", "Text 2."), ("X", "A.")]
    assert [(row.line, row.paper_id) for row in file.skipped] == [(1, "x"), (2, "x")]
    assert "line 3" in file.skipped[1].reason


def test_a_title_makes_an_id_that_stays_the_same(tmp_path: Path) -> None:
    rows = ({"title": "One", "abstract": "A."}, {"title": "Two", "abstract": "A."}, {"abstract": "A."})
    first, second = read(tmp_path, *rows), read(tmp_path, *reversed(rows))
    assert len(first.papers) == 2
    assert {paper.id for paper in first.papers} == {paper.id for paper in second.papers}
    assert "neither an id nor a title" in first.skipped[0].reason


def test_lines_that_are_no_json_objects_are_named_and_the_others_read(tmp_path: Path) -> None:
    good = {"id": "x", "abstract": "A."}
    file = read(tmp_path, "{broken", good, "[1]", "5", '"text"', "", "null", "[" * 100_000)
    assert [paper.id for paper in file.papers] == ["x"]
    assert [row.line for row in file.skipped] == [1, 3, 4, 5, 7, 8]


def test_line_separators_inside_a_text_do_not_break_its_row(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, json.dumps({"id": "x", "abstract": "one\u2028two\x85three"}, ensure_ascii=False)).papers
    assert "two" in paper.abstract


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "papers.JSONL"
    path.write_bytes(b'\xef\xbb\xbf{"id": "x", "abstract": "A."}\r\n{"id": "y", "abstract": "B."}\r\n')
    assert [paper.id for paper in read_papers(path).papers] == ["x", "y"]


def test_a_json_list_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    path.write_text(json.dumps([{"id": "x", "abstract": "A."}, 5], indent=2), encoding="utf-8")
    assert [paper.id for paper in read_papers(path).papers] == ["x"]
    assert read_papers(path).skipped[0].line == 2


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "papers.jsonl", "holds no rows"),
        ("\n \n", "papers.jsonl", "holds no rows"),
        ("[]", "papers.json", "holds no rows"),
        ('[{"id": "x"', "papers.json", "not valid JSON"),
        ("x", "papers.xlsx", "not a kind of file"),
        ("x", "papers", "not a kind of file"),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused_with_its_name(tmp_path: Path, text: str, name: str, said: str) -> None:
    with pytest.raises(PapersUnreadableError, match=said) as caught:
        read(tmp_path, text, name=name)
    assert caught.value.subject == str(tmp_path / name)
    assert caught.value.advice


def test_a_missing_file_a_folder_and_a_file_that_is_not_text_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\x00{")
    for name, said in (("gone.jsonl", "no file"), ("folder.jsonl", "no file of papers"), ("binary.jsonl", "UTF-8")):
        with pytest.raises(PapersUnreadableError, match=said):
            read_papers(tmp_path / name)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(PapersUnreadableError, match="not a file"):
        read_papers(tmp_path / "pipe.jsonl")


@pytest.mark.parametrize("run", ["a" * 100_000, "^" * 1_000_000])
def test_a_monstrous_field_is_refused_with_the_limit_and_the_other_rows_are_read(tmp_path: Path, run: str) -> None:
    rows = ({"id": "x", "abstract": run}, {"id": "y", "title": run, "abstract": "A."}, {"id": run, "abstract": "A."})
    started = time.monotonic()
    file = read(tmp_path, *rows, {"id": "good", "abstract": "A."})
    assert time.monotonic() - started < 5
    assert [paper.id for paper in file.papers] == ["good"]
    assert ["the limit is 50,000" in file.skipped[0].reason, "2,000" in file.skipped[1].reason] == [True, True]
    assert len(file.skipped[2].paper_id) == 500
    assert sum(len(row.reason) for row in file.skipped) < 500


def test_every_shipped_paper_is_read() -> None:
    file = read_papers(Path(__file__).parents[2] / "data" / "papers.jsonl")
    assert (len(file.papers), file.skipped) == (38, ())
