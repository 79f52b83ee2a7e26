"""Folders of files, and several sources at once: no paper twice, no row unnamed, nothing read from outside."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from papers_written import read, write

from rag.errors import PapersUnreadableError
from rag.papers import read_papers, read_sources


def row(name: str, abstract: str = "A.") -> dict[str, str]:
    return {"id": name, "abstract": abstract}


def test_a_folder_is_read_in_order_with_all_its_folders(tmp_path: Path) -> None:
    write(tmp_path / "b.jsonl.gz", [row("b")])
    write(tmp_path / "a" / "deep" / "c.csv", "id,abstract\nc,A.\nempty,\n")
    write(tmp_path / "z.bib", "@misc{z, abstract={A.}}")
    write(tmp_path / ".hidden.jsonl", [row("hidden")])
    write(tmp_path / ".git" / "d.jsonl", [row("d")])
    file = read_papers(tmp_path)
    assert [paper.id for paper in file.papers] == ["c", "b", "z"]
    assert [(Path(left.file).name, left.line, left.paper_id) for left in file.skipped] == [("c.csv", 3, "empty")]
    assert file.rows == 4


def test_files_that_are_left_out_are_named_with_the_reason(tmp_path: Path) -> None:
    write(tmp_path / "good.jsonl", [row("x")])
    write(tmp_path / "broken.json", "[")
    write(tmp_path / "cut.jsonl.gz", b"x" * 100)
    (tmp_path / "cut.jsonl.gz").write_bytes(b"\x1f\x8b\x08\x00")
    write(tmp_path / "picture.png", "x")
    write(tmp_path / "README.md", "These are the papers.")
    write(tmp_path / "empty.csv", "")
    file = read_papers(tmp_path)
    said = {Path(left.file).name: left.reason for left in file.skipped}
    assert [paper.id for paper in file.papers] == ["x"]
    assert said.keys() == {"broken.json", "cut.jsonl.gz", "picture.png", "README.md", "empty.csv"}
    assert said["broken.json"].startswith("it is not valid JSON")
    assert said["cut.jsonl.gz"] == "it cannot be unpacked: it ends too early"
    assert said["empty.csv"] == "it holds no rows"
    assert said["picture.png"] == "it is not a kind of file that can be read"
    assert (file.complete, file.rows) == (False, 6)


def test_nothing_outside_the_folder_is_read_and_nothing_is_waited_for(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    write(folder / "x.jsonl", [row("x")])
    write(outside / "secret.jsonl", [row("secret")])
    (folder / "away.jsonl").symlink_to(outside / "secret.jsonl")
    (folder / "up.jsonl").symlink_to("../outside/secret.jsonl")
    (folder / "passwd.txt").symlink_to("/etc/passwd")
    (folder / "away").symlink_to(outside)
    (folder / "self").symlink_to(folder)
    (folder / "again.jsonl").symlink_to("x.jsonl")
    (folder / "nowhere.jsonl").symlink_to("gone.jsonl")
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    os.mkfifo(folder / "pipe.jsonl")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(folder / "s.jsonl"))
        file = read_papers(folder)
    assert [paper.id for paper in file.papers] == ["x"]
    said = {Path(left.file).name: left.reason for left in file.skipped}
    assert {"away.jsonl", "up.jsonl", "passwd.txt", "away"} == {n for n, why in said.items() if "leads out of" in why}
    assert (said["self"], said["again.jsonl"]) == (
        "it is a link to a folder",
        "it is a link to a file that is read anyway",
    )
    assert ("nowhere" in said["nowhere.jsonl"], "nowhere" in said["loop.jsonl"]) == (True, True)
    assert ("a pipe" in said["pipe.jsonl"], "a socket" in said["s.jsonl"]) == (True, True)
    assert len(said) == 10


def test_a_link_to_a_hidden_file_of_the_same_folder_is_read(tmp_path: Path) -> None:
    write(tmp_path / "..2024" / "papers.jsonl", [row("x")])  # as containers mount their files
    (tmp_path / "papers.jsonl").symlink_to("..2024/papers.jsonl")
    assert [paper.id for paper in read_papers(tmp_path).papers] == ["x"]


def test_a_folder_that_is_given_as_a_link_is_read(tmp_path: Path) -> None:
    write(tmp_path / "real" / "x.jsonl", [row("x")])
    (tmp_path / "link").symlink_to("real")
    assert len(read_papers(tmp_path / "link").papers) == 1


@pytest.mark.parametrize("names", [(), ("a.png",), (".hidden.jsonl",), ("deep/er/a.docx",)])
def test_a_folder_without_papers_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        write(tmp_path / name, [row("x")])
    with pytest.raises(PapersUnreadableError, match="holds no file of papers"):
        read_papers(tmp_path)


def test_a_name_that_is_no_text_can_be_shown(tmp_path: Path) -> None:
    os.makedirs(bytes(tmp_path) + b"/fol\xffder")
    path = Path(os.fsdecode(bytes(tmp_path) + b"/fol\xffder/a\xfe.jsonl"))
    write(path, [row("x"), row("empty", "")])
    (source, file), *others = read_sources([path.parent]).items()
    assert not others
    assert (source + file.skipped[0].file).encode("utf-8")


def test_of_two_versions_the_higher_is_kept_with_its_own_id(tmp_path: Path) -> None:
    ids = [
        "2301.00001v2",
        "2301.00001v10",
        "2301.00001",
        "hep-th/9901001v1",
        "hep-th/9901001v2",
        "paper-v1",
        "paper-v2",
    ]
    file = read(tmp_path, "p.jsonl", [row(name, f"About {name}.") for name in ids])
    assert [paper.id for paper in file.papers] == ["2301.00001v10", "hep-th/9901001v2", "paper-v1", "paper-v2"]
    assert [left.paper_id for left in file.skipped] == ["2301.00001v2", "2301.00001", "hep-th/9901001v1"]
    assert file.skipped[0].reason == "a newer version of it, 2301.00001v10 in line 2, is used"


def test_of_one_paper_in_several_sources_the_last_and_newest_is_kept(tmp_path: Path) -> None:
    first = write(tmp_path / "first.jsonl", [row("x", "Old."), row("2301.00001v2"), row("only")])
    second = write(tmp_path / "second.jsonl", [row("x", "New."), row("2301.00001v1"), row("empty", "")])
    sources = read_sources([first, second])
    assert list(sources) == [str(first.resolve()), str(second.resolve())]
    one, two = sources.values()
    assert [paper.id for paper in one.papers] == ["2301.00001v2", "only"]
    assert [(paper.id, paper.abstract) for paper in two.papers] == [("x", "New.")]
    assert (one.rows, two.rows) == (3, 3)
    assert f"line 1 of {second}" in one.skipped[0].reason
    assert f"2301.00001v2 in line 2 of {first}" in two.skipped[0].reason
    assert {left.file for left in two.skipped} == {str(second)}


def test_a_source_that_is_given_twice_is_one(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", [row("x")])
    (file,) = read_sources([path, tmp_path / "." / "p.jsonl"]).values()
    assert (len(file.papers), file.skipped) == (1, ())


def test_ids_that_differ_in_case_are_two_papers_and_white_space_is_none(tmp_path: Path) -> None:
    file = read(tmp_path, "p.jsonl", [row("x"), row("X"), row("x "), row("\tX")])
    assert [paper.id for paper in file.papers] == ["x", "X"]
    assert [left.line for left in file.skipped] == [1, 2]
