"""Making an index agree with files of papers: what changed is embedded, what is gone is removed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from rag.errors import IndexUnusableError
from rag.index.chunks import chunk
from rag.index.damage import rebuild_advice
from rag.index.lexical import LexicalIndex
from rag.index.manifest import (
    Manifest,
    content_hash,
    mark_finished,
    mark_unfinished,
    read_manifest,
    unfinished,
    write_manifest,
)
from rag.index.papers import PaperFile, Skipped
from rag.index.plan import plan
from rag.index.store import VectorStore
from rag.ports import Embedder
from rag.types import Paper

EMBED_AT_ONCE = 256  # chunks between two reports of progress

Progress = Callable[[int, int], None]  # (papers done, papers to do)


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, in papers. added + changed + unchanged = papers of the source; skipped rows are named."""

    added: int
    changed: int
    unchanged: int
    removed: int
    skipped: tuple[Skipped, ...]
    papers: int  # in the whole index afterwards
    chunks: int

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, `skipped` as a list of rows."""
        return asdict(self)


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


def sync(
    folder: Path,
    sources: Mapping[str, PaperFile],
    *,
    store: VectorStore,
    lexical: LexicalIndex,
    embedder: Embedder,
    progress: Progress | None = None,
) -> SyncReport:
    """Bring the index up to date with `sources` (name of a source to its papers); other sources stay untouched.

    A paper belongs to the source that gave it last. The manifest is written last, so a sync that is killed leaves
    the old table of contents, and the next one mends what was half done; what was embedded is not embedded again.
    """
    before = read_manifest(folder)
    if before and before.entries:
        _refuse_other_embedding(folder, before, embedder)
    begun_with = unfinished(folder)
    made_with = begun_with if begun_with is not None or before is None else before.embedding
    if made_with != embedder.name:
        store.empty()  # what is there are vectors of another model, or of nobody knows which
    known = Manifest(embedder.name, before.entries if before else {})
    stored = store.ids()
    steps = plan(known, sources, held=_held(known, lexical, sure=begun_with is None), stored=stored)
    if steps.todo or steps.strays or steps.dropped or steps.after != known or begun_with is not None:
        mark_unfinished(folder, embedder.name)
        store.begin()
        _add(steps.todo, stored, store, embedder, progress)
        lexical.replace(steps.todo, steps.dropped)
        store.remove(steps.strays)
        store.end()
        write_manifest(folder, steps.after)
        mark_finished(folder)
    added = sum(paper.id not in known.entries for paper in steps.todo)
    return SyncReport(
        added=added,
        changed=len(steps.todo) - added,
        unchanged=steps.given - len(steps.todo),
        removed=len(steps.gone),
        skipped=tuple(row for file in sources.values() for row in file.skipped),
        papers=len(steps.after.entries),
        chunks=steps.after.chunk_count,
    )


def clear(folder: Path) -> None:
    """Remove what an index folder holds of an index, and nothing else."""
    for name in ("chroma", "lexical"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("manifest.json", "unfinished.json", "chroma.sums.json"):
        (folder / name).unlink(missing_ok=True)


def _held(before: Manifest, lexical: LexicalIndex, *, sure: bool) -> dict[str, str]:
    """What the keyword index holds, id to content hash; read from the manifest where that is sure to be true."""
    if sure and lexical.count() == len(before.entries):
        return {key: entry.content for key, entry in before.entries.items()}
    return {paper.id: content_hash(paper) for paper in lexical.matching(())}


def _add(
    papers: Sequence[Paper], stored: Set[str], store: VectorStore, embedder: Embedder, progress: Progress | None
) -> None:
    """Store the papers' chunks; those that are stored already (an id tells the words) are not embedded again."""
    done, remaining = 0, iter(papers)
    while batch := list(islice(remaining, EMBED_AT_ONCE // 2)):
        pieces = [piece for paper in batch for piece in chunk(paper)]
        new = [piece for piece in pieces if piece.id not in stored]
        if new:
            store.add(new, embedder.embed([piece.embedded_text for piece in new]))
        store.describe([piece for piece in pieces if piece.id in stored])
        done += len(batch)
        if progress:
            progress(done, len(papers))


def _refuse_other_embedding(folder: Path, manifest: Manifest, embedder: Embedder) -> None:
    if manifest.embedding != embedder.name:
        raise IndexUnusableError(
            f"The index in {folder} was made with the embedding {manifest.embedding}, not {embedder.name}.",
            subject=str(folder),
            advice=f"Use --embedding {manifest.embedding}. {rebuild_advice(folder)}",
        )


def _unwritable(folder: Path, error: OSError) -> IndexUnusableError:
    return IndexUnusableError(
        f"The index folder {folder} cannot be written to ({error.strerror or error}).",
        subject=str(folder),
        advice="Make room or give leave there, or choose another folder with --index or FOOTNOTED_INDEX.",
    )
