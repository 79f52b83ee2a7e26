"""Model files (`gguf:PATH`), served by a process of our own on loopback: one for each file, ended with this one.

A process of its own, because native code that meets a file it can't bear, or runs out of memory, ends its process.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryFile
from threading import Event, Lock, Thread

from rag.errors import ModelError
from rag.settings import Endpoint

MAGIC, SMALLEST = b"GGUF", 1024  # how every model file begins; a smaller one holds no model
ROOM = 1.25  # a model's own tokens are more than those that prompts are counted in
PROGRAM = Path(__file__).with_name("serving.py")
FAREWELL = 5.0  # seconds that a server has to end

_served: dict[tuple[Path, int], Served] = {}
_lock = Lock()


class Served:
    """A model file and the process that serves it; loading goes on while nobody waits for it."""

    def __init__(self, file: Path, context: int) -> None:
        self.key = token_urlsafe(24)
        self._told: dict[str, str] = {}
        self._ready = Event()
        self._log = TemporaryFile()  # noqa: SIM115  it is as long open as the process writes to it
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,  # Ctrl-C is for this process, which then ends that one
        )
        wanted = {"file": str(file), "context": context, "threads": _processors(), "key": self.key}
        with suppress(OSError):  # it ended at once: that shows when it is listened to
            assert self._process.stdin
            self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
            self._process.stdin.flush()
        Thread(target=self._listen, daemon=True, name="footnoted-model-file").start()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def address(self, limit: float) -> str:
        """The address once the model is loaded; empty when it could not be.

        Raises TimeoutError after `limit` seconds; the loading goes on.
        """
        if not self._ready.wait(limit):
            raise TimeoutError("The model file is not loaded yet.")
        return self._told.get("address", "")

    def why(self) -> str:
        """What the server said of a file that it could not load; empty when it said nothing of it."""
        self._log.seek(0)
        log = self._log.read().decode("utf-8", "replace")
        found = re.findall(r"error loading model:\s*(?:llama_model_loader:\s*)?(.+)", log)
        return str(found[-1]).strip() if found else self._told.get("trouble", "")

    def end(self) -> None:
        """End the process."""
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _listen(self) -> None:
        assert self._process.stdout
        with suppress(ValueError):
            self._told = json.loads(self._process.stdout.readline())
        self._ready.set()


def served(endpoint: Endpoint) -> Endpoint:
    """The endpoint with the address of its model file, which is loaded when it is asked for the first time.

    Raises ModelError when the file can't be loaded, and TimeoutError when that takes longer than the endpoint's
    limit.
    """
    file = _sound(endpoint)
    with _lock:
        context = int(ROOM * (endpoint.context_tokens + endpoint.answer_tokens))
        server = _served.get((file, context))
        if server is None or not server.alive:
            server = _served[file, context] = Served(file, context)
    address = server.address(endpoint.timeout)
    if not address:
        raise _unloadable(server, endpoint)
    return replace(endpoint, model=file.name, base_url=f"{address}/v1", api_key=server.key)


def _sound(endpoint: Endpoint) -> Path:
    """The file, looked into before native code is. Raises ModelError for one that can be no model."""
    asked = endpoint.file or Path()
    try:
        file = asked.expanduser().resolve()
        if file.exists() and not file.is_file():
            raise _unusable(endpoint, f"{asked} is a {'folder' if file.is_dir() else 'device'}, not a model file.")
        with file.open("rb") as opened:
            begins, size = opened.read(len(MAGIC)), file.stat().st_size
    except (OSError, ValueError, RuntimeError) as error:
        said = getattr(error, "strerror", None) or "No such file"
        raise _unusable(endpoint, f"The model file {asked} cannot be read: {said}.") from error
    if begins != MAGIC or size < SMALLEST:
        raise _unusable(endpoint, f"{asked} is not a model file in GGUF format.")
    if find_spec("xllamacpp") is None:
        advice = "Install it with: pip install 'footnoted[local]'"
        raise ModelError(
            "The package xllamacpp, which runs model files, is missing.", subject=str(asked), advice=advice
        )
    return file


def _unusable(endpoint: Endpoint, happened: str) -> ModelError:
    advice = f"Set {endpoint.set_by.model}=gguf:PATH to a file that ends in .gguf."
    return ModelError(happened, subject=str(endpoint.file), advice=advice)


def _unloadable(server: Served, endpoint: Endpoint) -> ModelError:
    subject, said = str(endpoint.file), server.why()
    advice = f"Fetch the file again, or choose another with {endpoint.set_by.model}=gguf:PATH."
    if not said:
        said, advice = "the program that loads it ended", f"It may need more memory than there is. {advice}"
    elif "failed to load model from" in said:  # all that is said of a beginning that makes no sense
        said = "it is damaged"
    return ModelError(f"The model file {subject} cannot be loaded: {said.rstrip('.')}.", subject=subject, advice=advice)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@atexit.register
def _end_all() -> None:
    for server in _served.values():
        server.end()
