"""Whether another of the papers that were found fits a sentence better than the one it cites."""

from __future__ import annotations

import pytest

from rag.assemble import Assembly
from rag.checking.fit import Beside, better_paper
from rag.cite import cite
from rag.types import Draft, Paper, Verdict
from rag.verify import verify

SUPERVISOR, TRACER, DEEPTRACE = "pzFhtpkabh", "l05DseqvuD", "QkaeTea16Y"


@pytest.fixture(scope="module")
def beside(shipped_assembly: Assembly) -> Beside:
    search = shipped_assembly.search()
    return Beside(search.papers([SUPERVISOR, TRACER, DEEPTRACE]), shipped_assembly.reader(), search)


def papers(beside: Beside, *ids: str) -> tuple[Paper, ...]:
    known = {paper.id: paper for paper in beside.papers}
    return tuple(known[key] for key in ids)


def verdict_and_note(beside: Beside, draft: str) -> tuple[Verdict, str]:
    (sentence,) = verify(cite(Draft(draft), tuple(beside.papers), {}), beside).sentences
    return sentence.verdict, sentence.note


@pytest.mark.parametrize(
    "sentence",
    [
        "The framework watches a multi-agent system at run time and cuts its token consumption",
        "A filter without any LLM decides when the agents' observations are purified",
        "No base agent is altered as it watches, as no architecture changes at runtime supervision of tokens",
        "It steps in at critical junctures to correct errors and inefficient behaviour",
    ],
)
def test_a_sentence_cited_to_the_wrong_paper_is_unsupported_and_the_note_names_the_better_one(
    beside: Beside, sentence: str
) -> None:
    (supervisor,) = papers(beside, SUPERVISOR)
    verdict, note = verdict_and_note(beside, f"{sentence} [3].")
    assert verdict is Verdict.UNSUPPORTED
    assert f"“{supervisor.title}” fits this sentence better than [1]." in note
    assert verdict_and_note(beside, f"{sentence} [1].") == (Verdict.PLAUSIBLE, "")


@pytest.mark.parametrize("generic", ["It improves performance", "The results are good", "They propose a new method"])
def test_a_sentence_that_fits_every_paper_is_left_alone(beside: Beside, generic: str) -> None:
    for number in (1, 2, 3):
        assert verdict_and_note(beside, f"{generic} [{number}].") == (Verdict.PLAUSIBLE, "")


def test_a_sentence_of_the_abstract_itself_needs_no_comparison(beside: Beside) -> None:
    for paper in beside.papers:
        (sentence,) = verify(cite(Draft(f"{paper.abstract.split('. ')[0]}. [1]"), (paper,), {}), beside).sentences
        assert sentence.verdict is Verdict.QUOTED


def test_who_wrote_a_paper_and_how_it_was_decided_is_not_flagged(beside: Beside) -> None:
    for number, paper in enumerate(beside.papers, 1):
        for line in (
            f"“{paper.title}” was written by {' and '.join(paper.authors)}",
            f"“{paper.title}” was accepted as a {paper.decision.lower()}",
            f"It appeared at {paper.venue}",
        ):
            assert verdict_and_note(beside, f"{line} [{number}].") == (Verdict.PLAUSIBLE, "")


def test_of_several_cited_papers_each_answers_for_its_share(beside: Beside) -> None:
    both = "SupervisorAgent reduces token consumption, while AgenTracer finds which agent made the failure"
    assert verdict_and_note(beside, f"{both} [1][2].") == (Verdict.PLAUSIBLE, "")
    verdict, note = verdict_and_note(beside, f"{both} [1][3].")
    assert verdict is Verdict.UNSUPPORTED
    assert "AgenTracer: Who Is Inducing Failure in the LLM Agentic Systems?” fits this sentence better" in note


def test_alone_no_paper_is_worse_than_another(beside: Beside) -> None:
    (tracer,) = papers(beside, TRACER)
    alone = Beside((tracer,), beside.reader, beside.vocabulary)
    assert better_paper("It purifies the observations of agents.", (tracer,), tracer, alone) is None


def test_a_paper_that_was_found_but_never_shown_to_the_writer_cannot_be_cited(beside: Beside) -> None:
    shown = tuple(beside.papers)[:2]
    found = verify(cite(Draft("DeepTRACE audits deep research systems [3]."), shown, {}), beside)
    (sentence,) = found.sentences
    assert (sentence.verdict, sentence.citations, found.citations) == (Verdict.INVALID, (), ())
    assert sentence.note == "[3] points at no paper that the writer was shown."


def test_another_language_is_not_compared_with_english_abstracts(beside: Beside) -> None:
    german = "Das System überwacht die Agenten zur Laufzeit und senkt so die Kosten"
    assert verdict_and_note(beside, f"{german} [3].") == (Verdict.PLAUSIBLE, "")
