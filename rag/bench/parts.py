"""The parts that are measured: each indexes, searches and answers in processes of its own, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rag.bench.corpus import SEED, Corpus
from rag.bench.process import Worker
from rag.bench.searching import Searched, cold_by_turns, search_by_turns
from rag.bench.timing import spread
from rag.bench.wanted import Step, Wanted
from rag.bench.worker import Task

OURS, THEIRS = "footnoted", "quickstart"
ANSWERED = 100  # questions that are answered in full, at most
WARM_UP = ("What do these papers propose?", "Which data are used?")

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Parts:
    """Footnoted, and the quickstart where it is wanted. All that is kept is below `folder`."""

    wanted: Wanted
    corpus: Corpus
    folder: Path
    names: tuple[str, ...]

    def start(self, name: str) -> Worker:
        """A new process for a part (`embedding` is one, too)."""
        papers, folder = str(self.corpus.path), str(self.folder / name)
        task = Task(name, papers, folder, random_vectors=self.wanted.random_vectors)
        return Worker(task, self.folder / f"{name}.log")

    def embedding(self, texts: Sequence[str], questions: Sequence[str], step: Step) -> Figures:
        """The speed of embedding beside the naive way."""
        with step("Embedding texts in two ways"), self.start("embedding") as worker:
            speed: Figures = worker.do("compare", texts=texts, questions=questions, rounds=self.wanted.repeat)
        return speed

    def indexed(self, step: Step) -> list[Figures]:
        """What indexing took, for each part."""
        figures = []
        for name in self.names:
            with step(f"Indexing ({name})") as progress, self.start(name) as worker:
                figures.append(worker.do("index", progress))
        return figures

    def opened(self, text: str, step: Step) -> list[Figures]:
        """The seconds from the start of a process to the result of its first search, for each part."""
        with step("Opening"):
            seconds = cold_by_turns([self._starting(name) for name in self.names], text, self.wanted.repeat)
        return [{"open_seconds": taken} for taken in seconds]

    def searched(self, texts: Sequence[str], step: Step) -> tuple[list[Figures], list[Searched]]:
        """What searching took, for each part, and what was found."""
        results = [Searched() for _ in self.names]
        memory: list[Figures] = []
        for number in range(self.wanted.repeat):
            # New processes each time: what one remembers of a question would make it faster at the second search.
            with ExitStack() as running, step(f"Searching, {number + 1} of {self.wanted.repeat}") as progress:
                workers = [running.enter_context(self.start(name)) for name in self.names]
                search_by_turns(workers, texts, results, progress)
                memory = [_memory(worker, "searching_memory_megabytes") for worker in workers]
        times = [{"search_ms": spread(result.seconds)} for result in results]
        return [time | used for time, used in zip(times, memory, strict=True)], results

    def answered(self, texts: Sequence[str], step: Step) -> Figures:
        """What whole answers took: ours alone, the quickstart has no writer without a model."""
        # Each once, for the same reason.
        chosen = Random(SEED).sample(list(texts), min(ANSWERED, len(texts)))
        with step("Answering"), self.start(OURS) as worker:
            worker.do("answer", texts=WARM_UP)
            seconds = worker.do("answer", texts=chosen)["seconds"]
            index = worker.do("describe")["index"]
            return {
                "answer_ms": spread(seconds),
                **_memory(worker, "memory_megabytes"),
                "data_hash": index["data_hash"],
                "chunks": index["chunks"],
            }

    def _starting(self, name: str) -> Callable[[], Worker]:
        return lambda: self.start(name)


def _memory(worker: Worker, name: str) -> Figures:
    memory = worker.do("memory")
    return {name: memory["now"], "peak_memory_megabytes": memory["peak"]}
