"""Which signs are markers, in all the forms in which models write them, and which are not."""

from __future__ import annotations

import pytest

from rag.cite import cite
from rag.types import CitedAnswer, Draft, Paper

SHELF = tuple(Paper(f"p{n}", f"Title {n}", f"Abstract {n} says that values lie in [1, 2].") for n in range(1, 13))


def cited(text: str, sources: tuple[Paper, ...] = SHELF, **numbers: int) -> CitedAnswer:
    return cite(Draft(text), sources, numbers)


def read(text: str, sources: tuple[Paper, ...] = SHELF) -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    return [(item.text, item.numbers, item.invalid) for item in cited(text, sources).sentences]


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
