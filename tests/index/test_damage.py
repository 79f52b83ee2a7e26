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
    "text", ["", "{", "[]", "5", '{"entries": []}', '{"entries": {"x": {}}, "embedding": "minilm"}', "\udcff"]
)
def test_a_damaged_manifest_is_told(folder: Path, source: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert "manifest cannot be read" in told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]


def test_a_manifest_of_another_format_is_told_with_both_numbers(folder: Path) -> None:
    row = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**row, "format": 99}))
    assert "format 99; this version reads format 1" in told(folder)


@pytest.mark.parametrize("part", ["chroma", "lexical"])
def test_a_missing_folder_is_told_and_mended_by_a_rebuild(folder: Path, source: Path, part: str) -> None:
    shutil.rmtree(folder / part)
    assert "holds fewer papers than its manifest says" in told(folder)
    report = opened(folder).sync([source], rebuild=True)
    assert report.added == 5
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.mark.parametrize("part", ["chroma", "lexical"])
def test_a_missing_folder_is_mended_by_an_ordinary_sync_too(folder: Path, source: Path, part: str) -> None:
    shutil.rmtree(folder / part)
    report = opened(folder).sync([source])
    assert (report.added, report.changed, report.unchanged) == (0, 5, 0)
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.mark.parametrize("name", ["meta.json", "*.term", "*.store", "*.pos", "*.fast"])
@pytest.mark.parametrize("how", ["delete", "empty", "noise"])
def test_a_damaged_file_of_the_keyword_side_is_told_and_mended(folder: Path, source: Path, name: str, how: str) -> None:
    (path,) = (folder / "lexical").glob(name)
    damage(path, how)
    told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.mark.parametrize("how", ["delete", "empty", "noise"])
def test_a_damaged_database_of_vectors_is_told_and_mended(folder: Path, source: Path, how: str) -> None:
    path = folder / "chroma" / "chroma.sqlite3"
    damage(path, how)
    told(folder)
    opened(folder).sync([source], rebuild=True)
    assert titles(folder) == [PAPERS[3]["title"]]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index so large that Chroma keeps its graph of vectors in files of its own."""
    index = Index(tmp_path_factory.mktemp("large") / "index", WordsEmbedder(dimension=32))
    index.sync(paper(number) for number in range(1_200))
    assert list(index.folder.glob("chroma/*/data_level0.bin"))
    return index.folder


@pytest.mark.parametrize("name", ["data_level0.bin", "header.bin", "length.bin", "link_lists.bin"])
@pytest.mark.parametrize("how", ["delete", "empty", "halve", "noise"])
def test_a_damaged_graph_of_vectors_is_told_before_it_can_crash_the_process(
    large: Path, tmp_path: Path, name: str, how: str
) -> None:
    folder = tmp_path / "index"
    shutil.copytree(large, folder)
    (path,) = folder.glob(f"chroma/*/{name}")
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
