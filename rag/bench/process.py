"""A worker as the process that started it sees it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import rag
from rag.bench.trouble import MeasuringFailedError
from rag.bench.worker import Task

PATIENCE = 5.0  # seconds for a worker to end by itself
START = "import sys; sys.path.append(sys.argv[1]); from rag.bench.worker import main; main()"

Progress = Callable[[int, int], None]


class Worker:
    """A process that works on a task until the context ends. `log` takes what its libraries print."""

    def __init__(self, task: Task, log: Path) -> None:
        self._part = task.part
        self._log = log
        root = Path(rag.__file__).parent.parent
        # A session of its own: what interrupts this process must not make the worker print a traceback of its own.
        with log.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", START, str(root), json.dumps(asdict(task))],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8", start_new_session=True,
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._process
        if error is not None:
            process.kill()
        with suppress(BrokenPipeError):
            process.stdin.close()  # type: ignore[union-attr]
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()  # type: ignore[union-attr]

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def do(self, order: str, progress: Progress | None = None, **given: Any) -> Any:
        """Give an order and wait for its result. Raises MeasuringFailedError when the worker fails or is gone."""
        with suppress(BrokenPipeError):  # it is gone; reading says so
            print(json.dumps({"do": order, **given}), file=self._process.stdin, flush=True)
        for line in self._process.stdout or ():
            message = json.loads(line)
            if "result" in message:
                return message["result"]
            if "failed" in message:
                raise self._failed(message["failed"])
            if progress:
                progress(*message["progress"])
        lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        raise self._failed(lines[-1] if lines else f"its process ended with {self._process.wait()}.")

    def _failed(self, reason: str) -> MeasuringFailedError:
        return MeasuringFailedError(
            f"Measuring {self._part} failed: {reason}",
            subject=self._part,
            advice="Measure without it: --no-quickstart." if self._part == "quickstart" else "",
        )
