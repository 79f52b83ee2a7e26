"""Reading files of questions to ask: JSONL rows with `question` or `turns`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from rag.errors import PapersUnreadableError

Row = tuple[str, ...]  # the turns of a conversation; the last is the one to be answered

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def read_batch(path: Path) -> tuple[list[Row], list[str]]:
    """Return the questions in order, and a sentence for every row that was skipped.

    Raises PapersUnreadableError when the file cannot be read or holds no rows. `-` is standard input.
    """
    rows: list[Row] = []
    skipped: list[str] = []
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if line.strip():
            row = _row(line)
            if isinstance(row, str):
                skipped.append(f"Skipped line {number}{_name_of(line)}: {row}.")
            else:
                rows.append(row)
    if not rows and not skipped:
        raise PapersUnreadableError(
            f"{path} holds no questions.", subject=str(path), advice='Give one {"question": …} a line.'
        )
    return rows, skipped


def whole_characters(text: str) -> str:
    """The text with half characters, which no model and no file can take, replaced by U+FFFD."""
    return _HALF_CHARACTER.sub("\ufffd", text)


def _text(path: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PapersUnreadableError(
            f"The questions in {path} cannot be read.",
            subject=str(path),
            advice="Give a JSONL file in UTF-8.",
        ) from error


def _row(line: str) -> Row | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return "it is not valid JSON"
    if not isinstance(value, dict):
        return "it is not a JSON object"
    turns = value.get("turns") if value.get("turns") is not None else [value.get("question")]
    if not isinstance(turns, list) or not turns or not all(isinstance(turn, str) for turn in turns):
        return 'it has neither "question" (a string) nor "turns" (a list of strings)'
    return tuple(whole_characters(turn) for turn in turns)


def _name_of(line: str) -> str:
    """The row's id in brackets, when it can be made out."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    name = value.get("id") if isinstance(value, dict) else None
    return f" ({name})" if isinstance(name, str | int) else ""
