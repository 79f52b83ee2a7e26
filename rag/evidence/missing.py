"""What a question asks for, or takes for granted, that the abstracts don't hold; each finding is a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.evidence.answerability import Answerability
from rag.evidence.compared import missing_sides
from rag.evidence.matching import asked_of
from rag.language.details import missing_details
from rag.language.figures import missing_figures
from rag.language.naming import asks_by_author
from rag.language.terms import fold, is_english, joined, looks_like_name, names, stem, stems
from rag.language.titles import absent_titles
from rag.types import Facet, Paper, Query, Read

WEAK = 0.6  # strength below which a term may be named as what is missing
LEAST_CAPITALS = 5  # letters of a name in capitals; shorter ones may be anybody's abbreviations
_BESIDE = r"no|not|without|\w+n't|like|unlike"  # a name behind these is not what is asked about


def what_is_missing(query: Query, chosen: Sequence[Read]) -> str:
    """The first thing asked for or named that the chosen papers don't hold, as a sentence; empty when they hold all."""
    abstracts = " ".join(f"{read.paper.title}. {read.paper.abstract}" for read in chosen)
    missing = () if query.asked.counts else missing_details(query.wanted, abstracts)
    if missing:
        return _sentence(chosen, f"gives no {missing[0]}", f"give no {missing[0]}")
    if asks_metadata(query, chosen):
        return _missing_metadata(query, chosen)
    known = " ".join(_everything(read.paper) for read in chosen)
    named = any(read.named for read in chosen)
    if is_english(query.text) and not named:
        if titles := absent_titles(query.question, known):
            return f"None of the papers is called “{titles[0]}”."
        if unheard := unknown_names(query, chosen[0]):
            return f"None of the papers mentions {unheard[0]}."
    numbers = absent_numbers(query.wanted, known) if named else []
    unknown = [name for name in absent_names(query.wanted, known) if not _is_a_side(name, query, chosen)]
    absent = next(iter((*unknown, *numbers)), None)
    return _sentence(chosen, f"does not mention {absent}", f"do not mention {absent}") if absent else ""


def _is_a_side(name: str, query: Query, chosen: Sequence[Read]) -> bool:
    """Whether a name is a side of a comparison of which the other side was found: that one can be told."""
    if query.asked.facet is not Facet.COMPARISON or not any(read.named for read in chosen):
        return False
    return any(name in side for side in missing_sides(query.text, chosen))


def asks_metadata(query: Query, chosen: Sequence[Read]) -> bool:
    """Whether a question asks for what stands beside an abstract, or by it: authors, decisions."""
    return query.asked.facet in (Facet.AUTHORS, Facet.DECISION) or asks_by_author(query.text, chosen[0].paper)


def why_not(query: Query, chosen: Sequence[Read], reads: Sequence[Read], fit: Answerability) -> str:
    """Which signal speaks against an answer, as a sentence."""
    if fit.failed == "closeness":
        return f"The nearest paper, “{chosen[0].paper.title}”, is too far from the question."
    if fit.failed in ("lead", "coverage_lead") and (others := [read for read in reads if read not in chosen]):
        return (
            f"No paper stands out as the one that is meant: “{chosen[0].paper.title}” "
            f"and “{others[0].paper.title}” are about equally near."
        )
    return _least_met(query, chosen)


def absent_names(question: str, text: str) -> list[str]:
    """Names that a question uses and a text doesn't; capitals alone may be the asker's own abbreviation."""
    known, absent = joined(text), []
    for name in names(question):
        parts = [part for part in re.split(r"[-‐‑]", name) if looks_like_name(part) and not _is_capitals(part)]
        if not _stands_beside(name, question) and any(joined(part).rstrip("s") not in known for part in parts):
            absent.append(name)
    return absent


def unknown_names(query: Query, read: Read) -> list[str]:
    """Names in capitals that the index does not know at all: a paper called so, or by it, is not there.

    Abbreviations of several ("LSTMs") are the asker's own, and in a question all in capitals nothing is a name.
    """
    unheard = {match.term for match in read.matches if match.rarity >= 1.0}
    capitals = [name for name in query.asked.names if name.isupper() and name.isalpha() and len(name) >= LEAST_CAPITALS]
    if query.text.isupper():
        return []
    return [name for name in capitals if stem(fold(name)) in unheard and not _stands_beside(name, query.text)]


def absent_numbers(question: str, text: str) -> list[str]:
    """Numbers of two digits or more that a question takes for granted and a text doesn't hold, compared by value."""
    return [number for number in missing_figures(question, text) if sum(sign.isdigit() for sign in number) > 1]


def _missing_metadata(query: Query, chosen: Sequence[Read]) -> str:
    if query.asked.facet is Facet.AUTHORS and not any(read.paper.authors for read in chosen):
        return f"The index knows no authors of “{chosen[0].paper.title}”."
    if query.asked.facet is Facet.DECISION and not any(read.paper.decision for read in chosen):
        return f"The index knows no decision on “{chosen[0].paper.title}”."
    return ""


def _stands_beside(name: str, question: str) -> bool:
    """Whether a question only compares with a name, or denies it."""
    return bool(re.search(rf"\b(?:{_BESIDE})\W+(?:[\w-]+\W+){{0,3}}{re.escape(name)}", question))


def _is_capitals(part: str) -> bool:
    """Whether a name is an abbreviation, be it of several: `LLM`, `LLMs`."""
    return part.isupper() or (part.endswith("s") and part[:-1].isupper())


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
