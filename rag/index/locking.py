"""One process at a time writes an index; what keeps it from writing is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rag.errors import IndexUnusableError


@contextmanager
def locked(folder: Path, *, wait: float = 0.0) -> Iterator[None]:
    """Hold the index folder for writing.

    Raises IndexUnusableError when another process keeps it for `wait` seconds, or when it can't be written to.
    """
    lock = FileLock(str(folder / "write.lock"), timeout=wait)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise IndexUnusableError(
            f"Another process is writing the index in {folder}.",
            subject=str(folder),
            advice="Wait until it is done, then try again.",
        ) from error
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        yield
    except OSError as error:
        raise _unwritable(folder, error) from error
    finally:
        lock.release()


def _unwritable(folder: Path, error: OSError) -> IndexUnusableError:
    return IndexUnusableError(
        f"The index folder {folder} cannot be written to ({error.strerror or error}).",
        subject=str(folder),
        advice="Make room or give leave there, or choose another folder with --index or FOOTNOTED_INDEX.",
    )
