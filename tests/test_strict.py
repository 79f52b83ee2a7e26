"""Strict answers: what is not supported is struck out, stays to be seen, and is no part of the answer."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_answer import Saying

from rag.answer import Answer
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.cite import cite
from rag.export.plaintext import readable
from rag.outcome import shortcoming, text_with_markers
from rag.pipeline import Pipeline, Voices
from rag.strike import strike
from rag.types import Draft, Paper, Status, Verdict
from rag.verify import verify

PAPER = Paper("halver", "Halver", "We halve the training time. It falls by 49.5%.")
SOUND, WRONG, LOOSE, LOST = "It trains faster [1].", "It falls by 77% [1].", "It is nice.", "It is known [9]."


def struck(words: str, *, cut_off: bool = False) -> tuple[str, str]:
    """The text and the reason of a strict answer."""
    cited = cite(Draft(words, cut_off=cut_off), (PAPER,), {})
    checked = strike(verify(cited))
    return text_with_markers(cited, checked), shortcoming(cited, checked)


def test_a_struck_sentence_stays_where_it_was_between_its_signs() -> None:
    text, reason = struck(f"{SOUND} {WRONG} We halve the training time [1].")
    assert text == "It trains faster. [1] ~~It falls by 77%.~~ [1] We halve the training time. [1]"
    assert reason == ("One of three sentences was struck out: it says something that its cited abstract does not hold.")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (f"{SOUND} {LOOSE}", "One of two sentences was struck out: it carries no citation."),
        (f"{SOUND} {LOST}", "One of two sentences was struck out: it cites a source that does not exist."),
        (
            f"{SOUND} {WRONG} It rises by 88% [1].",
            "Two of three sentences were struck out: they say something that their cited abstracts do not hold.",
        ),
        (
            f"{SOUND} {WRONG} {LOOSE}",
            "Two of three sentences were struck out: one of them says something that its cited abstract does not hold,"
            " one of them carries no citation.",
        ),
        (WRONG, "The only sentence was struck out: it says something that its cited abstract does not hold."),
        (f"{LOOSE} It is quick.", "Both sentences were struck out: they carry no citation."),
        (SOUND, ""),
    ],
)
def test_the_reason_says_how_many_were_struck_and_why(words: str, reason: str) -> None:
    assert struck(words)[1] == reason


def test_an_answer_that_was_cut_off_says_both() -> None:
    reason = struck(f"{WRONG} {SOUND} And it", cut_off=True)[1]
    assert reason.startswith("Two of three sentences were struck out: ")
    assert reason.endswith(" The answer was cut off at the model's length limit.")


@settings(deadline=None)
@given(st.lists(st.sampled_from(["~~", "~", "It falls by 77%", "\n", "a", "-", "*"]), max_size=8).map(" ".join))
def test_no_words_of_a_struck_sentence_end_its_striking(words: str) -> None:
    text, _ = struck(f"{words} falls by 77% [1].")
    inside = re.findall(r"~~(.*?)~~", text, re.DOTALL)
    assert "~" not in re.sub(r"~~.*?~~", "", text, flags=re.DOTALL) or not inside
    assert text.count("~~") == 2 * len(inside)


def test_what_is_struck_out_is_seen_on_a_terminal_too() -> None:
    assert readable("~~It falls by $77\\%$.~~ [1] After ~5 hours") == "~~It falls by 77%.~~ [1] After ~5 hours"


def hear(assembly: Assembly, words: str, *, strict: bool = True) -> Answer:
    pipeline = Pipeline(
        assembly.search(), assembly.reader(), Voices(Saying(words)), embedding="minilm", top_k=6, strict=strict
    )
    return PaperChat(pipeline, assembly.settings).ask("What does MemAgent do?")


def test_a_strict_answer_with_a_struck_sentence_is_partial(shipped_assembly: Assembly) -> None:
    found = hear(shipped_assembly, "MemAgent reads text in segments [1]. MemAgent reads 123456 segments [1].")
    assert found.status is Status.PARTIAL
    assert [sentence.struck for sentence in found.sentences] == [False, True]
    assert found.text.endswith("~~MemAgent reads 123456 segments.~~ [1]")
    assert "~~MemAgent reads 123456 segments.~~ [1]" in found.to_markdown()
    assert f"_{found.reason}_" in found.to_markdown()


def test_when_nothing_is_left_there_is_no_answer_and_the_struck_words_are_seen(shipped_assembly: Assembly) -> None:
    found = hear(shipped_assembly, "MemAgent reads 123456 segments [1].")
    assert found.status is Status.NO_ANSWER
    assert found.text == "~~MemAgent reads 123456 segments.~~ [1]"
    assert found.reason.startswith("The only sentence was struck out: ")
    assert [citation.number for citation in found.citations] == [1]
    assert "~~MemAgent reads 123456 segments.~~" in found.to_markdown()
    assert f"_{found.reason}_" in found.to_markdown()


def test_without_strict_nothing_is_struck(shipped_assembly: Assembly) -> None:
    found = hear(shipped_assembly, "MemAgent reads 123456 segments [1].", strict=False)
    assert (found.status, found.sentences[0].struck) == (Status.PARTIAL, False)
    assert found.sentences[0].verdict is Verdict.UNSUPPORTED
    assert "~~" not in found.text
