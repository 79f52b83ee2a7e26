"""What a sync has to do, worked out before anything is touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rag.index.contents import Contents, Entry, content_hash
from rag.papers import PaperFile
from rag.types import Paper


@dataclass(frozen=True, slots=True)
class Task:
    """A paper to store: new, or with another content than before."""

    paper: Paper
    content: str
    source: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps from what an index holds to what it should hold.

    `kept` are the entries that stay true, `gone` the papers that their source no longer has. `given` counts the
    papers of all sources, `spared` those that may be gone, but are kept since not all of their source could be read,
    `added` those of `todo` that the index does not hold in any version.
    """

    given: int
    added: int
    todo: tuple[Task, ...]
    gone: frozenset[str]
    spared: int
    kept: Contents
    changes: bool


def plan(before: Contents, sources: Mapping[str, PaperFile], *, anew: bool = False) -> Plan:
    """Compare sources with the contents of an index; a paper belongs to the source that gave it last.

    With `anew` every given paper is to be stored again, whatever is held of it.
    """
    given = {paper.id: (source, paper) for source, file in sources.items() for paper in file.papers}
    # A row that could not be read may be a paper that is held, so nothing of such a source is taken for removed.
    complete = {source for source, file in sources.items() if file.complete}
    missing = {key for key, entry in before.items() if entry.source in sources and key not in given}
    withdrawn = frozenset().union(*(file.withdrawn for file in sources.values()))
    gone = frozenset(key for key in missing if before[key].source in complete or key in withdrawn)
    kept: dict[str, Entry] = {key: entry for key, entry in before.items() if key not in gone}
    todo, moved = [], False
    for key, (source, paper) in given.items():
        content, known = content_hash(paper), kept.get(key)
        if known is None or known.content != content or anew:
            todo.append(Task(paper, content, source))
            kept.pop(key, None)
        elif known.source != source:
            kept[key], moved = replace(known, source=source), True
    return Plan(
        given=len(given),
        added=sum(task.paper.id not in before for task in todo),
        todo=tuple(todo),
        gone=gone,
        spared=len(missing - gone),
        kept=kept,
        changes=bool(todo or gone or moved),
    )
