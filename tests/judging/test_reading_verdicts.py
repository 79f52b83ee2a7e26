"""What a judge says is read, or is no verdict: never a wrong one, never a crash."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rag.judging.reading import read_rulings
from rag.types import Verdict

SUPPORTED, PARTLY, UNSUPPORTED = Verdict.SUPPORTED, Verdict.PARTLY, Verdict.UNSUPPORTED
WORDS = {
    SUPPORTED: ["supported", "SUPPORTED", "Fully supported", "**Supported**"],
    PARTLY: ["partly", "partially supported", "Partly supported", "not fully supported", "mostly supported"],
    UNSUPPORTED: ["unsupported", "not supported", "NOT_SUPPORTED", "Unsupported", "contradicted"],
}


def verdicts(text: str, count: int = 1) -> list[Verdict | None]:
    return [ruling.verdict for ruling in read_rulings(text, count)]


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("1: supported", SUPPORTED),
        ("1. SUPPORTED – because", SUPPORTED),
        ("1) Supported.", SUPPORTED),
        ("(1) supported", SUPPORTED),
        ("[1] unsupported - not mentioned", UNSUPPORTED),
        ("**1: Partly** (the second half is missing)", PARTLY),
        ("- 1: unsupported", UNSUPPORTED),
        ("Claim 1: partially supported", PARTLY),
        ("Sentence 1 is not supported by the abstract.", UNSUPPORTED),
        ("１：supported", SUPPORTED),
        ("1: supported - 29.68% is what the abstract says", SUPPORTED),
        ("| Sentence | Verdict | Why |\n|---|---|---|\n| 1 | unsupported | the opposite |", UNSUPPORTED),
        ("| 1 | It halves the time. | supported | stated |", SUPPORTED),
        ("supported", SUPPORTED),
        ("Verdict: unsupported", UNSUPPORTED),
        ("The abstract reports a decrease.\n\nVerdict: **unsupported**", UNSUPPORTED),
        ('{"1": "supported"}', SUPPORTED),
        ('```json\n{"1": "partly"}\n```', PARTLY),
        ('Here it is:\n```json\n[{"claim": 1, "verdict": "NOT_SUPPORTED", "reason": "x"}]\n```', UNSUPPORTED),
        ('{"verdicts": [{"sentence": "1", "label": "supported"}]}', SUPPORTED),
        ('["unsupported"]', UNSUPPORTED),
        ("1: supported\n1: supported", SUPPORTED),
        ("1: supported\n2: unsupported", SUPPORTED),
    ],
)
def test_a_verdict_is_read_in_many_forms(said: str, verdict: Verdict) -> None:
    assert verdicts(said) == [verdict]


@pytest.mark.parametrize(
    "said",
    [
        "7.5", "5/10", "N/A", "10 out of 10", "score: -1", "１", "", "  \n", "```json\n7.5\n```", "1: 5/10", "1: 7.5",
        "1: N/A", "Score: 10 out of 10", "1: -1", '{"score": 7.5}', '{"1": 0.9}', '{"supported": false}',
        '{"1": "supported", "1": "unsupported"}', "1: supported\n1: unsupported", "0: supported",
        "1: supported, but only in part", "1: supported? No.", "1: supported / partly / unsupported",
        "1: supported or unsupported", "1: supported: 0", "supported: 3/10", "1: not unsupported", "1: un-supported",
        "It cannot be said whether it is supported", "1: could be supported", "2: supported", "7.5 supported",
        "1: supported – no, it is not supported", "1. The abstract says so", "[1]", "{", "[[[[", "1:", "claim 1",
        "Supported: 1\nUnsupported: none", "[" * 100_000, '{"1":' * 100_000, "1" * 10_000, "[" + "9" * 10_000 + "]",
    ],
)  # fmt: skip
def test_what_is_not_clearly_a_verdict_is_none(said: str) -> None:
    assert verdicts(said) == [None]


def test_each_sentence_gets_its_own_verdict_and_a_missing_line_none() -> None:
    assert verdicts("3: partly\n1: supported - yes\n\nHope this helps!\n7: supported", 3) == [SUPPORTED, None, PARTLY]
    assert verdicts('{"1": "supported", "3": "unsupported"}', 3) == [SUPPORTED, None, UNSUPPORTED]


def test_verdicts_without_numbers_are_read_in_order_when_there_is_nothing_else() -> None:
    assert verdicts("supported\npartly - half of it\nunsupported", 3) == [SUPPORTED, PARTLY, UNSUPPORTED]
    assert verdicts('["supported", "unsupported"]', 2) == [SUPPORTED, UNSUPPORTED]
    assert verdicts("Supported\n- the first\nUnsupported\n- the second", 2) == [None, None]
    assert verdicts("supported\nunsupported", 3) == [None, None, None]


def test_sentences_counted_from_0_are_not_taken_for_others() -> None:
    assert verdicts("0: supported\n1: unsupported", 2) == [None, None]
    assert verdicts('[{"index": 0, "verdict": "supported"}, {"index": 1, "verdict": "partly"}]', 2) == [None, None]


def test_the_reason_is_kept_short_on_one_line_and_without_signs_that_cannot_be_seen() -> None:
    (ruling,) = read_rulings("1: Unsupported – the Abstract says\x1b[2J the opposite\u202e", 1)
    assert ruling.why == "the Abstract says[2J the opposite"
    (ruling,) = read_rulings("1: unsupported - " + "long " * 1000, 1)
    assert 150 < len(ruling.why) <= 200


@pytest.mark.parametrize("last", ["2: supported", "2: supported - the", "2: not", '{"2": "supported"', "2", ""])
def test_the_last_line_of_an_answer_that_was_cut_off_does_not_count(last: str) -> None:
    said = read_rulings(f"1: supported\n{last}", 2, cut_off=True)
    assert [ruling.verdict for ruling in said] == [SUPPORTED if last else None, None]


def test_a_line_that_was_cut_off_in_its_reason_counts() -> None:
    said = read_rulings("1: supported\n2: partly - the abstract says", 2, cut_off=True)
    assert [ruling.verdict for ruling in said] == [SUPPORTED, PARTLY]


FRAMES = ["1: {}", "1. {}.", "Claim 1: {}", "(1) {} - why not", "| 1 | {} |", '{{"1": "{}"}}', "{}", "Verdict: {}"]
ANY_WORDS = st.lists(
    st.sampled_from([
        "1", "2", ":", "-", ".", "|", "\n", "supported", "unsupported", "partly", "not", "fully", "or", "but", "/",
        "{", "}", "[", "]", '"', ",", "claim", "verdict", "7.5", "```", "０", "²", "\u200b", "no", "yes", "N/A",
    ]),
    max_size=30,
).map(" ".join)  # fmt: skip


@settings(deadline=None)
@given(st.sampled_from(FRAMES), st.sampled_from([(v, word) for v, words in WORDS.items() for word in words]))
def test_a_verdict_in_a_frame_is_that_verdict(frame: str, said: tuple[Verdict, str]) -> None:
    assert verdicts(frame.format(said[1])) == [said[0]]


@settings(deadline=None)
@given(st.sampled_from(FRAMES[:5]), st.sampled_from(WORDS[UNSUPPORTED] + WORDS[PARTLY]), st.text(max_size=40))
@example("1: {}", "unsupported", " it is supported")
def test_no_words_behind_a_doubt_make_it_support(frame: str, said: str, behind: str) -> None:
    assert verdicts(frame.format(said) + behind.replace("\n", " ")) != [SUPPORTED]


@settings(deadline=None)
@given(st.text(max_size=200) | ANY_WORDS, st.integers(1, 4), st.booleans())
def test_any_text_gives_one_ruling_for_each_claim(said: str, count: int, cut_off: bool) -> None:
    rulings = read_rulings(said, count, cut_off=cut_off)
    assert len(rulings) == count
    assert {ruling.verdict for ruling in rulings} <= {None, SUPPORTED, PARTLY, UNSUPPORTED}


@settings(deadline=None)
@given(st.text("0123456789.,/:-+% \n|{}[]\"'()０１²½①٣outfcreNA", max_size=60), st.integers(1, 3))
def test_numbers_alone_are_never_a_verdict(said: str, count: int) -> None:
    assert verdicts(said, count) == [None] * count
