"""A file that grows page by page, can be gone on with after any end of the run, and appears only when it is whole.

Beside FILE stand, until it is done, `FILE.part` with the rows and `FILE.part.json` with the place that the run has
reached. A page is on disk before its place is, and what lies behind the place is cut off: no page comes twice.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from rag.errors import FetchError

FORMAT = 1
BLOCK = 1 << 20  # bytes copied at once


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is: what it fetches and from where, the last note it has, and its papers on disk, `size` in bytes.

    `skipped` are sentences about notes that could not be read.
    """

    venue: str
    api: str
    after: str = ""
    papers: int = 0
    size: int = 0
    skipped: tuple[str, ...] = ()


class Part:
    """The unfinished form of a file. Every method raises FetchError when the disk does not let it work."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rows = file.with_name(f"{file.name}.part")
        self._place = file.with_name(f"{file.name}.part.json")
        self._lock = file.with_name(f"{file.name}.part.lock")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other runs away from the file. Raises FetchError when one is at it, or there is no such folder."""
        lock = FileLock(str(self._lock), timeout=0)
        with self._writing():
            if self.file.is_dir():
                raise FetchError(f"{self.file} is a folder.", subject=str(self.file), advice="Name a file with --to.")
            if not self.file.parent.is_dir():
                raise FetchError(f"There is no folder {self.file.parent}.", subject=str(self.file), advice="Make it.")
            try:
                lock.acquire()
            except Timeout as error:
                raise FetchError(
                    f"Another run is fetching {self.file}.", subject=str(self.file), advice="Wait until it is done."
                ) from error
        try:
            yield
        finally:
            with suppress(OSError):
                self._lock.unlink(missing_ok=True)
            lock.release()

    def left(self) -> Place | None:
        """The place that an earlier run has left, or None when it left nothing that can be gone on with."""
        try:
            row = json.loads(self._place.read_text(encoding="utf-8"))
            if row.pop("format") != FORMAT or not 0 <= row["size"] <= self.rows.stat().st_size:
                return None
            place = Place(**{**row, "skipped": tuple(row["skipped"])})
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        texts = (place.venue, place.api, place.after, *place.skipped)
        numbers = (place.papers, place.size)
        fits = all(isinstance(text, str) for text in texts) and all(isinstance(number, int) for number in numbers)
        return place if fits else None

    def resume(self, place: Place) -> list[dict[str, Any]]:
        """Go on at a place: cut off what lies behind it, and return the rows before it.

        Raises ValueError when they are not rows.
        """
        with self._writing(), self.rows.open("r+b") as file:
            file.truncate(place.size)
            rows = [json.loads(line) for line in file]
        if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows):
            raise ValueError("The part holds something else than rows.")
        return rows

    def begin(self, place: Place) -> None:
        """Begin anew; what an earlier run has left is gone."""
        with self._writing():
            self._place.unlink(missing_ok=True)
            self.rows.write_bytes(b"")
            self._set(place)

    def append(self, lines: Sequence[str], place: Place) -> Place:
        """Add a page, and return the place after it, which is `place` with the new size."""
        with self._writing(), self.rows.open("ab") as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
            reached = replace(place, size=file.tell())
            self._set(reached)
        return reached

    def finish(self) -> None:
        """Put the whole file in its place, at once, in place of an earlier one; compressed when its name ends so."""
        with self._writing():
            whole = self._compressed() if self.file.suffix.lower() == ".gz" else self.rows
            whole.replace(self.file)
            self.discard()

    def discard(self) -> None:
        """Remove what is unfinished."""
        with self._writing():
            self._place.unlink(missing_ok=True)
            self.rows.unlink(missing_ok=True)

    def _compressed(self) -> Path:
        draft = self.file.with_name(f"{self.file.name}.part.gz")
        with self.rows.open("rb") as rows, draft.open("wb") as file:
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
                shutil.copyfileobj(rows, packed, BLOCK)
            file.flush()
            os.fsync(file.fileno())
        return draft

    def _set(self, place: Place) -> None:
        draft = self._place.with_name(f"{self._place.name}.new")
        draft.write_text(json.dumps({"format": FORMAT, **asdict(place)}), encoding="utf-8")
        draft.replace(self._place)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise FetchError(
                f"{self.file} cannot be written ({(error.strerror or str(error)).lower()}).",
                subject=str(self.file),
                advice="Make room and check the permissions, or name another file with --to.",
            ) from error
