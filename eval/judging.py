"""Saying of each case, in plain words, what was wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from eval.metrics.facts import facts_matched, sentence_limit, too_long
from eval.metrics.refusals import grade
from eval.metrics.summary import own_scores
from eval.outcome import Outcome, Result, cited, ranking, standing
from rag.answer import Answer
from rag.types import Sentence, Verdict

DOUBTFUL = frozenset({Verdict.UNSUPPORTED, Verdict.PARTLY})


def judge(outcome: Outcome) -> Result:
    """Return the outcome with its grade, its own scores, and, unless it is right, its complaints."""
    return Result(
        case=outcome.case,
        answer=outcome.answer,
        failure=outcome.failure,
        wall=outcome.wall,
        earlier=outcome.earlier,
        verbatim=outcome.verbatim,
        grade=grade(outcome),
        complaints=tuple(complaints(outcome)),
        remarks=tuple(remarks(outcome)),
        scores=own_scores(outcome),
    )


def complaints(outcome: Outcome) -> Iterator[str]:
    """Yield every reason why a case is not right."""
    case = outcome.case
    if outcome.failed:
        yield f"Failed: {outcome.failure or 'there is no answer'}."
    elif outcome.refused and case.answerable:
        yield "Refused, though the papers hold the answer."
    elif outcome.given and not case.answerable:
        yield "Answered, though the papers do not hold the answer."
    elif outcome.given:
        yield from _citation_complaints(outcome, outcome.given)
        yield from _fact_complaints(outcome, outcome.given)


def _citation_complaints(outcome: Outcome, answer: Answer) -> Iterator[str]:
    case, papers = outcome.case, cited(answer)
    if not papers:
        yield "Cites no paper."
        return
    for paper in papers:
        if paper not in case.papers:
            yield f"Cites {paper}, which does not answer the question."
    if case.need == "all":
        for paper in case.papers:
            if paper not in papers:
                yield f"Does not cite {paper}, which is needed."
    elif not set(papers) & set(case.papers):
        yield f"Does not cite {' or '.join(case.papers)}."


def _fact_complaints(outcome: Outcome, answer: Answer) -> Iterator[str]:
    if outcome.case.facts and too_long(outcome):
        limit = sentence_limit(outcome.case, answer)
        yield f"Has {len(standing(answer))} sentences where {limit} are allowed, so its facts do not count."
        return
    for fact, matched in zip(outcome.case.facts, facts_matched(outcome), strict=True):
        if not matched:
            yield f"Does not say /{fact}/."


def remarks(outcome: Outcome) -> Iterator[str]:
    """Yield findings that a reader should see though they do not decide whether the case is right."""
    answer, case = outcome.answer, outcome.case
    if answer is None or outcome.failed:
        return
    if outcome.refused and answer.citations:
        yield "Shows citations under a refusal."
    for citation, verbatim in zip(answer.citations, outcome.verbatim or (), strict=False):
        if not verbatim:
            place = f"{citation.start}:{citation.end}"
            yield f"The quote of [{citation.number}] does not stand in the abstract at {place}."
    for position, sentence in enumerate(answer.sentences, start=1):
        yield from (f"Sentence {position} {found}" for found in _found_in(sentence))
    top = ranking(outcome)[:5]
    if case.answerable and not set(top) & set(case.papers):
        yield "No paper that answers the question is among the first five retrieved."


def _found_in(sentence: Sentence) -> Iterator[str]:
    """What checking found amiss with a sentence, each as the end of a remark."""
    if sentence.verdict is Verdict.INVALID:
        yield "has a marker that points at no source."
    elif not sentence.citations:
        yield "has no citation."
    elif sentence.verdict in DOUBTFUL:
        yield f"was found {sentence.verdict}."
    if sentence.note:
        yield f"has a note: {sentence.note}"
    if sentence.struck:
        yield "was struck out."
