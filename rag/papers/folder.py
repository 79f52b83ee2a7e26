"""The files of a folder: those to read, and those to leave out with the reason why."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from rag.papers.kinds import kind_of
from rag.papers.rows import Outcome, shown

OTHER_KIND = "it is not a kind of file that can be read"
INDEX = "write.lock"  # is in every index folder; what is in there was read before
_ABOUT = ("readme", "license", "licence", "notice", "changelog", "contributing", "authors", "copying")


def files_of(folder: Path) -> Iterator[Path | Outcome]:
    """The files below a folder in the order of their names, hidden ones left out; one not to be read has a reason.

    Links that lead out of the folder, links to folders, pipes and other special files are never opened.
    """
    for path in _walked(folder):
        left_out = path if isinstance(path, Outcome) else _left_out(folder, path)
        yield left_out or path


def _walked(folder: Path) -> Iterator[Path | Outcome]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Outcome(shown(folder), 0, reason=f"it cannot be opened ({error.strerror})", understood=False)
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            if (Path(entry.path) / INDEX).exists():
                continue
            yield from _walked(Path(entry.path))
        else:
            yield Path(entry.path)


def _left_out(folder: Path, path: Path) -> Outcome | None:
    """Why a file is left out, or None. A link of a known kind may have held papers, so it is not `understood`."""
    kind = kind_of(path)
    reason = _unsafe(folder, path)
    if not reason and not kind:
        reason = OTHER_KIND
    if not reason and kind in (".txt", ".md") and path.name.lower().startswith(_ABOUT):
        reason = "its name says that it is about the files, not one of papers"
    return Outcome(shown(path), 0, reason=reason, understood=not (kind and _is_link(path))) if reason else None


def _unsafe(folder: Path, path: Path) -> str:
    try:
        if _is_link(path):
            target = path.resolve(strict=True)
            if not target.is_relative_to(folder.resolve()):
                return "it is a link that leads out of the folder"
            if target.is_dir():
                return "it is a link to a folder"
            if not any(part.startswith(".") for part in target.relative_to(folder.resolve()).parts):
                return "it is a link to a file that is read anyway"
        mode = path.stat().st_mode
    except (OSError, RuntimeError):  # a link to itself is a RuntimeError
        return "it is a link that leads nowhere" if _is_link(path) else "it cannot be opened"
    return "" if stat.S_ISREG(mode) else "it is not a file but a pipe, a socket or a device"


def _is_link(path: Path) -> bool:
    return path.is_symlink()
