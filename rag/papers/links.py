"""The address of a paper's page: one that its row gives, or the well-known one of its id. Nothing is fetched."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from rag.papers.fields import Fields
from rag.papers.words import text_of

LONGEST = 2_000  # characters
_ADDRESS = re.compile(r"https?://[^\s<>\"\x00-\x1f\x7f\ud800-\udfff]+", re.IGNORECASE)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_OPENREVIEW = re.compile(r"[\w-]{6,40}")
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v(\d{1,3}))?(?:\.pdf)?",
    re.IGNORECASE,
)


def arxiv_number(text: str) -> tuple[str, int] | None:
    """The number of an arXiv id and its version (0 when it names none), or None when it is no such id."""
    match = _ARXIV.fullmatch(text) if len(text) <= LONGEST else None
    return (match.group(1).lower(), int(match.group(2) or 0)) if match else None


def link_of(fields: Fields, paper_id: str) -> str:
    """The first http(s) address of a row; else that of its OpenReview, arXiv or DOI number; else nothing."""
    for value in (*fields.all("url"), paper_id):
        for text in _texts(value):
            if len(text) <= LONGEST and _ADDRESS.fullmatch(text):
                return text
    forum = fields.text("forum").strip()
    if _OPENREVIEW.fullmatch(forum):
        return f"https://openreview.net/forum?id={forum}"
    for text in (fields.text("arxiv").strip(), paper_id):
        if arxiv_number(text) and (match := _ARXIV.fullmatch(text)):
            version = f"v{match.group(2)}" if match.group(2) else ""
            return f"https://arxiv.org/abs/{match.group(1)}{version}"
    for text in (fields.text("doi").strip(), paper_id):
        if len(text) <= LONGEST and (match := _DOI.fullmatch(text)):
            return f"https://doi.org/{quote(match.group(1).encode('utf-8', 'replace'), safe='/:;().-_~')}"
    return ""


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    found = (item.get("url") or item.get("href") if isinstance(item, dict) else item for item in values)
    return [text_of(item).strip() for item in found]
