"""The questions whose right papers are known: the suite's rows, or rows of a retrieval collection."""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from eval.case import Need, parse_case
from eval.cases import QuestionsUnreadableError, data_hash, unusable

UNSORTED = "unsorted"
ROWS = 'Rows are as in data/README.md, or {"id", "question", "relevant": {paper id: grade}}.'


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the papers that are right for it, each with its grade above 0 (1 where nobody graded)."""

    text: str
    relevant: Mapping[str, float]
    need: Need = "all"
    kind: str = UNSORTED
    left_out: str = ""  # why it is not asked


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of a file that can be asked of some papers; `left_out` counts the others by the reason."""

    file: str
    sha256: str
    rows: int
    asked: tuple[Asked, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)


def read_questions(path: Path, known: Set[str]) -> Questions:
    """Read a JSONL file (also gzipped) and keep the questions all of whose papers are among the `known` ids.

    Raises QuestionsUnreadableError when the file cannot be read, holds no question, or a row is bad.
    """
    read: list[Asked] = []
    problems: list[str] = []
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            read.append(_asked(line, known))
        except ValueError as error:
            problems.append(f"line {number}: {error}")
    if problems or not read:
        if not problems:
            raise QuestionsUnreadableError(f"{path} holds no question.", subject=str(path))
        raise unusable(path, problems, advice=ROWS)
    left_out = Counter(question.left_out for question in read if question.left_out)
    asked = tuple(question for question in read if not question.left_out)
    return Questions(str(path), data_hash(path), len(read), asked, dict(left_out))


def _asked(line: str, known: Set[str]) -> Asked:
    row = _row(line)
    if row is None:
        case = parse_case(line)
        found = Asked(case.question, dict.fromkeys(case.papers, 1.0), case.need, case.kind)
        reason = "" if case.answerable else "not answerable"
        reason = reason or ("" if len(case.turns) == 1 else "several turns")
    else:
        found, reason = _of_collection(row), ""
    reason = reason or ("" if found.relevant.keys() <= known else "papers not in the file")
    return Asked(found.text, found.relevant, found.need, found.kind, reason)


def _row(line: str) -> dict[str, Any] | None:
    """The row of a retrieval collection, None when it is another."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None  # the suite's reader says what is wrong with it
    return row if isinstance(row, dict) and "relevant" in row else None


def _of_collection(row: dict[str, Any]) -> Asked:
    text, kind, grades = row.get("question"), row.get("kind", UNSORTED), row["relevant"]
    if not isinstance(text, str) or not text.strip():
        raise ValueError("'question' must be a text that is not blank")
    if not isinstance(kind, str) or not kind.strip():
        raise ValueError("'kind' must be a text that is not blank")
    if not isinstance(grades, dict) or not all(map(_is_grade, grades.values())):
        raise ValueError("'relevant' must be an object of paper ids, each with a grade (a number, 0 or more)")
    relevant = {paper: float(grade) for paper, grade in grades.items() if grade}
    if not relevant:
        raise ValueError("'relevant' must name a paper with a grade above 0")
    return Asked(text, relevant, kind=kind)


def _is_grade(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value >= 0


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
        return (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise QuestionsUnreadableError(
            f"The questions in {path} cannot be read: {reason}.",
            subject=str(path),
            advice="Give a JSONL file in UTF-8, one question a line; it may be gzipped.",
        ) from error
