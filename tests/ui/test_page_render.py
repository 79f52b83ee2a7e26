from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shelf import HOSTILE, SCREEN, SHELF, TRACER, ShelfChat

from rag.answer import Answer
from rag.types import Citation, Paper, Ranked, Sentence, Status, Verdict
from ui import frame, render
from ui.footnotes import link, sources
from ui.markers import finished
from ui.session import STOPPED, Turn, answer_of, failed

CHAT = ShelfChat()
FIRST = answer_of(CHAT, "How good is AgenTracer?", ())


def page(answer: Answer, number: int = 1) -> str:
    return render.current(Turn(answer.question, answer=answer), number, CHAT.paper)


def cited(text: str, *sentences: Sentence, papers: tuple[Paper, ...] = (TRACER, SCREEN)) -> Answer:
    citations = tuple(
        Citation(n, paper.id, paper.title, paper.authors, paper.url, paper.abstract[:40], 0, 40, Verdict.QUOTED)
        for n, paper in enumerate(papers, start=1)
    )
    return Answer("Q?", "Q?", Status.ANSWERED, "", text, sentences, citations)


def test_every_citation_is_a_button_that_opens_a_note_with_the_quote_marked() -> None:
    html = page(FIRST)
    assert html.count('class="cite" popovertarget="note-1-1"') == 2
    assert 'popover id="note-1-1"' in html
    assert "<mark>AgenTracer-8B outperforms giant LLMs by up to 18.18% on Who&amp;When.</mark>" in html


def test_the_whole_abstract_stands_round_the_quote() -> None:
    note = page(FIRST).split('<div class="abstract">')[1]
    assert "Reasoning LLMs remain inadequate, with accuracy below 10%" in note
    assert "It costs $5 and $10 per run for <math>" in note


def test_the_first_marked_quote_takes_the_focus_so_that_it_scrolls_into_view() -> None:
    assert len(re.findall(r'<mark tabindex="-1" autofocus>', page(FIRST))) == 1


def test_a_number_keeps_its_paper_in_later_turns() -> None:
    second = answer_of(CHAT, "Which paper simulates operating systems?", (FIRST,))
    html = render.history((FIRST, second), CHAT.paper)
    assert [citation.number for citation in second.citations] == [2]
    assert html.split('id="note-1-1"')[1].split("<h3")[1].startswith(' id="note-1-1-title">AgenTracer')
    assert html.split('id="note-2-2"')[1].split("<h3")[1].startswith(' id="note-2-2-title">NeuralOS')


def test_ids_are_unique_over_a_conversation() -> None:
    third = answer_of(CHAT, "How good is AgenTracer really?", (FIRST, FIRST))
    html = render.history((FIRST, FIRST), CHAT.paper) + page(third, number=3)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_hostile_text_of_a_paper_stays_text() -> None:
    answer = answer_of(CHAT, "What do botnets do?", ())
    html = page(answer) + sources(answer, 1, CHAT.paper) + page(replace(answer, question="<img src=x>"))
    assert answer.citations[0].paper_id == HOSTILE.id
    allowed = r"article|h2|h3|p|div|span|button|details|summary|ol|ul|li|mark|a|math|m(?:row|i|o|n)"
    assert [tag for tag in re.findall(r"<([a-z0-9]+)", html) if not re.fullmatch(allowed, tag)] == []
    assert "javascript:" not in re.sub(r">[^<]*<", "><", html)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//a.org",
        "https://a b",
        "file:///etc/passwd",
        "",
        'https://"x',
        "x",
    ],
)
def test_only_web_addresses_become_links(url: str) -> None:
    assert link(url) == "" or 'href="https://&quot;x"' in link(url)


def test_a_link_opens_beside_the_page_and_tells_the_other_side_nothing() -> None:
    assert 'target="_blank" rel="noopener noreferrer"' in link("https://openreview.net/forum?id=a&b=c")


def test_a_marker_that_points_at_no_source_stays_and_is_struck_through() -> None:
    text = "One. [1] [12] Two. [13][112] Three. [smith]"
    html = page(
        cited(
            text,
            Sentence("One.", (1,), Verdict.INVALID),
            Sentence("Two.", (), Verdict.INVALID),
            Sentence("Three.", (), Verdict.INVALID),
        )
    )
    assert re.findall(r"<del[^>]*>(\[\w+\])", html) == ["[12]", "[13]", "[112]", "[smith]"]
    assert re.findall(r">(\[\d+\])</button>", html) == ["[1]"]


def test_repeated_markers_are_links_each_and_one_source() -> None:
    answer = cited("One. [1][1] Two [1, 2].", Sentence("One.", (1,), Verdict.PLAUSIBLE))
    answer = replace(answer, sentences=(*answer.sentences, Sentence("Two.", (1, 2), Verdict.PLAUSIBLE)))
    html = page(answer).split("<div popover")[0]
    assert re.findall(r">(\[\d\])</button>", html) == ["[1]", "[1]", "[1]", "[2]"]
    assert sources(answer, 1, CHAT.paper).count("<li>") == 2


def test_no_text_is_lost_when_the_sentences_are_not_in_the_text() -> None:
    html = page(cited("Something else.", Sentence("Said otherwise.", (2,), Verdict.PLAUSIBLE)))
    assert "Said otherwise." in html
    assert "[2]</button>" in html


def test_brackets_inside_a_sentence_are_not_taken_for_markers() -> None:
    html = page(cited("The vector x[1] grows. [1]", Sentence("The vector x[1] grows.", (1,), Verdict.QUOTED)))
    assert "The vector x[1] grows.</span>" in html


def test_an_answer_without_any_citation_says_so() -> None:
    answer = cited("It works.", Sentence("It works.", (), Verdict.UNCITED), papers=())
    assert "No sentence of this answer cites a paper." in page(answer)
    assert '<span class="word">no citation</span>' in page(answer)


def test_a_refusal_is_a_card_with_nearest_papers_and_no_sources() -> None:
    answer = answer_of(CHAT, "Who wrote Hamlet?", ())
    html = page(answer)
    assert "Not in these papers" in html
    assert answer.reason in html
    assert "Nearest papers, none of which answers this" in html
    assert "popovertarget" not in html
    assert sources(answer, 1, CHAT.paper) == ""


def test_a_question_that_was_never_looked_up_is_not_said_to_be_missing_from_the_papers() -> None:
    html = page(answer_of(CHAT, "  ", ()))
    assert "<h3>Nothing was looked up</h3><p>The question is empty.</p>" in html
    assert "(nothing was typed)" in html


def test_a_greeting_is_answered_plainly_without_any_paper() -> None:
    answer = answer_of(CHAT, "hi", ())
    assert "Hello! Ask me something about the papers." in page(answer)
    assert "card" not in page(answer)
    assert sources(answer, 1, CHAT.paper) == ""


def test_an_error_is_told_in_words_and_a_stop_is_not_an_error() -> None:
    assert '<div class="card error" role="alert"><p>It broke &lt;b&gt;.</p>' in page(failed("q", "It broke <b>."))
    assert 'class="card stopped"' in page(failed("q", STOPPED))


def test_a_partial_answer_shows_its_reason() -> None:
    answer = replace(FIRST, status=Status.PARTIAL, reason="The model stopped at its length limit.")
    assert '<p class="reason">The model stopped at its length limit.</p>' in page(answer)


def test_the_question_searched_for_is_shown_only_when_it_differs() -> None:
    assert "searched for: What of AgenTracer?" in page(replace(FIRST, standalone_question="What of AgenTracer?"))
    assert "searched for" not in page(FIRST)


def test_cited_papers_come_first_and_the_others_are_called_what_they_are() -> None:
    html = sources(FIRST, 1, CHAT.paper)
    assert html.index("AgenTracer") < html.index("Also found, not cited") < html.index("NeuralOS")
    assert "ICLR 2026 · Poster" in html
    assert "and 1 more" in html


def test_a_paper_that_left_the_index_still_shows_its_quote() -> None:
    html = render.history((FIRST,), lambda _: None)
    assert "The paper is no longer in the index." in html
    assert "AgenTracer-8B outperforms" in html


def test_a_quote_that_moved_is_found_again_and_one_that_is_gone_is_shown_apart() -> None:
    moved = replace(TRACER, abstract="New first sentence. " + TRACER.abstract)
    gone = replace(TRACER, abstract="All new.")
    assert "<mark" in render.history((FIRST,), lambda _: moved)
    assert "The abstract has changed since." in render.history((FIRST,), lambda _: gone)


def test_the_draft_is_marked_as_a_draft() -> None:
    html = render.current(Turn("Q?", "Q?", found=3, draft="Half a sent"), 1, CHAT.paper)
    assert "Draft, being checked" in html
    assert "Found 3 papers." in html
    assert "cite" not in html


@pytest.mark.parametrize(
    "draft",
    ["It works", "It works [", "It works [1", "It works [1, 2", "It works [1-", "It works [Sour", "It works [source 1",
     "It works [[1", "It works [[1]", "It works 【1", "It works [^1", "It works ^[", "It works【1†L", "It works ［１"],
)  # fmt: skip
def test_a_marker_that_is_still_being_written_does_not_flicker(draft: str) -> None:
    assert '<div class="answer">It works</div>' in render.current(Turn("Q?", draft=draft), 1, CHAT.paper)


@given(st.lists(st.sampled_from(["It", " ", "works", "[1]", "[17]", "[2, 13]", "【1】", "[[3]]", ".", "[Source 2]"])))
def test_a_draft_never_shows_half_a_marker(parts: list[str]) -> None:
    whole = "".join(parts)
    for end in range(len(whole) + 1):
        shown = finished(whole[:end])
        assert whole.startswith(shown)
        assert not re.search(r"[\[【][^\]】]*$", shown)


def test_brackets_in_a_draft_that_are_no_marker_are_shown() -> None:
    assert finished("It is [sic") == "It is [sic"
    assert finished("It works [1]") == "It works [1]"


def test_every_wording_that_was_searched_is_shown_once() -> None:
    follow_up = replace(FIRST, searched=("What of AgenTracer?", "tracing failures of agents", "What of AgenTracer?"))
    assert ">searched for: What of AgenTracer? · tracing failures of agents<" in page(follow_up)
    reworded = replace(FIRST, searched=(FIRST.question, "tracing failures of <agents>"))
    assert ">also searched for: tracing failures of &lt;agents&gt;<" in page(reworded)
    assert "searched for" not in page(replace(FIRST, searched=(FIRST.question,)))


def test_other_wordings_are_shown_while_the_answer_is_under_way() -> None:
    html = render.current(Turn("Q?", "Q?", found=3, also=("quartz",)), 1, CHAT.paper)
    assert "also searched for: quartz" in html


def test_the_title_says_who_answers() -> None:
    description = {"llm": "extractive", "embedding": "minilm", "index": {"papers": 5358}}
    assert frame.identity(description) == "extractive · minilm · 5,358 papers"
    assert frame.identity({}) == ""


def test_a_retrieved_paper_that_is_unknown_is_shown_by_its_title() -> None:
    answer = replace(FIRST, retrieved=(Ranked("gone", "Gone & away", 0.1),))
    assert "Gone &amp; away" in sources(answer, 1, CHAT.paper)


def test_the_shelf_has_papers_to_test_with() -> None:
    assert all(CHAT.paper(paper.id) == paper for paper in SHELF)
