from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from conftest import Served
from playwright.sync_api import Browser, Page, expect

from rag.types import JudgedBy, Sentence, Verdict
from ui.session import answer_of

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 375, "height": 800}


@pytest.fixture(scope="module")
def requested() -> list[str]:
    """Every address that the tab has asked for, from its first moment on."""
    return []


@pytest.fixture(scope="module")
def tab(browser: Browser, served: Served, requested: list[str]) -> Iterator[Page]:
    with browser.new_context() as context:
        context.on("request", lambda request: requested.append(request.url))
        yield opened(context.new_page(), served)


@pytest.fixture
def page(tab: Page, served: Served) -> Page:
    """A tab with an empty conversation; loading the page anew for each test would take a second each."""
    served.chat.held.clear()
    tab.keyboard.press("Escape")
    tab.set_viewport_size(DESKTOP)
    if tab.locator("#new").is_visible():
        tab.locator("#new").click()
    expect(tab.locator(".turn")).to_have_count(0)
    expect(tab.locator("#question textarea")).to_be_enabled()
    tab.locator("#question textarea").fill("")
    return tab


expect.set_options(timeout=20_000)  # a loaded machine may take its time; a page that hangs still fails


def opened(page: Page, served: Served) -> Page:
    page.set_default_timeout(8000)
    page.goto(served.address)
    expect(page.locator(".identity")).to_contain_text("papers")
    return page


def ask(page: Page, question: str) -> None:
    page.locator("#question textarea").fill(question)
    page.keyboard.press("Enter")


def asked_and_answered(page: Page, question: str) -> None:
    before = page.locator(".turn").count()
    ask(page, question)
    expect(page.locator(".turn")).to_have_count(before + 1)
    expect(page.locator("#ask")).to_be_visible()


def test_the_draft_is_shown_as_a_draft_and_replaced_by_the_verified_answer(page: Page, served: Served) -> None:
    served.chat.held.set()
    ask(page, "How good is AgenTracer?")
    expect(page.locator(".draft")).to_contain_text("Draft, being checked")
    expect(page.locator(".draft .answer")).to_have_text("Pinpointing the step responsible")
    expect(page.locator("#question textarea")).to_be_disabled()
    served.chat.held.clear()
    expect(page.locator(".turn .verdict.quoted").first).to_be_visible()
    expect(page.locator(".draft")).to_have_count(0)
    expect(page.locator("#question textarea")).to_be_enabled()
    expect(page.locator(".turn .answer")).to_contain_text("18.18% on Who&When")


def test_a_citation_opens_its_paper_with_the_quote_marked_and_scrolled_to(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 420})
    asked_and_answered(page, "What simulates operating systems with a recurrent network?")
    page.locator(".turn .answer .cite").first.click()
    note = page.locator("#note-1-1")
    expect(note).to_be_visible()
    expect(note.locator("h3")).to_contain_text("NeuralOS")
    expect(note.locator("mark").first).to_be_in_viewport()
    expect(note.get_by_role("link")).to_have_attribute("rel", "noopener noreferrer")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()


def test_a_citation_can_be_reached_and_opened_with_the_keyboard(page: Page) -> None:
    asked_and_answered(page, "How good is AgenTracer?")
    cite = page.locator(".turn .answer .cite").last
    cite.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#note-1-1 mark").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(cite).to_be_focused()


def test_the_number_of_an_earlier_turn_keeps_its_paper(page: Page) -> None:
    asked_and_answered(page, "How good is AgenTracer?")
    asked_and_answered(page, "Which one simulates operating systems?")
    expect(page.locator("#turn-2 .cite").first).to_have_text("[2]")
    page.locator("#turn-1 .answer .cite").first.click()
    expect(page.locator("#note-1-1 h3")).to_contain_text("AgenTracer")


def test_a_follow_up_shows_what_was_searched_for(page: Page) -> None:
    asked_and_answered(page, "How good is AgenTracer?")
    asked_and_answered(page, "and its cost?")
    expect(page.locator("#turn-2 .searched")).to_contain_text("searched for: and its cost? (AgenTracer")


def test_what_checking_found_opens_from_its_verdict_and_struck_words_are_struck(page: Page, served: Served) -> None:
    sound = answer_of(served.chat, "How good is AgenTracer?", ())
    note = "The abstract lacks 99."
    struck = Sentence("It saves 99 runs.", (1,), Verdict.UNSUPPORTED, note, struck=True)
    served.chat.canned["Checked?"] = replace(
        sound,
        question="Checked?",
        searched=("Checked?", "tracing of failures"),
        text=f"{sound.text} ~~It saves 99 runs.~~ [1]",
        sentences=(*sound.sentences, struck),
        judge=JudgedBy("openai:x"),
    )
    asked_and_answered(page, "Checked?")
    expect(page.locator(".searched")).to_have_text("also searched for: tracing of failures")
    expect(page.locator(".judged")).to_contain_text("Judged by openai:x")
    expect(page.locator("del.sentence")).to_have_css("text-decoration-line", "line-through")
    page.locator(".why-button").click()
    expect(page.locator("#why-1-3")).to_contain_text(note)
    page.keyboard.press("Escape")
    expect(page.locator("#why-1-3")).to_be_hidden()
    page.locator(".turn .answer .cite").last.click()
    expect(page.locator("#note-1-1 .found")).to_contain_text(note)


def test_a_refusal_offers_papers_but_no_sources(page: Page) -> None:
    asked_and_answered(page, "Who wrote Hamlet?")
    expect(page.locator(".not-there")).to_contain_text("Not in these papers")
    expect(page.locator("#sources .title")).to_have_count(0)
    expect(page.locator(".cite")).to_have_count(0)


def test_a_greeting_and_an_empty_question_do_no_harm(page: Page) -> None:
    asked_and_answered(page, "hi")
    expect(page.locator("#turn-1")).to_contain_text("Hello!")
    expect(page.locator("#sources .title")).to_have_count(0)
    asked_and_answered(page, "")
    expect(page.locator("#turn-2 .not-there")).to_be_visible()


def test_an_error_is_told_and_the_next_question_can_be_asked(page: Page) -> None:
    asked_and_answered(page, "Is AgenTracer in overload?")
    expect(page.locator(".card.error")).to_have_text("The model is overloaded. Ask again in a minute.")
    asked_and_answered(page, "How good is AgenTracer?")
    expect(page.locator("#turn-2 .verdict.quoted").first).to_be_visible()


def test_an_answer_that_cannot_be_shown_leaves_a_page_that_can_be_used(page: Page, served: Served) -> None:
    served.chat.unreadable.add("tracer")
    asked_and_answered(page, "How good is AgenTracer?")
    served.chat.unreadable.clear()
    expect(page.locator("#turn-1 .card.error")).to_contain_text("could not be shown")
    asked_and_answered(page, "How good is AgenTracer?")
    expect(page.locator("#turn-2 .verdict.quoted").first).to_be_visible()


def test_a_stopped_answer_leaves_a_conversation_that_goes_on(page: Page, served: Served) -> None:
    served.chat.held.set()
    ask(page, "How good is AgenTracer?")
    expect(page.locator(".draft")).to_be_visible()
    page.locator("#stop").click()
    expect(page.locator(".card.stopped")).to_contain_text("You stopped this answer")
    expect(page.locator("#question textarea")).to_be_enabled()
    served.chat.held.clear()
    page.wait_for_timeout(500)  # as long as it takes to begin to type
    asked_and_answered(page, "go on with AgenTracer")
    expect(page.locator("#turn-1 .card.stopped")).to_be_visible()
    expect(page.locator("#turn-2 .verdict.quoted").first).to_be_visible()
    assert served.chat.asked[-1] == ("go on with AgenTracer", ())


def test_a_question_that_is_too_long_is_refused_in_words_and_kept_to_be_shortened(page: Page) -> None:
    asked_and_answered(page, "a" * 100_000)
    expect(page.locator(".card.error")).to_contain_text("at most 4,000 can be asked")
    assert len(page.locator("#question textarea").input_value()) == 100_000


def test_two_sessions_never_see_each_other(page: Page, browser: Browser, served: Served) -> None:
    with browser.new_context() as other:
        second = opened(other.new_page(), served)
        asked_and_answered(page, "AgenTracer, my word is ZEBRA")
        asked_and_answered(second, "What is my word for AgenTracer?")
        expect(second.locator("body")).not_to_contain_text("ZEBRA")
        assert served.chat.asked[-1] == ("What is my word for AgenTracer?", ())


def test_hostile_papers_reach_no_host_and_change_nothing(page: Page, served: Served) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("dialog", lambda dialog: requests.append(dialog.message))
    asked_and_answered(page, "What do botnets do?")
    page.locator(".turn .answer .cite").first.click()
    expect(page.locator("#note-1-1")).to_contain_text("<style>body{display:none}</style>")
    expect(page.locator("#sources")).to_be_visible()
    assert page.title() == "Footnoted"
    assert [url for url in requests if not url.startswith(served.address)] == []
    assert page.locator("#page img").count() == 0


def test_the_page_needs_no_other_host(page: Page, served: Served, requested: list[str]) -> None:
    asked_and_answered(page, "How good is AgenTracer?")
    assert any(address.endswith(".js") for address in requested)
    assert [address for address in requested if not address.startswith((served.address, "data:"))] == []


@pytest.mark.parametrize("question", ["How good is AgenTracer?", "What of botnets?", "Who wrote Hamlet?", "a" * 3000])
def test_nothing_overflows_on_a_phone(page: Page, question: str) -> None:
    page.set_viewport_size(PHONE)
    asked_and_answered(page, question)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.locator("#ask")).to_be_in_viewport()
    if cites := page.locator(".turn .answer .cite").all():
        cites[0].click()
        expect(page.locator("#note-1-1")).to_be_in_viewport()
        assert page.evaluate("document.querySelector('#note-1-1').scrollWidth") <= PHONE["width"]


def test_a_new_conversation_starts_empty(page: Page, served: Served) -> None:
    page.get_by_role("button", name="What does AgenTracer do?").click()
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("#turn-1 .cite").first).to_be_visible()
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".turn")).to_have_count(0)
    expect(page.locator("#welcome")).to_be_visible()
    asked_and_answered(page, "How good is AgenTracer?")
    assert served.chat.asked[-1] == ("How good is AgenTracer?", ())


def test_the_conversation_can_be_downloaded(page: Page) -> None:
    asked_and_answered(page, "How good is AgenTracer?")
    for label, name, part in (
        ("Markdown", "conversation.md", "> AgenTracer-8B"),
        ("BibTeX", "papers.bib", "@misc{"),
    ):
        with page.expect_download() as download:
            page.get_by_role("link", name=f"Download the conversation as {label}").click()
        assert download.value.suggested_filename == name
        assert part in download.value.path().read_text()


def test_every_button_and_field_has_a_name(page: Page) -> None:
    asked_and_answered(page, "How good is AgenTracer?")
    page.locator(".turn .answer .cite").first.click()
    buttons = page.locator("#page button:visible").all()
    unnamed = [b for b in buttons if not (b.get_attribute("aria-label") or b.inner_text().strip())]
    assert not unnamed
    expect(page.get_by_label("Your question")).to_be_visible()
