"""Making an index agree with files of papers: what changed is embedded, what is gone is removed.

A sync makes the next generation beside the true one and then swaps the manifest. Until then the old generation
answers, whatever happens to the sync; what was embedded is kept in a journal, and the next sync takes it from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rag.errors import IndexUnusableError
from rag.index.chunks import MOST_TOKENS
from rag.index.contents import Contents, read_contents, rows_of
from rag.index.draft import Draft, Held
from rag.index.journal import Journal
from rag.index.locking import locked
from rag.index.manifest import Manifest, read_manifest, write_manifest
from rag.index.opening import open_index, refuse_other_embedding
from rag.index.place import Place
from rag.index.plan import Plan, plan
from rag.index.rows import chunk_of
from rag.index.sketches import Sketches
from rag.index.store import VectorStore
from rag.index.supply import Supply
from rag.papers import PaperFile, Skipped
from rag.ports import Embedder, Sketcher

PAPERS_AT_ONCE = 128  # embedded together, and kept in the journal together

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
    embedded: int = 0  # chunks; others were embedded before
    spared: int = 0  # missing from their source, but not removed, since not all of it could be read

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, `skipped` as a list of rows."""
        return asdict(self)


def sync(
    place: Place,
    sources: Mapping[str, PaperFile],
    *,
    embedder: Embedder,
    sketcher: Sketcher | None = None,
    rebuild: bool = False,
    wait: float = 0.0,
    progress: Progress | None = None,
) -> SyncReport:
    """Bring the index up to date with `sources` (name of a source to its papers); other sources stay untouched.

    A paper belongs to the source that gave it last. `rebuild` begins with nothing, whatever is there; the old index
    answers until the new one is whole. Without a `sketcher` no words are kept to be compared. Raises
    IndexUnusableError when another process writes the index for `wait` seconds, or when it is damaged or cannot be
    written to.
    """
    with locked(place.folder, wait=wait):
        former = place.holds_former()
        before = _held(place, embedder, rebuild=rebuild)
        steps = plan(
            before.contents if before else {},
            sources,
            anew=before is not None and before.opened.manifest.chunk_tokens != MOST_TOKENS,
        )
        if before and not steps.changes:
            manifest, embedded = before.opened.manifest, 0
            _tidy(place, before.opened.store, manifest, before.contents)
        else:
            manifest, embedded = _next(place, before, steps, embedder, sketcher, progress)
        if former:
            place.drop_former()
    skipped = tuple(row for file in sources.values() for row in file.skipped)
    return _report(steps, manifest, skipped, embedded)


def _report(steps: Plan, manifest: Manifest, skipped: tuple[Skipped, ...], embedded: int) -> SyncReport:
    return SyncReport(
        added=steps.added,
        changed=len(steps.todo) - steps.added,
        unchanged=steps.given - len(steps.todo),
        removed=len(steps.gone),
        skipped=skipped,
        papers=manifest.papers,
        chunks=manifest.chunks,
        embedded=embedded,
        spared=steps.spared,
    )


def _held(place: Place, embedder: Embedder, *, rebuild: bool) -> Held | None:
    """What the index holds; None when there is nothing to go on from. Raises IndexUnusableError when it is damaged."""
    try:
        manifest = read_manifest(place.folder)
    except IndexUnusableError:
        if rebuild:
            return None
        raise
    if manifest is None:
        return None
    place.tidy(manifest.generation)
    if rebuild or (manifest.embedding != embedder.name and not manifest.papers):
        return None
    refuse_other_embedding(place, manifest, embedder.name)
    contents = read_contents(place.generation(manifest.generation), manifest.data_hash)
    return Held(open_index(place, manifest), contents)


def _next(
    place: Place,
    before: Held | None,
    steps: Plan,
    embedder: Embedder,
    sketcher: Sketcher | None,
    progress: Progress | None,
) -> tuple[Manifest, int]:
    """Make the next generation and swap it in; return its manifest, and how many chunks were embedded for it."""
    journal = Journal(place.folder, embedder.name)
    sketches = Sketches(place.folder)
    if before is None:
        sketches.drop_damaged()
    sketches.of(["any"])  # raises now, before the work, when the file of words is damaged
    supply = Supply(embedder, journal, before.opened.store if before else None, sketcher, sketches)
    number = place.next_generation()
    try:
        draft = Draft(place, number, before, steps)
        for begin in range(0, len(steps.todo), PAPERS_AT_ONCE):
            draft.put(steps.todo[begin : begin + PAPERS_AT_ONCE], supply)
            if progress:
                progress(min(begin + PAPERS_AT_ONCE, len(steps.todo)), len(steps.todo))
        manifest = draft.finish(embedder.name)
    except BaseException:
        place.drop(number)
        raise
    write_manifest(place.folder, manifest)
    _tidy(place, draft.store, manifest, draft.contents, journal)
    return manifest, supply.embedded


def _tidy(
    place: Place, store: VectorStore, manifest: Manifest, contents: Contents, journal: Journal | None = None
) -> None:
    """Remove what is no part of the true generation; what a killed sync leaves here the next one removes."""
    place.tidy(manifest.generation)
    if store.shared:
        if store.count() != manifest.chunks:
            store.remove(store.ids() - rows_of(contents.values()))
        store.delete_others()
    done = journal or Journal(place.folder, manifest.embedding)
    chunks = {chunk_of(row) for row in rows_of(contents.values())}
    if journal or done.useless(chunks):
        done.drop()
        Sketches(place.folder).keep(chunks)
