"""A sync makes an index agree with its sources, and does no more than it must."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from index_making import Index, WordsEmbedder, embedded, file_of, paper

from rag.answer import Answer
from rag.assemble import Assembly
from rag.events import Verified
from rag.index.checking import check_index
from rag.index.chunks import Chunk
from rag.index.manifest import read_manifest
from rag.index.rows import row_id
from rag.index.store import Home
from rag.index.sync import SyncReport, sync
from rag.index.vector_draft import VectorDraft
from rag.papers import PaperFile, Skipped
from rag.pipeline import Pipeline
from rag.settings import Settings
from rag.types import Condition, Paper

PAPERS = tuple(paper(number) for number in range(6))


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index of `PAPERS` whose embedder has forgotten what it embedded."""
    made = Index(tmp_path / "index")
    made.sync(PAPERS)
    assert isinstance(made.embedder, WordsEmbedder)
    made.embedder.embedded.clear()
    return made


def test_the_first_sync_adds_everything(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    report = index.sync(PAPERS)
    assert (report.added, report.changed, report.unchanged, report.removed) == (6, 0, 0, 0)
    assert (report.papers, report.chunks) == (6, 6)
    index.check(PAPERS)


def test_the_same_sync_again_adds_nothing_and_embeds_nothing(index: Index) -> None:
    before = {file: file.read_bytes() for file in index.folder.rglob("*") if file.suffix == ".json"}
    report = index.sync(PAPERS)
    assert (report.added, report.changed, report.unchanged, report.removed) == (0, 0, 6, 0)
    assert embedded(index) == []
    assert before == {file: file.read_bytes() for file in before}
    index.check(PAPERS)


def test_only_a_changed_paper_is_embedded_again_and_its_old_words_are_gone(index: Index) -> None:
    after = (*PAPERS[:3], paper(3, version=2), *PAPERS[4:])
    report = index.sync(after)
    assert (report.added, report.changed, report.unchanged, report.removed) == (0, 1, 5, 0)
    assert [text.partition(".")[0] for text in embedded(index)] == [PAPERS[3].title]
    index.check(after)
    assert index.lexical().search(["quokka3v1"], limit=5) == []


def test_what_is_not_embedded_may_change_without_an_embedding(index: Index) -> None:
    after = (replace(PAPERS[0], authors=("Ann Lee",), area="optimization", year=2026), *PAPERS[1:])
    report = index.sync(after)
    assert (report.changed, embedded(index)) == (1, [])
    index.check(after)
    optimization = (Condition("area", "=", ("Optimization",)),)
    vector = index.embedder.embed(["anything"])[0]
    assert [hit.paper_id for hit in index.store().search(vector, limit=9, where=optimization)] == ["p0"]


def test_a_paper_that_its_source_no_longer_has_goes(index: Index) -> None:
    report = index.sync(PAPERS[1:])
    assert (report.removed, report.unchanged, report.papers) == (1, 5, 5)
    index.check(PAPERS[1:])


def test_a_source_that_is_not_given_is_left_alone(index: Index) -> None:
    other = (paper(10), paper(11))
    report = index.sync(other, source="other")
    assert (report.added, report.removed, report.papers) == (2, 0, 8)
    index.check((*PAPERS, *other))
    assert index.sync((), source="other").removed == 2
    index.check(PAPERS)


def test_a_paper_belongs_to_the_source_that_gave_it_last(index: Index) -> None:
    report = index.sync(PAPERS, source="moved")
    assert (report.unchanged, embedded(index)) == (6, [])
    assert index.sync(()).removed == 0
    index.check(PAPERS)
    assert index.sync(PAPERS[:2], source="moved").removed == 4
    index.check(PAPERS[:2])


def test_of_two_sources_in_one_sync_the_later_one_wins(index: Index) -> None:
    newer = paper(0, version=2)
    index.sync(PAPERS, second=file_of([newer]))
    index.check((newer, *PAPERS[1:]))


def test_progress_reports_papers_and_ends_at_all_of_them(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    Index(tmp_path / "index").sync((paper(n) for n in range(260)), progress=lambda *done: seen.append(done))
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert seen[-1] == (260, 260)
    assert len(seen) > 1


def test_more_rows_than_chroma_takes_at_once_are_stored_and_removed(tmp_path: Path) -> None:
    store = VectorDraft(Home(tmp_path, tmp_path / "chroma"))
    pieces = [Chunk(f"chunk {number}", PAPERS[0], 0, 8) for number in range(6_000)]
    store.add(pieces, np.random.default_rng(1).normal(size=(6_000, 4)).astype(np.float32))
    assert store.count() == len(store.ids()) == 6_000
    store.remove(row_id(piece) for piece in pieces)
    assert store.count() == 0


def test_odd_ids_and_a_source_name_that_is_no_text_are_kept(tmp_path: Path) -> None:
    index = Index(tmp_path / "an index, 論文")
    ids = ("2301.00010", "hep-th/9901001", "a:0-5:x", "论文 1", "P1", "p1", '"', "x" * 500)
    papers = tuple(replace(paper(number), id=name) for number, name in enumerate(ids))
    index.sync(papers, source="/papers/\udcff.jsonl")
    index.check(papers)
    assert [found.id for found in index.search().papers(ids)] == list(ids)
    assert index.sync(papers, source="/papers/\udcff.jsonl").unchanged == len(ids)


def test_the_hash_of_the_data_does_not_depend_on_order(tmp_path: Path) -> None:
    first, second = Index(tmp_path / "a"), Index(tmp_path / "b")
    first.sync(PAPERS)
    second.sync(PAPERS[3:])
    second.sync(PAPERS[:3], source="other")
    hashes = {manifest.data_hash for each in (first, second) if (manifest := read_manifest(each.folder))}
    assert len(hashes) == 1
    second.sync((*PAPERS[3:5], paper(5, version=2)))
    manifest = read_manifest(second.folder)
    assert manifest
    assert manifest.data_hash not in hashes


def test_a_row_that_breaks_does_not_take_its_paper_out_of_the_index(tmp_path: Path) -> None:
    assembly = Assembly(Settings.load({"index": tmp_path / "index"}, {}), embedder=WordsEmbedder())
    file = tmp_path / "papers.jsonl"
    rows = [f'{{"id": "{name}", "abstract": "We study {name}."}}\n' for name in ("socks", "towels")]
    file.write_text("".join(rows))
    assembly.sync([file])
    file.write_text(rows[0] + '{"id": "towels", "abstract":\n')
    report = assembly.sync([file])
    assert (report.removed, len(report.skipped), report.papers) == (0, 1, 2)


def test_more_papers_than_chroma_takes_rows_at_once_are_all_stored(tmp_path: Path) -> None:
    papers = [Paper(f"p{number}", f"Title {number}", f"Number {number}.") for number in range(6_000)]
    index = Index(tmp_path / "index", WordsEmbedder(dimension=8))
    report = index.sync(papers)
    assert (report.added, report.papers, report.chunks, report.embedded) == (6_000, 6_000, 6_000, 6_000)
    assert (index.store().count(), index.lexical().count()) == (6_000, 6_000)
    assert index.sync(papers[:-1]).removed == 1
    assert check_index(index.place, "words").papers == 5_999


def test_a_small_change_of_many_papers_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    papers = [paper(number) for number in range(400)]
    index = Index(tmp_path / "index")
    index.sync(papers)
    before = index.manifest()
    papers[7] = paper(7, version=2)
    papers[8] = replace(papers[8], area="optimization")
    papers[9] = replace(papers[9], authors=("Ann Lee",))
    report = index.sync([*papers[:200], *papers[201:], paper(400)])
    after = index.manifest()
    assert (report.added, report.changed, report.removed, report.unchanged, report.embedded) == (1, 3, 1, 396, 2)
    assert (after.generation, after.epoch) == (before.generation + 1, before.epoch)  # the graph goes on
    index.check([*papers[:200], *papers[201:], paper(400)])


def test_when_much_was_changed_the_graph_is_made_anew_and_nothing_is_embedded_again(tmp_path: Path) -> None:
    papers = [paper(number) for number in range(100)]
    index = Index(tmp_path / "index")
    index.sync(papers)
    moved = [replace(given, decision="Oral") for given in papers[:50]]
    assert index.sync([*moved, *papers[50:]]).embedded == 0
    assert index.manifest().epoch == index.manifest().generation
    index.check([*moved, *papers[50:]])


def test_a_changed_number_and_a_dropped_paper_are_answered_from_the_new_file_only(tmp_path: Path) -> None:
    chat = Assembly(Settings.load({"index": tmp_path / "index", "llm": "extractive"}, {}))
    file = tmp_path / "papers.jsonl"
    row = '{{"id": "{0}", "title": "{0}", "abstract": "We introduce {0}. {0} saves {1}% of the time."}}\n'
    file.write_text(row.format("SockSort", 10) + row.format("TowelFold", 20))
    chat.sync([file])
    pipeline = chat.pipeline()
    file.write_text(row.format("SockSort", 30))
    assert (chat.sync([file]).changed, pipeline.search.describe()["papers"]) == (1, 1)
    asked = [ended(pipeline, f"How much time does {name} save?") for name in ("SockSort", "TowelFold")]
    assert "30%" in asked[0].text
    assert "10%" not in asked[0].text
    assert not any("TowelFold" in citation.title for answer in asked for citation in answer.citations)


def ended(pipeline: Pipeline, question: str) -> Answer:
    (answer,) = [event.answer for event in pipeline.stream(question, turns=(), where=()) if isinstance(event, Verified)]
    return answer


def test_after_a_restart_the_same_papers_are_listed_and_found(index: Index) -> None:
    first, second = index.search(), Index(index.folder).search()
    assert sorted(first.matching(()), key=str) == sorted(second.matching(()), key=str) == list(PAPERS)
    for given in PAPERS:
        assert first.search(given.title, limit=6) == second.search(given.title, limit=6)


def test_the_report_tells_a_program_what_was_done(index: Index) -> None:
    report = index.sync([*PAPERS, paper(9)]).to_dict()
    counts = {
        "added": 1,
        "changed": 0,
        "unchanged": 6,
        "removed": 0,
        "papers": 7,
        "chunks": 7,
        "embedded": 1,
        "spared": 0,
    }
    assert report == {**counts, "skipped": ()}
    json.dumps(report)


def test_an_index_with_chunks_of_another_size_is_cut_anew(index: Index) -> None:
    manifest = index.manifest()
    (index.folder / "manifest.json").write_text(json.dumps({**asdict(manifest), "chunk_tokens": 99}))
    report = index.sync(PAPERS)
    assert (report.changed, report.embedded) == (6, 0)
    assert index.sync(PAPERS).unchanged == 6


def test_a_withdrawn_paper_goes_even_when_another_row_cannot_be_read(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    index.sync([paper(1), paper(2), paper(3)])
    broken = Skipped(2, "", "it is not valid JSON")
    file = PaperFile((paper(1),), (broken,), complete=False, withdrawn=frozenset({"p2"}))
    report = _synced(index, file)
    assert (report.removed, report.spared, report.papers) == (1, 1, 2)
    assert index.ids() == ["p1", "p3"]


def _synced(index: Index, file: PaperFile) -> SyncReport:
    return sync(index.place, {"source": file}, embedder=index.embedder)


def test_a_folder_of_the_users_own_in_the_index_folder_is_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / "index" / "generation-3" / "notes.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    index = Index(tmp_path / "index")
    index.sync([paper(1)])
    index.sync([paper(1), paper(2)])
    assert mine.read_text(encoding="utf-8") == "mine"
