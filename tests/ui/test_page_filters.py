"""The filter above the question: what it offers, says and does."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from conftest import Served, free_port
from gradio_client import Client
from playwright.sync_api import Browser, Locator, Page, expect
from shelf import ShelfChat

from rag.chat import PaperChat
from rag.types import Status
from ui import filters, render
from ui.filters import Filter
from ui.server import start
from ui.session import Turn, answer_of, follow

expect.set_options(timeout=20_000)  # a loaded machine may take its time; a page that hangs still fails


def test_boxes_that_were_never_touched_filter_nothing() -> None:
    for untouched in (Filter(), Filter.of(None, None, None, None, None, None), Filter.of([], "", [], [], "", "")):
        assert untouched == Filter()
        assert filters.heading(untouched) == "Filter"
        assert ShelfChat().counts(untouched.where()) == ShelfChat().counts()


def test_each_value_is_offered_with_its_number_and_years_newest_first() -> None:
    offered = filters.choices(Filter(), {"decision": {"Poster": 1200, "Oral": 3}, "year": {"2024": 9, "2026": 2}})
    assert offered["decision"] == [("Poster (1,200)", "Poster"), ("Oral (3)", "Oral")]
    assert offered["first"] == offered["last"] == [("any", ""), ("2026 (2)", "2026"), ("2024 (9)", "2024")]
    assert offered["area"] == []


def test_what_is_chosen_stays_on_offer_when_no_paper_is_left_of_it() -> None:
    offered = filters.choices(Filter(area=("agents",), first="2026"), {"area": {"systems": 1}, "year": {}})
    assert offered["area"] == [("systems (1)", "systems"), ("agents (0)", "agents")]
    assert offered["first"] == [("any", ""), ("2026 (0)", "2026")]
    assert offered["last"] == [("any", "")]


def test_the_heading_says_what_is_chosen_and_stays_short() -> None:
    chosen = Filter(decision=("Oral", "Poster"), first="2024", last="2026", author="Ann Lee")
    assert filters.heading(chosen) == "Filter: decision Oral or Poster · year from 2024 · year to 2026 · author Ann Lee"
    assert len(filters.heading(Filter(area=("long " * 50,)))) < 100


def test_the_answer_says_which_filter_was_on_and_text_in_it_stays_text() -> None:
    where = {"area": "<i>malice</i>", "year<=": 2025}
    answer = answer_of(ShelfChat(), "What do botnets do?", (), where)
    html = render.current(Turn(answer.question, answer=answer), 1, ShelfChat().paper)
    assert "only in papers with area &lt;i&gt;malice&lt;/i&gt; · year to 2025" in html
    assert {citation.paper_id for citation in answer.citations} == {"hostile"}
    searching = list(follow(ShelfChat(), "What do botnets do?", (), where))[1]
    assert "year to 2025" in render.current(searching, 1, ShelfChat().paper)
    assert "only in papers" not in render.current(Turn("Q?"), 1, ShelfChat().paper)


def test_a_filter_that_keeps_nothing_is_a_sentence_and_a_wrong_one_is_an_error_in_words() -> None:
    answer = answer_of(ShelfChat(), "What do botnets do?", (), ["year>=2030"])
    html = render.current(Turn(answer.question, answer=answer), 1, ShelfChat().paper)
    assert "<h3>No such papers</h3><p>No paper meets the filter.</p>" in html
    wrong = answer_of(ShelfChat(), "What do botnets do?", (), {"colour": "red"})
    assert (wrong.status, "colour" in wrong.reason) == (Status.ERROR, True)


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        yield opened(context.new_page(), served.address)


def opened(page: Page, address: str) -> Page:
    page.set_default_timeout(8000)
    page.goto(address)
    expect(page.locator(".identity")).to_contain_text("papers")
    page.locator("#filter > button").click()
    expect(page.locator("#clear")).to_be_visible()
    return page


def options(page: Page, box: str) -> Locator:
    """The choices of a box, which it shows while it has the focus."""
    page.locator("#clear").focus()
    page.locator(f"#filter-{box} input").click()
    return page.get_by_role("option")


def offers(page: Page, box: str, *choices: str) -> None:
    """Check what a box offers; before each choice is a tick, unseen until it is chosen."""
    expect(options(page, box)).to_have_text([re.compile(rf"(^|\s){re.escape(choice)}\s*$") for choice in choices])


def choose(page: Page, box: str, text: str) -> None:
    options(page, box).filter(has_text=text).click()


def ask(page: Page, question: str) -> Locator:
    number = page.locator(".turn").count() + 1
    page.locator("#question textarea").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator(f"#turn-{number}")).to_be_visible()
    expect(page.locator("#ask")).to_be_visible()
    return page.locator(f"#turn-{number}")


def test_a_choice_changes_the_counts_of_the_other_boxes_and_the_next_answer(page: Page) -> None:
    offers(page, "decision", "Poster (2)")
    choose(page, "area", "systems (1)")
    expect(page.locator("#filter > button")).to_contain_text("Filter: area systems")
    offers(page, "decision", "Poster (1)")
    offers(page, "first", "any", "2025 (1)")
    turn = ask(page, "What of agents and operating systems?")
    expect(turn.locator(".searched")).to_have_text("only in papers with area systems")
    expect(page.locator("#sources .title")).to_have_count(1)
    expect(page.locator("#sources .title")).to_contain_text("NeuralOS")
    expect(page.locator("#clear")).to_be_hidden()  # it leaves room for the answer


def test_a_conversation_goes_on_when_the_filter_changes_or_is_cleared(page: Page) -> None:
    choose(page, "last", "2025 (1)")
    expect(ask(page, "What of agents and operating systems?").locator(".searched")).to_contain_text("year to 2025")
    page.locator("#filter > button").click()
    page.locator("#clear").click()
    expect(page.locator("#filter > button")).to_have_text("Filter ▼")
    expect(page.locator("#filter-last input")).to_have_value("any")
    offers(page, "decision", "Poster (2)")
    page.keyboard.press("Escape")
    turn = ask(page, "How good is AgenTracer?")
    expect(turn.locator(".searched")).to_have_count(0)
    expect(turn.locator(".answer .cite").first).to_have_text("[2]")


def test_an_author_is_typed_and_one_that_is_unknown_is_told_in_a_sentence(page: Page) -> None:
    page.locator("#filter-author textarea, #filter-author input").fill("Rivard")
    expect(page.locator("#filter > button")).to_contain_text("author Rivard")
    offers(page, "area", "systems (1)")
    page.keyboard.press("Escape")
    page.locator("#filter-author textarea, #filter-author input").fill("Nobody")
    expect(page.locator("#filter > button")).to_contain_text("author Nobody")
    turn = ask(page, "How good is AgenTracer?")
    expect(turn.locator(".card")).to_contain_text("No paper meets the filter.")
    expect(turn.locator(".card.error")).to_have_count(0)


def test_the_open_filter_fits_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    expect(page.locator("#question textarea")).to_be_in_viewport()
    choose(page, "area", "agents (1)")
    expect(page.locator("#filter > button")).to_contain_text("area agents")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_every_box_has_a_name(page: Page) -> None:
    for label in filters.LABELS.values():
        expect(page.get_by_label(label, exact=True)).to_be_visible()


def test_a_program_may_give_a_filter(served: Served) -> None:
    client = Client(served.address, verbose=False, download_files=False)
    answer = client.predict("What of agents and operating systems?", {"year<=": 2025, "area": []}, api_name="/ask")
    assert [citation["paper_id"] for citation in answer["citations"]] == ["screen"]
    assert answer["where"] == ["year<=2025"]
    typed = client.predict("What of agents?", where=["area=agents"], api_name="/ask")
    assert [paper["paper_id"] for paper in typed["retrieved"]] == ["tracer"]
    wrong = client.predict("What of agents?", where={"colour": "red"}, api_name="/ask")
    assert (wrong["status"], "colour" in wrong["reason"]) == ("error", True)


def test_the_page_over_the_shipped_papers_answers_from_those_that_are_chosen(
    browser: Browser, shipped_chat: PaperChat
) -> None:
    server = start(shipped_chat, host="127.0.0.1", port=free_port())
    with browser.new_context() as context:
        page = opened(context.new_page(), str(server.local_url))
        offers(page, "decision", "Poster (37)", "Oral (1)")
        choose(page, "area", "alignment, fairness")
        offers(page, "decision", "Poster (5)")
        page.keyboard.press("Escape")
        turn = ask(page, "How do teams of agents fail?")
        expect(turn.locator(".searched")).to_contain_text("only in papers with area alignment, fairness")
        expect(turn.locator(".answer .cite").first).to_have_text("[1]")
        inside = {paper.title for paper in shipped_chat.papers() if paper.area.startswith("alignment, fairness")}
        cited = page.locator("#sources .cited .title").all_inner_texts()
        assert cited
        assert all(any(title in text for title in inside) for text in cited)
    server.close(verbose=False)
