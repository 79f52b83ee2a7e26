"""A sync that ends anywhere leaves an index that answers, and that the next sync makes whole."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from index_making import Index, WordsEmbedder, paper
from kills import Syncs

from rag.index.checking import check_index
from rag.index.contents import content_hash, read_contents
from rag.index.manifest import read_manifest
from rag.ports import Vectors

COUNT = 12
ROUNDS = 20
MANY = 200


@pytest.fixture(scope="module")
def syncs() -> Iterator[Syncs]:
    with Syncs() as running:
        yield running


def version_of(index: Index) -> int:
    """Which version of the papers an index answers with; it must be whole. 0 when nothing was ever finished."""
    if read_manifest(index.folder) is None:
        return 0
    manifest = check_index(index.place, index.embedder.name)
    contents = read_contents(index.part(), manifest.data_hash)
    return next(
        version
        for version in (1, 2)
        if all(entry.content == content_hash(paper(int(key[1:]), version=version)) for key, entry in contents.items())
    )


def made_whole(index: Index, version: int, count: int = COUNT) -> None:
    """Sync one version; nothing is left over but vectors that may still be wanted."""
    index.sync(paper(number, version=version) for number in range(count))
    left = {path.name for path in index.folder.iterdir()} - {"unfinished"}
    assert left == {index.part().name, "manifest.json", "write.lock"}


def moments(touches: int | None) -> list[int]:
    """Some of the touches of files in a sync, and all of the last ones."""
    assert touches
    return [*range(1, touches - 6, touches // 5), *range(touches - 6, touches + 1, 3)]


def test_a_first_sync_killed_at_any_touch_of_a_file_is_made_whole(tmp_path: Path, syncs: Syncs) -> None:
    seen = set()
    for moment in moments(syncs.run(tmp_path / "whole", version=1, papers=COUNT)):
        index = Index(tmp_path / str(moment))
        syncs.run(index.folder, version=1, papers=COUNT, at=moment)
        seen.add(version_of(index))
        made_whole(index, 1)
        index.check(paper(number) for number in range(COUNT))
    assert seen == {0, 1}


@pytest.mark.parametrize("rebuild", [False, True])
def test_a_later_sync_killed_at_any_touch_of_a_file_leaves_the_old_or_the_new_version_whole(
    tmp_path: Path, syncs: Syncs, rebuild: bool
) -> None:
    old = Index(tmp_path / "old")
    old.sync(paper(number) for number in range(COUNT))
    shutil.copytree(old.folder, tmp_path / "whole")
    seen, chosen = set(), random.Random(3)
    for moment in moments(syncs.run(tmp_path / "whole", version=2, papers=COUNT, rebuild=rebuild)):
        index = Index(shutil.copytree(old.folder, tmp_path / str(moment)))
        syncs.run(index.folder, version=2, papers=COUNT, rebuild=rebuild, at=moment)
        seen.add(version_of(index))
        version = chosen.choice((1, 2))
        made_whole(index, version)
        index.check(paper(number, version=version) for number in range(COUNT))
    assert seen == {1, 2}


def test_processes_killed_at_random_moments_leave_an_index_that_is_made_whole(tmp_path: Path, syncs: Syncs) -> None:
    index, chance = Index(tmp_path / "index"), random.Random(7)
    killed = 0
    for turn in range(ROUNDS):
        version = 1 + turn % 2
        killed += not syncs.run(index.folder, version=version, papers=MANY, after=chance.uniform(0.0, 0.8))
        version_of(index)
        made_whole(index, version, MANY)
        papers = [paper(number, version=version) for number in range(MANY)]
        search = index.search()
        for given in papers if turn == ROUNDS - 1 else chance.sample(papers, 10):
            found = search.search(given.title, limit=3)
            assert [found[0].paper, *(item for item in found[1:] if item.paper == given)] == [given]
        assert index.ids() == sorted(given.id for given in papers)
        assert check_index(index.place, index.embedder.name).papers == MANY
    assert killed


class Power(BaseException):
    """The power goes."""


class Cut(WordsEmbedder):
    """An embedder under which the power goes after so many calls."""

    def __init__(self, calls: int) -> None:
        super().__init__()
        self.calls = calls

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not self.calls:
            raise Power
        self.calls -= 1
        return super().embed(texts)


def test_what_was_embedded_before_the_end_came_is_not_embedded_again_and_the_old_papers_answer(tmp_path: Path) -> None:
    old, new = [paper(1)], [paper(number, version=2) for number in range(400)]
    index = Index(tmp_path / "index")
    index.sync(old)
    for _ in range(2):
        cut = Cut(calls=1)
        with pytest.raises(Power):
            Index(index.folder, cut).sync(new)
        assert len(cut.embedded) == 128
        index.check(old)
    assert index.sync(new).embedded == 400 - 2 * 128
    index.check(new)


def test_a_rebuild_that_does_not_get_to_its_end_leaves_the_old_index_and_goes_on_later(tmp_path: Path) -> None:
    papers = [paper(number) for number in range(200)]
    index = Index(tmp_path / "index")
    index.sync(papers)
    with pytest.raises(Power):
        Index(index.folder, Cut(calls=1)).sync(papers, rebuild=True)
    index.check(papers)
    assert index.sync(papers, rebuild=True).embedded == 200 - 128
    index.check(papers)
