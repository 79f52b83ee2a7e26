"""Text from papers, people and models in a Markdown document: to be read, never to be obeyed."""

from __future__ import annotations

import re

from rag.language.inert import quiet

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_TARGET = re.compile(r"\]\(")
_DEFINITION = re.compile(r"^([\s>]*)\[(?=[^\]\n]*\]:)", re.MULTILINE)  # `[1]: http://…` would make `[1]` a link
_ADDRESS = re.compile(r"https?://[^\s<>]+")


def harmless(text: str) -> str:
    """The text with HTML shown instead of obeyed, no picture loaded and no link hidden; other Markdown stays."""
    text = _TARGET.sub(r"]\\(", _TAG.sub("&lt;", quiet(text)))
    return re.sub(r"!(?=\[)", r"\\!", _DEFINITION.sub(r"\1\\[", text))


def link(title: str, url: str) -> str:
    """The title on one line, linked to an http address when there is one."""
    shown = re.sub(r"([\\\[\]])", r"\\\1", _TAG.sub("&lt;", quiet(" ".join(title.split()))))
    return f"[{shown}](<{url}>)" if _ADDRESS.fullmatch(url) else shown


def quoted(text: str) -> str:
    """The text as a block quote, whatever line breaks it has."""
    return "\n".join(f"> {line}" for line in harmless(text).splitlines())
