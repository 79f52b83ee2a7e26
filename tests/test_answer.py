"""The verified answer as JSON, Markdown and BibTeX, and what the pipeline says of a doubtful one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database import parse_string

from rag.answer import Answer
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.pipeline import Pipeline, Voices
from rag.types import Citation, Draft, Evidence, Paper, Query, Ranked, Sentence, Status, Verdict
from rag.write.abstention import ABSTENTION

FIELDS = [
    "question", "standalone_question", "status", "reason", "text", "sentences", "citations", "retrieved",
    "nearest", "llm", "embedding", "usage", "seconds", "index", "where", "searched", "confidence", "judge", "stand_in",
]  # fmt: skip


def citation(number: int = 1, paper_id: str = "p1", title: str = "A Title", **more: object) -> Citation:
    values: dict[str, object] = {"authors": ("Ada Lovelace",), "url": "https://papers.example/a_b?x=1&y=%20", **more}
    quote = str(values.pop("quote", "It halves it."))
    return Citation(
        number,
        paper_id,
        title,
        quote=quote,
        start=0,
        end=len(quote),
        verdict=Verdict.QUOTED,
        **values,  # type: ignore[arg-type]
    )


def answer(*citations: Citation, text: str = "It halves it. [1]", **more: object) -> Answer:
    sentences = (Sentence("It halves it.", (1,), Verdict.QUOTED),)
    values: dict[str, object] = {"status": Status.ANSWERED, "reason": "", **more}
    return Answer("What?", "What?", text=text, sentences=sentences, citations=citations, **values)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Saying:
    """A writer that is shown what any writer is shown, and says what it was made to say."""

    words: str
    cut_off: bool = False
    name: str = "saying"
    attempts_thin_evidence: bool = True

    def sees(self, query: Query, evidence: Evidence) -> tuple[Paper, ...]:  # noqa: ARG002  the port's form
        return evidence.papers()

    def write(self, query: Query, evidence: Evidence) -> Iterator[Draft]:  # noqa: ARG002  the port's form
        for end in range(1, len(self.words)):
            yield Draft(self.words[:end])
        yield Draft(self.words, cut_off=self.cut_off, abstains=self.words == ABSTENTION)


@dataclass(frozen=True)
class Table:
    """The shipped papers, with a chair for any writer."""

    assembly: Assembly

    def hear(self, words: str, *, cut_off: bool = False, question: str = "What does MemAgent do?") -> Answer:
        pipeline = Pipeline(
            self.assembly.search(), self.assembly.reader(), Voices(Saying(words, cut_off)), embedding="minilm", top_k=6
        )
        return PaperChat(pipeline, self.assembly.settings).ask(question)


@pytest.fixture(scope="module")
def table(shipped_assembly: Assembly) -> Table:
    return Table(shipped_assembly)


def test_json_is_one_line_with_the_promised_names_in_order() -> None:
    line = answer(citation()).to_json()
    assert "\n" not in line
    assert list(json.loads(line)) == FIELDS
    assert list(json.loads(line)["citations"][0]) == [
        "number", "paper_id", "title", "authors", "url", "quote", "start", "end", "verdict",
    ]  # fmt: skip


def test_a_dict_holds_only_what_json_holds() -> None:
    found = answer(citation(), retrieved=(Ranked("p1", "A Title", 0.5),))
    assert found.to_dict() == json.loads(found.to_json())
    assert type(found.to_dict()["status"]) is str
    assert found.to_dict()["sentences"] == [
        {"text": "It halves it.", "citations": [1], "verdict": "quoted", "note": "", "struck": False}
    ]


def test_half_a_character_does_not_stop_an_answer_from_being_written() -> None:
    assert answer(text="let \ud835 be").to_json().encode("utf-8")
    assert answer(text="let \ud835 be").to_dict()["text"] == "let \ufffd be"


def test_markdown_has_question_answer_and_a_footnote_with_link_and_quote() -> None:
    assert answer(citation()).to_markdown() == (
        "**What?**\n\nIt halves it. [1]\n\n"
        "\\[1\\] [A Title](<https://papers.example/a_b?x=1&y=%20>), Ada Lovelace (quoted)\n\n"
        "> It halves it.\n"
    )


def test_markdown_says_what_is_wrong_with_a_partial_answer() -> None:
    shown = answer(citation(), status=Status.PARTIAL, reason="One sentence carries no citation.").to_markdown()
    assert "_One sentence carries no citation._" in shown


def test_markdown_of_a_greeting_is_the_greeting_alone(shipped_chat: PaperChat) -> None:
    greeting = shipped_chat.ask("Hello!")
    assert greeting.reason
    assert greeting.to_markdown() == f"**Hello!**\n\n{greeting.text}\n"


def test_markdown_of_a_refusal_gives_the_reason_and_the_nearest_papers() -> None:
    shown = answer(
        text="", status=Status.NO_ANSWER, reason="The papers hold nothing on this.", nearest=(Ranked("n", "Near", 0.2),)
    ).to_markdown()
    assert "The papers hold nothing on this." in shown
    assert "- Near\n" in shown


def test_markdown_brings_no_html_and_no_picture_with_it() -> None:
    shown = answer(
        citation(
            title="A <img src=x> [T]", url="javascript:alert(1)", quote="<style>b{}</style>\n![x](http://e.example/)"
        ),
        text="![x](http://e.example/?q=SECRET) is p < 0.05 [1]",
    ).to_markdown()
    assert "<img" not in shown
    assert "<style" not in shown
    assert "javascript" not in shown
    assert "![" not in shown.replace("\\!", "")
    assert "p < 0.05" in shown
    assert "> &lt;style>b{}&lt;/style>\n> " in shown


def test_bibtex_has_an_entry_for_every_cited_paper() -> None:
    (entry,) = parse_string(answer(citation()).to_bibtex(), "bibtex").entries.values()
    assert entry.fields["title"] == "A Title"
    assert entry.fields["url"] == "https://papers.example/a_b?x=1&y=%20"
    assert [str(person) for person in entry.persons["author"]] == ["Lovelace, Ada"]


def test_bibtex_is_empty_when_nothing_is_cited() -> None:
    assert answer().to_bibtex() == ""


@pytest.mark.parametrize(
    "name", ["Ali, B., C, D, E", "Li and Sons", "and", "Guibin {Zhang", 'O\'Neil "Al" }{', "Müller, J."]
)
def test_bibtex_takes_any_name_as_one_author(name: str) -> None:
    (entry,) = parse_string(answer(citation(authors=(name, "Ada Lovelace"))).to_bibtex(), "bibtex").entries.values()
    assert len(entry.persons["author"]) == 2


def test_bibtex_keys_are_safe_and_no_two_are_alike() -> None:
    ids = ["2301.00010", "a b", "a,b", "A-b", "{x}", "論文", "", "hep-th/9901001"]
    written = answer(*(citation(place, paper_id) for place, paper_id in enumerate(ids, 1))).to_bibtex()
    keys = list(parse_string(written, "bibtex").entries)
    assert keys == ["2301.00010", "a-b", "a-b-2", "A-b-3", "x", "paper", "paper-2", "hep-th/9901001"]


def test_bibtex_escapes_what_latex_would_trip_over_and_leaves_formulas() -> None:
    (entry,) = parse_string(answer(citation(title="R&D: 5% of $x_1$")).to_bibtex(), "bibtex").entries.values()
    assert entry.fields["title"] == r"R\&D: 5\% of $x_1$"


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30), st.lists(st.text(max_size=20), max_size=3), st.text(max_size=30))
def test_no_paper_stops_its_answer_from_being_exported(paper_id: str, title: str, authors: list[str], url: str) -> None:
    found = answer(citation(1, paper_id, title, authors=tuple(authors), url=url), citation(2, paper_id + "x"))
    assert len(parse_string(found.to_bibtex(), "bibtex").entries) == 2
    assert found.to_markdown()
    assert json.loads(found.to_json())


def test_every_shipped_paper_can_be_written_as_bibtex(shipped_chat: PaperChat) -> None:
    papers = shipped_chat.papers()
    written = answer(*(citation(n, p.id, p.title, authors=p.authors, url=p.url) for n, p in enumerate(papers, 1)))
    assert len(parse_string(written.to_bibtex(), "bibtex").entries) == len(papers)


def test_a_sound_answer_is_answered_without_a_reason(table: Table) -> None:
    found = table.hear("MemAgent reads text in segments and updates a memory [1].")
    assert (found.status, found.reason) == (Status.ANSWERED, "")


def test_an_answer_without_any_marker_is_warned_of(table: Table) -> None:
    found = table.hear("MemAgent reads text in segments. It updates a memory.")
    assert found.status is Status.PARTIAL
    assert found.reason == "The answer carries no citation, so nothing in it can be checked."
    assert [sentence.verdict for sentence in found.sentences] == [Verdict.UNCITED, Verdict.UNCITED]
    assert found.citations == ()


def test_one_sentence_without_a_marker_is_counted(table: Table) -> None:
    found = table.hear("MemAgent reads text in segments [1]. It updates a memory.")
    assert (found.status, found.reason) == (Status.PARTIAL, "One sentence carries no citation.")


def test_a_marker_that_points_nowhere_stays_visible_and_is_warned_of(table: Table) -> None:
    found = table.hear("MemAgent reads text in segments [1][77].")
    assert found.status is Status.PARTIAL
    assert found.text.endswith("[1][77]")
    assert [sentence.verdict for sentence in found.sentences] == [Verdict.INVALID]
    assert [citation.number for citation in found.citations] == [1]


def test_a_number_that_no_abstract_gives_is_warned_of(table: Table) -> None:
    found = table.hear("MemAgent reads 123456 segments [1].")
    assert found.status is Status.PARTIAL
    assert "does not hold" in found.reason


def test_an_answer_that_was_cut_off_says_so(table: Table) -> None:
    found = table.hear("MemAgent reads text in [1]", cut_off=True)
    assert (found.status, found.reason) == (Status.PARTIAL, "The answer was cut off at the model's length limit.")


@pytest.mark.parametrize("words", ["NOT IN THE PAPERS", "  \n", ""])
def test_a_writer_that_abstains_gives_a_refusal_without_footnotes(table: Table, words: str) -> None:
    found = table.hear(words)
    assert found.status is Status.NO_ANSWER
    assert found.reason
    assert (found.text, found.citations, found.sentences) == ("", (), ())


@pytest.mark.parametrize("words", ["[1]", "[1] [77]", "…"])
def test_a_writer_that_says_only_markers_gives_a_refusal(table: Table, words: str) -> None:
    found = table.hear(words)
    assert found.status is Status.NO_ANSWER
    assert (found.text, found.citations) == ("", ())
