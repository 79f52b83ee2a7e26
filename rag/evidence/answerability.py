"""Whether abstracts hold an answer, told from named signals by a calibrated decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

from rag.evidence.matching import asked_of, best_similarity
from rag.language.terms import is_english
from rag.types import Facet, Query, Read

MET = 0.75  # strength from which a term counts as met


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic regression on named signals, and the probability from which a question is answered."""

    bias: float
    weights: Mapping[str, float]
    threshold: float

    def holds(self, signals: Mapping[str, float]) -> bool:
        """Whether the signals speak for an answer."""
        return self.probability(signals) >= self.threshold

    def probability(self, signals: Mapping[str, float]) -> float:
        """The probability (0…1) of an answer, 1 / (1 + exp(-(bias + weights · signals)))."""
        return 1 / (1 + exp(-(self.bias + sum(weight * signals[name] for name, weight in self.weights.items()))))


# Logistic regressions of answerability, fitted on calibration questions, with the probability from which to
# answer (eval/README.md). For a question that names its paper all hangs on the details;
# for one that describes it, on technical terms that the paper doesn't know.
NAMED = Calibration(-1.07, {"similarity": 2.34, "weakest": 2.24, "strangest": -8.46}, threshold=0.45)
DESCRIBED = Calibration(1.10, {"similarity": 0.43, "strange": -6.82}, threshold=0.55)
LISTED = replace(DESCRIBED, threshold=0.60)  # "papers on X" has few words, so each of them counts


def is_answerable(query: Query, chosen: Sequence[Read]) -> bool:
    """Whether the papers' abstracts answer the question, as far as its words can tell.

    In another language the words can't; there it is enough that the topic is right.
    """
    if not is_english(query.text):
        return True
    if query.asked.facet is Facet.LISTING and not any(read.named for read in chosen):
        return any(LISTED.holds(signals([read])) for read in chosen)
    calibration = NAMED if any(read.named for read in chosen) else DESCRIBED
    return calibration.holds(signals(chosen))


def signals(chosen: Sequence[Read]) -> dict[str, float]:
    """What speaks for an answer, or against it, each 0…1.

    `similarity`: the best cosine with a paper or sentence; `weakest`: how well the two least met terms are met;
    `strangest`, `strange`: how technical the terms are that the papers don't meet, of the two worst and of all. An
    everyday word may be the asker's own for what the paper says; a technical one isn't.
    """
    matches = asked_of(chosen)
    unmet = sorted((match.technicality * max(0.0, MET - match.strength) / MET for match in matches), reverse=True)
    return {
        "similarity": max(best_similarity(read) for read in chosen),
        "weakest": _mean(sorted(match.strength for match in matches)[:2], default=1.0),
        "strangest": sum(unmet[:2]) / 2,
        "strange": _mean(unmet, default=0.0),
    }


def _mean(values: Sequence[float], *, default: float) -> float:
    return sum(values) / len(values) if values else default
