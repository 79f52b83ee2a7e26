"""Whether the answer says what it should, and briefly: a whole abstract is not an answer."""

from __future__ import annotations

import re

from eval.case import Case
from eval.metrics.measure import OUTSIDE, Pair
from eval.outcome import Outcome, cited, standing
from rag.answer import Answer

SENTENCE_LIMIT = 3
SENTENCES_OF_A_SIDE = 2
MANY_PAPER_KINDS = frozenset({"listing", "comparing"})
"""Kinds of question that are answered with a line for each paper."""

_MARKER = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]")


def said(answer: Answer) -> str:
    """Return the words of an answer on one line, without its citation markers and what was struck out."""
    if answer.sentences:  # their text holds no markers, while an interval such as [0, 1] in it is left alone
        return " ".join(" ".join(sentence.text for sentence in standing(answer)).split())
    return " ".join(_MARKER.sub("", answer.text).split())


def sentence_limit(case: Case, answer: Answer) -> int:
    """Return the most sentences an answer may have: 3, or if more two per paper compared, one per paper listed + 1."""
    papers = len(cited(answer))
    if case.kind == "comparing":
        return max(SENTENCE_LIMIT, SENTENCES_OF_A_SIDE * papers)
    if case.kind in MANY_PAPER_KINDS or case.kind == "counting":
        return max(SENTENCE_LIMIT, papers + 1)
    return SENTENCE_LIMIT


def too_long(outcome: Outcome) -> bool:
    """Return whether an answer was given that has more sentences than its limit."""
    answer = outcome.given
    return answer is not None and len(standing(answer)) > sentence_limit(outcome.case, answer)


def facts_matched(outcome: Outcome) -> tuple[bool, ...]:
    """Return for each fact whether the answer holds it, in any case of letters; one too long holds none."""
    if not outcome.given or too_long(outcome):
        return tuple(False for _ in outcome.case.facts)
    words = said(outcome.given)
    return tuple(re.search(fact, words, re.IGNORECASE) is not None for fact in outcome.case.facts)


def facts_found(outcome: Outcome) -> Pair:
    """Facts found / facts, over answerable cases. Refusals, failures and answers too long hold none."""
    if not outcome.case.answerable:
        return OUTSIDE
    matched = facts_matched(outcome)
    return float(sum(matched)), float(len(matched))


def facts_all(outcome: Outcome) -> Pair:
    """Share of the answerable cases with facts in whose answer every fact is found."""
    found, facts = facts_found(outcome)
    return (float(found == facts), 1.0) if facts else OUTSIDE
