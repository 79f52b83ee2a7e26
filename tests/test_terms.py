"""Words as search sees them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.language.terms import (
    camel_parts,
    content_words,
    fold,
    is_english,
    joined,
    looks_like_name,
    names,
    pieces,
    stem,
    stems,
    words,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Straße", "strasse"), ("Müller", "muller"), ("ﬁne", "fine"), ("ＡＢ", "ab"), ("É", "e"), ("İ", "i")],
)
def test_letters_are_folded_to_their_plain_form(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_any_text_can_be_taken_apart(text: str) -> None:
    for found in (*words(text), *stems(text), *content_words(text), *camel_parts(text), *names(text)):
        assert found
        assert not any(character.isspace() for character in found)
    assert is_english(text) in (True, False)


def test_forms_of_a_word_share_a_stem() -> None:
    assert len({stem(word) for word in ("reduce", "reduces", "reduced", "reducing")}) == 1
    assert stem("agents") == stem("agent")


def test_hyphenated_words_are_found_whole_and_in_parts() -> None:
    assert list(words("CoAct-1 uses chain-of-thought.")) == ["coact-1", "uses", "chain-of-thought"]
    assert pieces("coact-1") == ("coact1", "coact", "1")
    assert {"coact1", "coact"} <= set(stems("CoAct-1"))
    assert joined("CoAct‑1") == joined("coact1") == "coact1"


def test_parts_of_camel_case_words_are_found() -> None:
    assert set(camel_parts("SupervisorAgent")) == {stem("supervisor"), stem("agent")}
    assert list(camel_parts("plain words only")) == []


def test_content_words_leave_out_what_every_question_has() -> None:
    assert content_words("What does the paper say about token pruning?") == ("token", "pruning")
    assert content_words("What is it?") == ()
    assert content_words("pruning, pruning and 8 GPUs") == ("pruning", "8", "gpus")


@pytest.mark.parametrize("word", ["NeuralOS", "CoAct-1", "LoRA", "GPT-4", "MMLU", "Qwen3", "AgenTracer-8B", "p53"])
def test_names_look_like_names(word: str) -> None:
    assert looks_like_name(word)
    assert names(f"How good is {word} here?") == (word,)


@pytest.mark.parametrize("word", ["agents", "The", "chain-of-thought", "2026", "I", "well-known", "a"])
def test_ordinary_words_do_not_look_like_names(word: str) -> None:
    assert not looks_like_name(word)


@pytest.mark.parametrize(
    "text", ["How does NeuralOS work?", "NeuralOS", "", "results on ImageNet", "What about Die Hard?", "12 + 3 = ?"]
)
def test_english_and_unclear_questions_count_as_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Wie funktioniert NeuralOS und was ist das?",
        "Quels sont les résultats de la méthode?",
        "¿Qué es el método?",
        "这个方法如何工作",
        "Как это работает",
    ],
)
def test_questions_in_other_languages_are_noticed(text: str) -> None:
    assert not is_english(text)


@pytest.mark.parametrize("text", ["a" * 500_000, "^" * 1_000_000, "-a" * 200_000, "aB" * 200_000, "論" * 500_000])
def test_no_text_takes_longer_than_two_seconds(text: str) -> None:
    started = time.monotonic()
    list(stems(text))
    content_words(text)
    names(text)
    list(camel_parts(text))
    assert time.monotonic() - started < 2
