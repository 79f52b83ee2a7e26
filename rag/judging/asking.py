"""What a judge is asked: abstracts once each under a letter, and numbered sentences that refer to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from rag.language.inert import inert
from rag.prompts import Prompt, fill
from rag.tokens import count_tokens
from rag.types import Claim, Paper

MOST_AUTHORS = 8  # that are named; the next are "and others"


def judge_prompt(claims: Sequence[Claim]) -> Prompt:
    """What a model is asked about these claims, word for word."""
    papers = tuple(dict.fromkeys(paper for claim in claims for paper in claim.papers))
    letters = {paper: _letters(place) for place, paper in enumerate(papers)}
    sentences = (_sentence(number, claim, letters) for number, claim in enumerate(claims, start=1))
    return fill(
        "judge",
        abstracts="\n\n".join(_abstract(letters[paper], paper) for paper in papers),
        sentences="\n".join(sentences),
        lines="\n".join(f"{number}: (word) - (reason)" for number in range(1, len(claims) + 1)),
    )


def batches(claims: Sequence[Claim], tokens: int) -> Iterator[tuple[Claim, ...]]:
    """The claims in as few prompts as fit: one, unless what they cite is longer than `tokens`.

    A claim that does not fit by itself is a batch of its own: what to do with it is for the caller to say.
    """
    kept: tuple[Claim, ...] = ()
    for claim in claims:
        if kept and not fits((*kept, claim), tokens):
            yield kept
            kept = ()
        kept = (*kept, claim)
    if kept:
        yield kept


def fits(claims: Sequence[Claim], tokens: int) -> bool:
    """Whether a prompt about these claims is at most `tokens` long."""
    prompt = judge_prompt(claims)
    return count_tokens(prompt.system) + count_tokens(prompt.user) <= tokens


def told_of(paper: Paper) -> str:
    """All that a judge is told of a paper."""
    return "\n".join(inert(part) for part in (paper.title, _record(paper), paper.abstract) if part.strip())


def _abstract(letters: str, paper: Paper) -> str:
    return f"<abstract {letters}>\n{told_of(paper)}\n</abstract {letters}>"


def _record(paper: Paper) -> str:
    """What else is known of a paper: a sentence may say who wrote it, where and when."""
    more = ["and others"] if len(paper.authors) > MOST_AUTHORS else []
    known = {
        "Authors": ", ".join([*paper.authors[:MOST_AUTHORS], *more]),
        "Venue": ", ".join(part for part in (paper.venue, paper.decision) if part),
        "Year": str(paper.year or ""),
    }
    return " ".join(f"{name}: {text}." for name, text in known.items() if text)


def _sentence(number: int, claim: Claim, letters: dict[Paper, str]) -> str:
    named = " and ".join(letters[paper] for paper in claim.papers)
    rests_on = f"abstract {named}" if len(claim.papers) == 1 else f"abstracts {named}"
    return f"Sentence {number} (by {rests_on}): “{inert(claim.text)}”"


def _letters(place: int) -> str:
    """A, B, … Z, AA, AB, …"""
    rest, last = divmod(place, len(ascii_uppercase))
    return (_letters(rest - 1) if rest else "") + ascii_uppercase[last]
