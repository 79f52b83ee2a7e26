"""Whether abstracts hold an answer, told from named signals by calibrated decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp

from rag.evidence.matching import asked_of, best_similarity, coverage
from rag.language.terms import is_english
from rag.types import Facet, Query, Read

MET = 0.75  # strength from which a term counts as met


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic regression on named signals, and the probability from which a question is answered.

    `typical` are the signals' means over questions that the papers do answer.
    """

    bias: float
    weights: Mapping[str, float]
    threshold: float
    typical: Mapping[str, float] = field(default_factory=dict)

    def holds(self, signals: Mapping[str, float]) -> bool:
        """Whether the signals speak for an answer."""
        return self.probability(signals) >= self.threshold

    def probability(self, signals: Mapping[str, float]) -> float:
        """The probability (0…1) of an answer, 1 / (1 + exp(-(bias + weights · signals)))."""
        return 1 / (1 + exp(-(self.bias + sum(weight * signals[name] for name, weight in self.weights.items()))))

    def failed(self, signals: Mapping[str, float]) -> str:
        """The signal that speaks most against an answer, compared with what is typical; empty when none does."""
        against = {
            name: weight * (signals[name] - self.typical.get(name, 0.0)) for name, weight in self.weights.items()
        }
        worst = min(against, key=lambda name: against[name])
        return worst if against[worst] < 0 else ""


@dataclass(frozen=True, slots=True)
class Answerability:
    """The calibrated `probability` (0…1) that the papers answer, whether it is `enough`, and which signal failed."""

    probability: float
    enough: bool
    failed: str = ""


# Logistic regressions of answerability, with the probability from which to answer (eval/README.md). For a question
# that names its paper all hangs on the details. For one that describes it: on technical terms that the paper doesn't
# know, and on whether the paper stands out, as the one that is meant does. They were fitted on calibration questions,
# the last one on half of them, each with its paper in the index and without it.
NAMED = Calibration(-1.07, {"similarity": 2.34, "weakest": 2.24, "strangest": -8.46}, threshold=0.45)
DESCRIBED = Calibration(
    -1.74,
    {"coverage_lead": 1.10, "lead": 3.79, "strange": -13.75, "closeness": 2.68},
    threshold=0.15,
    typical={"coverage_lead": 0.20, "lead": 0.35, "strange": 0.05, "closeness": 0.51},
)
SEVERAL = Calibration(1.10, {"similarity": 0.43, "strange": -6.82}, threshold=0.55)
LISTED = replace(SEVERAL, threshold=0.60)  # "papers on X" has few words, so each of them counts


def answerability(query: Query, chosen: Sequence[Read], reads: Sequence[Read]) -> Answerability | None:
    """How likely the chosen of the papers that were read answer the question, as far as its words can tell.

    None in another language than English: there the words can't tell, and it is enough that the topic is right.
    """
    if not is_english(query.text):
        return None
    if any(read.named for read in chosen):
        return _judged(NAMED, signals(chosen))
    if query.asked.facet is Facet.LISTING:
        return max((_judged(LISTED, signals([read])) for read in chosen), key=lambda found: found.probability)
    if len(chosen) > 1:
        return _judged(SEVERAL, signals(chosen))
    return _judged(DESCRIBED, {**signals(chosen), **standing(chosen[0], reads)})


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


def standing(best: Read, reads: Sequence[Read]) -> dict[str, float]:
    """How the best paper stands among those found: the one that a question describes is near, and well ahead.

    `closeness`: its cosine with the question; `lead`: how far its score of both searches together is before the next
    one's; `coverage_lead`: how much more of the question's terms it meets than any other that was read. Leads are
    -1…1, and 0…1 where there is no other.
    """
    others = [read for read in reads if read.paper.id != best.paper.id]
    return {
        "closeness": best.found.similarity,
        "lead": best.found.score - max((read.found.score for read in others), default=0.0),
        "coverage_lead": coverage(best.matches)
        - max((coverage(read.matches) for read in others if read.sentences), default=0.0),
    }


def _judged(calibration: Calibration, found: Mapping[str, float]) -> Answerability:
    probability = calibration.probability(found)
    enough = probability >= calibration.threshold
    return Answerability(probability, enough, "" if enough else calibration.failed(found))


def _mean(values: Sequence[float], *, default: float) -> float:
    return sum(values) / len(values) if values else default
