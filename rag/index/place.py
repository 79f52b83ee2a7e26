"""Where an index lives. Each generation has a folder of its own, which is complete before the manifest names it."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from rag.index.chroma import shared_name
from rag.index.lexical import LexicalIndex
from rag.index.manifest import FILE as MANIFEST
from rag.index.store import Home

PREFIX = "generation-"
PARTS = ("chroma", "chroma.sums.json", "lexical", "contents.json")
FORMER = ("chroma", "lexical", "chroma.sums.json", "unfinished.json")  # what format 1 had instead


@dataclass(frozen=True, slots=True)
class Place:
    """An index folder, and the Chroma server that holds its vectors when there is one."""

    folder: Path
    url: str = ""

    def generation(self, number: int) -> Path:
        """The folder of a generation."""
        return self.folder / f"{PREFIX}{number}"

    def home(self, generation: int, epoch: int) -> Home:
        """Where the vectors of a generation are: in a folder of its own; on a server all of an epoch are together."""
        folder = self.generation(generation) / "chroma"
        if not self.url:
            return Home(self.folder, folder)
        return Home(self.folder, folder, self.url, shared_name(self.folder, epoch))

    def lexical(self, generation: int, *, create: bool = False) -> LexicalIndex:
        """The keyword side of a generation."""
        return LexicalIndex(self.generation(generation) / "lexical", self.folder, create=create)

    def newest(self) -> Path:
        """The folder of the newest generation that is there, finished or not."""
        return self.generation(max(self._numbers(), default=0))

    def next_generation(self) -> int:
        """A number after all that are there, finished or not."""
        return 1 + max(self._numbers(), default=0)

    def drop(self, number: int) -> None:
        """Remove a generation."""
        shutil.rmtree(self.generation(number), ignore_errors=True)

    def tidy(self, keep: int) -> None:
        """Remove what is no part of the generation to keep: older ones, and what was never finished."""
        for number in self._numbers():
            if number != keep and _is_ours(self.generation(number)):
                self.drop(number)
        for left in self.folder.glob(f"{MANIFEST}*.part"):
            left.unlink(missing_ok=True)

    def holds_former(self) -> bool:
        """Whether there is an index of format 1."""
        try:
            return "entries" in json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError):
            return False

    def drop_former(self) -> None:
        """Remove the files of an index of format 1."""
        for name in FORMER:
            left = self.folder / name
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)

    def _numbers(self) -> list[int]:
        found = (folder.name.removeprefix(PREFIX) for folder in self.folder.glob(f"{PREFIX}*"))
        return [int(number) for number in found if number.isdecimal()]


def _is_ours(folder: Path) -> bool:
    """Whether a folder is a generation, finished or not: a user may have folders with such names, too."""
    return all(found.name in PARTS for found in folder.iterdir())
