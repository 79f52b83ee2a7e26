"""Plain text: paragraphs are abstracts, headings their titles."""

from __future__ import annotations

from pathlib import Path

from papers_written import read

SOCKS = "We introduce SockSort, which pairs socks by colour and by size, in two minutes."


def test_each_paragraph_is_a_paper_that_its_words_name(tmp_path: Path) -> None:
    text = f"{SOCKS}\n\n  \nTowels are folded by a robot that we trained\nfor a week on a single graphics card.\n"
    first = read(tmp_path, "p.txt", text).papers
    assert [paper.abstract for paper in first] == [SOCKS, text.strip().split("\n\n  \n")[1]]
    assert first[0].id.startswith("text-")
    assert first[0].title == SOCKS
    assert read(tmp_path, "q.txt", text.replace("\n", "\r\n")).papers[0].id == first[0].id


def test_a_short_first_line_is_the_title(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, "p.txt", f"Sorting Socks\n{SOCKS}").papers
    assert (paper.title, paper.abstract) == ("Sorting Socks", SOCKS)
    assert paper.id.startswith("title-")


def test_the_first_line_of_a_wrapped_paragraph_is_no_title(tmp_path: Path) -> None:
    wrapped = "We introduce a method for sorting of\nSocks, which takes two minutes and pairs\nnearly all of them."
    (paper,) = read(tmp_path, "p.txt", wrapped).papers
    assert paper.abstract == wrapped


def test_a_marked_heading_names_the_text_below_it_across_a_blank_line(tmp_path: Path) -> None:
    text = f"# Sorting Socks #\n\n{SOCKS}\n\n---\n\n## Empty\n\n## Towels\nA robot folds them.\n\nNo title here."
    file = read(tmp_path, "p.md", text)
    assert [paper.title for paper in file.papers] == ["Sorting Socks", "Towels", "No title here."]
    assert [(row.line, row.paper_id) for row in file.skipped] == [(7, "Empty")]
    assert file.rows == 4


def test_the_same_paragraph_twice_is_one_paper(tmp_path: Path) -> None:
    file = read(tmp_path, "p.txt", f"{SOCKS}\n\n{SOCKS}")
    assert (len(file.papers), file.skipped[0].line) == (1, 1)
