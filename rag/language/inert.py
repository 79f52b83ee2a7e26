"""Text from papers and people made inert: a model can read it, but it cannot act as part of the prompt."""

from __future__ import annotations

import re
import unicodedata

from rag.language.markers import MARKER, narrow

# What a tokenizer or a model takes for markup: <|im_end|>, </source>, <s>, <<SYS>>, <start_of_turn>.
_TAG = re.compile(r"[<＜]([|｜/!?A-Za-z_][^<>＜＞]{0,80}?)[>＞]")
# A prompt's own tags stay tags for a model with white space in them, or without an end.
_OWN_TAG = re.compile(
    r"[<＜](?=\s*/?\s*(?:sources?|abstracts?|sentences?|conversation|question|system|user|assistant|tool_?calls?)\b)",
    re.IGNORECASE,
)
_HALF = re.compile(r"[<＜](?=[<＜|｜/‹])|(?<=[|｜>＞›])[>＞]")
_INSTRUCTION = re.compile(
    r"\[(/?(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|IMG|ARGS))\]",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[\[\]【】()［］（）〔〕〖〗⁽⁾]|</?sup>", re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # parts of letters in Persian and the scripts of India, of no use beside ASCII
_USELESS_JOINER = re.compile(rf"[{_JOINERS}]+(?![^\x00-\x7f])|(?<![^\x00-\x7f])[{_JOINERS}]+")
# Sequences of these can carry letters that nobody sees.
_VARIANT = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What moves the cursor, colours, or turns the direction of what stands around it.
_ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SPELT = re.compile(f"{_ACTING.pattern}|[\u2028\u2029]")
_DROPPED = {"Cc", "Cf", "Co"}


def inert(text: str) -> str:
    """The text in one line without invisible characters; tags and markers like `[1]` are spelt otherwise.

    Letters, digits, formulas and other signs stay; half surrogates become U+FFFD.
    """
    text = " ".join(_SURROGATE.sub("\ufffd", text).split())
    text = "".join(c for c in text if c in _JOINERS or unicodedata.category(c) not in _DROPPED)
    text = " ".join(text.split())
    text = _VARIANT.sub("", _USELESS_JOINER.sub("", text))
    text = _without_markers(text)
    text = _TAG.sub(r"‹\1›", text)
    text = _OWN_TAG.sub("‹", text)
    text = _HALF.sub(lambda half: "‹" if half[0] in "<＜" else "›", text)
    return _INSTRUCTION.sub(r"(\1)", text)


def _without_markers(text: str) -> str:
    """`[1]` as `‹1›`: nothing that a model copies from a source can be taken for a citation."""
    parts, last = [], 0
    for match in MARKER.finditer(narrow(text)):
        parts += [text[last : match.start()], f"‹{_BRACKETS.sub('', text[match.start() : match.end()]).strip()}›"]
        last = match.end()
    return "".join([*parts, text[last:]])


def quiet(text: str) -> str:
    """The text for people's eyes, without characters that act on what shows it: a terminal, the text around it.

    Line breaks, tabs and everything that can be seen stay.
    """
    return _ACTING.sub("", text)


def spelt(text: str) -> str:
    """The text with those characters spelt as JSON does (`\\u001b`), also what some take for the end of a line.

    In a string of JSON they mean the same.
    """
    return _SPELT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
