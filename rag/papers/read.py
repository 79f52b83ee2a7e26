"""Reading sources of papers: a file, or a folder of files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from rag.errors import PapersUnreadableError
from rag.papers.content import unreadable
from rag.papers.folder import OTHER_KIND, files_of
from rag.papers.kinds import KNOWN, rows_of
from rag.papers.paper import outcome_of
from rag.papers.rows import Outcome, PaperFile, shown
from rag.papers.settle import settle


def read_papers(path: Path) -> PaperFile:
    """Read a file of papers (JSONL, JSON, CSV, TSV, BibTeX, plain text; also gzipped), or a folder of such files.

    When an id occurs twice the last row wins, of two versions of an arXiv paper the higher one; the other is named.
    Raises PapersUnreadableError when the file is missing, is of another kind, cannot be read or holds no rows.
    """
    return settle({"": _outcomes(path)})[""]


def read_sources(paths: Iterable[Path]) -> dict[str, PaperFile]:
    """Read several sources, each under its whole path; no paper occurs twice, neither in one nor in two of them.

    Raises PapersUnreadableError as `read_papers` does.
    """
    outcomes = {}
    for path in paths:
        found = _outcomes(path)
        outcomes[shown(path.resolve())] = found
    return settle(outcomes)


def _outcomes(path: Path) -> list[Outcome]:
    if _is_folder(path):
        return _of_folder(path)
    if not os.path.lexists(path):
        raise PapersUnreadableError(
            f"There is no file or folder {shown(path)}.", subject=shown(path), advice="Check the name."
        )
    outcomes = [outcome_of(shown(path), row) for row in rows_of(path)]
    if not outcomes:
        raise unreadable(path, "holds no rows", "Give a file with papers in it.")
    return outcomes


def _of_folder(folder: Path) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for found in files_of(folder):
        outcomes += [found] if isinstance(found, Outcome) else _of_file_within(found)
    if all(outcome.reason == OTHER_KIND for outcome in outcomes):
        raise unreadable(folder, "holds no file of papers", f"Give a folder with files that end in {KNOWN}.")
    return outcomes


def _of_file_within(path: Path) -> list[Outcome]:
    try:
        return _outcomes(path)
    except PapersUnreadableError as error:
        reason = f"it {error.happened.removeprefix(shown(path)).strip().rstrip('.')}"
        return [Outcome(shown(path), 0, reason=reason, understood=False)]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that is too long; reading it says so
        return False
