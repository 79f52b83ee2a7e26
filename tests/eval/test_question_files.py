from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from eval.cases import Case, QuestionsUnreadableError, data_hash, load_cases
from rag.errors import FootnotedError, PapersUnreadableError

ROW = {"id": "q1", "question": "What does M1 save?", "papers": ["p1"]}


def write(folder: Path, *rows: Any) -> Path:
    path = folder / "questions.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def problems(folder: Path, *rows: Any) -> tuple[str, ...]:
    with pytest.raises(QuestionsUnreadableError) as caught:
        load_cases(write(folder, *rows))
    return caught.value.problems


def test_a_full_row_is_read_field_by_field(tmp_path: Path) -> None:
    row = {
        "id": "q1",
        "turns": ["What is M1?", "And what does it save?"],
        "papers": ["p1", "p2"],
        "need": "all",
        "facts": ["10 (percent|%)"],
        "answerable": True,
        "kind": "follow-up",
    }
    expected = Case(
        "q1",
        ("What is M1?", "And what does it save?"),
        ("p1", "p2"),
        "all",
        ("10 (percent|%)",),
        True,
        "follow-up",
    )
    assert load_cases(write(tmp_path, row)) == (expected,)
    assert expected.question == "And what does it save?"


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    assert load_cases(write(tmp_path, ROW)) == (Case("q1", ("What does M1 save?",), ("p1",), "any", (), True),)


def test_order_blank_lines_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    rows = [json.dumps({**ROW, "id": name}) for name in ("b", "a")]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(rows).encode())
    assert [case.id for case in load_cases(path)] == ["b", "a"]


def test_a_unicode_line_separator_inside_a_question_ends_no_line(tmp_path: Path) -> None:
    row = json.dumps({**ROW, "question": "one\u2028two"}, ensure_ascii=False)
    assert load_cases(write(tmp_path, row))[0].question == "one\u2028two"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{nonsense", "not JSON"),
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"id": "a", "id": "b"}', "'id' is given twice"),
        ({**ROW, "answerabel": True}, "unknown field 'answerabel' (did you mean 'answerable'?)"),
        ({**ROW, "zzz": True}, "unknown field 'zzz'"),
        ({**ROW, "id": 7}, "'id' must be a text"),
        ({**ROW, "id": "  "}, "'id' must be a text"),
        ({"id": "q1", "papers": ["p1"]}, "exactly one of 'question' and 'turns'"),
        ({**ROW, "turns": ["a"]}, "exactly one of 'question' and 'turns'"),
        ({**ROW, "question": None}, "'question' must be a text"),
        ({**ROW, "question": " "}, "a blank question is not answerable"),
        ({"id": "q1", "turns": [], "papers": ["p1"]}, "'turns' a list of texts"),
        ({"id": "q1", "turns": "What?", "papers": ["p1"]}, "'turns' a list of texts"),
        ({**ROW, "papers": "p1"}, "'papers' must be a list of texts"),
        ({**ROW, "papers": ["p1", "p1"]}, "'papers' holds the same text twice"),
        ({**ROW, "papers": []}, "needs the 'papers'"),
        ({**ROW, "need": "both"}, "'need' is 'both'"),
        ({**ROW, "need": ["all"]}, "'need' is ['all']"),
        ({**ROW, "answerable": "false"}, "'answerable' is 'false'"),
        ({**ROW, "facts": ["(10"]}, "'(10' is not a regular expression"),
        ({**ROW, "facts": ["10|"]}, "matches the empty text"),
        ({"id": "q1", "question": "?", "answerable": False, "facts": ["a"]}, "cannot have 'facts'"),
        ({**ROW, "kind": ""}, "'kind' must be a text"),
    ],
)
def test_a_bad_row_is_named_by_its_line_and_its_fault(tmp_path: Path, row: Any, said: str) -> None:
    found = problems(tmp_path, {**ROW, "id": "fine"}, row)
    assert len(found) == 1
    assert found[0].startswith("line 2: ")
    assert said in found[0]


def test_an_id_used_twice_is_named_at_its_second_use(tmp_path: Path) -> None:
    assert problems(tmp_path, ROW, {**ROW, "id": "q2"}, ROW) == ("line 3: the id 'q1' was used before",)


def test_all_bad_rows_are_reported_at_once_and_a_long_list_is_cut(tmp_path: Path) -> None:
    with pytest.raises(QuestionsUnreadableError, match=r"30 rows that cannot be used.*and 10 more") as caught:
        load_cases(write(tmp_path, *["{"] * 30))
    assert len(caught.value.problems) == 30
    assert isinstance(caught.value, PapersUnreadableError)


def test_a_blank_question_may_be_asked_to_see_it_refused(tmp_path: Path) -> None:
    assert load_cases(write(tmp_path, {"id": "q", "question": "", "answerable": False}))[0].question == ""


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_a_file_without_questions_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    with pytest.raises(QuestionsUnreadableError, match="holds no question"):
        load_cases(path)


def test_a_file_that_cannot_be_read_is_named_with_advice(tmp_path: Path) -> None:
    with pytest.raises(FootnotedError, match="one question a line") as caught:
        load_cases(tmp_path / "missing.jsonl")
    assert caught.value.subject.endswith("missing.jsonl")
    with pytest.raises(FootnotedError):
        load_cases(tmp_path)


def test_a_file_that_is_not_utf8_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.jsonl"
    path.write_bytes(json.dumps(ROW).encode() + b'\n{"id": "caf\xe9"}\n')
    with pytest.raises(QuestionsUnreadableError, match=r"not UTF-8 \(line 2\)"):
        load_cases(path)


def test_the_data_hash_is_the_sha256_of_the_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, ROW)
    assert data_hash(path) == hashlib.sha256(path.read_bytes()).hexdigest()
