"""The verified answer: the only thing that the page shows, the command line prints and the eval suite scores."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rag.types import Citation, Ranked, Sentence, Status, Usage


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question.

    `text` carries the markers `[1]`…; `sentences` and `citations` say what each rests on and what checking found;
    `reason` says in one sentence why there is no (full) answer; `nearest` are papers offered instead of one.
    `seconds` holds wall time per stage and `total`; `index` describes the index that answered.
    """

    question: str
    standalone_question: str
    status: Status
    reason: str
    text: str
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    retrieved: tuple[Ranked, ...] = ()
    nearest: tuple[Ranked, ...] = ()
    llm: str = ""
    embedding: str = ""
    usage: Usage = Usage()
    seconds: Mapping[str, float] = field(default_factory=dict)
    index: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain dicts, lists, strings and numbers, under the names of its fields."""
        return asdict(self)

    def to_json(self) -> str:
        """The answer as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_markdown(self) -> str:
        """Question, answer, and a numbered footnote with link and quote for every cited paper."""
        lines = [f"**{self.question}**", "", self.text or self.reason]
        if self.text and self.reason:
            lines += ["", f"_{self.reason}_"]
        for citation in self.citations:
            source = f"[{citation.title}]({citation.url})" if citation.url else citation.title
            by = f", {', '.join(citation.authors)}" if citation.authors else ""
            lines += ["", f"\\[{citation.number}\\] {source}{by} ({citation.verdict})", "", f"> {citation.quote}"]
        return "\n".join(lines) + "\n"

    def to_bibtex(self) -> str:
        """The cited papers as BibTeX, one entry each; empty when nothing is cited."""
        from pybtex.database import BibliographyData, Entry, Person

        entries = {}
        for citation in self.citations:
            fields = {"title": citation.title, "url": citation.url, "note": f"Cited as [{citation.number}]"}
            persons = {"author": [Person(name) for name in citation.authors]}
            entries[citation.paper_id] = Entry("misc", {k: v for k, v in fields.items() if v}, persons)
        return BibliographyData(entries=entries).to_string("bibtex") if entries else ""
