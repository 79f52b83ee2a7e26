"""Titles that a question holds: quoted, or in capitals."""

from __future__ import annotations

import pytest

from rag.language.titles import absent_titles, titles

ABSTRACT = "Attention heads that are inactive. We evaluate pretrained models and identify heads that do nothing."


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ('In "the price of keeping models honest", who pays?', ("the price of keeping models honest",)),
        ("Quantile Advantage Estimation replaces what with what?", ("Quantile Advantage Estimation",)),
        (
            "what does Theory of Scaling Laws for In-Context Regression find?",
            ("Theory of Scaling Laws for In-Context Regression",),
        ),
        ("Expert Divergence Learning, in one sentence", ("Expert Divergence Learning",)),
        ("What Is New In Online Rounding?", ()),  # capitals throughout tell nothing
        ("HOW DO INACTIVE HEADS BEHAVE", ()),
        ("Which of MemAgent and NeuralOS is larger?", ()),
        ("don't you know what 'it' is, and what 'that' does?", ()),
        ("", ()),
    ],
)
def test_what_is_quoted_or_in_capitals_is_a_title(question: str, found: tuple[str, ...]) -> None:
    assert titles(question) == found


def test_a_title_is_absent_when_a_text_lacks_its_words() -> None:
    assert absent_titles("Quantile Advantage Estimation replaces what?", ABSTRACT) == ["Quantile Advantage Estimation"]


def test_a_title_whose_words_a_text_holds_is_its_own_in_any_form() -> None:
    assert absent_titles('who wrote "Identifying Inactive Attention Heads"?', ABSTRACT) == []
