"""Verdicts kept on disk, so that no claim is paid for twice. A file that fails costs calls, never an answer."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import platformdirs

from rag.types import Ruling, Verdict

MOST_ROWS = 100_000  # the oldest are dropped; about 20 MB
PATIENCE = 2.0  # seconds to wait for another process that writes
RULED = frozenset({Verdict.SUPPORTED, Verdict.PARTLY, Verdict.UNSUPPORTED})

_TABLE = "CREATE TABLE IF NOT EXISTS rulings (key TEXT PRIMARY KEY, verdict TEXT NOT NULL, why TEXT NOT NULL)"
_log = logging.getLogger("footnoted")
_Result = TypeVar("_Result")


class Memory:
    """Rulings by key in one SQLite file, which only its user may read. It holds hashes, verdicts and reasons.

    Any number of processes and threads may share the file; each waits at most `patience` seconds for the others. At
    most `most` rulings are kept. At the first failure one sentence is logged.
    """

    def __init__(self, file: Path, *, most: int = MOST_ROWS, patience: float = PATIENCE) -> None:
        self.file = file
        self._most = most
        self._patience = patience
        self._told = False

    @classmethod
    def of_user(cls) -> Memory:
        """The memory in the user's cache folder."""
        return cls(Path(platformdirs.user_cache_path("footnoted")) / "verdicts.sqlite3")

    def recall(self, keys: Sequence[str]) -> dict[str, Ruling]:
        """Return the rulings that are remembered, by key; fewer, or none, when the file can't be read."""
        return self._tried(lambda connection: _recalled(connection, keys)) or {}

    def keep(self, rulings: Mapping[str, Ruling]) -> None:
        """Remember rulings with a verdict; the oldest ones go when there are too many."""
        rows = [(key, ruling.verdict.value, ruling.why) for key, ruling in rulings.items() if ruling.verdict]
        if rows:
            self._tried(lambda connection: self._write(connection, rows))

    def _write(self, connection: sqlite3.Connection, rows: Sequence[tuple[str, str, str]]) -> None:
        with connection:
            connection.executemany("INSERT OR REPLACE INTO rulings VALUES (?, ?, ?)", rows)
            newest = "SELECT max(rowid) FROM rulings"
            connection.execute(f"DELETE FROM rulings WHERE rowid <= ({newest}) - ?", (self._most,))

    def _tried(self, act: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        try:
            try:
                return self._opened(act)
            except sqlite3.OperationalError:  # locked, read-only, no room: nothing is wrong with the file
                raise
            except sqlite3.DatabaseError:  # no database, or a damaged one: begin again
                self.file.unlink()
                return self._opened(act)
        except (OSError, sqlite3.Error, UnicodeError) as error:
            if not self._told:
                self._told = True
                _log.warning("The verdicts in %s can't be used (%s), so the judge is asked anew.", self.file, error)
            return None

    def _opened(self, act: Callable[[sqlite3.Connection], _Result]) -> _Result:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(self.file, timeout=self._patience)) as connection:
            connection.execute(_TABLE)
            return act(connection)


def _recalled(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, Ruling]:
    found = {}
    for key in keys:
        row = connection.execute("SELECT verdict, why FROM rulings WHERE key = ?", (key,)).fetchone()
        if row and row[0] in RULED:
            found[key] = Ruling(Verdict(row[0]), str(row[1]))
    return found
