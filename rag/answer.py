"""The verified answer: all that the page shows, the command line prints and the eval suite scores."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rag.types import Citation, JudgedBy, Ranked, Sentence, Status, Usage

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question.

    `text` carries the markers `[1]`…, with `~~…~~` around what was struck out; `sentences` and `citations` say what
    each rests on and what checking found; `reason` says in a sentence why there is no (full) answer; `nearest` are
    papers offered instead. `seconds` holds wall time per stage and `total`; `index` describes the index; `where` is the
    filter that was on, as one types it. `searched` are the wordings that were searched, `confidence` (0…1) the
    calibrated probability that the papers hold the answer. `judge` names who gave the verdicts, None when only the
    offline checks did. `stand_in` names the writer of the text when the one that was asked (`llm`) failed.
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
    usage: Usage = field(default_factory=Usage)
    seconds: Mapping[str, float] = field(default_factory=dict)
    index: Mapping[str, Any] = field(default_factory=dict)
    where: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    confidence: float | None = None
    judge: JudgedBy | None = None
    stand_in: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain dicts, lists, strings and numbers, under the names of its fields."""
        plain: dict[str, Any] = json.loads(self.to_json())
        return plain

    def to_json(self) -> str:
        """The answer as one line of JSON that can be written as UTF-8: half characters become U+FFFD."""
        return _HALF_CHARACTER.sub("\ufffd", json.dumps(asdict(self), ensure_ascii=False))

    def to_markdown(self) -> str:
        """Question, answer, and a numbered footnote with link and quote for every cited paper.

        Struck sentences are struck out; the judge is named with its accuracy. Without an answer: the reason, and the
        nearest papers.
        """
        from rag.export.judged import judged
        from rag.export.markdown import harmless, link, quoted

        lines = [f"**{harmless(' '.join(self.question.split()))}**", "", harmless(self.text or self.reason)]
        # A refusal's words are its reason; when all sentences are struck out there are words and a reason.
        if self.text and self.reason and (self.sentences or self.status is not Status.NO_ANSWER):
            lines += ["", f"_{harmless(self.reason)}_"]
        if self.judge:
            lines += ["", f"_{harmless(judged(self.judge))}_"]
        if self.nearest and not self.citations:
            lines += [
                "",
                "The nearest papers:",
                "",
                *(f"- {link(paper.title, '')}" for paper in self.nearest),
            ]
        for citation in self.citations:
            by = f", {harmless(', '.join(citation.authors))}" if citation.authors else ""
            source = f"{link(citation.title, citation.url)}{by} ({citation.verdict})"
            lines += ["", f"\\[{citation.number}\\] {source}", "", quoted(citation.quote)]
        return "\n".join(lines) + "\n"

    def to_bibtex(self) -> str:
        """The cited papers as BibTeX, one entry each; empty when nothing is cited."""
        from rag.export.bibtex import bibtex

        return bibtex(self.citations)
