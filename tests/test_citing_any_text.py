"""Any text can be cited, however it came, and nothing of it is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.cite import cite
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


@pytest.mark.parametrize("text", ["[1]" * 30_000, "[1]\n" * 30_000, "(1) " * 30_000, "[" * 90_000, "[[1]" * 20_000,
                                  "| a [1] |\n" * 9_000, "Sources:\n" * 9_000, "[1](http://" * 9_000])  # fmt: skip
def test_any_long_text_is_cited_in_the_end(text: str) -> None:
    assert cited(text).usage == Draft("").usage
