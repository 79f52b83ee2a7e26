"""Measuring the offline checks: sentences put in other words, altered numbers, and what is counted."""

from __future__ import annotations

import json
from random import Random

import pytest
from typer.testing import CliRunner

from eval.altering import alterations, has_number, reworded_numbers
from eval.check_report import TRUE, ChecksReport
from eval.checks import measure_checks, placed_sentences
from eval.metrics.discrimination import roc_auc
from eval.paraphrase import KINDS, paraphrases
from rag.assemble import Assembly
from rag.cli import app

SENTENCES = (
    "Agents waste tokens, which is costly.",
    "On the GAIA benchmark, we show that SupervisorAgent reduces the tokens by 29.68% (on average).",
)


@pytest.fixture(scope="module")
def report(shipped_assembly: Assembly) -> ChecksReport:
    search = shipped_assembly.search()
    placed = placed_sentences(search.matching(()))
    return measure_checks(search, shipped_assembly.reader(), placed, rows=15, seed=1)


def test_a_sentence_is_put_in_every_way_that_it_allows() -> None:
    put = paraphrases(SENTENCES, 1)
    assert set(put) == set(KINDS)
    assert put["verbatim"] == SENTENCES[1]
    assert put["reordered"].startswith("The paper reports that SupervisorAgent diminishes the tokens")
    assert put["reordered"].endswith("on the GAIA benchmark.")
    assert "(" not in put["shortened"]
    assert put["merged"].startswith("Agents waste tokens, and on the GAIA benchmark")
    assert set(paraphrases(SENTENCES, 0)) == {"verbatim", "other words", "shortened"}


def test_rewritten_numbers_mean_the_same() -> None:
    assert reworded_numbers("It saves 5% of 10,000 rows and 3B tokens.", Random(0)) == (
        "It saves 5 percent of 10000 rows and 3 billion tokens."
    )


def test_altered_sentences_differ_in_one_number_that_the_abstract_lacks() -> None:
    abstract = "It saves 29.68% on five datasets, from 0.73 to 0.90."
    for seed in range(20):
        for altered in alterations(abstract, abstract, "It has 29.68% and 77 layers.", Random(seed)):
            assert altered.text != abstract
            assert altered.how in {
                "digit changed",
                "decimal moved",
                "of another paper",
                "unit swapped",
                "operands swapped",
            }


def test_numbers_in_names_and_references_are_not_altered() -> None:
    assert not has_number("GPT-4 beats Qwen2.5-7B (Vaswani et al., 2017), see (1) and (2).")
    assert has_number("It saves 29.68%.")


def test_the_area_under_the_curve_counts_ties_for_a_half() -> None:
    assert roc_auc([(0.9, 0.1), (0.8, 0.2)]).value == 1.0
    assert roc_auc([(0.5, 0.5)]).value == 0.5
    assert roc_auc([(0.1, 0.9), (0.2, 0.8)]).value == 0.0
    assert roc_auc([(0.9, 0.8), (0.7, 0.1)]).value == 0.75
    assert roc_auc([]).value is None


def test_the_checks_tell_papers_and_numbers_apart(report: ChecksReport) -> None:
    found = report.of_papers()
    assert found["roc_auc"].n == 15
    assert (found["roc_auc"].value or 0.0) > 0.9
    assert (found["right_flagged"].value or 0.0) <= 0.1
    numbers = report.of_numbers()
    assert [numbers[how].numerator for how in TRUE if how in numbers] == [0, 0]
    assert all(row.flagged for row in report.numbered if not row.true)


def test_the_report_is_one_line_that_counts_everything(report: ChecksReport) -> None:
    shown = json.loads(report.to_json())
    assert shown["wrong_paper"]["all"]["roc_auc"]["n"] == 15
    assert set(shown["wrong_paper"]) == {"all", *KINDS}
    assert "true, verbatim" in shown["numbers"]
    assert set(shown["failures"]) >= {"altered, not flagged", "true, flagged"}


def test_the_command_prints_a_table_and_for_programs_json(shipped_assembly: Assembly) -> None:
    index = str(shipped_assembly.settings.index)
    shown = CliRunner().invoke(app, ["eval", "checks", "--index", index, "--rows", "2"])
    assert shown.exit_code == 0
    assert "Wrong papers" in shown.output
    asked = CliRunner().invoke(app, ["eval", "checks", "--index", index, "--rows", "2", "--json"])
    assert json.loads(asked.stdout)["papers"] == 38
