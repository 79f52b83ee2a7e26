"""Vectors of a sync that is not done: each batch is a file of its own, so that what was embedded is never lost."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from rag.index.manifest import settle_folder
from rag.ports import Vectors

FOLDER = "unfinished"
OWNER = "embedding.json"


class Journal:
    """The folder `unfinished` of an index: chunk ids with their vectors, for one embedding."""

    def __init__(self, index: Path, embedding: str) -> None:
        self._folder = index / FOLDER
        self._embedding = embedding
        self._places: dict[str, tuple[Path, int]] = {}
        self._last: tuple[Path, Vectors] | None = None
        if self._owner() != embedding:
            self.drop()
        for file in sorted(self._folder.glob("*.npz")):
            self._places |= {key: (file, number) for number, key in enumerate(_keys(file))}

    def __contains__(self, chunk_id: object) -> bool:
        return chunk_id in self._places

    @property
    def dimension(self) -> int | None:
        """The length of its vectors; None while it is empty."""
        return next((self._rows(file).shape[1] for file, _ in self._places.values()), None)

    def useless(self, known: Iterable[str]) -> bool:
        """Whether all its chunks are among those known."""
        return self._places.keys() <= set(known)

    def add(self, chunk_ids: Sequence[str], vectors: Vectors) -> None:
        """Keep vectors, one for each chunk; they are on the disk when this returns."""
        if not self._folder.is_dir():
            self._folder.mkdir()
            (self._folder / OWNER).write_text(json.dumps({"embedding": self._embedding}), encoding="utf-8")
        file = self._folder / f"{len(list(self._folder.glob('*.npz'))):06}.npz"
        draft = file.with_suffix(".part")
        with draft.open("wb") as opened:
            keys = np.frombuffer(json.dumps(list(chunk_ids)).encode(), dtype=np.uint8)
            np.savez(opened, keys=keys, vectors=np.asarray(vectors, dtype=np.float32))
            opened.flush()
            os.fsync(opened.fileno())
        draft.replace(file)
        settle_folder(self._folder)

    def vectors(self, chunk_ids: Sequence[str]) -> list[Vectors]:
        """The vectors of chunks that are in the journal, each of shape (dimension,)."""
        return [self._rows(file)[number] for file, number in (self._places[key] for key in chunk_ids)]

    def drop(self) -> None:
        """Forget everything."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._places.clear()

    def _rows(self, file: Path) -> Vectors:
        if self._last is None or self._last[0] != file:
            with np.load(file) as stored:
                self._last = (file, stored["vectors"])
        return self._last[1]

    def _owner(self) -> str | None:
        try:
            return str(json.loads((self._folder / OWNER).read_text(encoding="utf-8"))["embedding"])
        except (OSError, ValueError, KeyError, TypeError):
            return None


def _keys(file: Path) -> list[str]:
    """The chunk ids of a batch; none when it cannot be read, so that they are embedded again."""
    try:
        with np.load(file) as stored:
            keys = json.loads(stored["keys"].tobytes())
            return list(keys) if len(keys) == len(stored["vectors"]) else []
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
        return []
