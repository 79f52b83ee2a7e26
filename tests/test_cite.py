"""Cutting a draft into sentences and resolving its markers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.assemble import shipped
from rag.cite import cite
from rag.language.sentences import sentence_spans
from rag.papers import read_papers
from rag.types import CitedAnswer, Draft, Paper

SHELF = tuple(Paper(f"p{n}", f"Title {n}", f"Abstract {n} says that values lie in [1, 2].") for n in range(1, 13))

texts = st.text(max_size=300)
tricky = st.lists(
    st.sampled_from(
        [
            "[1]", "[2]", "[13]", "[0, 1]", "[1, 2]", "[1-3]", "【1】", "【2†L1】", "[^1]", "[Source 2]", "[", "]",
            ".", "?", " ", "\n", "\n\n", "- ", "1. ", "$", "$x[1]$", "`a[1]`", "\\(", "\\)", "It halves time", "We",
            "\ud835", "e.g.", "42", "(", ")", "“", "”", "according to ", "！", "١", "ﬁ", "[999]", "[1000]", "and", ",",
            "(1)", "(2, 3)", "¹", "⁽¹⁾", "［１］", "[[1]]", "[1](http://a.b/c)", "<sup>1</sup>", "^", "```", "| ", " |",
            "# ", "**", "Sources:", "References\n", "[1]: ", "(source 1)", "Title 1", "。", "1]", "[1", "\u2028",
        ]
    ),
    max_size=30,
).map("".join)  # fmt: skip
papers = st.lists(
    st.builds(Paper, id=st.text(max_size=3), title=st.text(max_size=10), abstract=st.text(max_size=60)),
    max_size=5,
)


def cited(text: str, sources: tuple[Paper, ...] = SHELF, **numbers: int) -> CitedAnswer:
    return cite(Draft(text), sources, numbers)


def read(text: str, sources: tuple[Paper, ...] = SHELF) -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    return [(item.text, item.numbers, item.invalid) for item in cited(text, sources).sentences]


@settings(deadline=None)
@given(texts | tricky, papers)
def test_any_text_over_any_sources_gives_a_cited_answer(text: str, sources: list[Paper]) -> None:
    answer = cite(Draft(text), sources, {})
    assert all(item.text.strip() for item in answer.sentences)
    assert {number for item in answer.sentences for number in item.numbers} <= set(answer.numbered)
    assert all(paper in sources for paper in answer.numbered.values())


@settings(deadline=None)
@given(tricky)
def test_numbers_run_from_one_in_reading_order(text: str) -> None:
    answer = cited(text)
    read_in_order = list(dict.fromkeys(number for item in answer.sentences for number in item.numbers))
    if sorted(answer.numbered) == sorted(read_in_order):  # every marker found a sentence to belong to
        assert read_in_order == list(range(1, len(read_in_order) + 1))


@settings(deadline=None)
@given(tricky)
def test_a_sentence_cites_a_number_at_most_once(text: str) -> None:
    for item in cited(text).sentences:
        assert len(set(item.numbers)) == len(item.numbers)
        assert len(set(item.invalid)) == len(item.invalid)


words = st.lists(
    st.sampled_from(
        [
            "αβγ", "δ", "Ωμέγα", "Ж", "слово", "4711", "2026", "1000", " ", ". ", "\n", "\n\n", "? ", ", ", "- ", "| ",
            "[1]", "[2, 3]", "[13]", "(1)", "¹", "【1】", "［２］", "[[1]]", "[1](http://a.b)", "(source 2)", "$", "`",
            "# ", "[", "]", "(", ")", "Sources:", "\n[1] ", "<sup>1</sup>", "\\[", "\\]", "e.g. ", "x[1]", "“", "”",
        ]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@settings(deadline=None)
@given(words, st.integers(0, 12))
def test_no_word_and_no_number_of_a_draft_is_lost(text: str, count: int) -> None:
    kept = " ".join(item.text for item in cite(Draft(text), SHELF[:count], {}).sentences)
    foreign = r"[^\W\d_a-zA-Z¹]|(?<!\d)(?:4711|2026|1000)(?!\d)"  # what can be no part of a marker
    assert re.findall(foreign, kept) == re.findall(foreign, text)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_of_a_text_without_brackets_every_letter_is_kept(text: str) -> None:
    plain = "".join(character for character in text if not character.isdigit() and character not in "[]()【】<>#|")
    kept = "".join(item.text for item in cited(plain).sentences)
    assert [c for c in kept if c.isalpha()] == [c for c in plain if c.isalpha()]


@settings(deadline=None)
@given(tricky | words, st.integers(0, 12))
def test_what_is_cited_is_one_of_the_sources_that_were_there(text: str, count: int) -> None:
    answer = cite(Draft(text), SHELF[:count], {})
    assert set(answer.numbered.values()) <= set(SHELF[:count])
    assert all(int(written.strip("[]")) > count for item in answer.sentences for written in item.invalid)


@settings(deadline=None)
@given(tricky)
def test_a_draft_is_cited_the_same_however_it_came(text: str) -> None:
    drafts = [Draft(text[:end]) for end in range(1, len(text) + 1)] or [Draft("")]
    assert [cite(draft, SHELF, {}) for draft in drafts][-1] == cite(Draft(text), SHELF, {})


@pytest.mark.parametrize(
    "marker",
    [
        "[1][2]",
        "[1] [2]",
        "[1, 2]",
        "[1; 2]",
        "[1-2]",
        "[1–2]",
        "【1】【2】",
        "[1] and [2]",
        "[1 and 2]",
        "[1 & 2]",
        "[source 1, source 2]",
        "[Paper 1; Paper 2]",
        "[Sources: 1, 2]",
        "[[1], [2]]",
        "[[1]][[2]]",
        "［１，２］",
        "(sources 1 and 2)",
        "(see [1, 2])",
        "([1], [2])",
        "[1](https://a.org/b)[2](https://a.org/c)",
        "<sup>1</sup><sup>2</sup>",
        "<sup>1, 2</sup>",
        "⁽¹⁾⁽²⁾",
        "^[1]^[2]",
        "(1, 2)",
        "(1) (2)",
        "`[1]` `[2]`",
        "[1,2]",
    ],
)
def test_every_way_of_writing_two_markers_cites_two_papers(marker: str) -> None:
    assert read(f"It halves the time {marker}.") == [("It halves the time.", (1, 2), ())]


@pytest.mark.parametrize(
    "marker",
    [
        "[1]",
        "[ 1 ]",
        "【1】",
        "【1†L3-L5】",
        "[^1]",
        "[Source 1]",
        "[paper 1]",
        "[1][1]",
        "[1, 1]",
        "[[1]]",
        "^[1]",
        "[1]^",
        "<sup>1</sup>",
        "<sup>[1]</sup>",
        "⁽¹⁾",
        "[¹]",
        "［１］",
        "[１]",
        "〔1〕",
        "(1)",
        "（1）",
        "(source 1)",
        "(Source: 1)",
        "(see source 1)",
        "(see [1])",
        "[1](https://a.org/x?y=z)",
        "[[1]](#fn1)",
        "**[1]**",
        "`[1]`",
        "$^{[1]}$",
        r"\[1\]",
        "[Source: 1]",
        "[#1]",
        "[Ref. 1]",
        "[Quelle 1]",
        "[来源1]",
        "[document 1]",
    ],
)
def test_every_way_of_writing_one_marker_cites_one_paper(marker: str) -> None:
    assert read(f"It halves the time {marker}.") == [("It halves the time.", (1,), ())]


def test_a_range_of_markers_is_counted_out() -> None:
    assert read("They all halve it [1-4].") == [("They all halve it.", (1, 2, 3, 4), ())]


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


def test_a_number_beyond_the_sources_is_an_invalid_marker_that_stays() -> None:
    assert read("It halves it [1] [12] [13] [112].") == [("It halves it.", (1, 2), ("[13]", "[112]"))]


def test_one_marker_inside_another_is_not_touched() -> None:
    assert read("A [12].") == [("A.", (1,), ())]
    assert cited("A [12].").numbered == {1: SHELF[11]}


def test_an_interval_from_zero_and_a_year_are_no_markers() -> None:
    assert read("Gains lie in [0, 1] since [2024] [1].") == [("Gains lie in [0, 1] since [2024].", (1,), ())]


@pytest.mark.parametrize(
    "words",
    ["The term $x[1]$ grows.", "Call `run[1]` twice.", r"For \(a[2] + b\) it holds.", "$$y[1]$$ is it."],
)
def test_brackets_in_formulas_and_code_are_no_markers(words: str) -> None:
    assert read(words) == [(words, (), ())]


@pytest.mark.parametrize(
    "words",
    [
        "The entries a[1] and x[2] grow.", "The list rows_of[1] grows.", "Values in the range [1, 5] grow.",
        "Run ```f. G[1]``` twice.", "As in (1) it grows.", "By step (2).", "It has parts: (1) one, (2) two.",
        "See Fig. (1).", "It is f(1).", "It is 3 m².", "It is the R¹.", "It is 10².", "It grows (7000).",
        "Since [2024] it grows.", "It grows 1].", "It grows [1.", "It grows [Kim et al., 2024].", "It grows [one].",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_marker_stays_text(words: str) -> None:
    assert [item.numbers for item in cited(words).sentences] == [()]
    assert [item.text for item in cited(words).sentences] == [words]


@pytest.mark.parametrize(
    "draft", ["It halves it (1). It is new (2).", "It halves it. (1) It is new. (2)", "It halves it.¹ It is new.²",
              "It halves it¹. It is new²."]
)  # fmt: skip
def test_other_signs_are_markers_where_all_of_them_end_a_sentence(draft: str) -> None:
    assert read(draft) == [("It halves it.", (1,), ()), ("It is new.", (2,), ())]


def test_other_signs_are_no_markers_beside_true_ones_nor_where_they_count() -> None:
    assert read("It halves it (2). It is new [1].")[0] == ("It halves it (2).", (), ())
    assert [numbers for _, numbers, _ in read("(1) It halves it. (2) It is new.")] == [(), ()]
    assert [numbers for _, numbers, _ in read("Two parts. (1) It halves it. (2) It is new.")] == [(), (), ()]
    assert [numbers for _, numbers, _ in read("By (1) it halves it (2).")] == [()]


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


@pytest.mark.parametrize("text", ["[1]" * 30_000, "[1]\n" * 30_000, "(1) " * 30_000, "[" * 90_000, "[[1]" * 20_000,
                                  "| a [1] |\n" * 9_000, "Sources:\n" * 9_000, "[1](http://" * 9_000])  # fmt: skip
def test_any_long_text_is_cited_in_the_end(text: str) -> None:
    assert cited(text).usage == Draft("").usage


def test_dollar_amounts_do_not_hide_the_marker_between_them() -> None:
    assert read("It costs $5 [1] and saves $10 [2].") == [("It costs $5 and saves $10.", (1, 2), ())]


def test_brackets_of_the_sources_own_words_are_no_markers() -> None:
    quoted = "Abstract 3 says that values lie in [1, 2]."
    assert read(f"{quoted} [3]") == [(quoted, (1,), ())]


def test_brackets_around_a_marker_go_with_it() -> None:
    assert read("It halves it ([1]). It is new (see [2, 3]).") == [
        ("It halves it.", (1,), ()),
        ("It is new.", (2, 3), ()),
    ]
    assert read("Call f() twice [1].") == [("Call f() twice.", (1,), ())]


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
