"""An index without some of its papers, as if they had never been in it. Nothing is embedded again."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path

import numpy as np

from rag.assemble import Assembly
from rag.index.contents import read_contents
from rag.index.journal import Journal
from rag.index.opening import open_newest
from rag.index.place import Place
from rag.index.rows import chunk_of
from rag.index.sketches import FILE as WORDS
from rag.index.sketches import Sketches
from rag.index.sync import sync
from rag.papers import PaperFile
from rag.settings import Settings

AT_ONCE = 2_000  # vectors that are carried over together


def leave_out(settings: Settings, gone: Collection[str], target: Path) -> None:
    """Make in the empty folder `target` an index of the settings' papers but those `gone`.

    It is made anew, not by removing: a keyword index counts the words of removed papers until it is merged, and so
    would still know a name that only they have. Raises IndexUnusableError for an index that is missing or damaged.
    """
    place, embedder = Place(settings.index, settings.chroma_url), Assembly(settings).embedder()
    opened = open_newest(place, embedder.name)
    contents = read_contents(place.generation(opened.manifest.generation), opened.manifest.data_hash)
    kept = [key for key in contents if key not in gone]
    rows = [row for key in kept for row in contents[key].rows]
    journal = Journal(target, embedder.name)  # where a sync looks for what was embedded before
    for begin in range(0, len(rows), AT_ONCE):
        some = rows[begin : begin + AT_ONCE]
        journal.add([chunk_of(row) for row in some], np.stack(opened.store.vectors(some)))
    Sketches(settings.index).of(["any"])  # raises now when the file of words is damaged
    if (settings.index / WORDS).is_file():
        shutil.copyfile(settings.index / WORDS, target / WORDS)
    papers = PaperFile(opened.lexical.papers(kept), ())
    opened.store.close()
    sync(Place(target), {"kept": papers}, embedder=embedder)
