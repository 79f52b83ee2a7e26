"""A person whom a question about many papers names as their author, or an area it counts, made a condition on them."""

from __future__ import annotations

import re
from dataclasses import replace

from rag.language.terms import content_words, fold, names, stem
from rag.language.topic import topic_words
from rag.ports import Search
from rag.types import Asked, Condition, Facet

_NAME = r"((?:[^\W\d_a-z][\w.'’-]*\s?){1,4})"
_BY = re.compile(
    rf"\b(?:(?:written |authored )?by\s+{_NAME}"
    rf"|(?:have|has|with)\s+{_NAME}\s*as (?:an? |the |co-?)?author)"
)
_AND_MORE = re.compile(r"\band,? (?:what|how|why|where|which)\b", re.IGNORECASE)  # asked of each paper of that person


def with_metadata(asked: Asked, text: str, search: Search) -> Asked:
    """The question with its author or area as a condition, when the index knows papers of it; else as it was."""
    wanted = asked.about or text
    if asked.counts and (area := _area(wanted, search)):
        return replace(asked, about="papers", terms=(), names=(), where=(*asked.where, area))
    match = _BY.search(wanted) if asked.facet is Facet.LISTING and not _AND_MORE.search(wanted) else None
    if match is None:
        return asked
    name = (match[1] or match[2]).strip(" .")
    person = Condition("author", "=", (name,))
    if not search.mentioning((), where=(person,)):
        return asked
    about = " ".join(f"{wanted[: match.start()]} {wanted[match.end() :]}".split())
    terms = tuple(dict.fromkeys(stem(word) for word in content_words(about) if stem(word) in asked.terms))
    return replace(asked, about=about, terms=terms, names=names(about), where=(*asked.where, person))


def _area(wanted: str, search: Search) -> Condition | None:
    """The area that a question names and nothing else."""
    topic = fold(topic_words(wanted))
    return next(
        (Condition("area", "=", (area,)) for area in search.counts().get("area", {}) if fold(area) == topic), None
    )
