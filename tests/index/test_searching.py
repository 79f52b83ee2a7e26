"""Both searches, fused: the shipped papers are found however they are asked for."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest
from index_making import Index, paper

from rag.assemble import Assembly
from rag.language.spelling import is_ordinary
from rag.language.terms import stem
from rag.ports import Search
from rag.settings import Settings
from rag.types import Paper

ROWS = Path(__file__).parents[2] / "data" / "papers.jsonl"
PAPERS = {row["id"]: row["title"] for row in map(json.loads, ROWS.read_text(encoding="utf-8").splitlines())}


@pytest.fixture(scope="module")
def search(shipped_assembly: Assembly) -> Search:
    return shipped_assembly.search()


def best(search: Search, text: str) -> Paper:
    return search.search(text, limit=3)[0].paper


def test_every_paper_is_first_for_its_title_as_written_and_in_lower_case(search: Search) -> None:
    for paper_id, title in PAPERS.items():
        assert best(search, title).id == paper_id
        assert best(search, title.lower()).id == paper_id


def test_every_paper_is_first_for_its_opening_words(search: Search) -> None:
    for found in search.matching(()):
        assert best(search, " ".join(found.abstract.split()[:25])).id == found.id


def test_a_name_split_into_words_finds_its_paper(search: Search) -> None:
    (coact,) = [title for title in PAPERS.values() if title.lower().startswith("coact-1")]
    for text in ("co act 1", "CoAct 1", "coact-1", "What does Co-Act 1 do?"):
        assert best(search, text).title == coact


def test_an_author_is_found_by_the_keyword_side(search: Search, shipped_index: Path) -> None:
    lexical = Index(shipped_index).lexical()
    written = [found for found in search.matching(()) if found.authors]
    assert len(written) == 24
    for found in written:
        hits = lexical.search(lexical.query_stems(f"papers by {found.authors[0]}"), limit=3)
        assert any(found.authors[0] in hit.paper().authors for hit, _ in hits)


def test_scores_lie_between_0_and_1_and_fall(search: Search) -> None:
    for text in (
        "agents",
        "What is NeuralOS?",
        "zzz",
        "?",
        "a",
        "the of and",
        "论文",
        "x" * 5_000,
        "[SEP] <|endoftext|>",
    ):
        scores = [item.score for item in search.search(text, limit=50)]
        assert all(0 <= score <= 1 for score in scores)
        assert scores == sorted(scores, reverse=True)


def test_no_paper_comes_twice_and_passages_are_cut_from_their_own_abstract(search: Search) -> None:
    found = search.search("agents that use computers", limit=50)
    assert len({item.paper.id for item in found}) == len(found)
    for item in found:
        assert all(passage.text and passage.paper == item.paper for passage in item.passages)
        assert [p.score for p in item.passages] == sorted((p.score for p in item.passages), reverse=True)


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_a_blank_text_finds_nothing(search: Search, text: str) -> None:
    assert search.search(text, limit=5) == ()


def test_the_limit_is_kept(search: Search) -> None:
    for limit in (1, 3, 20):
        assert len(search.search("learning", limit=limit)) == limit


def test_the_same_question_has_the_same_scores_each_time_and_after_opening_anew(
    search: Search, shipped_index: Path
) -> None:
    again = Assembly(Settings.load({"index": shipped_index}, {})).search()
    for text in ("quantization of language models", "Who wrote SupervisorAgent?"):
        first = [(item.paper.id, item.score) for item in search.search(text, limit=38)]
        assert first == [(item.paper.id, item.score) for item in search.search(text, limit=38)]
        assert first == [(item.paper.id, item.score) for item in again.search(text, limit=38)]


def test_scores_do_not_depend_on_the_order_in_which_papers_came(tmp_path: Path) -> None:
    papers = [paper(number) for number in range(30)]
    first, second = Index(tmp_path / "a"), Index(tmp_path / "b")
    first.sync(papers)
    for begin in (20, 0, 10):
        second.sync(papers[begin : begin + 10], source=str(begin))
    for text in ("zebra7x", "in depth", "quokka3v1 learning"):
        ranked = [
            [(item.paper.id, round(item.score, 5)) for item in each.search().search(text, limit=9)]
            for each in (first, second)
        ]
        assert ranked[0] == ranked[1]


def test_papers_are_listed_in_the_order_asked_and_unknown_ids_left_out(search: Search) -> None:
    one, two, *_ = PAPERS
    assert [found.id for found in search.papers([two, "unknown", one])] == [two, one]
    assert search.papers([]) == ()
    assert len(search.matching(())) == 38


def test_the_index_describes_itself(search: Search, shipped_index: Path) -> None:
    described = search.describe()
    assert (described["papers"], described["path"]) == (38, str(shipped_index))
    assert described["chunks"] >= 38
    assert described["data_hash"]


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync(())
    search = index.search()
    assert (search.search("anything", limit=5), search.matching(()), search.nearest("anythin")) == ((), (), None)
    assert search.rarity("anything") == 1


def test_common_stems_are_less_rare_than_seldom_ones(search: Search) -> None:
    assert 0 <= search.rarity("model") < search.rarity("supervisorag") <= 1
    assert search.rarity("not a stem of theirs") == 1


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("supervisoragnet", "supervisoragent"), ("supervisragent", "supervisoragent"), ("neuralso", "neuralos"),
        ("agentracr", "agentracer"),
    ],
)  # fmt: skip
def test_a_mistyped_name_stands_for_the_indexed_one(search: Search, typed: str, meant: str) -> None:
    assert search.rarity(stem(meant)) < 1
    assert search.nearest(meant) is None
    assert search.nearest(typed) == meant


def test_ordinary_words_of_english_are_never_corrected(search: Search) -> None:
    words = """
        weather banana kitchen hamlet football president breakfast holiday mountains doctor hospital recipes
        guitar painting chocolate elephant tomorrow yesterday wedding invoice salary cheese mushroom planting
        forecast shakespeare photosynthesis democracy economy inflation elections volcano earthquake dinosaurs
        penguins colour favourite summarise theatre cancelled travelling mothers quickly slowest happier
        swimming thirteen learner training trained modelling reasons agency graphs proved samples weights brains
        codes stated priced
    """.split()
    assert [(word, found) for word in words if (found := search.nearest(word))] == []
    assert all(is_ordinary(word) or not search.nearest(word) for word in words)


def test_known_short_and_foreign_words_are_never_corrected(search: Search) -> None:
    for word in ("neuralos", "agents", "agnt", "zz", "", "агенты", "qwxzvkjq"):
        assert search.nearest(word) is None


def test_neighbouring_words_are_also_searched_for_as_one_where_that_is_a_rare_name(shipped_index: Path) -> None:
    lexical = Index(shipped_index).lexical()
    assert lexical.query_stems("co act 1") == ("co", "act", "1", "coact", "coact1")
    assert lexical.query_stems("the of and") == ()


def test_a_monstrous_question_is_searched_in_under_three_seconds(search: Search) -> None:
    for text in ("a" * 100_000, "word " * 20_000, "^" * 1_000_000):
        started = time.monotonic()
        search.search(text, limit=5)
        assert time.monotonic() - started < 3


def test_a_copied_index_answers_as_the_original_does(search: Search, shipped_index: Path, tmp_path: Path) -> None:
    shutil.copytree(shipped_index, tmp_path / "copy")
    copied = Assembly(Settings.load({"index": tmp_path / "copy"}, {})).search()
    text = "quantization of language models"
    assert [item.paper.id for item in copied.search(text, limit=9)] == [
        item.paper.id for item in search.search(text, limit=9)
    ]
