"""Fields under the names and in the forms that people have them in: authors, dates, venues, links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from papers_written import only, read


@pytest.mark.parametrize(
    "name", ["Abstract", "ABSTRACT TEXT", "abstractText", "abstract_note", "Summary", "description"]
)
def test_an_abstract_goes_by_many_names(tmp_path: Path, name: str) -> None:
    assert only(tmp_path, abstract=None, **{name: "We sort."}).abstract == "We sort."


@pytest.mark.parametrize(
    "name", ["ID", "paper_id", "Paper-ID", "paperId", "forum", "doi", "arxiv_id", "arXiv ID", "key", "corpusid"]
)
def test_an_id_goes_by_many_names(tmp_path: Path, name: str) -> None:
    assert only(tmp_path, id=None, **{name: " AbC.1 "}).id == "AbC.1"


def test_of_several_names_the_first_with_words_counts(tmp_path: Path) -> None:
    paper = only(tmp_path, abstract=" ", Abstract=None, summary="", description="We sort.", title={"value": "T"})
    assert (paper.abstract, paper.title) == ("We sort.", "T")


@pytest.mark.parametrize(
    ("authors", "read_as"),
    [
        ("Ann Lee; Bo Chen", ("Ann Lee", "Bo Chen")),
        ("Ann Lee and Bo Chen", ("Ann Lee", "Bo Chen")),
        ("Ann & Bo", ("Ann", "Bo")),
        ("Ann Lee, Bo Chen, Cy Young", ("Ann Lee", "Bo Chen", "Cy Young")),
        ("Ann Lee, Bo Chen, and Cy Young", ("Ann Lee", "Bo Chen", "Cy Young")),
        ("Ann Lee, Bo Chen and Cy Young", ("Ann Lee", "Bo Chen", "Cy Young")),
        ("Lee, Ann and Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("Lee, Ann and Cy Young", ("Ann Lee", "Cy Young")),
        ("Lee, Ann; Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("van Gogh, Vincent", ("Vincent van Gogh",)),
        ("Lee, A., Chen, B., Young, C.-D.", ("A. Lee", "B. Chen", "C.-D. Young")),
        ("John Smith, Jr.", ("John Smith, Jr.",)),
        ("Plato, Aristotle, Socrates", ("Plato, Aristotle, Socrates",)),
        ("张三, 李四", ("张三", "李四")),
        ("['Ann Lee', \"Pat O'Brien\"]", ("Ann Lee", "Pat O'Brien")),
        ("Ann Lee\nBo Chen", ("Ann Lee", "Bo Chen")),
        ("Ana Cruz and others", ("Ana Cruz",)),
        ("Anand Andersson", ("Anand Andersson",)),
        ([{"first": "Ann", "last": "Lee"}, {"given": "Bo", "family": "Chen"}], ("Ann Lee", "Bo Chen")),
        ([{"fullname": "Ann Lee"}, {"author": {"display_name": "Bo Chen"}}], ("Ann Lee", "Bo Chen")),
        ([{"firstName": "Ann", "lastName": None}, {"literal": "Sock Lab"}], ("Ann", "Sock Lab")),
        (["Lee, Ann", "MÃ¼ller, JÃ¶rg"], ("Ann Lee", "Jörg Müller")),
        (["Ann Lee, Bo Chen"], ("Ann Lee", "Bo Chen")),
        (True, ()),
    ],
)
def test_authors_are_told_apart(tmp_path: Path, authors: Any, read_as: tuple[str, ...]) -> None:
    assert only(tmp_path, author=authors).authors == read_as


@pytest.mark.parametrize(
    ("keywords", "read_as"),
    [
        ("socks; shoes, boots", ("socks", "shoes, boots")),
        ("socks, shoes", ("socks", "shoes")),
        (["socks", {"name": "shoes"}, {"display_name": "boots"}, None], ("socks", "shoes", "boots")),
        ("['socks', 'shoes']", ("socks", "shoes")),
    ],
)
def test_keywords_come_as_a_list_or_as_a_text(tmp_path: Path, keywords: Any, read_as: tuple[str, ...]) -> None:
    assert only(tmp_path, Keywords=keywords).keywords == read_as


@pytest.mark.parametrize(
    ("fields", "venue", "decision"),
    [
        ({"venue": "ICLR 2026 Oral"}, "ICLR 2026", "Oral"),
        ({"venue": "NeurIPS 2024 Track Datasets poster"}, "NeurIPS 2024 Track Datasets", "Poster"),
        ({"venue": "ICLR 2023 notable top 5%"}, "ICLR 2023", "Notable Top 5%"),
        ({"venue": "ICML 2025 (spotlight poster)"}, "ICML 2025", "Spotlight"),
        ({"venue": "Submitted to ICLR 2026"}, "ICLR 2026", "Submitted"),
        (
            {"venue": "Submitted to ICLR 2026", "venueid": "ICLR.cc/2026/Conference/Rejected_Submission"},
            "ICLR 2026",
            "Rejected",
        ),
        ({"venue": "ICLR 2026", "decision": "Accept (oral)"}, "ICLR 2026", "Oral"),
        ({"venue": "ICLR 2026 Oral", "decision": "Poster"}, "ICLR 2026", "Poster"),
        ({"conference": "ICLR", "presentation_type": "Poster"}, "ICLR", "Poster"),
        ({"journal": {"name": "J. of Socks"}, "status": "Accepted"}, "J. of Socks", "Accepted"),
        ({"booktitle": "Proc. of Socks", "status": "published", "track": "Main Track"}, "Proc. of Socks", ""),
        ({"container-title": ["J. of Socks"], "decision": "Reject"}, "J. of Socks", "Reject"),
        ({"venue": "Temporal Logic &amp; Socks"}, "Temporal Logic & Socks", ""),
    ],
)
def test_venue_and_decision_are_told_apart(tmp_path: Path, fields: dict[str, Any], venue: str, decision: str) -> None:
    paper = only(tmp_path, **fields)
    assert (paper.venue, paper.decision) == (venue, decision)


@pytest.mark.parametrize(
    ("fields", "year"),
    [
        ({"date": "2021-05-04"}, 2021),
        ({"published": "Mon, 2 Apr 2007 19:18:42 GMT"}, 2007),
        ({"publication_date": "05/04/2021"}, 2021),
        ({"pub_year": "2021"}, 2021),
        ({"issued": {"date-parts": [[2021, 5]]}}, 2021),
        ({"pdate": 1_769_000_000_000}, 2026),
        ({"cdate": 1_758_000_000_000, "venue": "ICLR 2026"}, 2026),
        ({"cdate": 1_758_000_000_000}, 2025),
        ({"year": None, "date": "", "published": "2020"}, 2020),
        ({"year": "12 of 99"}, None),
    ],
)
def test_a_year_is_found_in_dates_of_many_forms(tmp_path: Path, fields: dict[str, Any], year: int | None) -> None:
    assert only(tmp_path, **fields).year == year


@pytest.mark.parametrize(
    ("fields", "url"),
    [
        ({"url": "javascript:alert(1)", "pdf": "https://x.org/a.pdf"}, "https://x.org/a.pdf"),
        ({"link": "http://127.0.0.1:9999/x"}, "http://127.0.0.1:9999/x"),
        ({"pdf": "/pdf/abc.pdf", "url": "file:///etc/passwd", "html": 'https://x.org/"onclick='}, ""),
        ({"openAccessPdf": {"url": "https://x.org/a"}}, "https://x.org/a"),
        ({"id": "2301.00010v2"}, "https://arxiv.org/abs/2301.00010v2"),
        ({"id": "hep-th/9901001"}, "https://arxiv.org/abs/hep-th/9901001"),
        ({"id": "arXiv:2301.00010"}, "https://arxiv.org/abs/2301.00010"),
        ({"arxiv_id": "2301.00010"}, "https://arxiv.org/abs/2301.00010"),
        ({"doi": "https://doi.org/10.1234/a<b>#c"}, "https://doi.org/10.1234/a%3Cb%3E%23c"),
        ({"DOI": "10.1234/abc"}, "https://doi.org/10.1234/abc"),
        ({"forum": "02NbD16OnA"}, "https://openreview.net/forum?id=02NbD16OnA"),
        ({"forum": "x&y=<z>"}, ""),
        ({"id": "http://arxiv.org/abs/2301.00010v1"}, "http://arxiv.org/abs/2301.00010v1"),
    ],
)
def test_only_web_addresses_are_kept_and_well_known_ones_made(tmp_path: Path, fields: dict[str, Any], url: str) -> None:
    assert only(tmp_path, **fields).url == url


def test_an_area_goes_by_many_names(tmp_path: Path) -> None:
    assert only(tmp_path, **{"Primary Area": "optimization"}).area == "optimization"
    assert only(tmp_path, categories=["cs.LG", "cs.AI"]).area == "cs.LG, cs.AI"


def test_odd_values_in_every_field_do_not_stop_a_row(tmp_path: Path) -> None:
    names = ("title", "authors", "keywords", "area", "venue", "decision", "year", "url", "doi", "comments", "status")
    odd: list[Any] = [True, 5, -1.5, "\ud835", [], [[]], [None], {}, {"a": 1}, {"value": {"value": []}}, "\x96" * 9]
    rows = [{"id": f"{name} {n}", "abstract": "A.", name: value} for name in names for n, value in enumerate(odd)]
    file = read(tmp_path, "p.jsonl", rows)
    assert (len(file.papers), file.skipped) == (len(rows), ())
