"""Making an index agree with files of papers: what changed is embedded, what is gone is removed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from rag.errors import IndexUnusableError
from rag.index.chunks import chunk
from rag.index.lexical import LexicalIndex
from rag.index.manifest import Entry, Manifest, content_hash, read_manifest, write_manifest
from rag.index.papers import PaperFile, Skipped
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
    """Hold the index folder for writing; raises IndexUnusableError when another process keeps it for `wait` s."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(str(folder / "write.lock"), timeout=wait):
            yield
    except Timeout as error:
        raise IndexUnusableError(
            f"Another process is writing the index in {folder}.",
            subject=str(folder),
            advice="Wait until it is done, then try again.",
        ) from error


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

    The manifest is written last, so a sync that is killed leaves the old table of contents, and the next one
    mends what was half done.
    """
    before = read_manifest(folder) or Manifest(embedder.name)
    _refuse_other_embedding(folder, before, embedder)
    given = {paper.id: (source, paper) for source, file in sources.items() for paper in file.papers}
    hashes = {paper_id: content_hash(paper) for paper_id, (_, paper) in given.items()}
    gone = [key for key, entry in before.entries.items() if entry.source in sources and key not in given]
    todo = [
        paper
        for paper_id, (_, paper) in given.items()
        if paper_id not in before.entries or before.entries[paper_id].content != hashes[paper_id]
    ]
    entries = {key: entry for key, entry in before.entries.items() if key not in gone}
    for paper in todo:
        pieces = tuple(piece.id for piece in chunk(paper))
        entries[paper.id] = Entry(hashes[paper.id], given[paper.id][0], pieces)
    if todo or gone:
        _embed(todo, store, embedder, progress)
        lexical.replace(todo, gone)
        after = Manifest(embedder.name, entries)
        store.remove(store.ids() - {piece for entry in entries.values() for piece in entry.chunks})
        write_manifest(folder, after)
    added = sum(paper.id not in before.entries for paper in todo)
    return SyncReport(
        added=added,
        changed=len(todo) - added,
        unchanged=len(given) - len(todo),
        removed=len(gone),
        skipped=tuple(row for file in sources.values() for row in file.skipped),
        papers=len(entries),
        chunks=sum(len(entry.chunks) for entry in entries.values()),
    )


def clear(folder: Path) -> None:
    """Remove what an index folder holds of an index, and nothing else."""
    for name in ("chroma", "lexical"):
        shutil.rmtree(folder / name, ignore_errors=True)
    (folder / "manifest.json").unlink(missing_ok=True)


def _embed(papers: Sequence[Paper], store: VectorStore, embedder: Embedder, progress: Progress | None) -> None:
    done, remaining = 0, iter(papers)
    while batch := list(islice(remaining, EMBED_AT_ONCE // 2)):
        pieces = [piece for paper in batch for piece in chunk(paper)]
        store.add(pieces, embedder.embed([piece.embedded_text for piece in pieces]))
        done += len(batch)
        if progress:
            progress(done, len(papers))


def _refuse_other_embedding(folder: Path, manifest: Manifest, embedder: Embedder) -> None:
    if manifest.entries and manifest.embedding != embedder.name:
        raise IndexUnusableError(
            f"The index in {folder} was made with the embedding {manifest.embedding}, not {embedder.name}.",
            subject=str(folder),
            advice=f"Use --embedding {manifest.embedding}, or rebuild it: footnoted index --rebuild --index {folder}",
        )
