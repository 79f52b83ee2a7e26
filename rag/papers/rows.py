"""What is read: rows as a file has them, what became of each, and the papers of a source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rag.papers.words import tidy
from rag.types import Paper


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file: its fields, or why it has none.

    `line` is where it starts, counted from 1; in a JSON list it is the number of the item.
    """

    line: int
    fields: Mapping[str, Any] = field(default_factory=dict)
    fault: str = ""
    paper_id: str = ""  # of a row with a fault, where it can be made out


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a row: a paper, or the reason why there is none.

    `understood` says that the reason is sure (a paper that was withdrawn), not that the row cannot be made out.
    Line 0 stands for a whole file.
    """

    file: str
    line: int
    paper_id: str = ""
    paper: Paper | None = None
    reason: str = ""
    understood: bool = True
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row that was not indexed (or was replaced by another): its line, its id if it has one, and why.

    `file` is the path of the file that holds it; line 0 means that the whole file was left out.
    """

    line: int
    paper_id: str
    reason: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class PaperFile:
    """What a file (or a folder of files) held: papers in file order, and the rows left out.

    `complete` says that every row was understood; one that was not may be a paper that the index holds. `withdrawn`
    are the ids of papers that rows say were withdrawn.
    """

    papers: tuple[Paper, ...]
    skipped: tuple[Skipped, ...]
    complete: bool = True
    withdrawn: frozenset[str] = frozenset()

    @property
    def rows(self) -> int:
        """How many rows there were; each is a paper or is named. A file that was left out counts as one."""
        return len(self.papers) + len(self.skipped)


def shown(path: Path) -> str:
    """A path as text that can be printed and stored, whatever bytes its name has."""
    return tidy(str(path))


def place(file: str, line: int, *, named: bool) -> str:
    """Where a row is, in words: `line 3`, or `line 3 of papers.csv` when the file has to be named."""
    if not line:
        return file
    kind = "row" if file.lower().removesuffix(".gz").endswith(".json") else "line"
    return f"{kind} {line} of {file}" if named else f"{kind} {line}"
