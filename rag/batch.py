"""Reading files of questions to ask: JSONL rows with `question` or `turns`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rag.errors import PapersUnreadableError

Row = tuple[str, tuple[str, ...]]  # the question to answer, and the turns before it


def read_batch(path: Path) -> tuple[list[Row], list[str]]:
    """Return the questions in order, and a sentence for every row that was skipped.

    Raises PapersUnreadableError when the file cannot be read. `-` is standard input.
    """
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PapersUnreadableError(
            f"The questions in {path} cannot be read.", subject=str(path), advice="Give a JSONL file in UTF-8."
        ) from error
    rows: list[Row] = []
    skipped: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            row = _row(line)
            if isinstance(row, str):
                skipped.append(f"Skipped line {number}: {row}.")
            else:
                rows.append(row)
    return rows, skipped


def _row(line: str) -> Row | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return "it is not valid JSON"
    if not isinstance(value, dict):
        return "it is not a JSON object"
    turns = value.get("turns", [value.get("question")])
    if not isinstance(turns, list) or not turns or not all(isinstance(turn, str) for turn in turns):
        return 'it has neither "question" (a string) nor "turns" (a list of strings)'
    return turns[-1], tuple(turns[:-1])
