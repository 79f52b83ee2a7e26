"""What was said before a question: the papers that each turn was about, and the numbers that they have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.language.naming import introduced_names, own_names
from rag.language.terms import joined, names
from rag.types import Paper

# A topic rather than a name, though it is written like one: MDPs, LLM-based, 3D.
_TOPIC = re.compile(r"[A-Z]{2,}s|(?:LLM|VLM|GPT|GUI|AI|RL|MLLM|NLP|SGD|GPU|API)s?(?:-.*)?|\d[A-Z]")


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question as it stood alone, the papers that it was about, and those offered when it was refused."""

    question: str
    papers: tuple[Paper, ...]
    offered: tuple[Paper, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """The turns before a question, oldest first; `numbered` holds the papers by the number that they were given."""

    turns: tuple[Turn, ...]
    numbered: dict[int, Paper]

    @property
    def last(self) -> tuple[Paper, ...]:
        """The papers spoken of last, in the order in which they were shown."""
        return next((turn.papers for turn in reversed(self.turns) if turn.papers), ())

    @property
    def all(self) -> tuple[Paper, ...]:
        """Every paper of the conversation, in the order of their numbers, then as they were spoken of."""
        in_order = [self.numbered[number] for number in sorted(self.numbered)]
        return _once([*in_order, *(paper for turn in self.turns for paper in turn.papers)])

    @property
    def listed(self) -> tuple[Paper, ...]:
        """The papers among which `the second` counts: the last answer's, those it offered, else all, if several."""
        last = self.turns[-1] if self.turns else Turn("", ())
        for papers in (last.papers, () if last.papers else last.offered, self.last, self.all):
            if len(papers) > 1:
                return papers
        return self.all

    def other_than(self, papers: Sequence[Paper]) -> tuple[Paper, ...]:
        """The papers spoken of beside these, in the latest turn that has any."""
        for turn in reversed(self.turns):
            others = tuple(paper for paper in turn.papers if paper not in papers)
            if others:
                return others
        return ()

    def latest(self, count: int) -> tuple[Paper, ...]:
        """The papers spoken of last, at most so many, in the order in which they came up."""
        recent = _once([paper for turn in reversed(self.turns) for paper in turn.papers])[:count]
        return tuple(paper for paper in self.all if paper in recent)


def short_name(paper: Paper) -> str:
    """The name that a paper goes by in conversation: what it calls itself, else its title."""
    head, colon, _ = paper.title.partition(":")
    if colon and len(head.split()) == 1:
        return head
    titled = (name for name in names(paper.title) if not name.rstrip("s").isupper())
    called = (
        name for name in (*titled, *introduced_names(paper)) if _identifies(name) and joined(name) in own_names(paper)
    )
    return next(called, paper.title)


def _identifies(name: str) -> bool:
    return not _TOPIC.fullmatch(name)


def _once(papers: Sequence[Paper]) -> tuple[Paper, ...]:
    return tuple(dict.fromkeys(papers))
