from __future__ import annotations

import pytest
from fake_chats import ANSWERABLE, CASES, PAPERS, AlwaysRefusing, KnowingChat

from eval.run import evaluate, gate
from eval.thresholds import THRESHOLDS, overridden
from rag.errors import UsageError


def test_the_stated_gates_are_these() -> None:
    assert dict(THRESHOLDS) == {
        "cited_first": 0.87,
        "citation_precision": 0.90,
        "quotes_verbatim": 1.0,
        "facts_found": 0.84,
        "missed_refusals": 0.24,
        "false_refusals": 0.05,
        "failed_cases": 0.0,
    }
    with pytest.raises(TypeError):
        THRESHOLDS["facts_found"] = 0.0  # type: ignore[index]


def test_a_gate_that_is_not_met_is_said_in_plain_words_with_its_count() -> None:
    failures = gate(evaluate(AlwaysRefusing(), CASES, papers=PAPERS))
    assert "false refusals: 1 (5 of 5); at most 0.05 is asked for." in failures
    assert "facts found: 0 (0 of 5); at least 0.84 is asked for." in failures


def test_a_bound_that_is_reached_exactly_is_met() -> None:
    report = evaluate(AlwaysRefusing(), CASES, papers=PAPERS)
    assert gate(report, {"false_refusals": 1.0, "missed_refusals": 0.0, "citation_recall": 0.0}) == []


def test_what_was_not_measured_does_not_pass() -> None:
    failures = gate(evaluate(KnowingChat(), ANSWERABLE))
    assert len(failures) == 2
    assert failures[0].startswith("quotes verbatim: not measured (no abstracts were given")
    assert failures[1].startswith("missed refusals: not measured")


def test_single_gates_can_be_changed_added_and_taken_away() -> None:
    changed = overridden({"facts_found": 0.5, "recall@5": 0.9, "missed_refusals": None, "quotes_verbatim": None})
    assert changed["facts_found"] == 0.5
    assert changed["recall@5"] == 0.9
    assert "missed_refusals" not in changed
    assert THRESHOLDS["facts_found"] == 0.84
    assert gate(evaluate(KnowingChat(), ANSWERABLE), changed) == []


def test_a_gate_for_a_measure_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="Did you mean citation_precision"):
        overridden({"citation_precison": 0.9})
    with pytest.raises(UsageError, match="no measure 'zzz'"):
        gate(evaluate(KnowingChat(), ANSWERABLE[:1]), {"zzz": 1.0})
