"""What stands around the conversation: title, welcome, example questions and downloads."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from rag.answer import Answer
from ui import export
from ui.latex import plain

EXAMPLES = (
    "What does AgenTracer do?",
    "Which paper simulates the screen of an operating system?",
    "How much does SupervisorAgent reduce token consumption?",
    "Compare NeuralOS and CoAct-1.",
    "Which papers treat recommender systems?",
    "How long a context can MemAgent handle?",
)
WELCOME = (
    "<h2>What would you like to know?</h2>"
    "<p>Every sentence of the answer carries a footnote: open it and read the words it rests on. "
    "If the papers don’t say, you will be told so.</p>"
)

SHOW_TURN = "() => document.querySelector('#current .turn')?.scrollIntoView({behavior: 'smooth', block: 'start'})"
# An answer that grew below the window is brought into it. The question box gets the focus back
# only where there is a keyboard, and never away from a note or button that the reader has gone to.
AFTERWARDS = """() => {
  const turn = document.querySelector('#current .turn');
  if (turn && turn.getBoundingClientRect().top > innerHeight / 2) turn.scrollIntoView({behavior: 'smooth'});
  if (matchMedia('(pointer: fine)').matches && document.activeElement === document.body)
    document.querySelector('#question textarea')?.focus({preventScroll: true});
}"""


def title(identity: str = "") -> str:
    """The name of the page over the line that says who answers (HTML)."""
    line = f'<p class="identity">{identity}</p>' if identity else ""
    return f'<h1>Footnoted<sup aria-hidden="true">[1]</sup></h1>{line}'


def identity(description: Mapping[str, Any]) -> str:
    """Which model, embedding and index answer, in one line, escaped."""
    papers = dict(description.get("index") or {}).get("papers")
    count = f"{papers:,} papers" if isinstance(papers, int) else ""
    parts = (str(description.get("llm", "")), str(description.get("embedding", "")), count)
    return plain(" · ".join(part for part in parts if part))


def downloads(turns: Sequence[Answer]) -> str:
    """The conversation as links that carry it themselves: nothing is written on the server."""
    files = (
        ("Markdown", "conversation.md", "text/markdown", export.to_markdown(turns)),
        ("BibTeX", "papers.bib", "application/x-bibtex", export.to_bibtex(turns)),
    )
    return "".join(_download(*file) for file in files if file[3])


def _download(label: str, name: str, kind: str, text: str) -> str:
    content = base64.b64encode(text.encode("utf-8", errors="replace")).decode()
    return (
        f'<a download="{name}" href="data:{kind};charset=utf-8;base64,{content}" '
        f'aria-label="Download the conversation as {label}">↓ {label}</a>'
    )
