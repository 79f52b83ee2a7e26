"""Questions over many papers: lists, counts, what they leave out, and both sides of a comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from rag import PaperChat
from rag.answer import Answer
from rag.assemble import Assembly
from rag.language.constraints import constraints
from rag.language.question import understand
from rag.language.sides import sides
from rag.language.topic import holds, topic_of
from rag.papers import PaperFile
from rag.settings import Settings
from rag.types import Facet, Paper, Verdict

SOCKS = 14


@pytest.fixture(scope="module")
def shipped(shipped_index: Path) -> PaperChat:
    return PaperChat.open(shipped_index, "extractive")


@pytest.fixture(scope="module")
def drawer(tmp_path_factory: pytest.TempPathFactory) -> PaperChat:
    """Fourteen papers on sorting socks, some of them with robots, and six on baking bread."""
    folder = tmp_path_factory.mktemp("drawer")
    tools = ["with robots", "by colour", "by touch", "by sound"]
    socks = [
        Paper(
            f"s{number}",
            f"Sock Sorting {tools[number % 4].title()}, Part {number}",
            f"We introduce a way of sock sorting {tools[number % 4]} in drawer {number}. It pairs most of the socks.",
            authors=("Ann Lee",) if number < 3 else ("Bo Ek",),
            decision="Oral" if number < 2 else "Poster",
            year=2025 + number % 2,
        )
        for number in range(SOCKS)
    ]
    bread = [
        Paper(f"b{number}", f"Baking Bread {number}", f"We propose to bake bread in oven {number}.", year=2024)
        for number in range(6)
    ]
    assembly = Assembly(Settings.load({"index": folder / "index"}, {}))
    assembly._sync({"s": PaperFile((*socks, *bread), ())}, rebuild=False, wait=0)
    return PaperChat.open(folder / "index", "extractive")


def cited(answer: Answer) -> list[str]:
    return [citation.paper_id for citation in answer.citations]


def test_a_list_has_one_quoted_line_for_each_paper(shipped: PaperChat) -> None:
    answer = shipped.ask("Which papers are on recommender systems?")
    assert set(cited(answer)) == {"Xgw2D9cALS", "T8xJmykE2H"}
    assert [sentence.verdict for sentence in answer.sentences] == [Verdict.QUOTED] * 2


def test_a_list_that_is_cut_says_of_how_many(drawer: PaperChat) -> None:
    answer = drawer.ask("Which papers are on sock sorting?")
    assert (answer.status, len(answer.citations)) == ("partial", 10)
    assert answer.reason == "These are 10 of about 14 papers on this."


def test_a_list_that_is_whole_says_no_number(drawer: PaperChat) -> None:
    answer = drawer.ask("Which papers are on baking bread?")
    assert set(cited(answer)) == {f"b{number}" for number in range(6)}
    assert (answer.status, answer.reason) == ("answered", "")


def test_a_count_of_a_topic_says_what_was_counted(drawer: PaperChat) -> None:
    answer = drawer.ask("How many papers are on sock sorting?")
    assert answer.status == "answered"
    assert answer.reason == (
        "About 14 of the 20 papers are on this; 14 mention “sock sorting”, 14 of them in title or keywords."
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many papers are orals?", "2 of the 20 papers are orals."),
        ("How many papers have Ann Lee as an author?", "3 of the 20 papers are by Ann Lee."),
        ("How many papers are from 2024?", "6 of the 20 papers are from 2024."),
        ("How many papers from 2024 onwards are there?", "All 20 papers are from 2024 or later."),
    ],
)
def test_a_count_by_metadata_is_exact(drawer: PaperChat, question: str, said: str) -> None:
    answer = drawer.ask(question)
    assert (answer.status, answer.reason) == ("answered", said)
    assert answer.citations


def test_all_papers_are_counted_when_nothing_is_said_of_them(drawer: PaperChat) -> None:
    assert drawer.ask("How many papers are there?").reason == "20 papers are in the index."
    assert drawer.ask("Which papers are there?").reason == "These are the first 10 of 20 papers."


def test_a_list_of_what_lacks_a_word_is_of_all_other_papers(drawer: PaperChat) -> None:
    answer = drawer.ask("Which papers do not mention socks?")
    assert set(cited(answer)) == {f"b{number}" for number in range(6)}
    assert "Left out is what mentions “socks”." in answer.reason
    counted = drawer.ask("How many papers do not mention socks?").reason
    assert counted == "Left out is what mentions “socks”. 6 of the 20 papers are left."


def test_a_count_of_what_no_paper_mentions_is_refused(shipped: PaperChat) -> None:
    answer = shipped.ask("How many papers treat machine translation?")
    assert answer.status == "no_answer"
    assert "machine translation" in answer.reason or answer.reason == "None of the papers is about this."
    assert answer.nearest


def test_a_number_that_a_paper_gives_is_no_count_of_papers(shipped: PaperChat) -> None:
    assert cited(shipped.ask("How many tasks does LiveResearchBench have?")) == ["ghwbZ3uhEd"]
    assert understand("How many parameters does MemAgent have?").facet is Facet.NUMBER
    assert not understand("How many papers does DeepTRACE cite?").counts


def test_what_a_question_leaves_out_is_left_out_and_that_is_said(drawer: PaperChat) -> None:
    answer = drawer.ask("papers on sock sorting but not with robots")
    assert cited(answer)
    assert not any("Robots" in citation.title for citation in answer.citations)
    assert answer.reason.startswith("Left out is what mentions “robots”.")


@pytest.mark.parametrize("what", ["A*", "LLM*", "(RL", "[", "C++"])
def test_signs_in_what_is_left_out_are_only_signs(shipped: PaperChat, what: str) -> None:
    assert shipped.ask(f"Which papers are about agents but not on {what}?").status != "error"


def test_a_paper_that_is_left_out_by_name_is_left_out_alone(shipped: PaperChat) -> None:
    assert cited(shipped.ask("Which papers are on long context except MemAgent?")) == ["ddQFUuHDDt"]


def test_an_abbreviation_is_left_out_with_what_it_stands_for(shipped: PaperChat) -> None:
    answer = shipped.ask("papers on multi-agent systems that do not use RL")
    assert not {"l05DseqvuD", "ihwAzktmWc", "gF31wuYdk7"} & set(cited(answer))


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("only orals about sock sorting", {"s0", "s1"}),
        ("papers by Ann Lee on sock sorting", {"s0", "s1", "s2"}),
        ("papers from 2024 on baking bread", {f"b{number}" for number in range(6)}),
    ],
)
def test_what_a_question_says_of_its_papers_is_a_filter(drawer: PaperChat, question: str, kept: set[str]) -> None:
    assert set(cited(drawer.ask(question))) == kept


def test_both_halves_of_a_question_for_authors_are_answered(shipped: PaperChat) -> None:
    answer = shipped.ask("Who are the authors of GT-Space, and on which datasets was it tested?")
    assert "Wentao Wang" in answer.text
    assert "OPV2V" in answer.text


def test_a_comparison_tells_both_sides(shipped: PaperChat) -> None:
    answer = shipped.ask("SupervisorAgent vs ATLAS: on which benchmarks were they tested?")
    assert cited(answer) == ["pzFhtpkabh", "mIYGiBf9Pm"]
    assert all(name in answer.text for name in ("GAIA", "TravelPlanner"))


def test_a_side_that_is_missing_is_named_and_the_other_one_told(shipped: PaperChat) -> None:
    answer = shipped.ask("How does MemAgent compare with LongRoPE?")
    assert (answer.status, cited(answer)) == ("partial", ["k5nIOvYGCL"])
    assert answer.reason == "No paper was found on “LongRoPE”: one side is missing."


def test_a_list_is_asked_for_and_not_only_spoken_of() -> None:
    assert understand("Does it rank its whole list well?").facet is not Facet.LISTING
    assert understand("Please list what treats memory.").facet is Facet.LISTING


def test_sides_are_found_however_they_are_compared() -> None:
    assert sides("What is the difference between A1 and B2?") == ("A1", "B2")
    assert sides("is GT-Space better than PhySTA on real data?") == ("GT-Space", "PhySTA on real data")
    assert sides("compare MATA, ATLAS and CoAct-1: what are they for?") == ("MATA", "ATLAS", "CoAct-1")
    assert sides("What does MemAgent do?") == ()


def test_conditions_are_taken_out_of_a_question() -> None:
    found = constraints("papers since 2025 on memory, except for surveys or MemAgent")
    assert (found.about, found.without) == ("papers on memory", ("surveys", "MemAgent"))
    assert [condition.texts() for condition in found.where] == [("year>=2025",)]


def test_a_topic_is_held_by_words_that_stand_near_each_other() -> None:
    topic = topic_of("Which papers study world models?")
    assert holds("A world of learned models", topic)
    assert not holds("Models of how the real world is seen by agents", topic)
    assert holds("Learning with multi-agent systems", topic_of("papers on multi-agent learning or multiagent systems"))
