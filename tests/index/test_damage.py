"""Damage to an index is a sentence with the way out, never a traceback or a crash; a rebuild mends it."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest
from index_making import Index, WordsEmbedder, paper

from rag.assemble import Assembly
from rag.errors import IndexUnusableError
from rag.index.checking import check_index
from rag.settings import Settings

PAPERS = [
    {"id": f"p{number}", "title": f"Zebra{number}x learning", "abstract": f"We study zebra{number}x in depth."}
    for number in range(5)
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "papers.jsonl"
    path.write_text("\n".join(map(json.dumps, PAPERS)), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path, source: Path) -> Path:
    opened(tmp_path / "index").sync([source])
    return tmp_path / "index"


def opened(folder: Path) -> Assembly:
    return Assembly(Settings.load({"index": folder, "llm": "extractive"}, {}), embedder=WordsEmbedder("minilm"))


def part(folder: Path, name: str) -> Path:
    """A folder of the true generation."""
    return Index(folder).part(name)


def titles(folder: Path) -> list[str]:
    return [found.paper.title for found in opened(folder).search().search("zebra3x", limit=1)]


def told(folder: Path) -> str:
    """The one sentence that opening and searching a damaged index ends in."""
    with pytest.raises(IndexUnusableError) as caught:
        titles(folder)
    assert "footnoted index --rebuild" in caught.value.advice
    assert str(folder) in caught.value.advice
    return str(caught.value)


def damage(path: Path, how: str) -> None:
    size = path.stat().st_size
    if how == "delete":
        path.unlink()
    elif how == "noise":
        path.write_bytes(random.Random(size).randbytes(max(100, size)))
    else:
        os.truncate(path, {"empty": 0, "halve": size // 2}[how])


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "5", '{"format": 2}', '{"format": 2, "embedding": "minilm", "papers": "many"}', "\udcff"]
)
def test_a_damaged_manifest_is_told(folder: Path, source: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert "manifest cannot be read" in told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]


def test_a_manifest_of_another_format_is_told_with_both_numbers(folder: Path) -> None:
    row = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**row, "format": 99}))
    assert "format 99; this version reads format 2" in told(folder)


def test_an_index_of_format_1_is_told_and_gives_way_to_a_rebuild(folder: Path, source: Path) -> None:
    shutil.rmtree(folder)
    for name in ("chroma", "lexical"):
        (folder / name).mkdir(parents=True)
    (folder / "manifest.json").write_text('{"format": 1, "embedding": "minilm", "entries": {}, "chunk_tokens": 230}')
    assert "format 1; this version reads format 2" in told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]
    assert not (folder / "chroma").exists()


@pytest.mark.parametrize("name", ["", "chroma", "lexical", "chroma.sums.json"])
def test_what_is_missing_is_told_by_asking_and_syncing_and_mended_by_a_rebuild(
    folder: Path, source: Path, name: str
) -> None:
    missing = part(folder, name)
    if missing.is_dir():
        shutil.rmtree(missing)
    else:
        missing.unlink()
    told(folder)
    with pytest.raises(IndexUnusableError) as caught:
        opened(folder).sync([source])
    assert "footnoted index --rebuild" in caught.value.advice
    report = opened(folder).sync([source], rebuild=True)
    assert report.added == 5
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.mark.parametrize("text", ["", "[]", '{"sources": [], "papers": {}}', '{"sources": [], "papers": {"p": 5}}'])
def test_a_damaged_table_of_contents_keeps_from_syncing_but_not_from_asking(
    folder: Path, source: Path, text: str
) -> None:
    part(folder, "contents.json").write_text(text)
    assert titles(folder) == [PAPERS[3]["title"]]
    with pytest.raises(IndexUnusableError, match="table of contents cannot be read") as caught:
        opened(folder).sync([source])
    assert "footnoted index --rebuild" in caught.value.advice


@pytest.mark.parametrize("side", ["chroma", "lexical"])
def test_a_side_of_another_index_is_found_by_the_doctor(folder: Path, tmp_path: Path, side: str) -> None:
    index, other = Index(folder), Index(tmp_path / "other", WordsEmbedder("minilm"))
    other.sync(paper(number) for number in range(5))
    assert check_index(index.place, "minilm").papers == 5
    for name in (side, *(["chroma.sums.json"] if side == "chroma" else [])):
        index.part(name).rename(tmp_path / name)
        other.part(name).rename(index.part(name))
    with pytest.raises(IndexUnusableError, match="is damaged: 5 "):
        check_index(index.place, "minilm")


@pytest.mark.parametrize("name", ["meta.json", "*.term", "*.store", "*.pos", "*.fast"])
@pytest.mark.parametrize("how", ["delete", "empty", "noise"])
def test_a_damaged_file_of_the_keyword_side_is_told_and_mended(folder: Path, source: Path, name: str, how: str) -> None:
    (path,) = part(folder, "lexical").glob(name)
    damage(path, how)
    told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.mark.parametrize("how", ["delete", "empty", "noise"])
def test_a_damaged_database_of_vectors_is_told_and_mended(folder: Path, source: Path, how: str) -> None:
    path = part(folder, "chroma/chroma.sqlite3")
    damage(path, how)
    told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index so large that Chroma keeps its graph of vectors in files of its own."""
    index = Index(tmp_path_factory.mktemp("large") / "index", WordsEmbedder(dimension=32))
    index.sync(paper(number) for number in range(1_200))
    assert list(index.part().glob("chroma/*/data_level0.bin"))
    return index.folder


@pytest.mark.parametrize("name", ["data_level0.bin", "header.bin", "length.bin", "link_lists.bin"])
@pytest.mark.parametrize("how", ["delete", "empty", "halve", "noise"])
def test_a_damaged_graph_of_vectors_is_told_before_it_can_crash_the_process(
    large: Path, tmp_path: Path, name: str, how: str
) -> None:
    folder = tmp_path / "index"
    shutil.copytree(large, folder)
    (path,) = part(folder, "chroma").glob(f"*/{name}")
    damage(path, how)
    with pytest.raises(IndexUnusableError, match=rf"damaged: .*{name} changed") as caught:
        Index(folder).store()
    assert f"footnoted index --rebuild --index {folder}" in caught.value.advice


def test_a_large_index_that_is_only_read_stays_sound(large: Path) -> None:
    for _ in range(3):
        store = Index(large).store()
        for number in (7, 1_100):  # in the graph, and not yet in it
            given = paper(number)
            vector = WordsEmbedder(dimension=32).embed([f"{given.title}. {given.abstract}"])[0]
            assert store.search(vector, limit=1)[0].paper_id == given.id


def test_vectors_of_another_length_are_told(folder: Path) -> None:
    search = Index(folder, WordsEmbedder("minilm", 7)).search()
    with pytest.raises(IndexUnusableError, match="dimension"):
        search.search("zebra", limit=3)


def test_an_index_of_another_embedding_is_refused_when_it_is_opened(folder: Path) -> None:
    assembly = Assembly(Settings.load({"index": folder}, {}), embedder=WordsEmbedder("openai:other"))
    with pytest.raises(IndexUnusableError, match="made with the embedding minilm, not openai:other"):
        assembly.search()
