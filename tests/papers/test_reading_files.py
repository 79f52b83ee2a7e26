"""Files as files: packed, badly encoded, oddly named, and told apart by their names."""

from __future__ import annotations

import codecs
import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from papers_written import read, write

from rag.errors import PapersUnreadableError
from rag.papers import read_papers
from rag.papers.content import read_content
from rag.papers.kinds import KINDS

ROW = '{"id": "x", "abstract": "Naïve – 論文"}'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.jsonl", ROW), ("p.ndjson", ROW), ("p.JSON", f"[{ROW}]"), ("p.csv", "id,abstract\nx,Naïve – 論文"),
        ("p.tsv", "id\tabstract\nx\tNaïve – 論文"), ("p.bib", "@misc{x, abstract = {Naïve – 論文}}"),
        ("p.txt", "Naïve – 論文"), ("p.md", "Naïve – 論文"),
    ],
)  # fmt: skip
def test_every_kind_is_read_as_it_is_packed_and_in_utf_16(tmp_path: Path, name: str, content: str) -> None:
    for suffix in ("", ".gz"):
        for data in (content.encode(), codecs.BOM_UTF8 + content.encode(), content.encode("utf-16")):
            (paper,) = read(tmp_path, name + suffix, data).papers
            assert paper.abstract == "Naïve – 論文"


@pytest.mark.parametrize(
    "name", ["a#1.jsonl", "【x】.jsonl", "論文.jsonl", "a b%20c.jsonl", "x" * 249 + ".jsonl", ".jsonl"]
)
def test_odd_names_are_read(tmp_path: Path, name: str) -> None:
    assert len(read(tmp_path, name, ROW).papers) == 1


@pytest.mark.parametrize("name", ["x" * 300 + ".jsonl", "bad\x00name.jsonl", "loop.jsonl"])
def test_names_that_no_file_can_have_are_refused_in_words(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    with pytest.raises(PapersUnreadableError):
        read_papers(tmp_path / name)


@pytest.mark.parametrize("name", ["papers.pdf", "papers.xlsx", "papers", "papers.gz", "p.csv.gz.gz", "p.jsonl.zip"])
def test_other_kinds_are_refused_with_the_list_of_kinds(tmp_path: Path, name: str) -> None:
    with pytest.raises(PapersUnreadableError, match="not a kind of file") as caught:
        read(tmp_path, name, "x")
    assert ".jsonl" in caught.value.advice
    assert ".bib" in caught.value.advice


@pytest.mark.parametrize("name", ["p.jsonl", "p.csv", "p.bib", "p.txt", "p.json", "p.jsonl.gz", "p.md"])
def test_an_empty_file_holds_no_rows(tmp_path: Path, name: str) -> None:
    for content in ("", "\n \n"):
        with pytest.raises(PapersUnreadableError, match="holds no rows"):
            read(tmp_path, name, content)


def test_a_packed_file_that_is_damaged_is_one_sentence(tmp_path: Path) -> None:
    packed = gzip.compress("\n".join(ROW.replace("x", str(n)) for n in range(5000)).encode())
    broken = packed[:2000] + bytes(500) + packed[2500:]
    for name, data, said in (
        ("cut.jsonl.gz", packed[: len(packed) // 2], "ends too early"),
        ("damaged.jsonl.gz", broken, "is damaged"),
        ("plain.jsonl.gz", ROW.encode(), "not gzipped"),
        ("header.jsonl.gz", b"\x1f\x8b\x08", "ends too early"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(PapersUnreadableError, match=said) as caught:
            read_papers(tmp_path / name)
        assert caught.value.happened.count(".") <= caught.value.subject.count(".") + 1


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused_with_the_limit(tmp_path: Path) -> None:
    bomb = write(tmp_path / "bomb.jsonl.gz", bytes(8 * 2**20))
    assert bomb.stat().st_size < 2**14
    with pytest.raises(PapersUnreadableError, match="more than 4 MiB of text, which is the limit"):
        read_content(bomb, largest=4 * 2**20)
    plain = write(tmp_path / "plain.jsonl", b" " * (4 * 2**20 + 1))
    with pytest.raises(PapersUnreadableError, match="limit"):
        read_content(plain, largest=4 * 2**20)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("Müller".encode("latin-1"), r"UTF-8 text \(line 1\)"), (b"PK\x03\x04...", "zip archive or an Excel"),
        (b"%PDF-1.7", "PDF"), (gzip.compress(b"x"), "does not end in .gz"), (b"\xff\xfea", "UTF-16"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused_with_what_it_looks_like(tmp_path: Path, data: bytes, said: str) -> None:
    with pytest.raises(PapersUnreadableError, match=said):
        read(tmp_path, "p.csv", data)


def test_pipes_and_devices_are_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    for name in ("pipe.csv", "zero.jsonl"):
        with pytest.raises(PapersUnreadableError, match="not a file"):
            read_papers(tmp_path / name)


@settings(max_examples=150, deadline=None)
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(str.encode), kind=st.sampled_from([*KINDS]))
def test_any_bytes_are_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, kind: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{kind}"
    path.write_bytes(data)
    try:
        file = read_papers(path)
    except PapersUnreadableError:
        return
    assert file.rows == len(file.papers) + len(file.skipped) > 0
    assert all(paper.abstract and paper.id for paper in file.papers)


FIELD_NAMES = st.sampled_from(
    ["id", "title", "abstract", "authors", "keywords", "year", "pdate", "venue", "decision", "url", "doi", "content",
     "abstract_inverted_index", "status", "comments", "withdrawn", "notes", "data", "value", "area"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("A."),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELD_NAMES | st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(st.dictionaries(FIELD_NAMES, JSON, min_size=1, max_size=8), min_size=1, max_size=5))
def test_of_any_rows_each_is_a_paper_or_is_named(
    tmp_path_factory: pytest.TempPathFactory, values: list[dict[str, object]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    file = read_papers(path)
    assert file.rows == len(values)
    assert len({paper.id for paper in file.papers}) == len(file.papers)
    assert all(row.reason for row in file.skipped)


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_any_json_is_read_or_refused_in_words(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    for name in ("whole.json", "whole.jsonl"):
        path = tmp_path_factory.getbasetemp() / name
        path.write_text(json.dumps(value), encoding="utf-8")
        try:
            rows = read_papers(path).rows
        except PapersUnreadableError:
            continue
        assert rows > 0
