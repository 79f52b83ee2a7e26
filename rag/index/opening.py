"""Opening an index: both sides hold what its manifest says, or a sentence tells what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from rag.errors import IndexUnusableError
from rag.index.damage import rebuild_advice
from rag.index.lexical import LexicalIndex
from rag.index.manifest import Manifest, installed, read_manifest
from rag.index.place import Place
from rag.index.store import VectorStore


@dataclass(frozen=True, slots=True)
class Opened:
    """The two sides of one generation of an index."""

    manifest: Manifest
    store: VectorStore
    lexical: LexicalIndex


def open_index(place: Place, manifest: Manifest) -> Opened:
    """Open the generation that a manifest names. Raises IndexUnusableError when it is damaged."""
    try:
        store = VectorStore(place.home(manifest.generation, manifest.epoch))
        opened = Opened(manifest, store, place.lexical(manifest.generation))
        chunks, papers = opened.store.count(), opened.lexical.count()
    except IndexUnusableError as error:
        raise IndexUnusableError(
            f"{error.happened}{_other_versions(manifest)}", subject=error.subject, advice=error.advice
        ) from error
    if chunks < manifest.chunks or papers < manifest.papers:
        raise IndexUnusableError(
            f"The index in {place.folder} is damaged: it holds fewer papers than its manifest says.",
            subject=str(place.folder),
            advice=rebuild_advice(place.folder),
        )
    return opened


def open_newest(place: Place, embedding: str) -> Opened:
    """Open the true generation for asking, also while syncs put newer ones in its place.

    Raises IndexUnusableError when there is none, when it is damaged or made with another embedding.
    """
    manifest = read_manifest(place.folder)
    if manifest is None:
        raise IndexUnusableError(
            f"There is no index in {place.folder}.",
            subject=str(place.folder),
            advice=f"Make it: footnoted index --index {place.folder}",
        )
    refuse_other_embedding(place, manifest, embedding)
    try:
        return open_index(place, manifest)
    except IndexUnusableError:
        newer = read_manifest(place.folder)
        if newer is None or newer.generation == manifest.generation:
            raise
        return open_newest(place, embedding)


def refuse_other_embedding(place: Place, manifest: Manifest, wanted: str) -> None:
    """Raise IndexUnusableError when an index was made with another embedding than the one wanted."""
    if manifest.embedding != wanted:
        raise IndexUnusableError(
            f"The index in {place.folder} was made with the embedding {manifest.embedding}, not {wanted}.",
            subject=str(place.folder),
            advice=f"Use --embedding {manifest.embedding} (or FOOTNOTED_EMBEDDING). {rebuild_advice(place.folder)}",
        )


def _other_versions(manifest: Manifest) -> str:
    """Which libraries wrote an index, where they are not those that are to read it."""
    here = installed()
    others = [
        f"{name} {version} (here is {here.get(name, 'none')})"
        for name, version in manifest.written_by.items()
        if here.get(name) != version
    ]
    return f" It was written by {' and '.join(others)}." if others else ""
