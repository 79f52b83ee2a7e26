"""Beginning a generation as a copy of the one before, which stays as it is."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from rag.index.manifest import settle_folder

DATABASE = "chroma.sqlite3"


def copy_vectors(source: Path, target: Path) -> None:
    """Copy Chroma's files. Who reads them writes to its database now and then, so SQLite itself copies that."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(f"{DATABASE}*"))
    with (
        closing(sqlite3.connect(f"{(source / DATABASE).absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target / DATABASE)) as new,
    ):
        try:
            old.backup(new)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            raise


def link_words(source: Path, target: Path) -> None:
    """Give tantivy's files a second name, or copy them where that can't be done.

    tantivy never writes into a file again: it adds files, and replaces its lists of them by renaming.
    """
    target.mkdir()
    for file in source.iterdir():
        if file.suffix == ".lock":
            continue
        try:
            os.link(file, target / file.name)
        except OSError:
            shutil.copy2(file, target / file.name)


def settle_tree(folder: Path) -> None:
    """Have all files below a folder written to the disk."""
    for place, _, names in os.walk(folder):
        for name in names:
            with (Path(place) / name).open("rb") as file:
                os.fsync(file.fileno())
        settle_folder(Path(place))


def writable(folder: Path) -> tuple[Path, TemporaryDirectory[str] | None]:
    """The folder itself; where nothing can be written, as on a read-only disk, a copy that lasts as long as it is kept.

    Chroma and tantivy write to their folders even when they only read.
    """
    if os.access(folder, os.W_OK) or not folder.is_dir():
        return folder, None
    kept = TemporaryDirectory(prefix="footnoted-")
    copy = Path(kept.name) / folder.name
    for place, _, names in os.walk(folder):  # without the permissions
        target = copy / Path(place).relative_to(folder)
        target.mkdir()
        for name in names:
            shutil.copyfile(Path(place) / name, target / name)
    return copy, kept
