"""The order in which everything is measured, and the figures that come of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rag.bench.corpus import Corpus, chunk_texts, written
from rag.bench.embedders import RandomVectors
from rag.bench.parts import OURS, THEIRS, Figures, Parts
from rag.bench.process import Progress
from rag.bench.quickstart import PACKAGE, missing
from rag.bench.retrieval import retrieval
from rag.bench.rows import ratios
from rag.bench.searching import BLOCK, Searched
from rag.bench.wanted import Asking, Step, Wanted, asking
from rag.minilm.model import MiniLM

PACKAGES = ("footnoted", "chromadb", "tantivy", "onnxruntime", "tokenizers", "numpy", "llama-index-core", PACKAGE)
QUESTIONS_EMBEDDED = 50  # by themselves, to say what part of a search that is
RANDOM = (
    "The vectors are random: every figure is about speed, memory and disk alone, and retrieval is left out. Questions "
    "are read by the real model all the same; indexing would take longer by what the speed of embedding says."
)


@contextmanager
def quietly(_: str, /) -> Iterator[Progress]:
    """A step of which nobody is told."""
    yield lambda *_: None


def measure(wanted: Wanted, step: Step = quietly) -> dict[str, Any]:
    """Return figures: our own at the top, the quickstart's under `quickstart`, ours by theirs under `ratio`.

    Seconds, milliseconds and megabytes (10^6 bytes) as the names say. Everything that is made is removed again.
    Raises UsageError when the quickstart is asked for and not installed, PapersUnreadableError for bad files,
    MeasuringFailedError when a part fails.
    """
    names = (OURS, THEIRS) if wanted.with_quickstart() else (OURS,)
    with step("Reading papers and questions"):
        papers = Corpus(wanted.papers).papers()[: wanted.first]
        asked = asking(wanted, papers)
    with TemporaryDirectory(prefix="footnoted-bench-") as folder:
        cut = Path(folder) / "papers.jsonl"
        corpus = written(papers, cut) if wanted.first else Corpus(wanted.papers.resolve())
        parts = Parts(wanted, corpus, Path(folder), names)
        speed = parts.embedding(chunk_texts(papers), asked.texts[:QUESTIONS_EMBEDDED], step)
        figures = parts.indexed(step)
        opened = parts.opened(asked.texts[0], step)
        searching, found = parts.searched(asked.texts, step)
        answering = parts.answered(asked.texts, step)
    for part, opening, times, searched in zip(figures, opened, searching, found, strict=True):
        part |= {**opening, **times, "retrieval": _retrieval(wanted, asked, searched)}
    peak = max(figures[0]["peak_memory_megabytes"], answering["peak_memory_megabytes"])
    figures[0] |= {**answering, "peak_memory_megabytes": peak}
    return _together(wanted, asked, figures, speed)


def _retrieval(wanted: Wanted, asked: Asking, searched: Searched) -> Figures:
    if wanted.random_vectors or not asked.asked:
        return retrieval((), ())
    return retrieval(asked.asked, searched.rankings)


def _together(wanted: Wanted, asked: Asking, figures: Sequence[Figures], speed: Figures) -> Figures:
    ours, theirs = figures[0], figures[1] if len(figures) > 1 else None
    return {
        **ours,
        "embedding_speed": speed,
        "quickstart": theirs,
        "ratio": ratios(ours, theirs),
        "questions": asked.to_dict(),
        "settings": _settings(wanted, with_quickstart=theirs is not None),
        "versions": _versions(),
        "notes": _notes(wanted),
    }


def _settings(wanted: Wanted, *, with_quickstart: bool) -> Figures:
    return {
        "papers": str(wanted.papers),
        "first": wanted.first,
        "embedding": (RandomVectors if wanted.random_vectors else MiniLM).name,
        "random_vectors": wanted.random_vectors,
        "repeat": wanted.repeat,
        "quickstart": with_quickstart,
        "limit": 10,
        "block": BLOCK,
        "writer": "extractive",
    }


def _versions() -> dict[str, str | int | None]:
    found: dict[str, str | int | None] = {"python": platform.python_version(), "system": platform.platform()}
    found["processors"] = os.cpu_count()
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _notes(wanted: Wanted) -> list[str]:
    reason = missing() if wanted.quickstart is None else None
    notes = [str(reason)] if reason else []
    if wanted.random_vectors:
        notes.append(RANDOM)
    return notes
