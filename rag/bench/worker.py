"""The process of a part that is measured: it takes orders as lines of JSON, and gives back what came of them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, TextIO

from rag.errors import FootnotedError

Orders = dict[str, Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker works on: `part` is `footnoted`, `quickstart` or `embedding`."""

    part: str
    papers: str = ""
    folder: str = ""
    random_vectors: bool = False


class Searching(Protocol):
    """What is measured: it opens its index with the first text that it is given."""

    def search(self, text: str) -> list[str]:
        """The ids of at most ten papers, best first."""


def main() -> None:
    """Work off the orders that come by standard input, until it ends."""
    task = Task(**json.loads(sys.argv[-1]))
    replies = _own_output()

    def progress(done: int, total: int) -> None:
        _reply(replies, {"progress": [done, total]})

    orders: Orders = {}
    for line in sys.stdin:
        order = json.loads(line)
        try:
            orders = orders or _orders(task, progress)
            _reply(replies, {"result": orders[order.pop("do")](**order)})
        except FootnotedError as error:
            _reply(replies, {"failed": str(error)})
        except Exception as error:  # a vendor's, shown by the process that asked
            _reply(replies, {"failed": f"{type(error).__name__}: {error}."})


def _orders(task: Task, progress: Callable[[int, int], None]) -> Orders:
    # Each part loads its own libraries only: their memory and their loading are measured, too.
    from rag.bench.footprint import memory

    if task.part == "embedding":
        from rag.bench.naive import compare

        return {"compare": compare}
    from rag.bench.corpus import Corpus

    place = (Corpus(Path(task.papers)), Path(task.folder))
    if task.part == "quickstart":
        from rag.bench.quickstart import Quickstart

        theirs = Quickstart(*place, random_vectors=task.random_vectors)
        return {"index": partial(theirs.index, progress), "search": partial(_searched, theirs), "memory": memory}
    from rag.bench.ours import Footnoted

    ours = Footnoted(*place, random_vectors=task.random_vectors)
    return {
        "index": partial(ours.index, progress),
        "search": partial(_searched, ours),
        "answer": partial(_answered, ours.answer),
        "describe": ours.describe,
        "memory": memory,
    }


def _searched(part: Searching, texts: Sequence[str]) -> dict[str, Any]:
    seconds, rankings = [], []
    for text in texts:
        begun = perf_counter()
        rankings.append(part.search(text))
        seconds.append(perf_counter() - begun)
    return {"seconds": seconds, "rankings": rankings}


def _answered(answer: Callable[[str], None], texts: Sequence[str]) -> dict[str, Any]:
    seconds = []
    for text in texts:
        begun = perf_counter()
        answer(text)
        seconds.append(perf_counter() - begun)
    return {"seconds": seconds}


def _own_output() -> TextIO:
    """Standard output for the replies alone; whatever a library prints goes to standard error."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return replies


def _reply(replies: TextIO, message: dict[str, Any]) -> None:
    print(json.dumps(message), file=replies, flush=True)
