"""What an index holds, swapped in at once: whatever it does not name is no part of the index."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rag.errors import IndexUnusableError
from rag.index.chunks import MOST_TOKENS
from rag.index.damage import rebuild_advice

FILE = "manifest.json"
FORMAT = 2
STORES = ("chromadb", "tantivy")  # whose files an index is made of


def installed() -> dict[str, str]:
    """The versions of the libraries that write an index."""
    found = {}
    for name in STORES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which generation of an index is true, what it was made with, and how much it holds.

    `epoch` is the generation whose vectors were begun anew, `worn` how many vectors were removed since; `data_hash`
    tells the contents, the same whatever order they came in. The table of contents is a file of the generation.
    """

    embedding: str
    generation: int
    epoch: int
    papers: int
    chunks: int
    data_hash: str
    worn: int = 0
    chunk_tokens: int = MOST_TOKENS
    written_by: Mapping[str, str] = field(default_factory=installed)
    format: int = FORMAT


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of an index folder, or None when nothing was ever finished there.

    Raises IndexUnusableError when it is damaged or of another format.
    """
    try:
        row = json.loads((folder / FILE).read_text(encoding="utf-8"))
        found = row["format"]
        manifest = _checked(row) if found == FORMAT else None
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexUnusableError(
            f"The index in {folder} is damaged: its manifest cannot be read.",
            subject=str(folder),
            advice=rebuild_advice(folder),
        ) from error
    if manifest is None:
        raise IndexUnusableError(
            f"The index in {folder} has format {found}; this version reads format {FORMAT}.",
            subject=str(folder),
            advice=rebuild_advice(folder),
        )
    return manifest


def _checked(row: dict[str, Any]) -> Manifest:
    manifest = Manifest(**row)
    numbers = (manifest.generation, manifest.epoch, manifest.papers, manifest.chunks, manifest.worn)
    if not all(type(number) is int for number in numbers):
        raise ValueError("numbers are missing")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Make a generation the true one, in one step that neither a crash nor a power cut can halve."""
    draft = folder / f"{FILE}.part"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / FILE)
    settle_folder(folder)


def stamp(folder: Path) -> tuple[int, int, int] | None:
    """What tells one manifest from the next without reading it; None when there is none."""
    try:
        found = (folder / FILE).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def settle_folder(folder: Path) -> None:
    """Have the names in a folder written to the disk."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # not every system opens folders
        return
    try:
        os.fsync(descriptor)
    except OSError:  # not every file system can
        pass
    finally:
        os.close(descriptor)
