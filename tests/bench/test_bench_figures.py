"""What `footnoted bench` finds out, with the real parts, on a few papers."""

from __future__ import annotations

import io
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from rag.assemble import Assembly
from rag.bench.corpus import Corpus
from rag.bench.ours import Footnoted
from rag.bench.parts import OURS, Parts
from rag.bench.run import measure, quietly
from rag.bench.table import remarks, table
from rag.bench.trouble import MeasuringFailedError
from rag.bench.wanted import Wanted
from rag.chat import PaperChat
from rag.errors import FootnotedError
from rag.settings import Settings

AGREED = (
    "papers papers_per_second index_seconds unchanged_sync_seconds open_seconds search_ms answer_ms index_megabytes "
    "peak_memory_megabytes retrieval"
).split()


def rows(path: Path, *given: dict[str, Any]) -> Path:
    path.write_text("\n".join(map(json.dumps, given)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rows(
        tmp_path_factory.mktemp("measured") / "papers.jsonl",
        {"id": "frogs", "title": "FrogNet", "abstract": "We introduce FrogNet. It hears frogs at night."},
        {"id": "rain", "title": "RainFormer", "abstract": "We introduce RainFormer. It forecasts rain well."},
        {"id": "socks", "title": "SockSort", "abstract": "We introduce SockSort. It pairs socks by their smell."},
    )


@pytest.fixture(scope="module")
def figures(papers: Path) -> dict[str, Any]:
    asked = rows(
        papers.with_name("questions.jsonl"),
        {"id": "q1", "question": "What does FrogNet hear?", "papers": ["frogs"], "kind": "named"},
        {"id": "q2", "question": "What forecasts rain?", "papers": ["rain"], "kind": "described"},
        {"id": "q3", "question": "What pairs socks?", "papers": ["socks"], "kind": "described"},
        {"id": "q4", "question": "What knits socks?", "papers": ["knitting"]},
        {"id": "q5", "question": "What is the moon made of?", "answerable": False},
    )
    return measure(Wanted(papers, asked, first=2, repeat=1, quickstart=True))


@pytest.fixture(scope="module")
def random_figures(papers: Path) -> dict[str, Any]:
    return measure(Wanted(papers, random_vectors=True, repeat=2, quickstart=False))


def test_the_agreed_names_are_there(figures: dict[str, Any], random_figures: dict[str, Any]) -> None:
    assert set(AGREED) <= set(figures)
    assert set(figures) == set(random_figures)
    assert json.loads(json.dumps(figures)) == figures


def test_only_the_first_papers_and_their_questions_are_measured(figures: dict[str, Any]) -> None:
    assert figures["papers"] == figures["quickstart"]["papers"] == 2
    assert figures["questions"]["rows"] == 5
    assert figures["questions"]["asked"] == figures["search_ms"]["n"] == figures["answer_ms"]["n"] == 2
    assert figures["questions"]["left_out"] == {"papers not in the file": 2, "not answerable": 1}


def test_the_right_papers_are_found_by_both(figures: dict[str, Any]) -> None:
    best = {"recall@1": 1.0, "recall@5": 1.0, "recall@10": 1.0, "nDCG@10": 1.0, "MRR": 1.0}
    kinds = {kind: {"n": 1, **best} for kind in ("described", "named")}
    assert figures["retrieval"] == figures["quickstart"]["retrieval"] == {"n": 2, **best, "by_kind": kinds}


def test_papers_that_did_not_change_are_not_embedded_again(figures: dict[str, Any]) -> None:
    assert figures["embedded_texts"] == 2
    assert figures["unchanged_sync_embedded_texts"] == 0
    assert 0 < figures["unchanged_sync_share"] < 1


def test_the_index_that_is_measured_is_the_one_that_is_made_for_a_user(papers: Path, tmp_path: Path) -> None:
    measured = Footnoted(Corpus(papers), tmp_path / "measured", random_vectors=False)
    measured.index(lambda *_: None)
    assembly = Assembly(Settings(index=tmp_path / "made", llm="extractive"))
    assembly.sync([papers])
    made, found = (sorted(path.name for path in (tmp_path / name).iterdir()) for name in ("made", "measured"))
    assert made == found
    for text in ("What hears frogs?", "rain", "the smell of socks"):
        scored = [(item.paper.id, item.score) for item in assembly.search().search(text, limit=10)]
        asked = PaperChat.open(tmp_path / "measured", "extractive").search(text)
        assert [(item.paper_id, item.score) for item in asked] == [(key, round(score, 4)) for key, score in scored]
        assert [item.paper_id for item in asked] == measured.search(text)


def test_embedding_and_the_rest_make_up_the_indexing(figures: dict[str, Any]) -> None:
    for part in (figures, figures["quickstart"]):
        assert part["embedding_seconds"] > 0
        assert part["embedding_seconds"] + part["rest_seconds"] == pytest.approx(part["index_seconds"], abs=0.02)


def test_time_memory_and_disk_of_both_are_measured_and_compared(figures: dict[str, Any]) -> None:
    for part in (figures, figures["quickstart"]):
        assert part["open_seconds"] > 0
        assert part["search_ms"]["p95"] >= part["search_ms"]["p50"] > 0
        assert part["peak_memory_megabytes"] >= part["searching_memory_megabytes"] > 50
        assert part["index_megabytes"] > 0
    ours, theirs = figures["index_megabytes"], figures["quickstart"]["index_megabytes"]
    assert figures["ratio"]["index_megabytes"] == pytest.approx(ours / theirs, abs=0.001)
    assert "answer_ms.p50" not in figures["ratio"]


def test_both_ways_of_embedding_give_the_same_vectors(figures: dict[str, Any]) -> None:
    speed = figures["embedding_speed"]
    assert speed["texts"] == 2
    assert speed["least_similarity"] > 0.99
    assert speed["times_as_fast"] == pytest.approx(
        speed["texts_per_second"] / speed["naive_texts_per_second"], rel=0.05
    )


def test_the_figures_say_what_was_measured(figures: dict[str, Any]) -> None:
    assert figures["settings"]["embedding"] == "minilm"
    assert (figures["settings"]["first"], figures["settings"]["repeat"]) == (2, 1)
    assert figures["versions"]["llama-index-vector-stores-chroma"]
    assert len(figures["data_hash"]) >= 16
    assert len(figures["questions"]["sha256"]) == 64


def test_random_vectors_leave_retrieval_out_and_say_so(random_figures: dict[str, Any]) -> None:
    assert random_figures["settings"]["embedding"] == "random-vectors"
    assert random_figures["retrieval"] == dict.fromkeys(("recall@1", "recall@5", "recall@10", "nDCG@10", "MRR")) | {
        "n": 0
    }
    assert "The vectors are random" in random_figures["notes"][-1]


def test_where_no_question_fits_titles_and_first_sentences_are_searched_for(random_figures: dict[str, Any]) -> None:
    assert random_figures["questions"]["source"] == "titles and first sentences of papers"
    assert random_figures["questions"]["asked"] == 3
    assert random_figures["search_ms"]["n"] == 6
    assert random_figures["answer_ms"]["n"] == 3


def test_without_the_quickstart_nothing_is_compared(random_figures: dict[str, Any]) -> None:
    assert random_figures["quickstart"] is None
    assert random_figures["ratio"] == {}


def test_the_table_shows_every_figure_that_there_is(figures: dict[str, Any], random_figures: dict[str, Any]) -> None:
    from rich.console import Console

    console = Console(width=120, file=io.StringIO(), record=True)
    for each in (figures, random_figures):
        console.print(table(each))
    text = console.export_text()
    assert text.count("search p95, ms") == 2
    assert text.count("nDCG@10") == 1
    assert any("left out: not answerable" in remark for remark in remarks(figures))
    assert any("described 1.000 (1)" in remark for remark in remarks(figures))


def test_a_file_without_papers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FootnotedError, match="holds no paper that can be used"):
        measure(Wanted(rows(tmp_path / "papers.jsonl", {"id": "empty", "abstract": " "})))


def test_a_part_that_fails_is_named_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / OURS).write_text("here is a file")
    papers = rows(tmp_path / "papers.jsonl", {"id": "a", "abstract": "It is a paper."})
    parts = Parts(Wanted(random_vectors=True), Corpus(papers), tmp_path, (OURS,))
    with pytest.raises(MeasuringFailedError, match="Measuring footnoted failed: "):
        parts.indexed(quietly)


def test_a_part_whose_process_is_gone_is_named(tmp_path: Path) -> None:
    parts = Parts(Wanted(random_vectors=True), Corpus(tmp_path / "papers.jsonl"), tmp_path, (OURS,))
    with parts.start(OURS) as worker:
        os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(MeasuringFailedError, match="Measuring footnoted failed: its process ended"):
            worker.do("memory")
