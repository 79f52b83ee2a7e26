"""A sync that ends anywhere leaves an index that the next sync makes whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from index_making import Index, file_of, paper

import rag.index.sync as syncing
from rag.index.lexical import LexicalIndex
from rag.index.store import VectorStore
from rag.types import Paper

OLD = tuple(paper(number) for number in range(12))
NEW = (*(paper(number, version=2) for number in range(6)), *OLD[6:9], *(paper(number) for number in range(20, 25)))
ROUNDS = 3
SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, {folder!r})
from index_making import Index, paper
from rag.index.sync import locked
index = Index(Path(sys.argv[1]))
index.store(), index.lexical()
print("ready", flush=True)
index.sync([paper(number, version=int(sys.argv[2])) for number in range(int(sys.argv[3]))])
"""


class Power(BaseException):
    """The power goes."""


class Failing:
    """A part of an index before one of whose operations the power goes."""

    def __init__(self, part: Any, operation: str, *, after: bool) -> None:
        self._part, self._operation, self._after = part, operation, after

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)
        return self._cut(found) if name == self._operation else found

    def _cut(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        def cut(*arguments: Any) -> None:
            if self._after:
                operation(*arguments)
            raise Power

        return cut


STEPS = [(name, after) for name in ("begin", "add", "describe", "replace", "remove", "end") for after in (False, True)]


def interrupted(index: Index, papers: tuple[Paper, ...], operation: str, *, after: bool) -> None:
    """Sync, and let the power go before or after the first use of an operation of a part."""
    store, lexical = index.store(), index.lexical()
    parts: dict[str, Any] = {
        "store": Failing(store, operation, after=after) if hasattr(VectorStore, operation) else store,
        "lexical": Failing(lexical, operation, after=after) if hasattr(LexicalIndex, operation) else lexical,
    }
    with pytest.raises(Power):
        syncing.sync(index.folder, {"source": file_of(papers)}, embedder=index.embedder, **parts)


@pytest.mark.parametrize(("operation", "after"), STEPS)
def test_a_first_sync_cut_off_at_any_step_is_made_whole(tmp_path: Path, operation: str, after: bool) -> None:
    index = Index(tmp_path / "index")
    interrupted(index, OLD, operation, after=after)
    index.sync(NEW)
    index.check(NEW)


@pytest.mark.parametrize(("operation", "after"), STEPS)
def test_a_later_sync_cut_off_at_any_step_is_made_whole_by_the_same_again(
    tmp_path: Path, operation: str, after: bool
) -> None:
    index = Index(tmp_path / "index")
    index.sync(OLD)
    interrupted(index, NEW, operation, after=after)
    report = index.sync(NEW)
    assert report.added + report.changed + report.unchanged == len(NEW)
    index.check(NEW)


@pytest.mark.parametrize(("operation", "after"), STEPS)
def test_a_later_sync_cut_off_at_any_step_is_undone_by_the_old_papers(
    tmp_path: Path, operation: str, after: bool
) -> None:
    index = Index(tmp_path / "index")
    index.sync(OLD)
    interrupted(index, NEW, operation, after=after)
    index.sync(OLD)
    index.check(OLD)


def test_a_process_killed_at_a_random_moment_leaves_an_index_that_is_made_whole(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    script = SCRIPT.format(folder=str(Path(__file__).parent))
    moments = random.Random(7)
    for version in range(1, ROUNDS + 1):
        command = [sys.executable, "-c", script, str(folder), str(version), "40"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            time.sleep(moments.uniform(0.0, 0.3))
            os.kill(process.pid, signal.SIGKILL)
        index = Index(folder)
        index.sync(paper(number, version=version) for number in range(40))
        index.check(paper(number, version=version) for number in range(40))
