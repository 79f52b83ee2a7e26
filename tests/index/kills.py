"""Syncs in processes of their own, killed at a chosen moment.

One process imports everything once and forks for each sync, so that twenty kills take seconds.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from index_making import Index, paper

TOUCHING = ("open", "os.", "shutil.", "sqlite3.")  # audit events of work on files


class Syncs:
    """Runs syncs of `papers` numbered papers in one version each."""

    def __enter__(self) -> Syncs:
        command = [sys.executable, __file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(self, folder: Path, *, version: int, papers: int, rebuild: bool = False, **moment: float) -> int | None:
        """Sync; kill it `after` so many seconds, or `at` the n-th touch of a file of the folder.

        Return how many times it touched one, None when it was killed.
        """
        order = {"folder": str(folder), "version": version, "papers": papers, "rebuild": rebuild, **moment}
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(order), file=self._process.stdin, flush=True)
        ended = self._process.stdout.readline().split()
        assert ended in (["killed"], ["done", ended[-1]]), ended
        return None if ended == ["killed"] else int(ended[1])


def obey(order: dict[str, Any]) -> int:
    index, touches = Index(Path(order["folder"])), 0

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal touches
        if event.startswith(TOUCHING) and any(order["folder"] in str(argument) for argument in arguments):
            touches += 1
            if touches == order.get("at"):
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    numbers = range(order["papers"])
    index.sync((paper(number, version=order["version"]) for number in numbers), rebuild=order["rebuild"])
    return touches


def serve() -> None:
    import chromadb  # noqa: F401  before the fork, not after each

    for line in sys.stdin:
        order = json.loads(line)
        told, telling = os.pipe()
        process = os.fork()
        if not process:
            os.write(telling, b"done %d" % obey(order))
            os._exit(0)
        if "after" in order:
            time.sleep(order["after"])
            os.kill(process, signal.SIGKILL)
        status = os.waitpid(process, 0)[1]
        os.close(telling)
        with os.fdopen(told) as words:
            ended = words.read()
        killed = "killed" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL else f"failed: {status}"
        print(killed if status else ended, flush=True)


if __name__ == "__main__":
    serve()
