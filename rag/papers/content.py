"""The text of a file: unpacked when it is gzipped, decoded, and refused in words when it is neither."""

from __future__ import annotations

import codecs
import gzip
import stat
import zlib
from dataclasses import dataclass
from pathlib import Path

from rag.errors import PapersUnreadableError
from rag.papers.rows import shown

# Bytes of text in one file, some 300,000 abstracts; a small gzip file can hold a thousand times its size.
LARGEST = 512 * 2**20
_AT_ONCE = 2**20
_GZIP = b"\x1f\x8b"
_OTHER_KINDS = {
    b"PK\x03\x04": "a zip archive or an Excel file",
    b"%PDF": "a PDF",
    _GZIP: "gzipped, and its name does not end in .gz",
    b"PAR1": "a Parquet file",
    b"SQLite format 3": "a database",
}


def unreadable(path: Path, happened: str, advice: str) -> PapersUnreadableError:
    """The error that says what is wrong with a file; `happened` goes on after the file's name."""
    return PapersUnreadableError(f"{shown(path)} {happened}.", subject=shown(path), advice=advice)


@dataclass(frozen=True, slots=True)
class Content:
    """A file and its text."""

    path: Path
    text: str


def read_content(path: Path, *, largest: int = LARGEST) -> Content:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark.

    Raises PapersUnreadableError when it is missing, not a file, not such text, or has more than `largest` bytes.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for without end
            raise unreadable(path, "is not a file", "Give a file of papers, or a folder of such files.")
        data = _unpacked(path, largest) if path.name.lower().endswith(".gz") else _plain(path, largest)
    except (FileNotFoundError, ValueError) as error:  # no name holds a NUL
        raise PapersUnreadableError(
            f"There is no file {shown(path)}.", subject=shown(path), advice="Check the name."
        ) from error
    except OSError as error:
        raise unreadable(
            path, f"cannot be read ({error.strerror or error})", "Check the file and its permissions."
        ) from error
    return Content(path, _decoded(path, data))


def _plain(path: Path, largest: int) -> bytes:
    if path.stat().st_size > largest:
        raise _too_large(path, largest)
    return path.read_bytes()


def _unpacked(path: Path, largest: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    try:
        with gzip.open(path) as packed:
            while part := packed.read(_AT_ONCE):
                parts.append(part)
                size += len(part)
                if size > largest:
                    raise _too_large(path, largest)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        why = "ends too early" if isinstance(error, EOFError) else "is damaged, or is not gzipped at all"
        raise unreadable(path, f"cannot be unpacked: it {why}", "Fetch or pack it again.") from error
    return b"".join(parts)


def _too_large(path: Path, largest: int) -> PapersUnreadableError:
    return unreadable(
        path, f"holds more than {largest / 2**20:,.0f} MiB of text, which is the limit", "Split it into several files."
    )


def _decoded(path: Path, data: bytes) -> str:
    for start, kind in _OTHER_KINDS.items():
        if data.startswith(start):
            raise unreadable(path, f"is not text: it looks like {kind}", "Save the papers as CSV, JSON or BibTeX.")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        name = "UTF-16" if wide else "UTF-8"
        line = data.count(b"\n", 0, error.start) + 1
        raise unreadable(path, f"cannot be read as {name} text (line {line})", "Save it as UTF-8.") from error
