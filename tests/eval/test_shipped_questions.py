from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from eval.case import FIELDS
from eval.cases import load_cases
from eval.metrics.citations import SINGLE_PAPER_KINDS
from eval.metrics.facts import MANY_PAPER_KINDS

DATA = Path(__file__).parents[2] / "data"
CASES = load_cases(DATA / "questions.jsonl")
PAPERS = [json.loads(line) for line in (DATA / "papers.jsonl").read_text("utf-8").splitlines()]


def test_there_are_enough_questions_and_a_third_cannot_be_answered() -> None:
    assert len(CASES) >= 80
    assert sum(not case.answerable for case in CASES) >= len(CASES) / 3


def test_every_paper_is_asked_for_by_name_and_by_description() -> None:
    for kind in SINGLE_PAPER_KINDS:
        asked = {paper for case in CASES if case.kind == kind for paper in case.papers}
        assert asked == {paper["id"] for paper in PAPERS}


def test_every_paper_that_may_be_cited_is_shipped() -> None:
    assert {paper for case in CASES for paper in case.papers} <= {paper["id"] for paper in PAPERS}


def test_the_kinds_that_the_measures_single_out_are_there() -> None:
    kinds = Counter(case.kind for case in CASES)
    assert all(kinds[kind] for kind in SINGLE_PAPER_KINDS | MANY_PAPER_KINDS)


def test_the_readme_beside_the_data_describes_every_field_and_kind() -> None:
    text = (DATA / "README.md").read_text("utf-8")
    described = {*FIELDS, *(name for paper in PAPERS for name in paper), *(case.kind for case in CASES)}
    assert {name for name in described if f"`{name}`" not in text} == set()
