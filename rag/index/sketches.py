"""The words of all chunks, as sketches, by chunk id: what late interaction compares a question's words with.

A chunk's id tells its words, so a sketch is true for as long as its chunk is there, whatever the generation.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from threading import Lock

from rag.index.damage import damage_told, rebuild_advice

FILE = "words.sqlite"
AT_ONCE = 500  # ids in one statement
_TABLE = "CREATE TABLE IF NOT EXISTS sketches (chunk TEXT PRIMARY KEY, words BLOB NOT NULL) WITHOUT ROWID"


class Sketches:
    """The sketches of an index folder. Reading never makes the file; a chunk without a sketch is just not there."""

    def __init__(self, index: Path) -> None:
        self._index = index
        self._file = index / FILE
        self._reading: sqlite3.Connection | None = None
        self._lock = Lock()

    def of(self, chunks: Sequence[str]) -> Mapping[str, bytes]:
        """The sketches of those chunks that have one."""
        with self._lock, self._told():
            if self._reading is None:
                if not self._file.is_file():
                    return {}
                # Not ro: what a killed sync left half written has to be rolled back.
                address = f"{self._file.absolute().as_uri()}?mode=rw"
                self._reading = sqlite3.connect(address, uri=True, check_same_thread=False)
            found: dict[str, bytes] = {}
            for begin in range(0, len(chunks), AT_ONCE):
                some = chunks[begin : begin + AT_ONCE]
                marks = ",".join("?" * len(some))
                found |= self._reading.execute(f"SELECT chunk, words FROM sketches WHERE chunk IN ({marks})", some)
            return found

    def add(self, sketches: Mapping[str, bytes]) -> None:
        """Keep sketches; they are on the disk when this returns."""
        with self._told(), closing(sqlite3.connect(self._file)) as writing, writing:
            writing.execute(_TABLE)
            writing.executemany("INSERT OR REPLACE INTO sketches VALUES (?, ?)", sketches.items())

    def keep(self, chunks: Iterable[str]) -> None:
        """Forget all but these chunks."""
        if not self._file.is_file():
            return
        with self._told(), closing(sqlite3.connect(self._file)) as writing, writing:
            writing.execute("CREATE TEMP TABLE kept (chunk TEXT PRIMARY KEY)")
            writing.executemany("INSERT OR IGNORE INTO kept VALUES (?)", ((chunk,) for chunk in chunks))
            writing.execute("DELETE FROM sketches WHERE chunk NOT IN (SELECT chunk FROM kept)")

    def drop_damaged(self) -> None:
        """Delete the file when it cannot be used, so that it is made anew."""
        if not self._file.is_file():
            return
        try:
            with closing(sqlite3.connect(self._file)) as reading:
                reading.execute("SELECT count(*) FROM sketches").fetchone()
        except sqlite3.DatabaseError:
            self._file.unlink()

    def _told(self) -> AbstractContextManager[None]:
        return damage_told("file of words", self._index, advice=rebuild_advice(self._index))
