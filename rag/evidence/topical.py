"""Where a paper holds a topic's words, and whether it holds what a question leaves out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum

from rag.language.naming import is_named
from rag.language.roles import roles
from rag.language.sentences import sentence_spans
from rag.language.topic import holds, topic_of
from rag.ports import Vocabulary
from rag.types import Paper, Role, Topic


class Place(IntEnum):
    """Where a paper holds a topic's words, the place that says most first."""

    HEAD = 0  # title or keywords
    CLAIM = 1  # the sentence that says what the paper is
    ABSTRACT = 2
    NOWHERE = 3


def place_of_topic(paper: Paper, topic: Topic) -> Place:
    """The first place in which a paper holds a topic's words; nowhere when the topic is empty."""
    if holds(head_of(paper), topic):
        return Place.HEAD
    if not holds(f"{head_of(paper)} . {paper.abstract}", topic):
        return Place.NOWHERE
    texts = [paper.abstract[start:end] for start, end in sentence_spans(paper.abstract)]
    claims = " ".join(text for text, role in zip(texts, roles(texts), strict=True) if role is Role.CLAIM)
    return Place.CLAIM if holds(f"{head_of(paper)} . {claims}", topic) else Place.ABSTRACT


def head_of(paper: Paper) -> str:
    """What a paper says of itself in the fewest words."""
    return " , ".join((paper.title, *paper.keywords))


def is_left_out(paper: Paper, without: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether a paper is named by what a question leaves out, or mentions it, be it abbreviated."""
    return any(is_named(paper, what, vocabulary) or _mentions(paper, what) for what in without)


def _mentions(paper: Paper, what: str) -> bool:
    text = f"{head_of(paper)} . {paper.abstract}"
    if holds(text, topic_of(what)):
        return True
    typed = re.findall(r"[^\W_]+", what)
    if len(typed) > 1:  # "reinforcement learning" leaves out "RL"
        return bool(re.search(rf"\b{''.join(word[0] for word in typed).upper()}s?\b", text))
    return what.isupper() and _spelt_out(what, text)


def _spelt_out(capitals: str, text: str) -> bool:
    """Whether words stand in a text that capitals abbreviate: RL and "reinforcement learning"."""
    letters = re.findall(r"[^\W\d_]", capitals)
    pattern = r"[\s-]+".join(rf"{letter}[a-z]+" for letter in letters)
    return len(letters) > 1 and bool(re.search(rf"\b{pattern}\b", text, re.IGNORECASE))
