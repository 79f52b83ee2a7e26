"""Saying in one sentence that a part of an index cannot be used, and how to get out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rag.errors import FootnotedError, IndexUnusableError

AGAIN = "The index as it was before goes on answering. Run the same command again; if it fails again, use --rebuild."
SAID = 160  # characters of the vendor's own words that are passed on
_FULL = re.compile(
    r"\bis full\b|\(code: 778\)|no space left|file too large|quota exceeded|\bos error (?:27|28|122)\b", re.IGNORECASE
)


def rebuild_advice(folder: Path) -> str:
    """How to make the index in a folder anew."""
    return f"Rebuild it, naming your own files of papers if it held any: footnoted index --rebuild --index {folder}"


@contextmanager
def damage_told(part: str, place: Path | str, *, advice: str) -> Iterator[None]:
    """Turn what a vendor raises while it works on a part of the index at `place` into IndexUnusableError.

    chromadb and tantivy raise bare ValueError, RuntimeError, OSError and errors of their Rust cores.
    """
    try:
        yield
    except FootnotedError:
        raise
    except Exception as error:
        said = " ".join(str(error).split())
        if _FULL.search(said):
            raise disk_full(place) from error
        said = said if len(said) <= SAID else f"{said[: SAID - 1]}…"
        raise IndexUnusableError(
            f"The {part} of the index in {place} cannot be used{f' ({said})' if said else ''}.",
            subject=str(place),
            advice=advice,
        ) from error


def disk_full(place: Path | str) -> IndexUnusableError:
    """What is said when there is no room for a change; what was there before stays true."""
    return IndexUnusableError(
        f"The disk is full (or a limit is reached): the index in {place} could not be written.",
        subject=str(place),
        advice="Make room, then run the same command again; it goes on where it stopped.",
    )
