"""From a note of OpenReview to a row of a file of papers. Pure; what a note lacks, its row lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from rag.papers.venue import state_of, venue_and_decision_in

PAGE = "https://openreview.net/forum?id="
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


def row_of(note: Any) -> dict[str, Any] | str:
    """The row of a note of either version of the API, or the reason why it can be none.

    Title and abstract are the authors' own words, unchanged, and empty when the note has none.
    """
    if not isinstance(note, Mapping):
        return "it is not a JSON object"
    note_id = id_of(note)
    if not note_id:
        return "it has no id"
    content = note.get("content")
    fields = {name: _value(field) for name, field in content.items()} if isinstance(content, Mapping) else {}
    told = _line(fields.get("venue"))
    venue, decision = venue_and_decision_in(told)
    return {
        "id": note_id,
        "title": _text(fields.get("title")),
        "abstract": _text(fields.get("abstract")),
        "authors": _texts(fields.get("authors"), ";"),
        "keywords": _texts(fields.get("keywords"), ";,"),
        "area": "; ".join(_texts(fields.get("primary_area"), "")),
        "venue": venue,
        "decision": state_of(_line(fields.get("venueid"))) or decision,
        "year": _year(told, note.get("pdate")),
        "url": f"{PAGE}{quote(note_id, safe='')}",
    }


def id_of(note: Any) -> str:
    """The id of a note, or nothing."""
    found = note.get("id") if isinstance(note, Mapping) else None
    return found.strip() if isinstance(found, str) else ""


def _year(told: str, published: Any) -> int | None:
    """The year in the venue's name, else that of the publication (milliseconds since 1970)."""
    if match := _YEAR.search(told):
        return int(match.group(1))
    if isinstance(published, bool) or not isinstance(published, int | float):
        return None
    try:
        return datetime.fromtimestamp(published / 1000, UTC).year
    except (ValueError, OverflowError, OSError):
        return None


def _value(field: Any) -> Any:
    """What a field holds: `{"value": …}` in version 2 of the API, the value itself in version 1."""
    return field.get("value") if isinstance(field, Mapping) else field


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _line(value: Any) -> str:
    return " ".join(_text(value).split())


def _texts(value: Any, separators: str) -> list[str]:
    """Names in order, from a list of texts or of people, or from one text that lists them."""
    if isinstance(value, str):
        value = re.split(f"[{separators}]", value) if separators else [value]
    if not isinstance(value, list):
        return []
    found = (_text(_name(item)).strip() for item in value)
    return [name for name in found if name]


def _name(item: Any) -> Any:
    return item.get("fullname") or item.get("name") if isinstance(item, Mapping) else item
