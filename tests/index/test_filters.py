"""Filters mean the same to both sides of the index, and nothing when they are blank."""

from __future__ import annotations

from pathlib import Path

import pytest
from index_making import Index, paper

from rag.index.search import IndexSearch
from rag.types import Paper
from rag.where import parse_where, where_from

PAPERS: tuple[Paper, ...] = (
    paper(0, area="Optimization", year=2024, authors=("Ann Lee",), venue="ICLR 2024", decision="Oral"),
    paper(1, area="optimization", year=2025, authors=("ANN LEE", "Bo Müller"), decision="Poster"),
    paper(2, area="learning theory", year=2026, authors=("Bo Muller",), decision="poster"),
    paper(3, area="", year=None, authors=(), venue="ICLR 2026", id="2301.00010"),
    *(paper(number, area="other", year=2026) for number in range(4, 12)),
)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> IndexSearch:
    index = Index(tmp_path_factory.mktemp("filters") / "index")
    index.sync(PAPERS)
    return index.search()


def kept(search: IndexSearch, *texts: str) -> set[str]:
    """The ids that filters keep, the same whether they are listed or searched for by words or by vectors."""
    where = parse_where(texts)
    listed = {found.id for found in search.matching(where)}
    assert {item.paper.id for item in search.search("zebra study learning", limit=50, where=where)} == listed
    by_vector = search._dense("no word of theirs", where)
    assert set(by_vector) == listed
    return listed


@pytest.mark.parametrize(
    ("texts", "ids"),
    [
        (["area=optimization"], {"p0", "p1"}),
        (["area = OPTIMIZATION "], {"p0", "p1"}),
        (["area=nothing of the kind"], set()),
        (["year>=2025", "area!=other"], {"p1", "p2"}),
        (["year=2024"], {"p0"}),
        (["year<2025"], {"p0"}),
        (["year<=2025"], {"p0", "p1"}),
        (["year>2025", "area=learning theory"], {"p2"}),
        (["year>9998"], set()),
        (["author=ann lee"], {"p0", "p1"}),
        (["authors=Bo Muller"], {"p1", "p2"}),
        (["author=Ann"], set()),
        (["author=ann lee", "year>=2025"], {"p1"}),
        (["id=2301.00010"], {"2301.00010"}),
        (["id=2301.0001"], set()),
        (["id!=p0", "area=optimization"], {"p1"}),
        (["venue=iclr 2024"], {"p0"}),
        (["decision=POSTER"], {"p1", "p2"}),
        (["author=ann lee", "author=bo müller"], {"p1"}),
    ],
)
def test_a_filter_keeps_the_papers_that_meet_it(search: IndexSearch, texts: list[str], ids: set[str]) -> None:
    assert kept(search, *texts) == ids


@pytest.mark.parametrize("field", ["area", "year", "author", "decision"])
def test_what_is_not_equal_includes_papers_that_have_no_such_value(search: IndexSearch, field: str) -> None:
    value = {"area": "optimization", "year": "2026", "author": "ann lee", "decision": "poster"}[field]
    every = {given.id for given in PAPERS}
    assert kept(search, f"{field}!={value}") == every - kept(search, f"{field}={value}")


@pytest.mark.parametrize("blank", [{"area": "", "year": None, "author": "  "}, {}, None])
def test_blank_filters_are_no_filters(search: IndexSearch, blank: dict[str, object] | None) -> None:
    assert where_from(blank) == ()
    assert {item.paper.id for item in search.search("zebra learning", limit=50)} == {given.id for given in PAPERS}


def test_a_filter_that_keeps_one_paper_finds_it_for_any_question(search: IndexSearch) -> None:
    (found,) = search.search("something else entirely", limit=5, where=parse_where(["id=p7"]))
    assert (found.paper.id, found.score <= 1) == ("p7", True)


def test_a_filter_that_keeps_few_of_many_still_finds_them(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync(paper(number, area="rare" if number % 200 == 0 else "common") for number in range(600))
    found = index.search().search("zebra301x", limit=10, where=parse_where(["area=rare"]))
    assert {item.paper.id for item in found} == {"p0", "p200", "p400"}
