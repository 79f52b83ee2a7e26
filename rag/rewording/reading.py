"""Reading what a rewriter said: total over any text. What is not clearly a wording is none."""

from __future__ import annotations

import json
import re

from rag.language.said import unfenced

_LABEL = re.compile(
    r"[\s>*#•\-–—\d.)(\"'`]*\b(?:(?P<question>(?:stand-?alone |last |rewritten |full )?question)"
    r"|(?P<search>search(?: (?:query|line|text|words?|wording|terms?))?|query|keywords?))\b"
    r"[\"'`*\s]*[:=–—-]+[*\s]*(?P<said>.*)",
    re.IGNORECASE,
)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)

Wordings = tuple[str, str]
"""The question that stands alone, and the words for the search; empty where nothing usable was said."""


def read_wordings(text: str, *, search_alone: bool = False, cut_off: bool = False) -> Wordings:
    """The two wordings in what a model said; of a text that was cut off the last line does not count.

    `search_alone` says that it was asked for the words for the search and nothing else.
    """
    text = unfenced(text)
    if cut_off:
        text = text.rpartition("\n")[0]
    return _of_object(text) or _of_lines(text) or _of_one_line(text, search_alone=search_alone)


def _of_object(text: str) -> Wordings | None:
    found = _OBJECT.search(text)
    try:
        read = json.loads(found.group()) if found else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, dict):
        return None
    said = {str(key).casefold(): value for key, value in read.items() if isinstance(value, str)}
    return _plain(said.get("question", "")), _plain(said.get("search", ""))


def _of_lines(text: str) -> Wordings | None:
    """The first line behind each label; a label may stand on a line of its own before its words."""
    said: dict[str, str] = {}
    waiting = ""
    for line in text.splitlines():
        label = _LABEL.fullmatch(line)
        if label:
            waiting = "question" if label["question"] else "search"
            line = label["said"]
        if waiting and line.strip(" *_"):
            said.setdefault(waiting, _plain(line))
            waiting = ""
    return (said.get("question", ""), said.get("search", "")) if said else None


def _of_one_line(text: str, *, search_alone: bool) -> Wordings:
    """A line without a label counts when nothing else was said: as what was asked for, or as a question."""
    lines = [line for line in text.splitlines() if line.strip()]
    plain = _plain(lines[0]) if len(lines) == 1 else ""
    return ("", plain) if search_alone else (plain if plain.endswith("?") else "", "")


def _plain(text: str) -> str:
    """A wording in one line, without marks around it or parts said twice."""
    plain = " ".join(text.split()).strip(" *_`")
    plain = ", ".join(dict.fromkeys(part for part in plain.split(", ") if part))  # small models repeat themselves
    if len(plain) > 1 and plain[0] in "\"'“«„" and plain[-1] in "\"'”»“":
        plain = plain[1:-1].strip()
    return plain
