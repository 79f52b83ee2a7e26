"""Ids of papers as people type them."""

from __future__ import annotations

import pytest

from rag.language.identifiers import arxiv_number, plain_id, typed_ids, with_ids


@pytest.mark.parametrize(
    "typed",
    ["2301.00010", "2301.00010v1", "2301.00010v12", "arXiv:2301.00010", "https://arxiv.org/abs/2301.00010v2"],
)
def test_all_ways_to_write_an_arxiv_id_name_the_same_paper(typed: str) -> None:
    assert plain_id(typed) == "2301.00010"


def test_other_ids_keep_every_letter_but_their_case() -> None:
    assert plain_id("pzFhtpkabh") == "pzfhtpkabh"
    assert plain_id("10.1000/x-1") == "10.1000/x-1"
    assert plain_id("1e5") == "1e5"
    assert arxiv_number("pzFhtpkabh") is None


def test_an_id_is_found_in_a_sentence_and_in_an_address() -> None:
    assert "2301.00010v2" in typed_ids("What does 2301.00010v2, if anything, say?")
    assert "hep-th/9901001" in typed_ids("Is hep-th/9901001 cited?")
    assert "pzFhtpkabh" in typed_ids("see https://openreview.net/forum?id=pzFhtpkabh")


def test_counts_and_english_words_are_no_ids() -> None:
    assert typed_ids("What are the top 3 methods of attention in 2026?") == ()


def test_a_long_line_of_signs_is_looked_through_once() -> None:
    assert typed_ids("-" * 200_000) == ()


def test_an_id_is_written_anew_where_it_stands_alone_only() -> None:
    text = with_ids("How do 2301.00001 and 2301.00001v1 differ?", {"2301.00001": "2301.00001v2"})
    assert text == "How do 2301.00001v2 and 2301.00001v1 differ?"
