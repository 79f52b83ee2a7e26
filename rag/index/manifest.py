"""What an index holds, written last and swapped in at once: a folder without a manifest holds nothing."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rag.errors import IndexUnusableError
from rag.index.chunks import MOST_TOKENS
from rag.index.damage import rebuild_advice
from rag.types import Paper

FILE = "manifest.json"
UNFINISHED = "unfinished.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One indexed paper: the hash of its content, the file that gave it last, and its chunks."""

    content: str
    source: str
    chunks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The table of contents of an index, with what it was made with."""

    embedding: str
    entries: Mapping[str, Entry] = field(default_factory=dict)
    format: int = FORMAT
    chunk_tokens: int = MOST_TOKENS

    @property
    def data_hash(self) -> str:
        """A hash of all contents, the same whatever order they came in."""
        joined = "\n".join(f"{key}\t{self.entries[key].content}" for key in sorted(self.entries))
        return hashlib.sha256(joined.encode()).hexdigest()[:16]

    @property
    def chunk_count(self) -> int:
        """How many chunks all papers have together."""
        return sum(len(entry.chunks) for entry in self.entries.values())


def content_hash(paper: Paper) -> str:
    """A hash of everything stored of a paper."""
    return hashlib.sha256(json.dumps(asdict(paper), sort_keys=True).encode()).hexdigest()[:16]


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of an index folder, or None when nothing was ever finished there.

    Raises IndexUnusableError when it is damaged or of another format.
    """
    try:
        row = json.loads((folder / FILE).read_text(encoding="utf-8"))
        entries = {
            key: Entry(value["content"], value["source"], tuple(value["chunks"]))
            for key, value in row["entries"].items()
        }
        manifest = Manifest(row["embedding"], entries, row["format"], row["chunk_tokens"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexUnusableError(
            f"The index in {folder} is damaged: its manifest cannot be read.",
            subject=str(folder),
            advice=rebuild_advice(folder),
        ) from error
    if manifest.format != FORMAT:
        raise IndexUnusableError(
            f"The index in {folder} has format {manifest.format}; this version reads format {FORMAT}.",
            subject=str(folder),
            advice=rebuild_advice(folder),
        )
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest in one step that a crash cannot halve."""
    for left in folder.glob(f"{FILE}.*.part"):  # by a process that was killed at this point
        left.unlink(missing_ok=True)
    draft = folder / f"{FILE}.{os.getpid()}.part"
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file)  # in ASCII: names of files need not be storable text
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / FILE)


def mark_unfinished(folder: Path, embedding: str) -> None:
    """Note that a sync has begun, and whose vectors it stores."""
    (folder / UNFINISHED).write_text(json.dumps({"embedding": embedding}), encoding="utf-8")


def unfinished(folder: Path) -> str | None:
    """The embedding of a sync that was begun and never finished ("" when it cannot be read), None without one."""
    try:
        return str(json.loads((folder / UNFINISHED).read_text(encoding="utf-8"))["embedding"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def mark_finished(folder: Path) -> None:
    """Note that the manifest is true again."""
    (folder / UNFINISHED).unlink(missing_ok=True)
