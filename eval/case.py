"""One row of a question file: what it may hold, and reading it. `data/README.md` has the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, cast

Need = Literal["any", "all"]
FIELDS = ("id", "question", "turns", "papers", "need", "facts", "answerable", "kind")


@dataclass(frozen=True, slots=True)
class Case:
    """One question with what is known about its answer.

    `turns` are asked as one conversation and the last is scored. `papers` are the ids that may be cited: one
    of them will do (`need` any) or every one is needed (`all`). `facts` are regular expressions that the
    answer must contain, in any case of letters.
    """

    id: str
    turns: tuple[str, ...]
    papers: tuple[str, ...] = ()
    need: Need = "any"
    facts: tuple[str, ...] = ()
    answerable: bool = True
    kind: str = "unsorted"

    @property
    def question(self) -> str:
        """The question that is scored: the last turn."""
        return self.turns[-1]


def parse_case(line: str) -> Case:
    """Read one row. Raises ValueError saying what is wrong with it."""
    row = _object(line)
    answerable = row.get("answerable", True)
    if not isinstance(answerable, bool):
        raise ValueError(f"'answerable' is {answerable!r}; it must be true or false")
    need = row.get("need", "any")
    if need not in ("any", "all"):
        raise ValueError(f"'need' is {need!r}; it must be 'any' or 'all'")
    case = Case(
        id=_text(row, "id"),
        turns=_turns(row, answerable),
        papers=_texts(row, "papers"),
        need=cast(Need, need),
        facts=_facts(row),
        answerable=answerable,
        kind=_text(row, "kind") if "kind" in row else "unsorted",
    )
    if answerable and not case.papers:
        raise ValueError("an answerable question needs the 'papers' that may be cited for it")
    if not answerable and case.facts:
        raise ValueError("a question that is not answerable cannot have 'facts'")
    return case


def _object(line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON ({error.msg} at character {error.pos + 1})") from error
    except RecursionError as error:
        raise ValueError("not a question (nested too deeply)") from error
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    for name in row:
        if name not in FIELDS:
            close = get_close_matches(name, FIELDS, n=1)
            raise ValueError(f"unknown field {name!r}" + (f" (did you mean {close[0]!r}?)" if close else ""))
    return row


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in pairs:
        if name in row:
            raise ValueError(f"the field {name!r} is given twice")
        row[name] = value
    return row


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name!r} must be a text that is not blank")
    return value


def _texts(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = row.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise ValueError(f"{name!r} must be a list of texts that are not blank")
    if len(set(value)) < len(value):
        raise ValueError(f"{name!r} holds the same text twice")
    return tuple(value)


def _turns(row: Mapping[str, Any], answerable: bool) -> tuple[str, ...]:
    if ("question" in row) == ("turns" in row):
        raise ValueError("exactly one of 'question' and 'turns' must be given")
    turns = row["turns"] if "turns" in row else [row["question"]]
    if not isinstance(turns, list) or not turns or not all(isinstance(turn, str) for turn in turns):
        raise ValueError("'question' must be a text, 'turns' a list of texts, the last of them the one that is scored")
    # A blank question is a fair test of refusing, never of answering.
    if answerable and not turns[-1].strip():
        raise ValueError("a blank question is not answerable")
    return tuple(turns)


def _facts(row: Mapping[str, Any]) -> tuple[str, ...]:
    facts = _texts(row, "facts")
    for fact in facts:
        try:
            pattern = re.compile(fact, re.IGNORECASE)
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"the fact {fact!r} is not a regular expression ({error})") from error
        if pattern.search(""):
            raise ValueError(f"the fact {fact!r} matches the empty text, so every answer would hold it")
    return facts
