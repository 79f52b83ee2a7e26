"""How far a judge may be believed: noted, found again, and told in words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rag.export.judged import judged
from rag.judging.measured import accuracy_of, keep_accuracy
from rag.types import Accuracy, JudgedBy

FIGURE = Accuracy(0.812, 0.771, 0.849, 339, "scifact_dev.jsonl.gz")


def test_a_figure_is_found_under_its_judge_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "data" / "judges.json"
    assert keep_accuracy("openai:a", FIGURE, file)
    assert keep_accuracy("openai:b", replace(FIGURE, balanced=0.8), file)
    assert accuracy_of("openai:a", file) == FIGURE
    assert accuracy_of("openai:c", file) is None
    assert [path.name for path in file.parent.iterdir()] == ["judges.json"]


def test_a_figure_over_fewer_rows_does_not_replace_one_over_more(tmp_path: Path) -> None:
    file = tmp_path / "judges.json"
    keep_accuracy("openai:a", FIGURE, file)
    assert not keep_accuracy("openai:a", replace(FIGURE, rows=20), file)
    assert accuracy_of("openai:a", file) == FIGURE
    newer = replace(FIGURE, balanced=0.8)
    assert keep_accuracy("openai:a", newer, file)
    assert accuracy_of("openai:a", file) == newer


def test_a_figure_that_was_measured_with_another_prompt_is_not_named(tmp_path: Path) -> None:
    file = tmp_path / "judges.json"
    keep_accuracy("openai:a", FIGURE, file)
    entries = json.loads(file.read_text(encoding="utf-8"))
    entries["openai:a"]["prompt"] = "an older one"
    file.write_text(json.dumps(entries), encoding="utf-8")
    assert accuracy_of("openai:a", file) is None
    assert keep_accuracy("openai:a", replace(FIGURE, rows=20), file)


@pytest.mark.parametrize(
    "held",
    ["", "not json", "[1]", '{"openai:a": 1}', '{"openai:a": {"prompt": "PROMPT", "balanced": "x"}}', "[" * 10_000,
     '{"openai:a": {"prompt": "PROMPT", "balanced": 7.5, "low": 0, "high": 9, "rows": 3, "data": "d"}}'],
)  # fmt: skip
def test_a_broken_file_is_no_figure_and_does_not_hinder_the_next(tmp_path: Path, held: str) -> None:
    from rag.judging.measured import prompt_version

    file = tmp_path / "judges.json"
    file.write_text(held.replace("PROMPT", prompt_version()), encoding="utf-8")
    assert accuracy_of("openai:a", file) is None
    assert keep_accuracy("openai:a", FIGURE, file)
    assert accuracy_of("openai:a", file) == FIGURE


def test_the_judge_and_its_figure_are_told_in_one_sentence() -> None:
    assert judged(JudgedBy("openai:x", FIGURE)) == (
        "Judged by openai:x (balanced accuracy 0.81 [0.77–0.85] on 339 rows of scifact_dev.jsonl.gz)."
    )
    assert judged(JudgedBy("openai:x")) == (
        "Judged by openai:x (its accuracy was never measured; `footnoted eval judge DATA` does it)."
    )
    assert judged(None) == ""
