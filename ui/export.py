"""A conversation as text to keep: Markdown to read, BibTeX to cite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.answer import Answer
from rag.types import Citation


def to_markdown(answers: Sequence[Answer]) -> str:
    """The conversation in order, each answer with its footnotes; empty when nothing was asked."""
    if not answers:
        return ""
    return "# A conversation with the papers\n\n" + "\n---\n\n".join(answer.to_markdown() for answer in answers)


def to_bibtex(answers: Sequence[Answer]) -> str:
    """Every paper that was cited, once each, in the order of its first citation; empty when none was.

    A paper that cannot be written as an entry is named in a comment instead.
    """
    cited: dict[str, tuple[Answer, Citation]] = {}
    for answer in answers:
        for citation in answer.citations:
            cited.setdefault(citation.paper_id, (answer, citation))
    return "\n".join(_entry(answer, citation) for answer, citation in cited.values())


def _entry(answer: Answer, citation: Citation) -> str:
    try:
        return replace(answer, citations=(citation,)).to_bibtex()
    except Exception as error:  # one odd name must not cost the others their entries
        title = " ".join(citation.title.split())
        return f"% [{citation.number}] {title}: not written ({type(error).__name__})\n"
