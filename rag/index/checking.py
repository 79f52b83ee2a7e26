"""Comparing the parts of an index with its table of contents, row by row."""

from __future__ import annotations

from rag.errors import IndexUnusableError
from rag.index.contents import content_hash, read_contents, rows_of
from rag.index.damage import rebuild_advice
from rag.index.manifest import Manifest
from rag.index.opening import open_newest
from rag.index.place import Place
from rag.index.sketches import Sketches


def check_index(place: Place, embedding: str) -> Manifest:
    """Return the manifest of an index that is whole; raise IndexUnusableError saying what is wrong with another."""
    opened = open_newest(place, embedding)
    Sketches(place.folder).of(["any"])  # raises when the file of words is damaged
    contents = read_contents(place.generation(opened.manifest.generation), opened.manifest.data_hash)
    rows, stored = rows_of(contents.values()), opened.store.ids()
    papers = {paper.id: content_hash(paper) for paper in opened.lexical.matching(())}
    strays = 0 if opened.store.shared else len(stored - rows)  # on a server the next sync removes them
    wrong = {
        "vectors are missing": len(rows - stored),
        "vectors are too many": strays,
        "papers are missing or not as they were": sum(papers.get(key) != contents[key].content for key in contents),
        "papers are too many": len(papers.keys() - contents.keys()),
        "vectors are unknown to the keyword side": len(rows - opened.lexical.rows(list(contents))),
    }
    found = [f"{count} {what}" for what, count in wrong.items() if count]
    if found:
        raise IndexUnusableError(
            f"The index in {place.folder} is damaged: {', '.join(found)}.",
            subject=str(place.folder),
            advice=rebuild_advice(place.folder),
        )
    return opened.manifest
