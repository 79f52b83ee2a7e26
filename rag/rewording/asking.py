"""What a rewriter is asked: the earlier turns shortened, and the last question."""

from __future__ import annotations

from collections.abc import Sequence

from rag.language.inert import inert
from rag.prompts import Prompt, fill
from rag.tokens import count_tokens, first_tokens

QUESTION_TOKENS = 60  # of an earlier question
ANSWER_TOKENS = 90  # of what was answered to it
ASKED_TOKENS = 400  # of the question itself; a longer one is not worth rewording

_ALONE = "Write the line SEARCH:"
_BOTH = "Write the lines QUESTION: and SEARCH:"

Turn = tuple[str, str]
"""An earlier question and what was answered."""


def reword_prompt(question: str, earlier: Sequence[Turn], tokens: int) -> Prompt:
    """What a model is asked, word for word: at most `tokens` long, unless the question alone is longer.

    The latest turns are told, as many as fit. Without any, only the wording for the search is asked for.
    """
    told: list[str] = []
    for turn in reversed(earlier):
        longer = _filled(question, [_told(turn), *told])
        if count_tokens(longer.system) + count_tokens(longer.user) > tokens:
            break
        told.insert(0, _told(turn))
    return _filled(question, told)


def _filled(question: str, told: Sequence[str]) -> Prompt:
    asked = inert(first_tokens(question, ASKED_TOKENS))
    return fill("reword", conversation="".join(told), question=asked, lines=_BOTH if told else _ALONE)


def _told(turn: Turn) -> str:
    question, answer = (inert(text) for text in turn)
    asked = first_tokens(question, QUESTION_TOKENS)
    return f"Earlier question: {asked}\nEarlier answer: {first_tokens(answer, ANSWER_TOKENS) or 'none'}\n\n"
