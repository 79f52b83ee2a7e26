"""What a sync has to do, worked out before anything is touched."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

from rag.index.chunks import chunk
from rag.index.manifest import Entry, Manifest, content_hash
from rag.index.papers import PaperFile
from rag.types import Paper


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps from what an index holds to what it should hold.

    `todo` are papers to store, `dropped` ids to take out of the keyword index, `strays` chunks to take out of the
    vector store; `after` is the manifest that is true afterwards. `gone` are the papers that their source no
    longer has.
    """

    given: int
    todo: tuple[Paper, ...]
    gone: frozenset[str]
    dropped: frozenset[str]
    strays: frozenset[str]
    after: Manifest


def plan(before: Manifest, sources: Mapping[str, PaperFile], *, held: Mapping[str, str], stored: Set[str]) -> Plan:
    """Compare sources with an index: its manifest, the keyword side (id to content hash), the ids of its chunks.

    A paper belongs to the source that gave it last. One that an index does not hold as its manifest says is done
    again when a source gives it, and left as it is otherwise.
    """
    intact = {
        key: entry
        for key, entry in before.entries.items()
        if held.get(key) == entry.content and stored >= set(entry.chunks)
    }
    given = {paper.id: (source, paper) for source, file in sources.items() for paper in file.papers}
    wanted = {key: _entry(paper, source, intact.get(key)) for key, (source, paper) in given.items()}
    todo = (
        paper for key, (_, paper) in given.items() if key not in intact or intact[key].content != wanted[key].content
    )
    # A row that could not be read may be a paper that is held, so nothing of such a source is taken for removed.
    complete = {source for source, file in sources.items() if file.complete}
    gone = frozenset(key for key, entry in before.entries.items() if entry.source in complete and key not in given)
    entries = {key: entry for key, entry in before.entries.items() if key not in gone} | wanted
    return Plan(
        given=len(given),
        todo=tuple(todo),
        gone=gone,
        dropped=frozenset(held.keys() - entries.keys()),
        strays=frozenset(stored - {piece for entry in entries.values() for piece in entry.chunks}),
        after=replace(before, entries=entries),
    )


def _entry(paper: Paper, source: str, known: Entry | None) -> Entry:
    content = content_hash(paper)
    if known and known.content == content:
        return replace(known, source=source)
    return Entry(content, source, tuple(piece.id for piece in chunk(paper)))
