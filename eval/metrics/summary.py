"""All measures of a run under their names, with what each is called and which way is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from eval.metrics import citations, cost, facts, refusals, retrieval
from eval.metrics.measure import Measure, Part, rate, ratio
from eval.outcome import Outcome

Better = Literal["higher", "lower"]
Unit = Literal["share", "number", "seconds"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """How a measure is shown and read: its words, its group, its unit, and which way is better."""

    label: str
    group: str
    better: Better = "higher"
    unit: Unit = "share"


RATES: Mapping[str, Part] = {
    "recall@1": retrieval.over_answerable(partial(retrieval.recall_at, 1)),
    "recall@5": retrieval.over_answerable(partial(retrieval.recall_at, 5)),
    "mrr": retrieval.over_answerable(lambda found, gold, _need: retrieval.reciprocal_rank(found, gold)),
    "ndcg@10": retrieval.over_answerable(partial(retrieval.ndcg_at, 10)),
    "hit@1": retrieval.over_answerable(lambda found, gold, _need: retrieval.hit_at(1, found, gold)),
    "cited_first": citations.cited_first,
    "citation_precision": citations.citation_precision,
    "sentence_citation_precision": citations.sentence_citation_precision,
    "citation_recall": citations.citation_recall,
    "quotes_verbatim": citations.quotes_verbatim,
    "uncited_sentences": citations.uncited_sentences,
    "invalid_sentences": citations.invalid_sentences,
    "facts_found": facts.facts_found,
    "facts_all": facts.facts_all,
    "missed_refusals": refusals.missed_refusals,
    "false_refusals": refusals.false_refusals,
    "answered_right": refusals.answered_right,
    "sentences_per_answer": cost.sentences_per_answer,
    "words_per_answer": cost.words_per_answer,
}

MEANINGS: Mapping[str, Meaning] = {
    "recall@1": Meaning("recall@1", "retrieval"),
    "recall@5": Meaning("recall@5", "retrieval"),
    "mrr": Meaning("mean reciprocal rank", "retrieval"),
    "ndcg@10": Meaning("nDCG@10", "retrieval"),
    "hit@1": Meaning("hit@1", "retrieval"),
    "cited_first": Meaning("right paper cited first", "citations"),
    "citation_precision": Meaning("citation precision", "citations"),
    "sentence_citation_precision": Meaning("citation precision by sentence", "citations"),
    "citation_recall": Meaning("citation recall", "citations"),
    "quotes_verbatim": Meaning("quotes verbatim", "citations"),
    "uncited_sentences": Meaning("sentences without citation", "citations", "lower"),
    "invalid_sentences": Meaning("sentences with an invalid marker", "citations", "lower"),
    "facts_found": Meaning("facts found", "answers"),
    "facts_all": Meaning("cases with all facts", "answers"),
    "answered_right": Meaning("answerable answered right", "answers"),
    "missed_refusals": Meaning("missed refusals", "refusals", "lower"),
    "false_refusals": Meaning("false refusals", "refusals", "lower"),
    "balanced_score": Meaning("balanced score (-2 to 1)", "refusals"),
    "failed_cases": Meaning("failed cases", "cost", "lower", "number"),
    "sentences_per_answer": Meaning("sentences per answer", "cost", "lower", "number"),
    "words_per_answer": Meaning("words per answer", "cost", "lower", "number"),
    "latency_median": Meaning("seconds per answer, median", "cost", "lower", "seconds"),
    "latency_p95": Meaning("seconds per answer, 95th percentile", "cost", "lower", "seconds"),
    "wall_median": Meaning("seconds waited, median", "cost", "lower", "seconds"),
    "wall_p95": Meaning("seconds waited, 95th percentile", "cost", "lower", "seconds"),
    "prompt_tokens": Meaning("prompt tokens", "cost", "lower", "number"),
    "completion_tokens": Meaning("completion tokens", "cost", "lower", "number"),
    "model_calls": Meaning("model calls", "cost", "lower", "number"),
}
"""Every measure of a summary, in the order in which they are shown."""


def summarize(outcomes: Sequence[Outcome], *, intervals: bool = False) -> Mapping[str, Measure]:
    """Return every measure of MEANINGS over the outcomes, with 95 % bounds if `intervals` are wanted."""
    measures = {name: rate([part(outcome) for outcome in outcomes], interval=intervals) for name, part in RATES.items()}
    measures["balanced_score"] = refusals.balanced_score(outcomes, interval=intervals)
    measures["failed_cases"] = _count(rate([cost.failed_cases(outcome) for outcome in outcomes]))
    for name, seconds in (("latency", cost.answer_seconds(outcomes)), ("wall", cost.wall_seconds(outcomes))):
        measures[f"{name}_median"] = cost.percentile(seconds, 50)
        measures[f"{name}_p95"] = cost.percentile(seconds, 95)
    measures.update(cost.usage(outcomes))
    return {name: measures[name] for name in MEANINGS}


def own_scores(outcome: Outcome) -> Mapping[str, float | None]:
    """Return the value of each rate for one case alone; None where the rate does not concern it."""
    return {name: ratio(*part(outcome)) for name, part in RATES.items()}


def _count(measure: Measure) -> Measure:
    return Measure(measure.numerator, measure.n, measure.numerator, measure.denominator)
