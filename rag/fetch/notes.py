"""From a note of OpenReview to a row of a file of papers. Pure; what a note lacks, its row lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

PAGE = "https://openreview.net/forum?id="
_LONGEST = 300  # characters; what says more of a venue than this is taken as it is
_PRESENTED = re.compile(
    r"[\s(,:–-]*\b(oral|spotlight[\s-]*poster|spotlight|poster|notable[\s-]top[\s-]\d+%)\s*\)?$", re.IGNORECASE
)
_STATE = re.compile(r"[\s(,:–-]*\b(withdrawn|desk[\s-]reject(?:ed)?|rejected)(?:\s+submission)?\s*\)?$", re.IGNORECASE)
_SUBMITTED = re.compile(r"(?<=\w)\s+submission$", re.IGNORECASE)
_TOLD = re.compile(
    r"(submitted|accepted|desk[\s-]rejected|rejected|withdrawn|retracted)\s+(?:to|by|at|from)\s+(.+)", re.IGNORECASE
)
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_STATE_OF_ID = {
    "withdrawn_submission": "Withdrawn",
    "desk_rejected_submission": "Desk Rejected",
    "rejected_submission": "Rejected",
}


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
    venue, decision = venue_and_decision(told)
    return {
        "id": note_id,
        "title": _text(fields.get("title")),
        "abstract": _text(fields.get("abstract")),
        "authors": _texts(fields.get("authors"), ";"),
        "keywords": _texts(fields.get("keywords"), ";,"),
        "area": "; ".join(_texts(fields.get("primary_area"), "")),
        "venue": venue,
        "decision": decision or _state_of(_line(fields.get("venueid"))),
        "year": _year(told, note.get("pdate")),
        "url": f"{PAGE}{quote(note_id, safe='')}",
    }


def id_of(note: Any) -> str:
    """The id of a note, or nothing."""
    found = note.get("id") if isinstance(note, Mapping) else None
    return found.strip() if isinstance(found, str) else ""


def venue_and_decision(told: str) -> tuple[str, str]:
    """Split what a note says of its venue: "ICLR 2026 poster" into "ICLR 2026" and "Poster"."""
    if len(told) > _LONGEST:
        return told, ""
    if match := _TOLD.fullmatch(told):
        decision, rest = match.groups()
        venue = "" if rest.lower() == "authors" else _conference(_PRESENTED.sub("", rest))
        return venue, _capitals(decision)
    for pattern in (_PRESENTED, _STATE):
        if match := pattern.search(told):
            return _conference(told[: match.start()]), _capitals(match.group(1))
    if match := _SUBMITTED.search(told):
        return _conference(told[: match.start()]), "Submitted"
    return told, ""


def _conference(venue: str) -> str:
    return re.sub(r"\s+conference$", "", venue.strip(), flags=re.IGNORECASE)


def _capitals(words: str) -> str:
    """The words of a decision, spelt as in the shipped papers."""
    plain = " ".join(re.split(r"[\s-]+", words.lower()))
    if plain.startswith("spotlight"):  # some venues call them spotlight posters
        return "Spotlight"
    return "Desk Rejected" if plain.startswith("desk") else plain.title()


def _state_of(venueid: str) -> str:
    return _STATE_OF_ID.get(venueid.rsplit("/", 1)[-1].lower(), "")


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
