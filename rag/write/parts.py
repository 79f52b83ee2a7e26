"""Long evidence: what a model wrote down about its parts, put together as the sources of one last question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.cite import cite
from rag.types import Draft
from rag.write.sources import Source, cut

LABEL = "Notes"


def merged(parts: Sequence[Sequence[Source]], notes: Sequence[str], room: int) -> tuple[Source, ...]:
    """The sources that the notes cite, in order, each with the sentences that cite it; at most `room` tokens.

    `notes[i]` is what was written about `parts[i]`, blank where that was nothing. A sentence without a marker, or with
    one of another part's source, is left out: nothing says where it comes from.
    """
    sources = {source.paper.id: source for part in parts for source in part}
    said: dict[str, list[str]] = {paper_id: [] for paper_id in sources}
    papers = [source.paper for source in sources.values()]
    for part, text in zip(parts, notes, strict=True):
        here = {source.paper.id for source in part}
        cited = cite(Draft(text), papers, {})
        for sentence in cited.sentences:
            for paper in (cited.numbered[number] for number in sentence.numbers):
                if paper.id in here:
                    said[paper.id].append(sentence.text)
    noted = [replace(source, text=" ".join(said[key]), label=LABEL) for key, source in sources.items() if said[key]]
    return tuple(cut(source, room // len(noted)) for source in noted)
