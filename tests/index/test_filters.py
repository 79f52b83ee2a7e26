"""Filters mean the same to both sides of the index, and nothing when they are blank."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from index_making import Index, paper

from rag.evidence.unmet import refuse_unmet
from rag.index.search import IndexSearch
from rag.types import Paper
from rag.where import parse_where, where_from

PAPERS: tuple[Paper, ...] = (
    paper(
        0, area="Optimization", year=2024, authors=("Ann Lee",), venue="ICLR 2024", decision="Oral", keywords=("LLM",)
    ),
    paper(1, area="optimization", year=2025, authors=("ANN LEE", "Bo Müller"), decision="Poster"),
    paper(
        2, area="learning theory", year=2026, authors=("Bo Muller",), decision="poster", keywords=("llm agents", "LLM")
    ),
    paper(3, area="", year=None, authors=(), venue="ICLR 2026", id="2301.00010"),
    paper(4, area="other", year=2026, authors=("Jean-Luc O'Neil Lee", "Ke Sun", "王小明")),
    *(paper(number, area="other", year=2026) for number in range(5, 12)),
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
    for text in ("zebra study learning", "no word of theirs"):
        assert {item.paper.id for item in search.search(text, limit=50, where=where)} == listed
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
        (["author=Lee"], {"p0", "p1", "p4"}),
        (["author=muller"], {"p1", "p2"}),
        (["author=Lee, Ann"], {"p0", "p1"}),
        (["author=A. Lee"], {"p0", "p1"}),
        (["author=Lee, J.-L."], {"p4"}),
        (["author=o'neil lee"], {"p4"}),
        (["author=王小明"], {"p4"}),
        (["author=Sun Sun"], set()),  # one word of a name does not stand for two
        (["author=A"], set()),
        (["author=Ann Muller"], set()),  # of two authors
        (["author=Le"], set()),
        (["author=nobody"], set()),
        (["author=?"], set()),
        (["author=Sun", "author=ann lee"], {"p0", "p1", "p4"}),
        (["author!=Lee", "area!=other"], {"p2", "2301.00010"}),
        (["keyword=llm"], {"p0", "p2"}),
        (["keyword=LLM Agents"], {"p2"}),
        (["keyword!=llm", "area!=other"], {"p1", "2301.00010"}),
        (["keyword=agents"], set()),
        (["decision=Oral", "decision=Poster"], {"p0", "p1", "p2"}),
        (["decision=Oral", "decision=Spotlight"], {"p0"}),
        (["area!=other", "area!=optimization"], {"p2", "2301.00010"}),
        (["year=2024", "year=2025"], {"p0", "p1"}),
        (["year>=2024", "year<=2025", "year!=2024"], {"p1"}),
        (["year>2024", "year<2024"], set()),
        (["id=p7", "id=p9", "id=gone"], {"p7", "p9"}),
        (["id!=p0", "id!=p1", "area!=other"], {"p2", "2301.00010"}),
        (["author=ann lee", "year>=2025"], {"p1"}),
        (["id=2301.00010"], {"2301.00010"}),
        (["id=2301.0001"], set()),
        (["id!=p0", "area=optimization"], {"p1"}),
        (["venue=iclr 2024"], {"p0"}),
        (["decision=POSTER"], {"p1", "p2"}),
        (["author=ann lee", "author=bo müller"], {"p0", "p1", "p2"}),
    ],
)
def test_a_filter_keeps_the_papers_that_meet_it(search: IndexSearch, texts: list[str], ids: set[str]) -> None:
    assert kept(search, *texts) == ids


@pytest.mark.parametrize("field", ["area", "year", "author", "decision"])
def test_what_is_not_equal_includes_papers_that_have_no_such_value(search: IndexSearch, field: str) -> None:
    value = {"area": "optimization", "year": "2026", "author": "ann lee", "decision": "poster"}[field]
    every = {given.id for given in PAPERS}
    assert kept(search, f"{field}!={value}") == every - kept(search, f"{field}={value}")


@pytest.mark.parametrize("blank", [{"area": "", "year": None, "author": "  "}, {"id": [], "area": [""]}, {}, [], None])
def test_blank_filters_are_no_filters(search: IndexSearch, blank: Any) -> None:
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


def test_a_filter_that_keeps_half_of_many_finds_the_best_of_them(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync(paper(number, area="odd" if number % 2 else "even") for number in range(600))
    search = index.search()
    for where in (["area=odd"], ["area!=even"], ["area=odd", "author!=nobody"]):
        found = search.search("zebra301x", limit=10, where=parse_where(where))
        assert found[0].paper.id == "p301"
        assert {item.paper.area for item in found} == {"odd"}


def test_the_words_of_a_filter_do_not_change_the_keyword_score(search: IndexSearch) -> None:
    def score(*texts: str) -> float:
        (found,) = (item for item in search.search("zebra1x", limit=50, where=parse_where(texts)) if item.keyword > 1)
        return found.keyword

    assert score("author=Bo Müller", "area=optimization", "year=2025", "id!=p2") == pytest.approx(score())


def test_every_value_is_counted_as_it_is_written_the_most_frequent_first(search: IndexSearch) -> None:
    counts = search.counts()
    assert list(counts) == ["area", "venue", "decision", "year"]
    assert list(counts["area"].items())[:2] == [("other", 8), ("Optimization", 2)]
    assert counts["venue"] == {"ICLR 2024": 1, "ICLR 2026": 1}
    assert counts["decision"] == {"Poster": 2, "Oral": 1}
    assert next(iter(counts["year"].items())) == ("2026", 9)


def test_a_field_is_counted_under_the_conditions_on_the_other_fields(search: IndexSearch) -> None:
    counts = search.counts(parse_where(["area=optimization", "decision=Poster"]))
    assert counts["area"] == {"Optimization": 1, "learning theory": 1}
    assert counts["decision"] == {"Poster": 1, "Oral": 1}
    assert counts["year"] == {"2025": 1}
    assert search.counts(parse_where(["author=Lee", "year<2026"]))["year"] == {"2026": 1, "2024": 1, "2025": 1}
    assert search.counts(parse_where(["author=nobody"])) == {"area": {}, "venue": {}, "decision": {}, "year": {}}


def test_every_count_is_what_a_filter_by_the_value_keeps(search: IndexSearch) -> None:
    for name, counted in search.counts(parse_where(["year>=2025"])).items():
        for value, count in counted.items():
            others = () if name == "year" else ("year>=2025",)
            assert len(search.matching(parse_where([f"{name}={value}", *others]))) == count


def test_counts_and_names_follow_what_changes(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1, area="old", authors=("Ann Lee",)), paper(2, area="old")])
    before = index.search()
    assert before.counts()["area"] == {"old": 2}
    assert [found.id for found in before.matching(parse_where(["author=Lee"]))] == ["p1"]
    index.sync([paper(1, area="new", authors=("Cy Fox",))])
    after = index.search()
    assert after.counts()["area"] == {"new": 1}
    assert [found.id for found in after.matching(parse_where(["author=Fox"]))] == ["p1"]
    assert after.matching(parse_where(["author=Lee"])) == ()


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["area=optimisation"], "No paper meets the filter area=optimisation; did you mean area=Optimization?"),
        (["area=theory"], "No paper meets the filter area=theory; did you mean area=learning theory?"),
        (
            ["decision=Spotlight", "year=2024"],
            "No paper meets the filter decision=Spotlight and year=2024; known are Poster and Oral.",
        ),
        (["decision=Oral", "year=2026"], "No paper meets the filter decision=Oral and year=2026."),
        (
            ["year=1999", "year=2000"],
            "No paper meets the filter year=1999 or year=2000; the papers are of 2024 to 2026.",
        ),
        (["year>=2030"], "No paper meets the filter year>=2030; the papers are of 2024 to 2026."),
        (["author=Zoë Nobody"], "No paper meets the filter author=Zoë Nobody."),
        (
            [f"area={'x' * 500}"],
            f"No paper meets the filter area={'x' * 114}…; known are other, Optimization and learning theory.",
        ),
    ],
)
def test_a_filter_that_keeps_nothing_is_told_with_what_may_be_meant(
    search: IndexSearch, texts: list[str], reason: str
) -> None:
    evidence = refuse_unmet(parse_where(texts), search)
    assert evidence is not None
    assert evidence.reason == reason


@pytest.mark.parametrize("texts", [[], ["decision=Oral"], ["decision=Oral", "decision=Nothing"]])
def test_a_filter_that_keeps_a_paper_is_not_refused(search: IndexSearch, texts: list[str]) -> None:
    assert refuse_unmet(parse_where(texts), search) is None
