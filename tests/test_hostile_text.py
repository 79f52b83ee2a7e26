"""Thirty hostile papers, asked about and asked beside: what they say is shown, quoted and judged, and never obeyed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hostile_papers import ATTACKS, BASE, PLACES, asked_about, asked_beside, hostile
from hostile_shelf import (
    ACTING,
    Shelf,
    assert_bibtex_is_harmless,
    assert_html_is_ours,
    assert_markdown_is_harmless,
    assert_nothing_acts,
    page,
)

from rag.answer import Answer
from rag.commands.terminal import show_answer
from rag.export.latex import typeset
from rag.export.markdown import harmless
from rag.types import Citation, Sentence, Status, Verdict
from ui.export import to_bibtex, to_markdown
from ui.render import current
from ui.session import Turn


@pytest.fixture(scope="module")
def answers(shelf: Shelf) -> dict[str, Answer]:
    """What the extractive writer says to each question."""
    chat = shelf.chat()
    return {question: chat.ask(question) for place in PLACES for question in (asked_about(place), asked_beside(place))}


@pytest.mark.parametrize("place", PLACES)
def test_a_question_about_a_hostile_paper_gets_its_finding(place: int, answers: dict[str, Answer]) -> None:
    found = answers[asked_about(place)]
    assert f"{BASE + place}%" in found.text
    assert {citation.paper_id for citation in found.citations} == {f"hostile-{place}"}


@pytest.mark.parametrize("place", PLACES)
def test_a_question_beside_a_hostile_paper_gets_the_other_papers_finding(
    place: int, answers: dict[str, Answer]
) -> None:
    found = answers[asked_beside(place)]
    assert str(300 + place) in found.text
    assert "PWNED" not in found.text
    assert {citation.paper_id for citation in found.citations} == {f"plain-{place}"}
    assert f"hostile-{place}" in {paper.paper_id for paper in found.retrieved}


def test_what_is_shown_of_hostile_papers_acts_nowhere(
    shelf: Shelf, answers: dict[str, Answer], capsys: pytest.CaptureFixture[str]
) -> None:
    chat = shelf.chat()
    for found in answers.values():
        assert_nothing_acts(found, chat, capsys)


def test_a_whole_hostile_paper_acts_nowhere_even_if_it_was_never_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    for place in PLACES:
        paper = hostile(place)
        cited = Citation(1, paper.id, paper.title, paper.authors, paper.url, paper.abstract, 0, len(paper.abstract),
                         Verdict.QUOTED)  # fmt: skip
        sentence = Sentence(paper.abstract, (1,), Verdict.PARTLY, note=paper.abstract)
        text = f"{paper.abstract} [1]"
        found = Answer(paper.title, paper.abstract, Status.PARTIAL, paper.abstract, text, (sentence,), (cited,))
        show_answer(found)
        assert not ACTING.search(capsys.readouterr().out.replace("\n", ""))
        html = current(Turn(found.question, answer=found), 1, lambda _, paper=paper: paper)  # type: ignore[misc]
        assert_html_is_ours(html)
        assert_markdown_is_harmless(to_markdown([found]), found)
        assert_bibtex_is_harmless(to_bibtex([found]), found)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        (r"$\frac{a}{b} \to \infty$ and \textbf{R\&D}", r"$\frac{a}{b} \to \infty$ and \textbf{R\&D}"),
        (r"M\"uller \'{E}tude \alpha 5%", r"M\"uller \'{E}tude \alpha 5\%"),
        (r"\input{x}", r"\textbackslash input{x}"),
        (r"$\write18{x}$ \INPUT", r"$\backslash write18{x}$ \textbackslash INPUT"),
        (r"^^5cinput", "^ ^5cinput"),
    ],
)
def test_a_title_sets_type_in_latex_and_does_nothing_else(title: str, written: str) -> None:
    assert typeset(title) == written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[x](http://a.b)", "[x]\\(http://a.b)"),
        ("![x](http://a.b)", "\\![x]\\(http://a.b)"),
        ("[1]: http://a.b", "\\[1]: http://a.b"),
        ("p < 0.05 and <b>", "p < 0.05 and &lt;b>"),
        ("It is so. [1]", "It is so. [1]"),
    ],
)
def test_markdown_of_a_text_links_nowhere(text: str, shown: str) -> None:
    assert harmless(text) == shown


def test_an_address_that_acts_is_no_link(shelf: Shelf) -> None:
    (place,) = (place for place, attack in enumerate(ATTACKS) if attack.kind == "an address that acts")
    chat = shelf.chat()
    found = chat.ask(asked_about(place))
    citation = replace(found.citations[0], url="javascript:alert(1)")
    html = page(replace(found, citations=(citation,)), chat)
    assert "<a " not in html.split('class="abstract"')[0]
    assert "javascript" not in replace(found, citations=(citation,)).to_markdown()
