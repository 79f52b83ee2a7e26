"""Sentences are spans of the text: nothing is lost, nothing is cut in the middle."""

from __future__ import annotations

import re
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


HARD = [
    # abbreviations, in English, German and French
    "As shown by Kim et al. (2024), it works. ¦ So it does.",
    "Methods such as [3], cf. Table 2, fail. ¦ Others hold.",
    "It is fast, i.e. linear. ¦ It is small, e.g. 3 MB.",
    "It beats A vs. B by a lot. ¦ Then it stops.",
    "See Fig. 2, Sec. 3 and Tab. 4. ¦ They agree.",
    "We train approx. 3 models. ¦ Each is small.",
    "It holds for i.i.d. data. ¦ It fails elsewhere.",
    "It needs no. 5 of these. ¦ The answer is no. ¦ We ask on.",
    "Dr. Smith and Prof. Jones agree. ¦ Mr. Brown does not.",
    "Das gilt z. B. für Bäume. ¦ Es gilt nicht immer.",
    "Das gilt z.B. Modellen. ¦ Andere folgen.",
    "Das ist d. h. Lernen ohne Daten. ¦ Es lernt.",
    "Siehe Abb. 2 bzw. Tab. 3. ¦ Beide zeigen es.",
    "Es nutzt Äpfel, Birnen usw. ¦ Der Rest fehlt.",
    "Am 3. Mai begann es. ¦ Es endete am 12. Januar 2025.",
    "C'est rapide, p. ex. en mémoire. ¦ Il est petit.",
    "Il a env. 3 Go. ¦ C'est peu.",
    "It was led by J. R. R. Tolkien. ¦ He agreed.",
    "It uses the U.S. census. ¦ It is large.",
    "Pears, apples, etc. are used. ¦ Others are not.",
    # numbers, addresses, names of files
    "It gains 3.5 points and 1,000.25 more. ¦ It stops.",
    "Version 2.0.1 came. ¦ Version 3 follows.",
    "See https://example.org/a.b?c=d. ¦ It is there.",
    "The code is at github.com/a/b. ¦ Data are not.",
    "Write to a.b@c.org. ¦ They answer.",
    "Open the file model.py first. ¦ Then run it.",
    "It costs $5.50. ¦ The other costs $10.",
    "The p-value is <.05. ¦ It is low.",
    "It rose from .5 to .7 points. ¦ That is much.",
    "It used GPT-4.1 and Llama 3.1. ¦ Both fail.",
    # other signs that end a sentence
    "Really?! ¦ Yes.",
    "Wait… ¦ It goes on.",
    "It goes… and on. ¦ Then it stops.",
    "It ends... ¦ Then it starts.",
    "It asks “Why?” and leaves. ¦ Then it returns.",
    "“It works.” ¦ They said so.",
    "It works (it really does). ¦ Others fail.",
    "(It works!) ¦ Others fail.",
    "_Can it be aligned?_ ¦ It can.",
    "**It works.** ¦ It is new.",
    "It works!!! ¦ It is new.",
    "它很快。 ¦ 它很小！ ¦ 真的吗？ ¦ 是的。",
    "“它很快。” ¦ 它很小。",
    "これは速い｡ ¦ 小さい。",
    "¿Es rápido? ¦ ¡Sí!",
    # formulas and code
    "We use $f(x. Y) = 1. Z$ here. ¦ Next.",
    "For \\(a. B\\) it holds. ¦ Next.",
    "Call `model.fit(). Then` twice. ¦ Next.",
    "Run ```a. B\nc. D``` once. ¦ Next.",
    "Let $x$. ¦ Then $y$ holds.",
    # lists, headings, tables
    "Three parts:\n ¦ 1. One part\n ¦ 2. Another. ¦ It is new.\n ¦ 3. A third",
    "Parts:\n ¦ - one, e.g. this\n ¦ * two\n ¦ + three\n ¦ • four",
    "# Result\n ¦ It works. ¦ It is new.",
    "**Result**\n ¦ It works.",
    "**Result:** It works. ¦ It is new.",
    "| A | B |\n ¦ |---|---|\n ¦ | 1. One | 2 |\n ¦ It works.",
    "One line\nthat goes on. ¦ Another.",
    "A paragraph without a stop\n\n ¦ Another one",
    "Note 1. ¦ Note 2.",
    "It is so: a full stop. ¦ And a colon: no stop.",
]


@pytest.mark.parametrize("text", HARD)
def test_a_hard_text_is_cut_where_a_reader_would(text: str) -> None:
    cut = re.split(r" ?¦ ", text)
    wanted = [part.strip() for part in cut]
    joined = "".join(part if part.endswith("\n") or part[-1] in "。！？｡" else f"{part} " for part in cut)
    assert list(sentences(joined)) == wanted


def test_there_are_sixty_hard_texts() -> None:
    assert len(HARD) == len(set(HARD)) == 60


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
