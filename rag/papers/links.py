"""The address of a paper's page: one that its row gives, or the well-known one of its id. Nothing is fetched."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from rag.language.identifiers import LONGEST, arxiv_number
from rag.papers.fields import Fields
from rag.papers.words import text_of

_ADDRESS = re.compile(r"https?://[^\s<>\"\x00-\x1f\x7f\ud800-\udfff]+", re.IGNORECASE)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_OPENREVIEW = re.compile(r"[\w-]{6,40}")


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
        if number := arxiv_number(text):
            version = f"v{number[1]}" if number[1] else ""
            return f"https://arxiv.org/abs/{number[0]}{version}"
    for text in (fields.text("doi").strip(), paper_id):
        if len(text) <= LONGEST and (match := _DOI.fullmatch(text)):
            return f"https://doi.org/{quote(match.group(1).encode('utf-8', 'replace'), safe='/:;().-_~')}"
    return ""


def _texts(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    found = (item.get("url") or item.get("href") if isinstance(item, dict) else item for item in values)
    return [text_of(item).strip() for item in found]
