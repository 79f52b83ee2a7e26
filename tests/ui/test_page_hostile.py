"""Thirty hostile papers in a real browser: they reach no host, open no dialog, run nothing and restyle nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from conftest import Served, free_port
from hostile_papers import ATTACKS, PLACES, hostile
from playwright.sync_api import Browser, expect
from shelf import ShelfChat

from rag.answer import Answer
from rag.types import Citation, Paper, Ranked, Sentence, Status, Verdict
from ui.server import start

STYLES = """() => [document.body, document.querySelector('#page'), document.querySelector('#question textarea')]
  .map(part => getComputedStyle(part)).map(style => [style.display, style.position, style.backgroundColor])"""


def told(papers: Sequence[Paper], question: str) -> Answer:
    """An answer that holds all of these papers wherever text of a paper can stand."""
    cited = tuple(
        Citation(n, p.id, p.title, p.authors, p.url, p.abstract, 0, len(p.abstract), Verdict.QUOTED)
        for n, p in enumerate(papers, start=1)
    )
    sentences = tuple(
        Sentence(p.abstract, (n,), Verdict.PARTLY, note=p.abstract, struck=bool(n % 2 == 0))
        for n, p in enumerate(papers, start=1)
    )
    ranked = tuple(Ranked(p.id, p.title, 0.5) for p in papers)
    return Answer(
        question,
        papers[0].abstract,
        Status.PARTIAL,
        papers[0].abstract,
        " ".join(f"{p.abstract} [{n}]" for n, p in enumerate(papers, start=1)),
        sentences,
        cited,
        retrieved=(*ranked, Ranked("gone", papers[0].title, 0.1)),
        searched=(question, papers[0].abstract),
        llm=papers[0].title,
    )


@pytest.fixture
def hostile_page() -> Iterator[Served]:
    papers = [hostile(place) for place in PLACES]
    chat = ShelfChat(papers)
    chat.canned = {f"Ask {place}": told([papers[place]], f"Ask {place}") for place in PLACES}
    chat.canned["Ask all"] = told(papers, "Ask all")
    page = start(chat, host="127.0.0.1", port=free_port())
    yield Served(str(page.local_url), chat)
    page.close(verbose=False)


def test_no_hostile_paper_acts_in_a_browser(browser: Browser, hostile_page: Served) -> None:
    noticed: list[str] = []
    with browser.new_context() as context:
        context.on("request", lambda request: noticed.append(request.url))
        page = context.new_page()
        page.on("dialog", lambda dialog: noticed.append(f"dialog {dialog.message}"))
        page.on("popup", lambda popup: noticed.append(f"popup {popup.url}"))
        page.goto(hostile_page.address)
        expect(page.locator(".identity")).to_contain_text("30 papers")
        styles = page.evaluate(STYLES)
        for question in ("Ask all", "Ask 18", "Ask 19", "Ask 20"):
            turns = page.locator(".turn").count()
            page.locator("#question textarea").fill(question)
            page.keyboard.press("Enter")
            expect(page.locator(".turn")).to_have_count(turns + 1, timeout=20_000)
            expect(page.locator("#ask")).to_be_visible(timeout=20_000)
        for name in ("cite", "why-button"):
            page.locator(f"#turn-1 .answer .{name}").first.hover()
            page.locator(f"#turn-1 .answer .{name}").first.click()
            expect(page.locator("[popover]:popover-open")).to_have_count(1)
            page.keyboard.press("Escape")
        assert (
            page.evaluate(
                "document.querySelectorAll('#page img, #page script, #page style, #page iframe, #page svg').length"
            )
            == 0
        )
        assert (
            page.evaluate("document.querySelectorAll('#chat [onerror], #chat [onload], #chat [onmouseover]').length")
            == 0
        )
        assert page.evaluate("[...document.querySelectorAll('#page a[href]')].filter(a => !a.download).length") == 0
        assert page.evaluate("document.title") == "Footnoted"
        assert page.evaluate("document.querySelectorAll('#turn-1 .answer .sentence').length") == len(ATTACKS)
        assert page.evaluate(STYLES) == styles
    assert [seen for seen in noticed if not seen.startswith((hostile_page.address, "data:"))] == []
