"""What a question asks for, or takes for granted, that the abstracts don't hold; each finding is a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.evidence.answerability import is_answerable
from rag.evidence.matching import asked_of
from rag.language.details import missing_details
from rag.language.figures import missing_figures
from rag.language.naming import asks_by_author
from rag.language.terms import joined, looks_like_name, names, stems
from rag.types import Facet, Paper, Query, Read

WEAK = 0.6  # strength below which a term may be named as what is missing


def what_is_missing(query: Query, chosen: Sequence[Read]) -> str:
    """The first thing that the chosen papers don't hold, as a sentence; empty when nothing is missing."""
    abstracts = " ".join(f"{read.paper.title}. {read.paper.abstract}" for read in chosen)
    missing = missing_details(query.text, abstracts)
    if missing:
        return _sentence(chosen, f"gives no {missing[0]}", f"give no {missing[0]}")
    if query.asked.facet in (Facet.AUTHORS, Facet.DECISION) or asks_by_author(query.text, chosen[0].paper):
        return _missing_metadata(query, chosen)
    known = " ".join(_everything(read.paper) for read in chosen)
    numbers = absent_numbers(query.text, known) if any(read.named for read in chosen) else []
    for absent in (*absent_names(query.text, known), *numbers):
        return _sentence(chosen, f"does not mention {absent}", f"do not mention {absent}")
    return "" if is_answerable(query, chosen) else _least_met(query, chosen)


def absent_names(question: str, text: str) -> list[str]:
    """Names that a question uses and a text doesn't; capitals alone may be the asker's own abbreviation."""
    known, absent = joined(text), []
    for name in names(question):
        parts = [part for part in re.split(r"[-‐‑]", name) if looks_like_name(part) and not part.isupper()]
        denied = re.search(rf"\b(?:no|not|without|\w+n't)\W+(?:[\w-]+\W+){{0,3}}{re.escape(name)}", question)
        if not denied and any(joined(part).rstrip("s") not in known for part in parts):
            absent.append(name)
    return absent


def absent_numbers(question: str, text: str) -> list[str]:
    """Numbers of two digits or more that a question takes for granted and a text doesn't hold, compared by value."""
    return [number for number in missing_figures(question, text) if sum(sign.isdigit() for sign in number) > 1]


def _missing_metadata(query: Query, chosen: Sequence[Read]) -> str:
    if query.asked.facet is Facet.AUTHORS and not any(read.paper.authors for read in chosen):
        return f"The index knows no authors of “{chosen[0].paper.title}”."
    if query.asked.facet is Facet.DECISION and not any(read.paper.decision for read in chosen):
        return f"The index knows no decision on “{chosen[0].paper.title}”."
    # A paper found by its words alone, not named or looked up, must at least be what the question describes.
    return "" if any(read.named for read in chosen) or is_answerable(query, chosen) else _least_met(query, chosen)


def _least_met(query: Query, chosen: Sequence[Read]) -> str:
    weak = [match for match in asked_of(chosen) if match.strength < WEAK]
    if not weak:
        return _sentence(chosen, "does not answer this", "do not answer this")
    worst = min(weak, key=lambda match: match.strength - match.technicality)
    typed = _as_typed(query.text, worst.term)
    return _sentence(chosen, f"says nothing about “{typed}”", f"say nothing about “{typed}”")


def _as_typed(question: str, term: str) -> str:
    typed: list[str] = re.findall(r"[\w-]+", question)
    return next((word for word in typed if term in stems(word)), term)


def _sentence(chosen: Sequence[Read], of_one: str, of_several: str) -> str:
    if len(chosen) == 1:
        return f"The abstract of “{chosen[0].paper.title}” {of_one}."
    return f"The abstracts found {of_several}."


def _everything(paper: Paper) -> str:
    return " ".join(
        (paper.id, paper.title, paper.abstract, *paper.keywords, *paper.authors, paper.venue, str(paper.year or ""))
    )
