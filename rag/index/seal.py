"""Noticing that files were damaged since they were written: Chroma's core crashes on a torn graph of vectors."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

BLOCK = 1 << 20  # bytes read at once
WRITTEN = "index_metadata.pickle"  # in the folder of a graph that Chroma has written; one row alone is in none


def set_seal(folder: Path) -> None:
    """Write down size and checksum of the graphs in a folder, in a file beside it. They are not to change again."""
    _seal_of(folder).write_text(json.dumps(_sums(folder)), encoding="utf-8")


def damaged_files(folder: Path) -> list[str]:
    """The files that are gone or not as they were when the seal was set; the seal itself when it is gone."""
    try:
        sealed: dict[str, str] = dict(json.loads(_seal_of(folder).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return [_seal_of(folder).name]
    found = {name: _sum(folder / name) for name in sealed if (folder / name).is_file()}
    return sorted(name for name, expected in sealed.items() if found.get(name) != expected)


def _seal_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.sums.json")


def _sums(folder: Path) -> dict[str, str]:
    graphs = (path.parent for path in folder.glob(f"*/{WRITTEN}"))
    files = (path for graph in graphs for path in graph.iterdir() if path.is_file())
    return {path.relative_to(folder).as_posix(): _sum(path) for path in files}


def _sum(path: Path) -> str:
    checksum, size = 0, 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            checksum, size = zlib.crc32(block, checksum), size + len(block)
    return f"{size}:{checksum:08x}"
