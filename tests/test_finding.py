"""Searching as people do: by name, by id, by author, with slips; the ranking is the one that questions get."""

from __future__ import annotations

from pathlib import Path

import pytest

from rag import PaperChat
from rag.papers import PaperFile
from rag.types import Paper


@pytest.fixture(scope="module")
def shipped(shipped_index: Path) -> PaperChat:
    return PaperChat.open(shipped_index, "extractive")


def first(chat: PaperChat, text: str) -> str:
    return chat.search(text, limit=3)[0].title


@pytest.mark.parametrize("text", ["SupervisorAgent", "supervisoragnet", "supervisor agent tokens", "pzFhtpkabh"])
def test_a_name_a_mistyped_name_and_an_id_find_their_paper(shipped: PaperChat, text: str) -> None:
    assert first(shipped, text).startswith("Stop Wasting Your Tokens")


def test_a_title_finds_its_paper_in_any_case(shipped: PaperChat) -> None:
    for paper in shipped.papers():
        assert first(shipped, paper.title) == paper.title
        assert first(shipped, paper.title.lower()) == paper.title


def test_papers_of_a_person_come_first(shipped: PaperChat) -> None:
    written = next(paper for paper in shipped.papers() if paper.authors)
    assert first(shipped, f"papers by {written.authors[0]}") == written.title


def test_a_blank_text_finds_nothing(shipped: PaperChat) -> None:
    assert shipped.search(" ") == ()


def test_at_most_as_many_as_asked_for_are_found(shipped: PaperChat) -> None:
    assert [len(shipped.search("Which papers treat agents?", limit=limit)) for limit in (1, 5, 38, 200)] == [
        1,
        5,
        38,
        38,
    ]


@pytest.mark.parametrize("typed", ["2301.00010", "2301.00010v1", "2301.00010v2", "arXiv:2301.00010v2"])
def test_any_version_of_an_id_finds_the_paper_that_is_there(tmp_path: Path, typed: str) -> None:
    from rag.assemble import Assembly
    from rag.settings import Settings

    papers = [
        Paper("2301.00010v2", "Sorting Socks", "We introduce SockSort. It pairs 97% of socks."),
        *(Paper(f"p{number}", f"Paper {number}", f"About topic{number}. It is short.") for number in range(12)),
    ]
    assembly = Assembly(Settings.load({"index": tmp_path / "index"}, {}))
    assembly._sync({"s": PaperFile(tuple(papers), ())}, rebuild=False, wait=0)
    chat = PaperChat.open(tmp_path / "index", "extractive")
    assert chat.search(f"What does {typed} say?", limit=2)[0].paper_id == "2301.00010v2"
    answer = chat.ask(f"What does {typed} introduce?")
    assert [citation.paper_id for citation in answer.citations] == ["2301.00010v2"]


def test_the_address_of_a_paper_names_it(shipped: PaperChat) -> None:
    paper = next(paper for paper in shipped.papers() if paper.title.startswith("Stop Wasting Your Tokens"))
    answer = shipped.ask(f"What does {paper.url} do?")
    assert [citation.paper_id for citation in answer.citations] == [paper.id]


def test_a_rebuild_that_would_lose_all_papers_is_refused(tmp_path: Path) -> None:
    from rag.assemble import Assembly
    from rag.errors import PapersUnreadableError, UsageError
    from rag.settings import Settings

    (tmp_path / "mine.jsonl").write_text('{"id": "a", "abstract": "Socks are sorted."}', encoding="utf-8")
    (tmp_path / "none.jsonl").write_text('{"id": "a", "abstract": ""}', encoding="utf-8")
    assembly = Assembly(Settings.load({"index": tmp_path / "index"}, {}))
    assembly.sync([tmp_path / "mine.jsonl"])
    with pytest.raises(PapersUnreadableError, match="stays as it is"):
        assembly.sync([tmp_path / "none.jsonl"], rebuild=True)
    with pytest.raises(UsageError, match=r"holds the papers of .*mine\.jsonl"):
        assembly.sync([], rebuild=True)
    assert assembly.sync([tmp_path / "mine.jsonl"]).unchanged == 1
