from __future__ import annotations

from math import log2

import pytest
from fake_chats import given, outcome, refused
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from eval.case import Case
from eval.metrics.retrieval import hit_at, ndcg_at, recall_at, reciprocal_rank
from eval.metrics.summary import summarize

RANKING = ["x", "g1", "y", "g2", "z", "g3"]
GOLD = {"g1", "g2", "g3"}

rankings = st.lists(st.sampled_from([f"p{n}" for n in range(30)]), unique=True)
golds = st.sets(st.sampled_from([f"p{n}" for n in range(30)]), min_size=1)
needs = st.sampled_from(["any", "all"])


def test_recall_counts_the_gold_papers_among_the_first_k() -> None:
    assert recall_at(1, RANKING, GOLD, "all") == 0
    assert recall_at(2, RANKING, GOLD, "all") == 1 / 3
    assert recall_at(5, RANKING, GOLD, "all") == 2 / 3
    assert recall_at(6, RANKING, GOLD, "all") == 1


def test_where_any_gold_paper_will_do_one_is_enough_for_recall() -> None:
    assert recall_at(1, RANKING, GOLD, "any") == 0
    assert recall_at(2, RANKING, GOLD, "any") == 1


def test_hit_asks_only_whether_one_is_there() -> None:
    assert hit_at(1, RANKING, GOLD) == 0
    assert hit_at(1, ["g2", "x"], GOLD) == 1


def test_reciprocal_rank_is_one_over_the_rank_of_the_first_gold_paper() -> None:
    assert reciprocal_rank(RANKING, GOLD) == 1 / 2
    assert reciprocal_rank(["x", "y"], GOLD) == 0


def test_ndcg_by_hand() -> None:
    gained = 1 / log2(3) + 1 / log2(5) + 1 / log2(7)
    ideal = 1 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert ndcg_at(10, RANKING, GOLD, "all") == pytest.approx(gained / ideal)
    assert ndcg_at(10, RANKING, GOLD, "any") == pytest.approx(1 / log2(3))


def test_the_ideal_of_ndcg_holds_no_more_than_k_papers() -> None:
    assert ndcg_at(2, ["g1", "g2"], GOLD, "all") == 1


def test_without_gold_papers_every_score_is_undefined() -> None:
    assert recall_at(5, RANKING, set(), "any") is None
    assert hit_at(5, RANKING, set()) is None
    assert reciprocal_rank(RANKING, set()) is None
    assert ndcg_at(5, RANKING, set(), "all") is None


@settings(deadline=None)
@over(rankings, golds, needs, st.integers(1, 12))
def test_every_score_lies_between_0_and_1(found: list[str], gold: set[str], need: str, k: int) -> None:
    scores = (
        recall_at(k, found, gold, need),  # type: ignore[arg-type]
        ndcg_at(k, found, gold, need),  # type: ignore[arg-type]
        reciprocal_rank(found, gold),
    )
    assert all(score is not None and 0 <= score <= 1 + 1e-12 for score in scores)


@settings(deadline=None)
@over(rankings, golds, needs)
def test_recall_never_falls_when_more_is_looked_at(found: list[str], gold: set[str], need: str) -> None:
    values = [recall_at(k, found, gold, need) for k in range(1, 12)]  # type: ignore[arg-type]
    assert values == sorted(values)


@settings(deadline=None)
@over(rankings, golds)
def test_gold_papers_on_top_are_perfect(found: list[str], gold: set[str]) -> None:
    best = [*sorted(gold), *(paper for paper in found if paper not in gold)]
    assert ndcg_at(10, best, gold, "all") == pytest.approx(1)
    assert reciprocal_rank(best, gold) == 1


def test_means_are_taken_over_answerable_cases_even_when_they_were_refused_or_failed() -> None:
    case = Case("a", ("?",), ("p1",))
    outcomes = [
        outcome(case, given("?", [("x", ["p1"])], retrieved=["p1", "p2"])),
        outcome(case, refused("?", retrieved=["p2", "p1"])),
        outcome(case, failure="broke"),
        outcome(Case("b", ("?",), answerable=False), refused("?", retrieved=["p1"])),
    ]
    summary = summarize(outcomes)
    assert summary["recall@1"].value == 1 / 3
    assert summary["recall@5"].value == 2 / 3
    assert summary["mrr"].value == 1.5 / 3
    assert summary["hit@1"].value == 1 / 3
    assert summary["ndcg@10"].value == pytest.approx((1 + 1 / log2(3)) / 3)
    assert {summary[name].n for name in ("recall@1", "recall@5", "mrr", "ndcg@10", "hit@1")} == {3}


def test_a_paper_that_was_retrieved_twice_takes_one_rank() -> None:
    case = Case("a", ("?",), ("p1",))
    summary = summarize([outcome(case, given("?", [("x", ["p1"])], retrieved=["p2", "p2", "p1"]))])
    assert summary["mrr"].value == 1 / 2
