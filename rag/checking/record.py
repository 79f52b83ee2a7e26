"""All that is known of a paper."""

from __future__ import annotations

from rag.types import Paper


def record(paper: Paper) -> str:
    """A paper's title, abstract and particulars as one text, a line each."""
    about = (paper.area, paper.venue, paper.decision, str(paper.year or ""))
    return "\n".join((paper.title, paper.abstract, *paper.authors, *paper.keywords, *about))
