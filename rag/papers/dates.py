"""The year of a paper, from the many ways in which dates are written."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from rag.papers.fields import Fields

_FIRST = re.compile(r"\s*([12]\d{3})(?:\D|$|\d{4}\s*$)")  # 2021, 2021-05-04, 20210504
_WITHIN = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)")  # 4 May 2021, ICLR 2026
_MILLISECONDS = re.compile(r"\d{12,13}(?:\.\d+)?")


def year_of(fields: Fields, venue: str) -> int | None:
    """The year that a row gives; else that in its venue's name; else that of OpenReview's dates."""
    written = (_year(value) for value in fields.all("year"))
    dated = (_year(value) for kind in ("published", "created") for value in fields.all(kind))
    found = _WITHIN.search(venue)
    candidates = (*written, int(found.group(1)) if found else None, *dated)
    return next((year for year in candidates if year), None)


def _year(value: Any) -> int | None:
    if isinstance(value, dict):  # Crossref: {"date-parts": [[2021, 5, 4]]}
        value = value.get("date-parts") or value.get("year")
    while isinstance(value, list) and value:
        value = value[0]
    if value is None or isinstance(value, bool | list | dict):
        return None
    text = str(value)[:100]
    if _MILLISECONDS.fullmatch(text.strip()):
        return datetime.fromtimestamp(float(text) / 1000, UTC).year
    match = _FIRST.match(text) or _WITHIN.search(text)
    return int(match.group(1)) if match else None
