"""Whether the footnotes point at the right papers and show what they say they show.

Gold papers are those that the question file allows to be cited. An answer is "given" when its status is
`answered` or `partial`. Sentences that were struck out are no part of it, and count in no measure here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from eval.metrics.measure import OUTSIDE, Pair
from eval.metrics.retrieval import recall_at
from eval.outcome import Outcome, cited, standing
from rag.types import Verdict

SINGLE_PAPER_KINDS = frozenset({"named", "described"})
"""Kinds of question that one paper answers, which should therefore be cited first."""


def cited_first(outcome: Outcome) -> Pair:
    """Share of answerable named and described cases whose first cited paper, in reading order, is gold.

    A refusal, a failure and an answer without citation count as not gold.
    """
    case = outcome.case
    if not case.answerable or case.kind not in SINGLE_PAPER_KINDS:
        return OUTSIDE
    papers = cited(outcome.given) if outcome.given else ()
    return float(bool(papers) and papers[0] in case.papers), 1.0


def citation_precision(outcome: Outcome) -> Pair:
    """Distinct (answer, paper) citations that are gold / all of them, over answers given to answerable cases.

    A paper cited many times in an answer counts once. An answer without citations adds nothing to either
    side: its own precision is undefined.
    """
    if not outcome.case.answerable or not outcome.given:
        return OUTSIDE
    papers = cited(outcome.given)
    return float(sum(paper in outcome.case.papers for paper in papers)), float(len(papers))


def sentence_citation_precision(outcome: Outcome) -> Pair:
    """Distinct (sentence, paper) citations that are gold / all of them, over the answers given.

    Counted over answerable cases. The same marker twice on one sentence counts once; on two sentences twice.
    Numbers without a citation in the list are no citations (they are counted by `invalid_sentences`).
    """
    if not outcome.case.answerable or not outcome.given:
        return OUTSIDE
    papers = {citation.number: citation.paper_id for citation in outcome.given.citations}
    pairs = [
        paper
        for sentence in standing(outcome.given)
        for paper in {papers[number] for number in sentence.citations if number in papers}
    ]
    return float(sum(paper in outcome.case.papers for paper in pairs)), float(len(pairs))


def citation_recall(outcome: Outcome) -> Pair:
    """Mean over answerable cases of the share of needed gold papers that are cited.

    For `need` any 1 when at least one is cited; for `all` cited gold / gold. Refusals, failures and answers
    without citations score 0.
    """
    case = outcome.case
    papers = cited(outcome.given) if outcome.given else ()
    value = recall_at(len(papers), papers, frozenset(case.papers), case.need) if case.answerable else None
    return OUTSIDE if value is None else (value, 1.0)


def quotes_verbatim(outcome: Outcome) -> Pair:
    """Citations whose quote equals `abstract[start:end]` / all citations; undefined without the abstracts."""
    if outcome.verbatim is None:
        return OUTSIDE
    return float(sum(outcome.verbatim)), float(len(outcome.verbatim))


def uncited_sentences(outcome: Outcome) -> Pair:
    """Sentences that carry no citation / all sentences, over the answers given."""
    sentences = standing(outcome.given) if outcome.given else ()
    return float(sum(not sentence.citations for sentence in sentences)), float(len(sentences))


def invalid_sentences(outcome: Outcome) -> Pair:
    """Sentences with a marker that points at no source (verdict `invalid`) / all sentences."""
    sentences = standing(outcome.given) if outcome.given else ()
    return float(sum(sentence.verdict is Verdict.INVALID for sentence in sentences)), float(len(sentences))


def verdict_counts(outcomes: Iterable[Outcome]) -> Mapping[str, Mapping[str, int]]:
    """Return how often each verdict was given, to `sentences` (struck ones, too) and to `citations` of the answers."""
    sentences: Counter[Verdict] = Counter()
    citations: Counter[Verdict] = Counter()
    for answer in (outcome.given for outcome in outcomes):
        if answer:
            sentences.update(sentence.verdict for sentence in answer.sentences)
            citations.update(citation.verdict for citation in answer.citations)
    counted = {"sentences": sentences, "citations": citations}
    return {name: {verdict.value: counter[verdict] for verdict in Verdict} for name, counter in counted.items()}
