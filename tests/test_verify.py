"""Checking sentences and footnotes against the abstracts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.assemble import shipped
from rag.cite import cite
from rag.language.sentences import sentence_spans
from rag.papers import read_papers
from rag.types import Checked, Draft, Paper, Verdict
from rag.verify import contradictions, verify

SUPERVISOR = Paper(
    "supervisor",
    "Stop Wasting Your Tokens",
    "Multi-agent systems waste tokens. We introduce SupervisorAgent, a lightweight framework. "
    "On the GAIA benchmark, SupervisorAgent reduces tokens by 29.68% over five datasets and 10,000 runs. "
    "We doubt that it halves the time.",
    authors=("Fulin Lin",),
    year=2026,
)
TRACER = Paper(
    "tracer",
    "AgenTracer",
    r"Large language models fail, with accuracy below $10\\%$. AgenTracer-8B outperforms them by up to "
    r"$18.18\\%$ on {Who\&When}. This defines \textbf{failure attribution}. It was trained on 2.5M steps.",
)
BOTH = (SUPERVISOR, TRACER)


def checked(draft: str, sources: tuple[Paper, ...] = BOTH) -> Checked:
    return verify(cite(Draft(draft), sources, {}))


def verdict(sentence: str, *sources: Paper) -> Verdict:
    (found,) = checked(sentence, sources or BOTH).sentences
    return found.verdict


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([*SUPERVISOR.abstract.split(), *TRACER.abstract.split(), "[1]", "[2]", "[7]", "\n"]),
        max_size=40,
    )
)
def test_a_quote_is_always_cut_from_the_abstract(words: list[str]) -> None:
    abstracts = {paper.id: paper.abstract for paper in BOTH}
    for citation in checked(" ".join(words)).citations:
        assert citation.quote == abstracts[citation.paper_id][citation.start : citation.end]
        assert citation.quote


@settings(deadline=None)
@given(st.text(max_size=200), st.text(max_size=80))
def test_any_sentence_over_any_abstract_gets_a_verdict(text: str, abstract: str) -> None:
    found = checked(f"{text} [1]", (Paper("a", "A", abstract),))
    assert all(citation.quote == abstract[citation.start : citation.end] for citation in found.citations)


def test_a_whole_sentence_of_the_abstract_is_quoted() -> None:
    assert verdict("Multi-agent systems waste tokens. [1]") is Verdict.QUOTED
    assert verdict("Multi-agent systems  waste\ntokens [1]") is Verdict.QUOTED
    (citation,) = checked("Multi-agent systems waste tokens. [1]").citations
    assert (citation.quote, citation.verdict) == ("Multi-agent systems waste tokens.", Verdict.QUOTED)


def test_a_part_of_a_sentence_is_not_quoted_because_it_may_say_the_opposite() -> None:
    assert verdict("It halves the time. [1]") is Verdict.PLAUSIBLE
    assert verdict("five datasets [1]") is Verdict.PLAUSIBLE


def test_a_bare_number_is_never_quoted_and_its_footnote_shows_the_sentence_it_stands_in() -> None:
    (sentence,), (citation,) = (found := checked("29.68% [1]")).sentences, found.citations
    assert sentence.verdict is Verdict.PLAUSIBLE
    assert citation.quote.startswith("On the GAIA benchmark")
    assert verdict("29 [1]") is Verdict.UNSUPPORTED


def test_a_paraphrase_is_plausible_and_no_more() -> None:
    assert verdict("SupervisorAgent saves 29.68% of the tokens on GAIA [1].") is Verdict.PLAUSIBLE


def test_a_sentence_without_marker_is_uncited() -> None:
    assert verdict("Multi-agent systems waste tokens.") is Verdict.UNCITED


def test_a_marker_that_points_nowhere_makes_its_sentence_invalid_but_not_its_true_footnote() -> None:
    found = checked("Multi-agent systems waste tokens [1][9].")
    assert [sentence.verdict for sentence in found.sentences] == [Verdict.INVALID]
    assert [citation.verdict for citation in found.citations] == [Verdict.QUOTED]


@pytest.mark.parametrize(
    "altered",
    [
        "SupervisorAgent saves 39.68% [1].",
        "SupervisorAgent saves 29.86% [1].",
        "SupervisorAgent was run 1,000 times [1].",
        "SupervisorAgent was run on 6 datasets [1].",
        "It saves about 40% [1].",
        "AgenTracer-7B gains 18.18% [2].",
        "AgenTracer was trained on 2.5B steps [2].",
        "It saves 18.18% [1].",
    ],
)
def test_an_altered_number_is_caught(altered: str) -> None:
    assert verdict(altered) is Verdict.UNSUPPORTED


@pytest.mark.parametrize(
    "true",
    [
        "SupervisorAgent saves 29.68 % [1].",
        "SupervisorAgent spart 29,68 % [1].",
        "It saves nearly 30% [1].",
        "It saves over 29% [1].",
        "It was run 10000 times [1].",
        "It was run 10K times [1].",
        "It was tried on 5 datasets [1].",
        "This work of 2026 is by Fulin Lin [1].",
        "AgenTracer-8B gains 18.18% [2].",
        "LLMs stay below 10% [2].",
        "It was trained on 2.5 million steps [2].",
        "One saves 29.68%, the other gains 18.18% [1][2].",
        "Papers 1 and 2 both save tokens [1][2].",
        "As shown in [2], it gains.",
    ],
)
def test_a_true_number_is_not_flagged_however_it_is_written(true: str) -> None:
    assert verdict(true) is Verdict.PLAUSIBLE


def test_a_name_that_the_abstract_does_not_know_is_caught() -> None:
    assert verdict("AutoSupervisor reduces tokens [1].") is Verdict.UNSUPPORTED
    assert verdict("Supervisor-Agent reduces tokens on GAIA [1].") is Verdict.PLAUSIBLE


def test_a_quoted_span_must_stand_in_the_abstract() -> None:
    assert verdict("It defines “failure attribution” on “Who&When data” [2].") is Verdict.UNSUPPORTED
    assert verdict("It defines “failure attribution” anew [2].") is Verdict.PLAUSIBLE
    assert verdict('The "who" part defines the "what" of it [2].') is Verdict.PLAUSIBLE
    assert verdict('It is called "failure attribution" [2].') is Verdict.PLAUSIBLE


def test_a_footnote_shared_by_two_sentences_is_as_weak_as_the_weaker() -> None:
    (citation,) = checked("Multi-agent systems waste tokens [1]. It saves 99% [1].").citations
    assert citation.verdict is Verdict.UNSUPPORTED


def test_footnotes_come_in_the_order_of_reading() -> None:
    found = checked("AgenTracer gains [2]. SupervisorAgent saves [1]. AgenTracer gains [2].")
    assert [(citation.number, citation.paper_id) for citation in found.citations] == [
        (1, "tracer"),
        (2, "supervisor"),
    ]


def test_a_footnote_covers_the_sentences_it_serves_when_they_are_near() -> None:
    first, second = (SUPERVISOR.abstract[slice(*span)] for span in sentence_spans(SUPERVISOR.abstract)[:2])
    (citation,) = checked(f"{first} [1] {second} [1]").citations
    assert citation.quote == f"{first} {second}"


def test_every_sentence_of_every_shipped_abstract_is_quoted_verbatim() -> None:
    for paper in read_papers(shipped("papers.jsonl")).papers:
        for start, end in sentence_spans(paper.abstract):
            found = checked(f"{paper.abstract[start:end]} [1]", (paper,))
            assert [sentence.verdict for sentence in found.sentences] == [Verdict.QUOTED]
            assert (found.citations[0].start, found.citations[0].end) == (start, end)


@pytest.mark.parametrize(
    ("draft", "note"),
    [
        ("It saves 29.7% [1].", "29.7% is not in the abstract of [1]."),
        ("It takes 29.68 ms [1].", "29.68 ms is not in the abstract of [1], which has 29.68%."),
        ("It is called “false attribution” [2].", "“false attribution” is not in the abstract of [1]."),
        ("It beats GPT-4 on WebArena [1].", "The abstract of [1] does not mention GPT-4, WebArena."),
        ("Both save 77% [1][2].", "77% is not in the abstracts of [1], [2]."),
        ("It saves tokens [7].", "[7] points at no paper that the writer was shown."),
        ("It saves tokens [1].", ""),
        ("Multi-agent systems waste tokens. [1]", ""),
    ],
)
def test_a_note_says_what_is_amiss(draft: str, note: str) -> None:
    (sentence,) = checked(draft).sentences
    assert sentence.note == note


@pytest.mark.parametrize(
    "true",
    [
        "AgenTracer-8B's gains are 18.18% [2].",
        "LLMs fail, and an LLM-based tracer finds why [2].",
        "Agen-Tracer finds the failure [2].",
        "SupervisorAgents cut tokens on GAIA's tasks [1].",
        "The MAS wastes tokens, says ML research [1].",
        "It does NOT halve the time [1].",
    ],
)
def test_plurals_possessives_hyphens_and_acronyms_of_known_names_are_not_flagged(true: str) -> None:
    assert verdict(true) is Verdict.PLAUSIBLE


@given(st.sampled_from(BOTH), st.data())
def test_a_sentence_of_the_abstract_is_never_flagged(paper: Paper, data: st.DataObject) -> None:
    start, end = data.draw(st.sampled_from(sentence_spans(paper.abstract)))
    assert contradictions(paper.abstract[start:end], (paper,)) == ()


@given(st.integers(0, 9), st.integers(0, 3))
def test_any_other_digit_in_a_number_is_caught(digit: int, place: int) -> None:
    true = "29.68"
    spot = [index for index, sign in enumerate(true) if sign.isdigit()][place]
    altered = f"{true[:spot]}{digit}{true[spot + 1 :]}"
    expected = Verdict.PLAUSIBLE if altered == true else Verdict.UNSUPPORTED
    assert verdict(f"SupervisorAgent saves {altered}% of the tokens [1].") is expected
