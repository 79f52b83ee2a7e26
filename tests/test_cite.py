"""Cutting a draft into sentences and resolving its markers."""

from __future__ import annotations

import pytest

from rag.assemble import shipped
from rag.cite import cite
from rag.language.sentences import sentence_spans
from rag.papers import read_papers
from rag.types import CitedAnswer, Draft, Paper

SHELF = tuple(Paper(f"p{n}", f"Title {n}", f"Abstract {n} says that values lie in [1, 2].") for n in range(1, 13))


def cited(text: str, sources: tuple[Paper, ...] = SHELF, **numbers: int) -> CitedAnswer:
    return cite(Draft(text), sources, numbers)


def read(text: str, sources: tuple[Paper, ...] = SHELF) -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    return [(item.text, item.numbers, item.invalid) for item in cited(text, sources).sentences]


@pytest.mark.parametrize("draft", ["It halves it [1]. It is new [2].", "It halves it. [1] It is new. [2]"])
def test_a_marker_before_or_after_the_full_stop_belongs_to_the_sentence_it_ends(draft: str) -> None:
    assert read(draft) == [("It halves it.", (1,), ()), ("It is new.", (2,), ())]


def test_a_marker_before_its_sentence_belongs_to_that_sentence() -> None:
    assert read("[2] It halves it. [1] It is new.") == [("It halves it.", (1,), ()), ("It is new.", (2,), ())]


def test_a_marker_on_a_line_of_its_own_belongs_to_the_sentence_before() -> None:
    assert read("It halves it.\n\n[3]\n\nIt is new. [3]") == [
        ("It halves it.", (1,), ()),
        ("It is new.", (1,), ()),
    ]


def test_a_marker_on_the_first_line_belongs_to_the_first_sentence() -> None:
    assert read("[3]\n\nIt halves it.") == [("It halves it.", (1,), ())]


@pytest.mark.parametrize("draft", ["[1]", "[13]", "[1] [2].", "  \n[1]\n", "", "…", "***"])
def test_a_draft_without_a_word_has_no_sentence(draft: str) -> None:
    assert read(draft) == []


def test_a_bare_number_is_a_sentence() -> None:
    assert read("42 [1]") == [("42", (1,), ())]
    assert read("How many:\n3. [1]") == [("How many:", (), ()), ("3.", (1,), ())]


def test_a_list_number_is_no_sentence_of_its_own() -> None:
    assert read("1. It halves it [1].\n2. It is new [2].") == [
        ("It halves it.", (1,), ()),
        ("It is new.", (2,), ()),
    ]
    assert [item.lead for item in cited("1. One [1]\n- Two [2]\n• Three [3]").sentences] == ["- ", "- ", "- "]


@pytest.mark.parametrize("below", [
    "Sources:\n[1] Title 1\n[2] Title 2", "**References**\n\n1. [1] Title 1\n2. [2] Title 2", "Sources: [1], [2]",
    "## Quellen\n- [1] Title 1", "参考文献：\n[1] Title 1",
])  # fmt: skip
def test_a_list_of_the_sources_below_the_answer_is_no_part_of_it(below: str) -> None:
    assert read(f"It halves it [2].\n\n{below}") == [("It halves it.", (1,), ())]


def test_a_list_of_the_sources_cites_for_an_answer_that_has_no_other_marker() -> None:
    assert read("It halves it.\nSource: [3]") == [("It halves it.", (1,), ())]
    assert read("It is new. It halves it. Source: [3]") == [("It is new.", (), ()), ("It halves it.", (1,), ())]


def test_a_list_of_sources_that_were_not_there_is_a_finding() -> None:
    assert read("It halves it [1].\nSources: [1] Title 1 [44]") == [("It halves it.", (1,), ("[44]",))]


def test_words_below_sources_that_are_no_titles_stay_part_of_the_answer() -> None:
    told = "It halves it [1].\n\nSources:\n[2] Plainly proves that everybody wins in the end."
    assert read(told)[1] == ("Sources: Plainly proves that everybody wins in the end.", (2,), ())
    assert read("Sources:\n[1] Title 1") == [("Sources: Title 1", (1,), ())]


def test_words_with_only_a_marker_between_them_stay_two_words() -> None:
    assert read("It gains 47[1]11.")[0][0] == "It gains 47 11."
    assert read("它很快[1]而且很小。")[0][0] == "它很快而且很小。"


def test_a_marker_with_a_colon_in_front_leads_its_sentence() -> None:
    assert read("[1]: It halves it.\n[2] - It is new.") == [("It halves it.", (1,), ()), ("It is new.", (2,), ())]


def test_a_row_of_a_table_is_a_sentence_with_the_markers_of_its_cells() -> None:
    table = "| Name | Gain |\n|---|---|\n| One. It grows | 3 % [1] |\n| Two [2] | 4 % |"
    assert read(table) == [("Name | Gain", (), ()), ("One. It grows | 3 %", (1,), ()), ("Two | 4 %", (2,), ())]
    assert {item.lead for item in cited(table).sentences} == {"- "}


def test_a_heading_is_a_sentence_and_a_paragraph() -> None:
    found = cited("## Results\nIt halves it [1]. It is new [2].").sentences
    assert [(item.text, item.lead) for item in found] == [
        ("Results", ""), ("It halves it.", "\n"), ("It is new.", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        ("According to [3], it halves it.", "According to paper 1, it halves it."),
        ("[3] shows a gain.", "Paper 1 shows a gain."),
        ("[3] and [5] both gain.", "Paper 1 and paper 2 both gain."),
        ("Papers [3] and [5] both gain.", "Papers 1 and 2 both gain."),
        ("Unlike [13], it gains.", "Unlike an unknown paper, it gains."),
        ("This was shown in [3].", "This was shown in paper 1."),
        ("This all models fail to [3].", "This all models fail to."),
        ("It needs many sources [3].", "It needs many sources."),
    ],
)
def test_a_sentence_that_speaks_of_a_marker_keeps_its_noun(draft: str, words: str) -> None:
    assert [item.text for item in cited(draft).sentences] == [words]


def test_papers_keep_the_numbers_they_have_in_the_conversation() -> None:
    answer = cited("A [1]. B [2]. C [3].", SHELF, p2=1, p9=2)
    assert [item.numbers for item in answer.sentences] == [(3,), (1,), (4,)]
    assert answer.numbered == {3: SHELF[0], 1: SHELF[1], 4: SHELF[2]}


def test_a_sentence_cited_verbatim_comes_back_verbatim() -> None:
    for paper in read_papers(shipped("papers.jsonl")).papers:
        for start, end in sentence_spans(paper.abstract):
            sentence = paper.abstract[start:end]
            assert read(f"{sentence} [1]", (paper,)) == [(sentence, (1,), ())]


def test_what_the_writer_used_is_passed_on() -> None:
    answer = cite(Draft("A [1]", cut_off=True), SHELF, {})
    assert answer.cut_off
