"""The papers that stand for the sides of a comparison, and the sides for which there is none."""

from __future__ import annotations

from collections.abc import Sequence

from rag.evidence.matching import COMMON_STEMS, best_similarity, coverage
from rag.language.naming import own_names
from rag.language.sides import sides
from rag.language.terms import joined, names, stems, words
from rag.types import Match, Paper, Read

SIDE_COVERAGE = 0.75  # of a described side's terms that a paper meets which stands for it
SIMILARITY_SHARE = 0.3  # beside that coverage, when papers are ranked for a side


def compared(question: str, reads: Sequence[Read]) -> list[Read]:
    """A paper for each side of a comparison, in the order of the sides; papers that are named anyway come along."""
    chosen: list[Read] = []
    for side in sides(question):
        read = _standing_for(side, [read for read in reads if read not in chosen])
        if read:
            chosen.append(read)
    return chosen + [read for read in reads if read.named and read not in chosen] if chosen else []


def missing_sides(question: str, chosen: Sequence[Read]) -> tuple[str, ...]:
    """The sides of a comparison, as typed, that none of the chosen papers stands for."""
    left, missing = list(chosen), []
    for side in sides(question):
        read = _standing_for(side, left)
        if read:
            left.remove(read)
        else:
            missing.append(side)
    unclaimed = [read for read in left if read.named]  # named by its title, in a side that was not understood
    return tuple(missing[len(unclaimed) :])


def _standing_for(side: str, reads: Sequence[Read]) -> Read | None:
    named = [read for read in reads if _is_called(read.paper, side)]
    if named:
        return named[0]
    described = [read for read in reads if read.sentences and not read.named and _side_fit(read, side) >= SIDE_COVERAGE]
    if names(side) and not any(_mentions(read.paper, side) for read in described):
        return None
    return max(
        described, key=lambda read: _side_fit(read, side) + SIMILARITY_SHARE * best_similarity(read), default=None
    )


def _is_called(paper: Paper, side: str) -> bool:
    asked = joined("".join(words(side)))
    return any(name in asked for name in own_names(paper))


def _mentions(paper: Paper, side: str) -> bool:
    known = joined(f"{paper.title} {paper.abstract}")
    return all(joined(name).rstrip("s") in known for name in names(side))


def _side_fit(read: Read, side: str) -> float:
    """How well a paper meets the terms of a side in one place, 0…1; 0 when it has none of its own."""
    wanted = frozenset(stems(side)) - COMMON_STEMS
    places = (read.title_matches, *(sentence.matches for sentence in read.sentences))
    return max((_covered(matches, wanted) for matches in places), default=0.0)


def _covered(matches: Sequence[Match], wanted: frozenset[str]) -> float:
    kept = [match for match in matches if match.term in wanted]
    return coverage(kept) if kept else 0.0


def one_sided_sentence(missing: Sequence[str]) -> str:
    """Which side of a comparison the papers hold nothing on; empty when both are there."""
    return (
        f"No paper was found on {' or '.join(f'“{side}”' for side in missing)}: one side is missing." if missing else ""
    )
