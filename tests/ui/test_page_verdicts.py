"""What the page shows of checking: judges, notes, struck sentences and stand-ins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shelf import SCREEN, TRACER, ShelfChat

from rag.answer import Answer
from rag.types import Accuracy, Citation, JudgedBy, Paper, Sentence, Status, Verdict
from ui import render
from ui.footnotes import sources
from ui.session import Turn, answer_of, failed

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


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_is_shown_with_its_meaning(verdict: Verdict) -> None:
    html = page(cited("It works. [1]", Sentence("It works.", (1,), verdict)))
    assert f'class="verdict {verdict}" role="note" title="' in html
    assert '<ul class="legend"' in html


def test_the_judge_is_named_below_the_answer_with_what_is_known_of_it() -> None:
    measured = JudgedBy("openai:<b>", Accuracy(0.81, 0.75, 0.86, 300, "labels"))
    assert '<p class="judged">Judged by openai:&lt;b&gt; (balanced accuracy 0.81' in page(
        replace(FIRST, judge=measured)
    )
    assert "<code>footnoted eval judge" in page(replace(FIRST, judge=JudgedBy("openai:x")))
    assert "judged" not in page(FIRST)


def test_the_note_on_a_sentence_opens_from_its_verdict_and_stands_in_its_footnotes() -> None:
    note = "The abstract lacks 99 & <b>."
    html = page(cited("It works. [1]", Sentence("It works.", (1,), Verdict.UNSUPPORTED, note)))
    assert 'popovertarget="why-1-1" title="unsupported: The abstract lacks 99 &amp; &lt;b&gt;."' in html
    assert 'popover id="why-1-1"' in html
    one, two = html.split('<div popover id="note-1-1"')[1].split('<div popover id="note-1-2"')
    assert "<q>It works.</q> The abstract lacks 99 &amp; &lt;b&gt;.</li>" in one
    assert "lacks 99" not in two


def test_a_sentence_without_a_note_has_no_button() -> None:
    assert "why-" not in page(FIRST)


def test_a_struck_sentence_is_struck_through_with_its_markers_and_verdict_behind_it() -> None:
    sentences = (Sentence("One ~ two.", (1,), Verdict.UNSUPPORTED, struck=True), Sentence("Ok.", (2,), Verdict.QUOTED))
    html = page(cited("~~One ∼ two.~~ [1] Ok. [2]", *sentences))
    assert '<del class="sentence struck unsupported">One ~ two.</del> <span class="tail"><button' in html
    assert '<span class="sentence quoted">Ok.</span>' in html
    assert "~~" not in html
    assert "struck out</del>: no cited abstract holds this" in html


def test_an_answer_of_which_nothing_is_left_says_so_and_shows_what_was_struck() -> None:
    struck = cited("~~It works.~~ [1]", Sentence("It works.", (1,), Verdict.UNSUPPORTED, struck=True))
    html = page(replace(struck, status=Status.NO_ANSWER, reason="The only sentence was struck out."))
    assert "<h3>No answer is left</h3>" in html
    assert '<p class="reason">The only sentence was struck out.</p>' in html
    assert '<del class="sentence struck unsupported">It works.</del>' in html


def test_a_stand_in_is_an_error_with_checked_sentences_and_sources_below() -> None:
    reason = "openai:x did not answer. Below are sentences of the papers, chosen without a model."
    answer = replace(FIRST, status=Status.ERROR, reason=reason, stand_in="extractive")
    html = page(answer)
    assert f'<div class="card error" role="alert"><p>{reason}</p></div><div class="stand-in">' in html
    assert html.count(reason) == 1
    assert html.count('class="cite" popovertarget="note-1-1"') == 2
    assert "AgenTracer" in sources(answer, 1, CHAT.paper)


def test_the_papers_of_a_stand_in_keep_their_numbers() -> None:
    chat = ShelfChat()
    stand_in = replace(FIRST, status=Status.ERROR, reason="It broke.", stand_in="extractive")
    second = answer_of(chat, "Which paper simulates operating systems?", (stand_in, failed("Q?", "It broke.")))
    assert [citation.number for citation in second.citations] == [2]
    assert chat.asked[-1][1] == (FIRST.question,)
