"""BibTeX: entries with abstracts become papers, a broken one costs only itself."""

from __future__ import annotations

from pathlib import Path

from papers_written import read, reasons

FULL = r"""@string{conf = "Proc. of Socks"}
@comment{jabref-meta: nothing}

@inproceedings{lee2021sorting,
  title     = {Sorting {S}ocks in {$\mathbb{Z}_2$} with M{\"o}bius \& Co.},
  author    = {Lee, Ann and Chen, Bo and van der Berg, J{\"u}rgen and {Sock Lab} and others},
  booktitle = conf,
  year      = 2021,
  keywords  = {socks, pairs},
  doi       = {10.1234/so\_ck},
  abstract  = {We save 97\% of
               time with $\alpha$.}
}
"""


def test_an_entry_is_a_paper_with_readable_names(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, "p.bib", FULL).papers
    assert (paper.id, paper.year, paper.venue) == ("lee2021sorting", 2021, "Proc. of Socks")
    assert paper.title == r"Sorting Socks in $\mathbb{Z}_2$ with Möbius & Co."
    assert paper.authors == ("Ann Lee", "Bo Chen", "Jürgen van der Berg", "Sock Lab")
    assert paper.keywords == ("socks", "pairs")
    assert paper.url == "https://doi.org/10.1234/so_ck"


def test_latex_in_an_abstract_stays_as_it_is(tmp_path: Path) -> None:
    assert read(tmp_path, "p.bib", FULL).papers[0].abstract == r"We save 97\% of time with $\alpha$."


def test_broken_entries_are_named_by_line_and_key_and_the_others_read(tmp_path: Path) -> None:
    text = (
        "@article{good, abstract={A.}}\n\n"
        "@article{open, abstract={never closed\n}\n\n"
        "@article{comma, title={T}\n abstract={A.}}\n"
        '@article{last, abstract="B."} me@example.org\n'
        "@article{none, title={No abstract}}\n"
        "@article{same, abstract={C.}} @article{line, abstract={D.}} @misc{cut, abstract={\n"
    )
    file = read(tmp_path, "p.bib", text)
    assert [paper.id for paper in file.papers] == ["good", "last", "same", "line"]
    assert [(row.line, row.paper_id) for row in file.skipped] == [(3, "open"), (6, "comma"), (9, "none"), (10, "cut")]
    assert "not valid BibTeX" in file.skipped[0].reason
    assert file.rows == 8


def test_undefined_names_repeated_fields_and_missing_keys_are_borne(tmp_path: Path) -> None:
    first = "@article{a, month = foo, abstract = {A.}, abstract = {B.}}\n"
    file = read(tmp_path, "p.bib", first + "@misc{, title={T}, abstract={C.}}\n@misc(b, abstract={D.})")
    assert [paper.abstract for paper in file.papers] == ["A.", "C.", "D."]
    assert file.papers[1].id.startswith("title-")


def test_names_that_no_parser_can_part_stay_whole(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, "p.bib", "@misc{a, author={Ali, B., C, D and Lee, Ann}, abstract={A.}}").papers
    assert paper.authors == ("Ali, B., C, D", "Ann Lee")


def test_an_eprint_of_arxiv_makes_a_link(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, "p.bib", "@misc{a, eprint={2301.00001}, archivePrefix={arXiv}, abstract={A.}}").papers
    assert paper.url == "https://arxiv.org/abs/2301.00001"


def test_deep_nesting_is_named_and_not_a_crash(tmp_path: Path) -> None:
    deep = "{" * 5000 + "}" * 5000
    file = read(tmp_path, "p.bib", f"@misc{{a, title={deep}, abstract={{A.}}}}\n@misc{{b, abstract={{B.}}}}")
    assert [paper.id for paper in file.papers] == ["b"]
    assert reasons(file)[0][0] == 1
    nested = "{" * 95 + "T" + "}" * 95
    assert read(tmp_path, "q.bib", f"@misc{{a, title={nested}, author={nested}, abstract={{A.}}}}").rows == 1
