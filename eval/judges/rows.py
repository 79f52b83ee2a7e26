"""Reading files of labelled claims: one JSON object a line, also gzipped, every fault named by its line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.cases import unusable
from rag.errors import PapersUnreadableError
from rag.papers.content import read_content

ADVICE = "A row needs 'claim', 'abstract' and 'supported' (0 or 1); 'id', 'label', 'group' and 'title' may be there."


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, the abstract that it is held against, and whether people found that the abstract supports it.

    `label` is the kind of label in the words of the file; rows of one `group` are not independent of each other.
    """

    id: str
    claim: str
    abstract: str
    supported: bool
    label: str
    group: str
    title: str = ""


def load_rows(path: Path) -> tuple[Row, ...]:
    """Read a file of labelled claims; fields that are not known are passed over.

    Raises PapersUnreadableError when the file cannot be read, holds no row, or any row is bad: a judge that is measured
    on some of the rows is measured on something else.
    """
    rows: list[Row] = []
    problems: list[str] = []
    for number, line in enumerate(read_content(path).text.split("\n"), start=1):
        if line.strip():
            try:
                rows.append(_row(line, number))
            except ValueError as error:
                problems.append(f"line {number}: {error}")
    if problems:
        raise unusable(path, problems, advice=ADVICE)
    if not rows:
        raise PapersUnreadableError(f"{path} holds no labelled claim.", subject=str(path), advice=ADVICE)
    return tuple(rows)


def _row(line: str, number: int) -> Row:
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON ({error.msg} at character {error.pos + 1})") from error
    except RecursionError as error:
        raise ValueError("not a labelled claim (nested too deeply)") from error
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object")
    supported = fields.get("supported")
    if "supported" not in fields:
        raise ValueError("the field 'supported' is missing")
    if not isinstance(supported, int) or supported not in (0, 1):
        raise ValueError(f"'supported' is {supported!r}; it must be 0 or 1")
    abstract = _text(fields, "abstract")
    label = "supported" if supported else "not supported"
    return Row(
        id=_name(fields, "id", str(number)),
        claim=_text(fields, "claim"),
        abstract=abstract,
        supported=bool(supported),
        label=_name(fields, "label", label),
        group=_name(fields, "group", abstract),
        title=_name(fields, "title", ""),
    )


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if name not in fields:
        raise ValueError(f"the field {name!r} is missing")
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name!r} must be a text that is not blank")
    return value


def _name(fields: Mapping[str, Any], name: str, otherwise: str) -> str:
    value = fields.get(name, otherwise)
    if value is None or value == "":
        return otherwise
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{name!r} must be a text or a whole number")
    return str(value)
