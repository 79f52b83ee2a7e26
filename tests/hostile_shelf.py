"""The index of all sixty papers, and what nothing that is shown of them may hold."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from endpoint_server import EndpointServer
from hostile_papers import PLACES, hostile, ordinary
from pybtex.database import parse_string
from speaking import settings_for

from rag.answer import Answer
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.commands.terminal import emit, show_answer
from rag.pipeline import Pipeline, Voices
from rag.settings import Settings
from rag.write.model import ModelWriter
from ui.export import to_bibtex, to_markdown
from ui.footnotes import sources
from ui.render import current
from ui.session import Turn

ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


TOKENS = re.compile(
    r"<\||\|>|<｜|｜>|＜|＞|\[/?INST\]|<</?SYS|</?s>|<\w+_of_turn>|<[be]os>|</?think>|</?tool_call>|\[TOOL"
)


OURS = frozenset(
    "article section h2 h3 p div span button details summary ol ul li mark a q del strong em code u br "
    "math mrow mi mo mn msup msub mtext mspace mstyle".split()
)


@dataclass(frozen=True)
class Shelf:
    """The index of all sixty papers."""

    assembly: Assembly

    def chat(self, voices: Voices | None = None) -> PaperChat:
        parts = self.assembly
        pipeline = Pipeline(parts.search(), parts.reader(), voices or parts.voices(), embedding="minilm", top_k=8)
        return PaperChat(pipeline, parts.settings)

    def writing(self, server: EndpointServer) -> PaperChat:
        return self.chat(Voices(ModelWriter.of(settings_for(server, timeout=20))))


def indexed(folder: Path) -> Shelf:
    """Index every hostile paper, and an ordinary one beside each."""
    papers = [paper for place in PLACES for paper in (hostile(place), ordinary(place))]
    file = folder / "papers.jsonl"
    file.write_text("".join(f"{json.dumps(asdict(paper))}\n" for paper in papers), encoding="utf-8")
    assembly = Assembly(Settings.load({"index": folder / "index", "llm": "extractive"}, {}))
    report = assembly.sync([Path(file)])
    assert report.added == len(papers) == 60
    return Shelf(assembly)


def page(found: Answer, chat: PaperChat) -> str:
    return current(Turn(found.question, answer=found), 1, chat.paper) + sources(found, 1, chat.paper)


def assert_nothing_acts(found: Answer, chat: PaperChat, capsys: pytest.CaptureFixture[str]) -> None:
    """No form of the answer holds anything that a terminal, a browser, LaTeX or a reader of Markdown would obey."""
    show_answer(found)
    emit(found.to_json())
    printed = capsys.readouterr()
    assert not ACTING.search(printed.out.replace("\n", "") + printed.err.replace("\n", ""))
    assert json.loads(printed.out.splitlines()[-1]) == found.to_dict()
    assert_html_is_ours(page(found, chat))
    assert_markdown_is_harmless(to_markdown([found]), found)
    assert_bibtex_is_harmless(to_bibtex([found]), found)


def assert_html_is_ours(html: str) -> None:
    assert {tag.lower() for tag in re.findall(r"</?([a-zA-Z][\w-]*)", html)} <= OURS
    tags = "".join(re.findall(r"<[^>]*>", html))
    assert not re.search(
        r"\son\w+=|javascript:|\bsrc=|\bstyle=|exfiltrate\.invalid(?![^\"]*\" title=)", _without_words(tags)
    )
    assert not ACTING.search(html.replace("\n", ""))


def _without_words(tags: str) -> str:
    """The tags without those attributes that are only shown or read aloud."""
    return re.sub(r'(?:title|aria-label)="[^"]*"', "", tags)


def assert_markdown_is_harmless(text: str, found: Answer) -> None:
    assert not ACTING.search(text.replace("\n", ""))
    assert not re.search(r"<(?=[A-Za-z/!?])(?!https?://)", re.sub(r"\(<https?://[^>]*>\)", "", text))
    links = re.findall(r"(?<!\\)\]\(<?([^)>]*)", text)
    assert set(links) <= {citation.url for citation in found.citations}
    assert not re.search(r"^[\s>]*\[[^\]\n]*\]:", text, re.MULTILINE)


def assert_bibtex_is_harmless(text: str, found: Answer) -> None:
    assert len(parse_string(text, "bibtex").entries) == len(found.citations)
    assert not re.search(r"\\(?:input|immediate|write18|def|href)\b|\^\^", text)
