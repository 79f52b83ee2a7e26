"""The fields of a row under the names that people give them; case, spaces, hyphens and underscores do not matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from rag.papers.words import text_of

# Of several names that a row has, the first one here with something in it counts.
NAMES: Mapping[str, tuple[str, ...]] = {
    "abstract": (
        "abstract", "abstracttext", "abstractnote", "paperabstract", "abstractinvertedindex", "dcabstract", "summary",
        "description", "dcdescription", "text",
    ),
    "id": (
        "id", "paperid", "openreviewid", "forum", "forumid", "arxivid", "arxiv", "key", "citekey", "citationkey",
        "bibkey", "corpusid", "s2id", "doi", "pmid", "eid", "uid", "uuid", "identifier", "dcidentifier",
        "articlenumber",
    ),
    "title": ("title", "papertitle", "documenttitle", "articletitle", "dctitle", "name", "displayname"),
    "authors": (
        "authors", "author", "authornames", "authorlist", "authorships", "creators", "creator", "dccreator",
        "authorfullnames",
    ),
    "keywords": ("keywords", "keyword", "authorkeywords", "tags", "manualtags", "topics"),
    "area": (
        "area", "primaryarea", "subjectarea", "subject", "subjects", "category", "categories", "primarycategory",
        "field", "fields", "fieldsofstudy", "primarytopic", "topic",
    ),
    "venue": (
        "venue", "booktitle", "journal", "journaltitle", "journalref", "conference", "publicationvenue",
        "publicationtitle", "containertitle", "sourcetitle", "proceedings",
    ),
    "decision": ("decision", "presentationtype", "presentation"),
    "status": ("status", "state", "track"),  # these may hold a decision, or quite other things
    "venueid": ("venueid",),
    "comments": ("comments", "comment", "note", "notes", "remarks"),
    "withdrawn": ("withdrawn", "iswithdrawn", "retracted", "isretracted"),
    "year": (
        "year", "pubyear", "publicationyear", "yearpublished", "date", "published", "publicationdate",
        "publisheddate", "publishedat", "publishedonline", "publishedprint", "pubdate", "issued", "dcdate",
    ),
    "published": ("pdate",),  # OpenReview: of publication, then of creation, in milliseconds
    "created": ("odate", "cdate", "tcdate"),
    "url": (
        "url", "link", "links", "paperurl", "html", "htmlurl", "landingpageurl", "openaccesspdf", "pdf", "pdfurl",
        "pdflink",
    ),
    "doi": ("doi",),
    "arxiv": ("arxivid", "arxiv", "eprint"),
    "forum": ("forum", "forumid", "openreviewid"),
}  # fmt: skip


@lru_cache(maxsize=10_000)
def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold()) if len(name) <= 100 else ""


def has_abstract(names: Iterable[str]) -> bool:
    """Whether one of these names is one that an abstract goes by."""
    return any(_plain(name) in NAMES["abstract"] for name in names)


class Fields:
    """A row's fields by the names of `NAMES`. A note of OpenReview counts with what is in its `content`."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self._values: dict[str, Any] = {}
        content = row.get("content")
        for part in (content, row) if isinstance(content, dict) else (row,):
            for name, value in part.items():
                self._add(_plain(name), value)

    def _add(self, name: str, value: Any) -> None:
        if isinstance(value, dict) and "value" in value:
            value = value["value"]
        blank = value is None or value in ("", [], {}) or (isinstance(value, str) and not value.strip())
        if name and not blank:
            self._values.setdefault(name, value)

    def all(self, kind: str) -> Iterable[Any]:
        """What a row has under the names of a kind, in the order of `NAMES`; blank values are left out."""
        return (self._values[name] for name in NAMES[kind] if name in self._values)

    def first(self, kind: str) -> Any:
        """The first of `all`, or None."""
        return next(iter(self.all(kind)), None)

    def text(self, kind: str, *, between: str = " ") -> str:
        """The first of `all` that has words, as a text."""
        texts = (text_of(value, between=between) for value in self.all(kind))
        return next((text for text in texts if text.strip()), "")
