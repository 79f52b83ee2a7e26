"""Reading question files: one JSON object a line, every fault named by its line."""

from __future__ import annotations

import hashlib
from pathlib import Path

from eval.case import Case, parse_case
from rag.errors import PapersUnreadableError

__all__ = ["Case", "QuestionsUnreadableError", "data_hash", "load_cases"]

SHOWN_PROBLEMS = 20


class QuestionsUnreadableError(PapersUnreadableError):
    """A question file cannot be used; `problems` names every bad row by its line."""

    def __init__(self, happened: str, *, subject: str = "", advice: str = "", problems: tuple[str, ...] = ()) -> None:
        self.problems = problems
        super().__init__(happened, subject=subject, advice=advice)


def data_hash(path: str | Path) -> str:
    """Return the sha256 of a question file, in hexadecimal; a report carries it to say what was asked."""
    return hashlib.sha256(_read_bytes(Path(path))).hexdigest()


def load_cases(path: str | Path) -> tuple[Case, ...]:
    """Read a question file; blank lines are passed over.

    Raises QuestionsUnreadableError when the file cannot be read, holds no question, or any row is bad: a
    suite that quietly leaves rows out measures something else than it says.
    """
    path = Path(path)
    cases: dict[str, Case] = {}
    problems: list[str] = []
    # Only "\n" ends a line: str.splitlines would also cut at U+2028, which JSON strings may hold.
    for number, line in enumerate(_read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            case = parse_case(line)
            if case.id in cases:
                raise ValueError(f"the id {case.id!r} was used before")
            cases[case.id] = case
        except ValueError as error:
            problems.append(f"line {number}: {error}")
    if problems:
        raise unusable(path, problems)
    if not cases:
        raise QuestionsUnreadableError(f"{path} holds no question.", subject=str(path))
    return tuple(cases.values())


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise QuestionsUnreadableError(
            f"The questions in {path} cannot be read: {error.strerror}.",
            subject=str(path),
            advice="Give a JSONL file, one question a line.",
        ) from error


def _read_text(path: Path) -> str:
    try:
        return _read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise QuestionsUnreadableError(
            f"{path} is not UTF-8 (line {line}).", subject=str(path), advice="Save it as UTF-8."
        ) from error


def unusable(
    path: Path, problems: list[str], *, advice: str = "data/README.md describes the fields."
) -> QuestionsUnreadableError:
    """The error that names the rows of a file of questions that cannot be used, the first of them with their faults."""
    rows = "1 row" if len(problems) == 1 else f"{len(problems)} rows"
    more = f"; and {len(problems) - SHOWN_PROBLEMS} more" if len(problems) > SHOWN_PROBLEMS else ""
    return QuestionsUnreadableError(
        f"{path} has {rows} that cannot be used: {'; '.join(problems[:SHOWN_PROBLEMS])}{more}.",
        subject=str(path),
        advice=advice,
        problems=tuple(problems),
    )
