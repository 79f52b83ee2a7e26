"""Searching with several parts by turns, so that all of them meet the machine in the same mood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

from rag.bench.process import Progress, Worker

BLOCK = 10  # texts in a row for one part, before it is another's turn
WARM_UP = (  # searched for before the first text that counts, and never among those: a question may be remembered
    "learning from few examples",
    "what is known about ageing",
    "a faster way to sort",
    "language and memory",
    "the structure of proteins",
    "how noise spreads",
    "comparing two treatments",
    "planning over a long time",
    "errors in measurement",
    "a survey of methods",
)


@dataclass(slots=True)
class Searched:
    """What a part took for each search, in seconds, and its ranking for each text."""

    seconds: list[float] = field(default_factory=list)
    rankings: list[list[str]] = field(default_factory=list)


def search_by_turns(
    workers: Sequence[Worker], texts: Sequence[str], results: Sequence[Searched], progress: Progress
) -> None:
    """Search for all texts with every worker, one worker at a time, after a warm-up, and add to its results."""
    for worker in workers:
        worker.do("search", texts=WARM_UP)
    first = not any(result.rankings for result in results)
    for turn, begin in enumerate(range(0, len(texts), BLOCK)):
        both = list(zip(workers, results, strict=True))
        for worker, result in both if turn % 2 == 0 else reversed(both):
            found = worker.do("search", texts=texts[begin : begin + BLOCK])
            result.seconds += found["seconds"]
            result.rankings += found["rankings"] if first else []
        progress(min(begin + BLOCK, len(texts)), len(texts))


def cold_by_turns(starts: Sequence[Callable[[], Worker]], text: str, rounds: int) -> list[float]:
    """The median seconds from the start of a new process to the result of its first search, for each part.

    The operating system may hold the files in its memory already.
    """
    seconds: list[list[float]] = [[] for _ in starts]
    for _ in range(rounds):
        for start, taken in zip(starts, seconds, strict=True):
            begun = perf_counter()
            with start() as worker:
                worker.do("search", texts=[text])
                taken.append(perf_counter() - begun)
    return [round(median(taken), 2) for taken in seconds]
