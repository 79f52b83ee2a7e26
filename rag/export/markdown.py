"""Text from papers, people and models in a Markdown document: to be read, never to be obeyed."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ADDRESS = re.compile(r"https?://[^\s<>]+")


def harmless(text: str) -> str:
    """The text with HTML shown instead of obeyed and no picture loaded; other Markdown stays."""
    return re.sub(r"!(?=\[)", r"\\!", _TAG.sub("&lt;", text))


def link(title: str, url: str) -> str:
    """The title on one line, linked to an http address when there is one."""
    shown = re.sub(r"([\[\]])", r"\\\1", harmless(" ".join(title.split())))
    return f"[{shown}](<{url}>)" if _ADDRESS.fullmatch(url) else shown


def quoted(text: str) -> str:
    """The text as a block quote, whatever line breaks it has."""
    return "\n".join(f"> {line}" for line in harmless(text).splitlines())
