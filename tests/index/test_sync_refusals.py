"""What a sync refuses in words, and what it keeps of one that failed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from index_making import Index, WordsEmbedder, embedded, paper

from rag.errors import EmbeddingError, IndexUnusableError
from rag.index.locking import locked
from rag.index.manifest import read_manifest
from rag.ports import Vectors

PAPERS = tuple(paper(number) for number in range(6))


class FailingEmbedder(WordsEmbedder):
    """Gives out after so many calls."""

    def __init__(self, calls: int) -> None:
        super().__init__()
        self.calls = calls

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.calls == 0:
            raise EmbeddingError("The endpoint is busy.")
        self.calls -= 1
        return super().embed(texts)


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index of `PAPERS` whose embedder has forgotten what it embedded."""
    made = Index(tmp_path / "index")
    made.sync(PAPERS)
    assert isinstance(made.embedder, WordsEmbedder)
    made.embedder.embedded.clear()
    return made


def test_an_index_of_another_embedding_is_refused_in_words(index: Index) -> None:
    with pytest.raises(IndexUnusableError, match="made with the embedding words, not other") as caught:
        Index(index.folder, WordsEmbedder("other", 8)).sync(PAPERS)
    assert "--rebuild" in caught.value.advice
    index.check(PAPERS)


def test_an_emptied_index_takes_another_embedding_of_another_dimension(index: Index) -> None:
    index.sync(())
    other = Index(index.folder, WordsEmbedder("other", 200))
    other.sync(PAPERS)
    other.check(PAPERS)


def test_what_was_embedded_before_a_failure_is_not_embedded_again(tmp_path: Path) -> None:
    papers = [paper(number) for number in range(260)]
    failing = Index(tmp_path / "index", FailingEmbedder(calls=2))
    with pytest.raises(EmbeddingError, match="busy"):
        failing.sync(papers)
    assert read_manifest(failing.folder) is None
    again = Index(failing.folder)
    again.sync(papers)
    assert len(embedded(failing)) > 200
    assert not set(embedded(failing)) & set(embedded(again))
    assert len(embedded(failing)) + len(embedded(again)) == 260
    again.check(papers)


def test_vectors_of_a_failed_sync_are_not_taken_for_those_of_another_model(tmp_path: Path) -> None:
    papers = [paper(number) for number in range(260)]
    with pytest.raises(EmbeddingError):
        Index(tmp_path / "index", FailingEmbedder(calls=1)).sync(papers)
    other = Index(tmp_path / "index", WordsEmbedder("other", 200))
    other.sync(papers[:20])
    assert len(embedded(other)) == 20
    other.check(papers[:20])


def test_while_one_process_writes_another_is_refused_at_once(index: Index) -> None:
    with locked(index.folder), pytest.raises(IndexUnusableError, match="Another process is writing"):
        index.sync(PAPERS)
    assert index.sync(PAPERS).unchanged == 6


def test_a_folder_that_cannot_be_written_to_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(IndexUnusableError, match="cannot be written to") as caught:
        Index(tmp_path / "file" / "index").sync(PAPERS)
    assert "FOOTNOTED_INDEX" in caught.value.advice
