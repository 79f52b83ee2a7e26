"""Thinking models think aloud before they answer; what they think is no part of the answer."""

from __future__ import annotations

import re

NAMES = ("think", "thinking", "thought", "reasoning")

_OPENINGS = tuple(f"<{name}>" for name in NAMES)
_THOUGHTS = re.compile(rf"(\s*<({'|'.join(NAMES)})>.*?(</\2>|\Z))+\s*", re.IGNORECASE | re.DOTALL)
# Some templates put the opening tag into the prompt, so that only the closing one is in the answer.
_UNOPENED = re.compile(rf".*?</({'|'.join(NAMES)})>[ \t]*\n\s*", re.IGNORECASE | re.DOTALL)


def spoken(text: str, *, whole: bool = False) -> str:
    """The answer without the thinking before it.

    Unless the text is `whole`, a beginning that may still become an opening tag is held back.
    """
    for pattern in (_THOUGHTS, _UNOPENED):
        thought = pattern.match(text)
        if thought:
            text = text[thought.end() :]
    begun = text.lstrip().lower()
    if not whole and any(opening.startswith(begun) for opening in _OPENINGS):
        return ""
    return text.lstrip()
