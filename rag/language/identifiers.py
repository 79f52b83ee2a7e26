"""Ids of papers as people type them: with or without a version, in an address, after a prefix."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rag.language.spelling import is_ordinary
from rag.language.terms import fold

LONGEST = 2_000  # characters
_TYPED = re.compile(r"-?[\w/](?:[\w./:-]*[\w/])?")
_COUNT = re.compile(r"\d{1,5}")  # a number or a year as often as an id
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v(\d{1,3}))?(?:\.pdf)?",
    re.IGNORECASE,
)


def arxiv_number(text: str) -> tuple[str, int] | None:
    """The number of an arXiv id and its version (0 when it names none), or None when it is no such id."""
    match = _ARXIV.fullmatch(text) if len(text) <= LONGEST else None
    return (match.group(1).lower(), int(match.group(2) or 0)) if match else None


def typed_ids(text: str) -> tuple[str, ...]:
    """The words of a text as ids may be written, in order, without repeats; counts and English words are none."""
    typed = dict.fromkeys(_TYPED.findall(text))
    return tuple(word for word in typed if not (_COUNT.fullmatch(word) or is_ordinary(fold(word))))


def with_ids(text: str, ids: Mapping[str, str]) -> str:
    """A text with some of its typed ids written in another way."""
    return _TYPED.sub(lambda typed: ids.get(typed.group(), typed.group()), text)


def plain_id(text: str) -> str:
    """The form under which ids are the same paper: folded, an arXiv id without its version."""
    number = arxiv_number(text)
    return number[0] if number else fold(text)
