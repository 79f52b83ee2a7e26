"""Stage: weigh what was read. Which papers may answer, and do they hold the answer at all?

The decision rests on named signals, each of which has a sentence that says what failed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from rag.details import missing_details
from rag.manners import greeting_reply, refusal
from rag.naming import names_author, own_names
from rag.read import coverage
from rag.terms import fold, is_english, joined, looks_like_name, names, stem, stems
from rag.types import Evidence, Facet, Match, Paper, Query, Read, Weight

@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic regression on named signals, and the probability from which a question is answered."""

    bias: float
    weights: Mapping[str, float]
    threshold: float

    def probability(self, signals: Mapping[str, float]) -> float:
        """The probability (0…1) of an answer, 1 / (1 + exp(-(bias + weights · signals)))."""
        return 1 / (1 + exp(-(self.bias + sum(weight * signals[name] for name, weight in self.weights.items()))))


OFFERED = 3  # nearest papers shown instead of an answer
MOST_LISTED = 10
TOPIC_SIMILARITY = 0.30  # below this no paper is about the question's topic
LEAST_SIMILARITY = 0.20  # enough when the terms are met, or in another language, of which the vectors know little
TOPIC_COVERAGE = 0.60
LISTED_SHARE = 0.75  # of the best paper's fit that another needs to be listed beside it

# Logistic regressions of answerability on the signals, fitted on calibration questions about other papers than the
# shipped ones, with the probability from which to answer (eval/README.md). For a question that names its paper all hangs
# on the details; for one that describes it, on technical terms that the paper doesn't know.
NAMED = Calibration(-3.65, {"similarity": 3.22, "weakest": 4.10, "strangest": -4.90}, threshold=0.25)
DESCRIBED = Calibration(0.84, {"similarity": 0.22, "strange": -5.29}, threshold=0.55)
MET = 0.75  # strength from which a term counts as met

_NUMBER = re.compile(r"(?<![\w.-])\d+(?:[.,]\d+)*(?![\w-])")


def refuse_unread(question: str) -> Evidence | None:
    """Evidence for what needs no search: greetings, orders, noise; None for a question."""
    reply = greeting_reply(question)
    if reply:
        return Evidence((), Weight.NOTHING, reason="This is not a question about the papers.", reply=reply)
    reason = refusal(question)
    return Evidence((), Weight.NOTHING, reason=reason) if reason else None


def weigh(query: Query, reads: Sequence[Read]) -> Evidence:
    """Choose the papers that may answer and say whether they suffice."""
    if not reads:
        return Evidence((), Weight.NOTHING, reason=_nothing_found(query))
    chosen = _choose(query, reads)
    nearest = tuple(read.paper for read in reads[:OFFERED])
    if not _is_topical(query, chosen[0]):
        return Evidence(tuple(chosen), Weight.NOTHING, reason="None of the papers is about this.", nearest=nearest)
    reason = _what_is_missing(query, chosen)
    beside = tuple(read for read in reads if read not in chosen)
    return Evidence(tuple(chosen), Weight.THIN if reason else Weight.ENOUGH, beside, reason, nearest)


def _is_topical(query: Query, best: Read) -> bool:
    """Whether the best paper is about what the question is about; a question of few words is known by its terms."""
    similarity = best_similarity(best)
    if best.named or similarity >= TOPIC_SIMILARITY:
        return True
    terms_met = coverage(best.matches) >= TOPIC_COVERAGE if best.matches else False
    return similarity >= LEAST_SIMILARITY and (terms_met or not is_english(query.text))


def _nothing_found(query: Query) -> str:
    if query.where:
        return "No paper meets the filter."
    return "The papers hold nothing on this."


def _choose(query: Query, reads: Sequence[Read]) -> list[Read]:
    """The papers that may be cited: those the question names, the many it asks for, or else the best one."""
    named = [read for read in reads if read.named]
    if query.asked.facet is Facet.LISTING and len(named) < 2:
        return _listed(reads)
    if named:
        return named[:MOST_LISTED]
    if query.asked.facet is Facet.COMPARISON:
        return _listed(reads)[:2]
    return [reads[0]]


def _listed(reads: Sequence[Read]) -> list[Read]:
    best = max(topic_fit(read) for read in reads)
    return [read for read in reads if topic_fit(read) >= LISTED_SHARE * best][:MOST_LISTED] or [reads[0]]


def topic_fit(read: Read) -> float:
    """How well a paper as a whole fits the question, 0…1."""
    return 0.5 * best_similarity(read) + 0.5 * coverage(read.matches)


def best_similarity(read: Read) -> float:
    """The best cosine of the paper, as a whole or in one sentence, with the question."""
    return max([read.found.similarity, *(sentence.similarity for sentence in read.sentences)])


def is_answerable(query: Query, chosen: Sequence[Read]) -> bool:
    """Whether the papers' abstracts answer the question, as far as its words can tell.

    In another language the words can't; there it is enough that the topic is right.
    """
    if not is_english(query.text):
        return True
    calibration = NAMED if any(read.named for read in chosen) else DESCRIBED
    return calibration.probability(signals(query, chosen)) >= calibration.threshold


def signals(query: Query, chosen: Sequence[Read]) -> dict[str, float]:
    """What speaks for an answer, or against it, each 0…1.

    `similarity`: the best cosine with a paper or sentence; `weakest`: how well the two least met terms are met;
    `strangest`, `strange`: how technical the terms are that the papers don't meet, of the two worst and of all. An
    everyday word may be the asker's own for what the paper says; a technical one isn't.
    """
    matches = asked_of(query, chosen)
    unmet = sorted((match.technicality * max(0.0, MET - match.strength) / MET for match in matches), reverse=True)
    return {
        "similarity": max(best_similarity(read) for read in chosen),
        "weakest": _mean(sorted(match.strength for match in matches)[:2], default=1.0),
        "strangest": sum(unmet[:2]) / 2,
        "strange": _mean(unmet, default=0.0),
    }


def _mean(values: Sequence[float], *, default: float) -> float:
    return sum(values) / len(values) if values else default


def asked_of(query: Query, chosen: Sequence[Read]) -> list[Match]:
    """The question's terms as the papers together meet them, apart from the names of the papers themselves."""
    best = [max(matches, key=lambda match: match.strength) for matches in zip(*(read.matches for read in chosen), strict=True)]
    named = {name for read in chosen if read.named for name in (*own_names(read.paper), *stems(read.paper.title))}
    kept = [match for match in best if match.term not in named and match.term not in {stem(name) for name in named}]
    return kept


def _what_is_missing(query: Query, chosen: Sequence[Read]) -> str:
    """The first signal that fails, as a sentence; empty when all hold."""
    if query.asked.facet in (Facet.AUTHORS, Facet.DECISION) or names_author(query.text, chosen[0].paper):
        return _missing_metadata(query, chosen)
    together = " ".join(f"{read.paper.title}. {read.paper.abstract}" for read in chosen)
    for missing in missing_details(query.text, together):
        return f"{_subject(chosen)} gives no {missing}."
    known = " ".join(_everything(read.paper) for read in chosen)
    named = any(read.named for read in chosen)
    for absent in (*_absent_names(query, known), *(_absent_numbers(query, known) if named else ())):
        return f"{_subject(chosen)} does not mention {absent}."
    if not is_answerable(query, chosen):
        return _weakest_term(query, chosen)
    return ""


def _missing_metadata(query: Query, chosen: Sequence[Read]) -> str:
    if query.asked.facet is Facet.AUTHORS and not any(read.paper.authors for read in chosen):
        return f"The index knows no authors of “{chosen[0].paper.title}”."
    return ""


def _everything(paper: Paper) -> str:
    return " ".join((paper.title, paper.abstract, *paper.keywords, *paper.authors, paper.venue, str(paper.year or "")))


def _subject(chosen: Sequence[Read]) -> str:
    if len(chosen) == 1:
        return f"The abstract of “{chosen[0].paper.title}”"
    return "None of the abstracts found"


def _absent_names(query: Query, text: str) -> list[str]:
    """Names that the question uses and the papers don't; capitals alone may be the asker's own abbreviation."""
    known, absent = joined(text), []
    for name in names(query.text):
        parts = [part for part in re.split(r"[-‐‑]", name) if looks_like_name(part) and not part.isupper()]
        denied = re.search(rf"\b(?:no|not|without|\w+n't)\W+(?:[\w-]+\W+){{0,3}}{re.escape(name)}", query.text)
        if not denied and any(joined(part).rstrip("s") not in known for part in parts):
            absent.append(name)
    return absent


def _absent_numbers(query: Query, text: str) -> list[str]:
    """Numbers of two digits or more that the question takes for granted and the papers don't hold."""
    known = set(_NUMBER.findall(text.replace(",", "")))
    asked = _NUMBER.findall(query.text.replace(",", ""))
    return [number for number in asked if len(number) > 1 and number not in known and number not in fold(text)]


def _weakest_term(query: Query, chosen: Sequence[Read]) -> str:
    weak = sorted(
        (match for match in asked_of(query, chosen) if match.strength < 0.6), key=lambda match: (match.strength - match.rarity)
    )
    if not weak:
        return f"{_subject(chosen)} does not answer this."
    return f"{_subject(chosen)} says nothing about “{_as_typed(query.text, weak[0].term)}”."


def _as_typed(question: str, term: str) -> str:
    for word in re.findall(r"[\w-]+", question):
        if term in stems(word):
            return word
    return term
