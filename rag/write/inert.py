"""Text from papers and people made inert: a model can read it, but it cannot act as part of the prompt."""

from __future__ import annotations

import re
import unicodedata

# What a tokenizer or a model takes for markup: <|im_end|>, </source>, <s>, <<SYS>>, <start_of_turn>.
_TAG = re.compile(r"<([|｜/!?A-Za-z_][^<>]{0,80}?)>")
_HALF = re.compile(r"<(?=[<|｜/])|(?<=[|｜>])>")
_INSTRUCTION = re.compile(
    r"\[(/?(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]", re.IGNORECASE
)
# [0, 1] is an interval: there is no source 0, so it cannot be taken for a citation.
_MARKER = re.compile(r"[\[【](\s*(?:source\s*)?[1-9]\d*(?:\s*[,;–-]\s*[1-9]\d*)*\s*)[\]】]", re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # parts of letters in Persian and the scripts of India
_SURROGATE = re.compile("[\ud800-\udfff]")
_DROPPED = {"Cc", "Cf", "Co"}


def inert(text: str) -> str:
    """The text in one line without invisible characters; tags and `[n]` markers are spelt otherwise.

    Letters, digits, formulas and other signs stay; half surrogates become U+FFFD.
    """
    text = " ".join(_SURROGATE.sub("\ufffd", text).split())
    text = "".join(c for c in text if c in _JOINERS or unicodedata.category(c) not in _DROPPED)
    text = _TAG.sub(r"‹\1›", text)
    text = _HALF.sub(lambda half: "‹" if half[0] == "<" else "›", text)
    text = _INSTRUCTION.sub(r"(\1)", text)
    return _MARKER.sub(r"(\1)", text)
