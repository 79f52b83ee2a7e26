"""Chunks: whole sentences, within the limit, covering the abstract, with ids that tell their words."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rag.assemble import shipped
from rag.index.chunks import MOST_TOKENS, chunk
from rag.language.sentences import sentence_spans
from rag.papers import read_papers
from rag.tokens import count_tokens
from rag.types import Paper

SHIPPED = read_papers(shipped("papers.jsonl")).papers
SENTENCES = st.lists(st.integers(1, 60), min_size=1, max_size=40).map(
    lambda sizes: " ".join(" ".join(["Word", *["thing"] * size]) + "." for size in sizes)
)


def paper(abstract: str) -> Paper:
    return Paper("p", "A title", abstract)


@settings(max_examples=60, deadline=None)
@given(SENTENCES | st.text(max_size=400), st.sampled_from([20, 50, MOST_TOKENS]))
def test_chunks_cover_every_sentence_once_in_order_and_are_made_of_whole_ones(abstract: str, most: int) -> None:
    spans = sentence_spans(abstract)
    chunks = chunk(paper(abstract), most_tokens=most)
    starts, ends = {start for start, _ in spans}, {end for _, end in spans}
    assert all(piece.start in starts and piece.end in ends for piece in chunks)
    assert [piece.start for piece in chunks] == sorted({piece.start for piece in chunks})
    covered = [place for piece in chunks for place in range(piece.start, piece.end)]
    assert len(covered) == len(set(covered))
    assert not "".join(abstract[place] for place in sorted(set(range(len(abstract))) - set(covered))).strip()


@settings(max_examples=60, deadline=None)
@given(SENTENCES, st.sampled_from([20, 50, MOST_TOKENS]))
def test_a_chunk_of_several_sentences_keeps_the_token_limit(abstract: str, most: int) -> None:
    for piece in chunk(paper(abstract), most_tokens=most):
        sizes = [count_tokens(piece.text[start:end]) for start, end in sentence_spans(piece.text)]
        assert len(sizes) == 1 or sum(sizes) <= most


def test_every_shipped_chunk_is_verbatim_within_the_limit_and_no_lone_scrap() -> None:
    for given_paper in SHIPPED:
        for piece in chunk(given_paper):
            assert piece.text == given_paper.abstract[piece.start : piece.end]
            assert 20 <= count_tokens(piece.text) <= MOST_TOKENS
            assert piece.embedded_text.startswith(given_paper.title)


def test_ids_are_unique_and_the_same_every_time() -> None:
    first = [piece.id for each in SHIPPED for piece in chunk(each)]
    assert first == [piece.id for each in SHIPPED for piece in chunk(replace(each))]
    assert len(first) == len(set(first))
    assert all(re.fullmatch(r".+:\d+-\d+:[0-9a-f]{10}", chunk_id) for chunk_id in first)


def test_an_id_changes_with_the_words_or_the_title_but_not_with_what_is_not_embedded() -> None:
    whole = paper("One thing. Another thing.")
    (piece,) = chunk(whole)
    assert chunk(replace(whole, authors=("Ann",), year=2026))[0].id == piece.id
    assert chunk(replace(whole, title="Other"))[0].id != piece.id
    assert chunk(replace(whole, abstract="One thing. Another thong."))[0].id != piece.id
    assert chunk(replace(whole, id="q"))[0].id != piece.id


def test_a_sentence_beyond_the_limit_stays_whole() -> None:
    (piece,) = chunk(paper("word " * 999 + "end."), most_tokens=50)
    assert piece.text.endswith("end.")


def test_special_tokens_are_ordinary_words() -> None:
    (piece,) = chunk(paper("The <|endoftext|> token. The [SEP] token."))
    assert "<|endoftext|>" in piece.text


def test_a_blank_abstract_has_no_chunks() -> None:
    assert chunk(paper(" \n ")) == ()
