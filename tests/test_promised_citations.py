"""What a citation promises, whatever a model writes: through the front door, with a scripted writer or server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from endpoint_acts import answer
from endpoint_server import EndpointServer
from speaking import settings_for

from rag.answer import Answer
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.pipeline import Pipeline, Voices
from rag.settings import Settings
from rag.types import Draft, Evidence, Paper, Query, Status, Verdict
from rag.write.model import ModelWriter
from ui import export, render
from ui.footnotes import sources
from ui.session import Turn, follow

AGENTS = "Which papers are about agents?"


@dataclass(frozen=True)
class Told:
    """A writer that is shown the first `most` papers of the evidence, and says what it was told to say."""

    words: str
    most: int
    name: str = "told"
    attempts_thin_evidence: bool = True

    def sees(self, query: Query, evidence: Evidence) -> tuple[Paper, ...]:  # noqa: ARG002  the port's form
        return evidence.papers()[: self.most]

    def write(self, query: Query, evidence: Evidence) -> Iterator[Draft]:  # noqa: ARG002  the port's form
        for end in range(1, len(self.words) + 1):
            yield Draft(self.words[:end])


def chat_with(assembly: Assembly, words: str, *, most: int = 12) -> PaperChat:
    pipeline = Pipeline(
        assembly.search(), assembly.reader(), Voices(Told(words, most)), embedding="minilm", top_k=max(most, 6)
    )
    return PaperChat(pipeline, assembly.settings)


def page(found: Answer, chat: PaperChat, number: int = 1) -> str:
    return render.current(Turn(found.question, answer=found), number, chat.paper)


def test_of_twelve_sources_the_twelfth_is_cited_and_the_thirteenth_is_invalid(shipped_assembly: Assembly) -> None:
    chat = chat_with(shipped_assembly, "They all act [1] [12] [13] [112], as in x[1].")
    found = chat.ask(AGENTS)
    assert [citation.number for citation in found.citations] == [1, 2]
    assert [item.citations for item in found.sentences] == [(1, 2)]
    assert found.text == "They all act, as in x[1]. [1][2][13][112]"
    assert found.sentences[0].verdict is Verdict.INVALID
    html = page(found, chat)
    assert re.findall(r">(\[\d+\])</button>", html) == ["[1]", "[2]"]
    assert re.findall(r"<del[^>]*>(\[\d+\])", html) == ["[13]", "[112]"]


def test_a_citation_that_is_repeated_counts_once(shipped_assembly: Assembly) -> None:
    chat = chat_with(shipped_assembly, "They act [1][1] in all ways [1, 1]. They plan [1]. They act [1-1] again [[1]].")
    found = chat.ask(AGENTS)
    assert [item.citations for item in found.sentences] == [(1,), (1,), (1,)]
    assert found.text == "They act in all ways. [1] They plan. [1] They act again. [1]"
    assert len(found.citations) == 1
    assert page(found, chat).split("<div popover")[0].count('class="cite"') == 3
    assert sources(found, 1, chat.paper).count('<ol class="cited"><li>') == 1
    assert found.to_bibtex().count("@misc") == 1


def test_an_answer_without_a_marker_gets_none_and_says_so(shipped_assembly: Assembly) -> None:
    chat = chat_with(shipped_assembly, "MemAgent reads text in segments. It updates a memory.")
    found = chat.ask("What does MemAgent do?")
    assert found.status is Status.PARTIAL
    assert found.citations == ()
    assert [item.citations for item in found.sentences] == [(), ()]
    assert "carries no citation, so nothing in it can be checked" in page(found, chat)
    assert "[1]" not in found.text


def test_a_marker_on_the_wrong_sentence_is_not_moved(shipped_assembly: Assembly) -> None:
    found = chat_with(shipped_assembly, "It reads text. It updates 4711 memories [1].").ask("What does MemAgent do?")
    assert [item.citations for item in found.sentences] == [(), (1,)]
    assert [item.verdict for item in found.sentences] == [Verdict.UNCITED, Verdict.UNSUPPORTED]


def test_a_long_paper_that_is_found_many_times_is_one_source(tmp_path: Path) -> None:
    said = "".join(f"Zorblax parses log files of kind {place} with a learned grammar. " for place in range(120))
    rows = [
        {"id": "long", "title": "Zorblax", "abstract": said},
        {"id": "short", "title": "Grammars", "abstract": "We learn a grammar of log files."},
        {"id": "other", "title": "Cheese", "abstract": "We grade cheese by its holes."},
    ]
    file = tmp_path / "papers.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    assembly = Assembly(Settings.load({"index": tmp_path / "index", "llm": "extractive"}, {}))
    assembly.sync([file])
    chat = chat_with(assembly, "Zorblax parses log files [1]. So it does [1].", most=3)
    found = chat.ask("What does Zorblax parse?")
    assert [citation.paper_id for citation in found.citations] == ["long"]
    ids = [paper.paper_id for paper in found.retrieved]
    assert len(ids) == len(set(ids))
    assert ids[0] == "long"


def test_the_citations_of_an_earlier_turn_keep_their_papers(shipped_chat: PaperChat) -> None:
    conversation = shipped_chat.conversation()
    first = conversation.ask("What does MemAgent do?")
    before = first.to_json()
    second = conversation.ask("What does SupervisorAgent do?")
    third = conversation.ask("And how does MemAgent read text?")
    assert first.to_json() == before
    (one,), (two,) = first.citations, second.citations
    assert (one.number, two.number) == (1, 2)
    assert {citation.number for citation in third.citations if citation.paper_id == one.paper_id} == {1}
    html = render.history((first, second, third), shipped_chat.paper)
    assert one.title in html.split('id="note-1-1"')[1].split("</h3>")[0]
    assert two.title in html.split('id="note-2-2"')[1].split("</h3>")[0]
    told = export.to_markdown((first, second, third))
    assert told.index(f"\\[1\\] [{one.title}]") < told.index(f"\\[2\\] [{two.title}]")


@pytest.mark.parametrize("brackets", ["[]", "【】"])
def test_a_marker_of_two_digits_that_comes_in_pieces_never_flickers(shipped_assembly: Assembly, brackets: str) -> None:
    with EndpointServer() as server:
        settings = settings_for(server, context_tokens=30_000, timeout=20)
        parts = shipped_assembly
        writer = ModelWriter.of(settings)
        pipeline = Pipeline(parts.search(), parts.reader(), Voices(writer), embedding="minilm", top_k=25)
        chat = PaperChat(pipeline, parts.settings)
        chat.ask(AGENTS)
        number = max(map(int, re.findall(r"^\[(\d+)\] ", server.chats[0]["messages"][1]["content"], re.MULTILINE)))
        assert number >= 10
        server.usual = answer("They ", "act ", brackets[0], *str(number), brackets[1], ".", pause=0.01)
        *shown, last = follow(chat, AGENTS, ())
    drafts = [render.current(turn, 1, chat.paper).split('<div class="answer">')[-1] for turn in shown if turn.draft]
    assert not any(re.search(r"[\[【]\d*(?:<|$)", draft) for draft in drafts)
    assert any(f"{brackets[0]}{number}{brackets[1]}" in draft for draft in drafts)
    assert last.answer
    assert last.answer.text == "They act. [1]"
    assert [item.number for item in last.answer.citations] == [1]


@pytest.mark.parametrize("cuts", [[1], [3, 9], [5, 6, 7, 8], list(range(1, 60))])
def test_an_answer_is_the_same_in_whatever_pieces_it_comes(shipped_assembly: Assembly, cuts: list[int]) -> None:
    words = "MemAgent reads text in segments [1]. It updates a memory. 【1】\n\nSources:\n[1] MemAgent"
    with EndpointServer() as server:
        writer = ModelWriter.of(settings_for(server, timeout=20))
        pipeline = Pipeline(
            shipped_assembly.search(), shipped_assembly.reader(), Voices(writer), embedding="minilm", top_k=6
        )
        ends = [0, *cuts, len(words)]
        server.usual = answer(*(words[start:end] for start, end in pairwise(ends)))
        found = PaperChat(pipeline, shipped_assembly.settings).ask("What does MemAgent do?")
    assert found.text == "MemAgent reads text in segments. [1] It updates a memory. [1]"
