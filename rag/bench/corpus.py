"""The papers that are measured on, and texts drawn from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random

from rag.errors import PapersUnreadableError
from rag.index.chunks import chunk
from rag.language.sentences import sentence_spans
from rag.papers import PaperFile, read_sources
from rag.types import Paper

SEED = 0
DRAWN = 100  # papers whose title or first sentence is searched for when there is no question
LOADING = Paper("loading", "A paper", "It is indexed so that every library is loaded. It is not measured.")
EMBEDDED = 192  # texts that the speed of embedding is measured on


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file or folder of papers."""

    path: Path

    def files(self) -> dict[str, PaperFile]:
        """Read it, as `footnoted index` does. Raises PapersUnreadableError also when no row is a paper."""
        files = read_sources([self.path])
        if not any(file.papers for file in files.values()):
            raise PapersUnreadableError(
                f"{self.path} holds no paper that can be used.",
                subject=str(self.path),
                advice=f"See why, row by row: footnoted index {self.path} --index some-folder",
            )
        return files

    def papers(self) -> tuple[Paper, ...]:
        """The papers in file order."""
        return tuple(paper for file in self.files().values() for paper in file.papers)


def written(papers: Sequence[Paper], path: Path) -> Corpus:
    """Papers as a file of their own, so that the time to read it is theirs alone."""
    with path.open("w", encoding="utf-8") as file:
        for paper in papers:
            print(json.dumps(asdict(paper)), file=file)
    return Corpus(path)


def drawn_texts(papers: Sequence[Paper]) -> tuple[str, ...]:
    """Titles and first sentences, by turns, of papers that are always the same ones."""
    drawn = Random(SEED).sample(list(papers), min(DRAWN, len(papers)))
    return tuple(_first_sentence(paper) if place % 2 else paper.title for place, paper in enumerate(drawn))


def chunk_texts(papers: Sequence[Paper], *, most: int = EMBEDDED) -> tuple[str, ...]:
    """At most `most` of the texts that are embedded when papers are indexed, from all over the file, in its order."""
    spread = papers[:: max(1, len(papers) // most)]
    return tuple(islice((piece.embedded_text for paper in spread for piece in chunk(paper)), most))


def _first_sentence(paper: Paper) -> str:
    start, end = next(iter(sentence_spans(paper.abstract)), (0, len(paper.abstract)))
    return paper.abstract[start:end]
