"""Of rows about one paper, one is kept: the highest version, else the last. Every other one is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rag.language.identifiers import arxiv_number
from rag.papers.rows import Outcome, PaperFile, Skipped, place


def settle(sources: Mapping[str, Sequence[Outcome]]) -> dict[str, PaperFile]:
    """The papers of each source, none of them twice, neither in a source nor in two of them.

    Ids are the same when they are the same to the letter, or are arXiv ids that differ only in their version (an
    id without one counts as the oldest). A row that says that its paper was withdrawn counts like any other.
    """
    kept: dict[str, Outcome] = {}
    for outcome in (outcome for outcomes in sources.values() for outcome in outcomes):
        if outcome.paper or (outcome.withdrawn and outcome.paper_id):
            key, version = _identity(outcome)
            before = kept.get(key)
            if before is None or version >= _identity(before)[1]:
                kept[key] = outcome
    return {source: _file(outcomes, kept) for source, outcomes in sources.items()}


def _identity(outcome: Outcome) -> tuple[str, int]:
    number = arxiv_number(outcome.paper_id)
    return (f"arxiv {number[0]}", number[1]) if number else (f"id {outcome.paper_id}", 0)


def _file(outcomes: Sequence[Outcome], kept: Mapping[str, Outcome]) -> PaperFile:
    papers, skipped, complete = [], [], True
    for outcome in outcomes:
        winner = kept.get(_identity(outcome)[0], outcome) if outcome.paper or outcome.withdrawn else outcome
        if outcome.paper and winner is outcome:
            papers.append(outcome.paper)
            continue
        reason = outcome.reason if winner is outcome else _lost_to(winner, outcome)
        skipped.append(Skipped(outcome.line, outcome.paper_id, reason, outcome.file))
        complete = complete and outcome.understood
    withdrawn = frozenset(outcome.paper_id for outcome in outcomes if outcome.withdrawn)
    return PaperFile(tuple(papers), tuple(skipped), complete, withdrawn)


def _lost_to(winner: Outcome, loser: Outcome) -> str:
    where = place(winner.file, winner.line, named=winner.file != loser.file)
    if winner.paper_id == loser.paper_id:
        return f"the same id comes again in {where}, which is used"
    if _identity(winner)[1] == _identity(loser)[1]:
        return f"it is the same paper as {winner.paper_id} in {where}, which is used"
    return f"a newer version of it, {winner.paper_id} in {where}, is used"
