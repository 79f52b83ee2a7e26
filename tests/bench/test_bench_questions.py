"""Questions whose right papers are known, from files of both kinds."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from eval.cases import QuestionsUnreadableError
from rag.bench.questions import Asked, read_questions

KNOWN = {"a", "b", "c"}


def written(path: Path, *rows: Any) -> Path:
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def test_rows_of_the_suite_are_read(tmp_path: Path) -> None:
    file = written(
        tmp_path / "questions.jsonl",
        {"id": "1", "question": "Which?", "papers": ["a", "b"], "kind": "listing", "need": "all"},
        {"id": "2", "turns": ["What?", "And then?"], "papers": ["a"]},
        {"id": "3", "question": "Who?", "answerable": False},
        {"id": "4", "question": "Where?", "papers": ["a", "elsewhere"]},
    )
    found = read_questions(file, KNOWN)
    assert found.asked == (Asked("Which?", {"a": 1.0, "b": 1.0}, "all", "listing"),)
    assert found.left_out == {"several turns": 1, "not answerable": 1, "papers not in the file": 1}
    assert found.rows == 4


def test_rows_of_a_collection_are_read_also_zipped(tmp_path: Path) -> None:
    file = written(
        tmp_path / "queries.jsonl.gz",
        {"id": "1", "question": "Which?", "relevant": {"a": 2, "b": 1, "elsewhere": 0}},
        {"id": "2", "question": "What?", "relevant": {"elsewhere": 1}},
    )
    found = read_questions(file, KNOWN)
    assert found.asked == (Asked("Which?", {"a": 2.0, "b": 1.0}),)
    assert found.left_out == {"papers not in the file": 1}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("{", "line 1: not JSON"),
        ({"id": "1", "question": "Which?"}, "line 1: an answerable question needs the 'papers'"),
        ({"id": "1", "question": " ", "relevant": {"a": 1}}, "line 1: 'question' must be a text"),
        ({"id": "1", "question": "Which?", "relevant": ["a"]}, "line 1: 'relevant' must be an object"),
        ({"id": "1", "question": "Which?", "relevant": {"a": "1"}}, "line 1: 'relevant' must be an object"),
        ({"id": "1", "question": "Which?", "relevant": {"a": True}}, "line 1: 'relevant' must be an object"),
        ({"id": "1", "question": "Which?", "relevant": {"a": 0}}, "line 1: 'relevant' must name a paper"),
        ({"id": "1", "question": "Which?", "relevant": {"a": 1}, "kind": 3}, "line 1: 'kind' must be a text"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, row: Any, reason: str) -> None:
    with pytest.raises(QuestionsUnreadableError) as caught:
        read_questions(written(tmp_path / "questions.jsonl", row), KNOWN)
    assert caught.value.problems[0].startswith(reason)


@pytest.mark.parametrize("content", [b"", b"\x1f\x8bnot gzip", b"\xff\xfe\x00", gzip.compress(b"{}" * 999)[:20]])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(content)
    with pytest.raises(QuestionsUnreadableError, match=r"questions\.jsonl"):
        read_questions(file, KNOWN)
