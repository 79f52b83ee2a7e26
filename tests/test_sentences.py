"""Sentences are spans of the text: nothing is lost, nothing is cut in the middle."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.assemble import shipped
from rag.language.sentences import sentence_spans, sentences
from rag.papers import read_papers


@given(st.text() | st.text("Ab. \n!?$()[]'\"•-1"))
def test_every_character_but_white_space_lies_in_exactly_one_span(text: str) -> None:
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


@pytest.mark.parametrize(
    "text",
    [
        "One thing. | Another thing! | A third?",
        "It gains 3.5 points, i.e. a lot, e.g. on MMLU. | Then it stops.",
        "As J. Doe et al. show, it works. | We agree.",
        "See Fig. 3 and Eq. (2). | They differ.",
        "We use $a. B$ and $$x. Y$$ here. | Next.",
        "Call `f. G` now. | Next.",
        "It says “Stop.” | Then it goes on.",
        "(This is so.) | That is not.",
        "First paragraph\n\n | Second paragraph",
        "Items:\n | - one\n | - two",
        "它很快。 | 它很小。",
        "Wait... | What? | Yes.",
        "It uses apples, pears, etc. | The rest is lost.",
        "It costs $5. | The other costs $10.",
        "no capital. here either",
        "The rate is 99%. | 3 runs were made.",
    ],
)
def test_a_text_is_cut_where_a_reader_would(text: str) -> None:
    wanted = [part.strip() for part in text.split("|")]
    assert list(sentences(text.replace(" | ", " ").replace("| ", ""))) == wanted


@pytest.mark.parametrize("text", ["", " ", "\n\n\t"])
def test_a_blank_text_has_no_sentences(text: str) -> None:
    assert sentences(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "a" * 500_000, "." * 200_000, "$" * 50_000, "$a " * 50_000, "a. " * 50_000, "\\(" * 50_000, "\n" * 200_000,
        "`" * 50_000, "$a$. A " * 50_000, "\\[ a" * 50_000,
    ],
)  # fmt: skip
def test_no_text_takes_longer_than_two_seconds(text: str) -> None:
    started = time.monotonic()
    sentence_spans(text)
    assert time.monotonic() - started < 2


def test_the_sentences_of_the_shipped_abstracts_begin_and_end_as_sentences_do() -> None:
    for paper in read_papers(shipped("papers.jsonl")).papers:
        found = sentences(paper.abstract)
        assert len(found) >= 3
        assert sum(sentence[-1] in '.!?)"”}/' for sentence in found) >= len(found) - 1
        assert not any(sentence[0].islower() for sentence in found[1:])
