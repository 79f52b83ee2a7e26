"""What was struck out is no part of an answer: no measure counts it, every report shows it."""

from __future__ import annotations

from dataclasses import replace

from fake_chats import ANSWERABLE, CASES, PAPERS, KnowingChat, fact_about, given, outcome

from eval.case import Case
from eval.judging import judge
from eval.metrics.citations import (
    citation_precision,
    citation_recall,
    cited_first,
    sentence_citation_precision,
    uncited_sentences,
    verdict_counts,
)
from eval.metrics.cost import sentences_per_answer, words_per_answer
from eval.metrics.facts import facts_found, said
from eval.outcome import cited
from eval.page.document import html
from eval.run import evaluate
from rag.answer import Answer
from rag.types import Accuracy, JudgedBy, Verdict

CASE = ANSWERABLE[0]  # answered by p1


def strict(lines: list[tuple[str, list[str]]], *places: int, verdict: Verdict = Verdict.UNSUPPORTED) -> Answer:
    """An answer of these lines in which the ones at these places are struck out."""
    answer = given(CASE.question, lines)
    sentences = tuple(
        replace(sentence, struck=True, verdict=verdict) if place in places else sentence
        for place, sentence in enumerate(answer.sentences)
    )
    return replace(answer, sentences=sentences)


def test_a_fact_in_a_struck_sentence_is_not_found() -> None:
    answer = strict([("It is studied.", ["p1"]), (fact_about("p1"), ["p1"])], 1)
    assert said(answer) == "It is studied."
    assert facts_found(outcome(CASE, answer)) == (0.0, 1.0)
    assert (sentences_per_answer(outcome(CASE, answer)), words_per_answer(outcome(CASE, answer))) == ((1, 1), (3, 1))


def test_a_struck_sentence_makes_no_answer_too_long() -> None:
    answer = strict([(fact_about("p1"), ["p1"]), *[(f"Line {n}.", ["p1"]) for n in range(5)]], 1, 2, 3, 4, 5)
    assert facts_found(outcome(CASE, answer)) == (1.0, 1.0)


def test_a_paper_that_only_struck_sentences_cite_is_not_cited() -> None:
    asked = outcome(CASE, strict([("Wrong.", ["p9"]), (fact_about("p1"), ["p1"])], 0))
    assert cited(strict([("Wrong.", ["p9"]), (fact_about("p1"), ["p1"])], 0)) == ("p1",)
    assert cited_first(asked) == (1.0, 1.0)
    assert citation_precision(asked) == sentence_citation_precision(asked) == (1.0, 1.0)
    gone = outcome(CASE, strict([("Wrong.", ["p1"]), ("Right.", ["p9"])], 0))
    assert citation_recall(gone) == (0.0, 1.0)


def test_a_struck_sentence_without_citation_is_no_uncited_one() -> None:
    asked = outcome(CASE, strict([("Loose.", []), (fact_about("p1"), ["p1"])], 0, verdict=Verdict.UNCITED))
    assert uncited_sentences(asked) == (0.0, 1.0)


def test_verdicts_are_counted_of_struck_sentences_too_and_remarks_name_them() -> None:
    asked = outcome(CASE, strict([("Wrong.", ["p1"]), (fact_about("p1"), ["p1"])], 0))
    assert verdict_counts([asked])["sentences"]["unsupported"] == 1
    assert "Sentence 1 was struck out." in judge(asked).remarks


class Judged(KnowingChat):
    """Its sentences were judged, and one of them is struck out."""

    by: JudgedBy | None = JudgedBy("openai:judge", Accuracy(0.8, 0.7, 0.9, 40, "rows.jsonl"))

    def answer(self, case: Case) -> Answer:
        answer = given(case.question, [(fact_about(case.papers[0]), case.papers), ("It is nice.", ["p9"])])
        kept, wrong = answer.sentences
        struck = replace(wrong, struck=True, verdict=Verdict.UNSUPPORTED, note="The judge: not said.")
        return replace(answer, sentences=(kept, struck), judge=self.by)


class Unjudged(Judged):
    by = None


def test_the_page_strikes_out_and_names_the_judge_with_its_figure() -> None:
    page = html(evaluate(Judged(), CASES, papers=PAPERS))
    assert '<s dir="auto">It is nice.</s>' in page
    assert "Judged by openai:judge (balanced accuracy 0.80 [0.70–0.90] on 40 rows of rows.jsonl)." in page
    assert "Sentence 2 has a note: The judge: not said." in page


def test_the_page_says_when_no_judge_was_asked() -> None:
    assert "No judge was asked: these are verdicts of the offline checks." in html(evaluate(Unjudged(), CASES))
