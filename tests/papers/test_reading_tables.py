"""CSV and TSV as spreadsheets and programs write them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from papers_written import read, reasons

from rag.errors import PapersUnreadableError
from rag.papers.content import Content
from rag.papers.tables import table_rows


def test_a_table_is_read_with_ids_as_they_are_written(tmp_path: Path) -> None:
    ids = ["2301.00010", "0704.0010", "hep-th/9901001", "1e5", "007"]
    file = read(tmp_path, "p.csv", "Paper ID,Title,Abstract\n" + "".join(f"{one},T,A.\n" for one in ids))
    assert [paper.id for paper in file.papers] == ids
    assert file.papers[0].url == "https://arxiv.org/abs/2301.00010"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n\r\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_delimiter_is_seen_in_the_header(tmp_path: Path, delimiter: str, start: str, end: str) -> None:
    header, row = delimiter.join(("id", "Year, if any", "abstract")).replace("Year, if any", '"Year, if any"'), None
    row = delimiter.join(("x", "2020", '"One, two; three\tfour"'))
    (paper,) = read(tmp_path, "p.csv", start + header + end + row + end).papers
    assert (paper.id, paper.abstract) == ("x", "One, two; three\tfour")


def test_a_line_that_tells_the_delimiter_is_heeded(tmp_path: Path) -> None:
    assert read(tmp_path, "p.csv", "sep=|\nid|abstract\nx|A, b; c\n").papers[0].abstract == "A, b; c"


def test_a_column_of_abstracts_is_needed_and_the_others_are_named(tmp_path: Path) -> None:
    with pytest.raises(PapersUnreadableError, match=r"no column of abstracts; its columns are: id, Titel, Text body"):
        read(tmp_path, "p.csv", "id,Titel,Text body\nx,T,A.\n")


@pytest.mark.parametrize("text", ["", "\n\n", "id,abstract\n", "\ufeffid;abstract\n;\n"])
def test_a_table_without_records_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(PapersUnreadableError, match="no rows"):
        read(tmp_path, "p.csv", text)


def test_a_record_over_several_lines_is_named_by_its_first(tmp_path: Path) -> None:
    file = read(tmp_path, "p.csv", 'id,abstract\na,"One\ntwo ""three"""\n\nb,"\n"\nc,C.\n')
    assert [paper.abstract for paper in file.papers] == ['One\ntwo "three"', "C."]
    assert [(row.line, row.paper_id) for row in file.skipped] == [(5, "b")]


def test_a_quote_that_is_never_closed_costs_its_own_record_only(tmp_path: Path) -> None:
    rows = ["id,title,abstract", 'a,T,"A."', 'b,T,"never closed', 'c,T,"C."', "d,T,D.", 'e,T,"E, e."']
    file = read(tmp_path, "p.csv", "\n".join(rows))
    assert [paper.id for paper in file.papers] == ["a", "c", "d", "e"]
    assert [(row.line, row.paper_id, row.reason) for row in file.skipped] == [(3, "b", "its quotes do not match")]
    assert not file.complete


def test_a_quote_that_is_never_closed_in_the_last_record_is_named(tmp_path: Path) -> None:
    file = read(tmp_path, "p.csv", 'id,abstract\na,A.\nb,"never closed\n' + "more words\n" * 5000)
    assert [paper.id for paper in file.papers] == ["a"]
    assert reasons(file)[0] == (3, "its quotes do not match")
    assert file.rows == 1 + 1 + 5000  # what follows can't be told from records, and each line is named


def test_very_long_fields_are_read_and_judged_by_the_limit(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    text = f'id,abstract\nlong,"{"word " * 40_000}"\nfine,"{"word " * 9_000}"\n'
    file = read(tmp_path, "p.csv", text)
    assert [paper.id for paper in file.papers] == ["fine"]
    assert reasons(file) == [(2, "its abstract has 199,999 characters; the limit is 50,000")]
    assert csv.field_size_limit() == before


def test_records_of_another_width_are_named(tmp_path: Path) -> None:
    file = read(tmp_path, "p.csv", "id,title,abstract\na,T,One, two\nb,T\nc,T,C.,,\n")
    assert [paper.id for paper in file.papers] == ["c"]
    assert [line for line, _ in reasons(file)] == [2, 3]
    assert "4 columns" in file.skipped[0].reason


def test_quotes_in_a_table_with_tabs_may_mean_nothing(tmp_path: Path) -> None:
    file = read(tmp_path, "p.tsv", 'id\tabstract\na\t"Quoted" words come first\nb\tB "b\n')
    assert [paper.abstract for paper in file.papers] == ['"Quoted" words come first', 'B "b']


def test_empty_cells_as_other_programs_write_them_are_empty(tmp_path: Path) -> None:
    file = read(tmp_path, "p.csv", "id,abstract,summary,decision\na,nan,A.,NaN\nb,null,None,\n")
    assert [(paper.abstract, paper.decision) for paper in file.papers] == [("A.", "")]
    assert reasons(file) == [(3, "it has no abstract")]


def test_a_library_exported_from_zotero_is_read(tmp_path: Path) -> None:
    header = (
        '"Key","Publication Year","Author","Title","Publication Title","DOI","Url","Abstract Note","Date","Manual Tags"'
    )
    row = '"AB12","2021","Lee, Ann; Chen, Bo","T","J. of Socks","10.1234/abc","","We sort.","2021-05-01","socks; shoes"'
    (paper,) = read(tmp_path, "z.csv", f"{header}\n{row}\n").papers
    assert (paper.id, paper.year, paper.authors) == ("AB12", 2021, ("Ann Lee", "Bo Chen"))
    assert (paper.venue, paper.keywords, paper.url) == (
        "J. of Socks",
        ("socks", "shoes"),
        "https://doi.org/10.1234/abc",
    )


CELLS = st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",)), max_size=12)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS), max_size=6), st.sampled_from([",", ";", "\t"]))
def test_what_a_csv_writer_wrote_is_read_back(rows: list[tuple[str, str]], delimiter: str) -> None:
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([("id", "abstract"), *rows])
    read_back = list(table_rows(Content(Path("p.csv"), written.getvalue())))
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    assert not any(row.fault for row in read_back)
    assert len(read_back) == len(kept)
    for row, (_, abstract) in zip(read_back, kept, strict=True):
        assert row.fields.get("abstract", abstract) == abstract
