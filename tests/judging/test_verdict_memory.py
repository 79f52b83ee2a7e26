"""Verdicts on disk: private, bounded, shared, and never in the way."""

from __future__ import annotations

import logging
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from endpoint_acts import answer
from endpoint_server import EndpointServer
from judging_claims import HALVES, model_judge

from rag.judging.memory import Memory
from rag.types import Ruling, Verdict

YES, NO = Ruling(Verdict.SUPPORTED), Ruling(Verdict.UNSUPPORTED, "the opposite")


def test_what_is_kept_is_recalled_by_another_process_of_the_same_user(tmp_path: Path) -> None:
    Memory(tmp_path / "new" / "verdicts.sqlite3").keep({"a": YES, "b": NO, "c": Ruling(None)})
    assert Memory(tmp_path / "new" / "verdicts.sqlite3").recall(["a", "b", "c", "d"]) == {"a": YES, "b": NO}


def test_only_its_user_may_read_the_file(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "verdicts.sqlite3")
    memory.keep({"a": YES})
    assert stat.S_IMODE(memory.file.stat().st_mode) == 0o600


def test_the_oldest_verdicts_go_when_there_are_too_many(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "verdicts.sqlite3", most=10)
    for number in range(25):
        memory.keep({f"key {number}": YES})
    assert sorted(memory.recall([f"key {n}" for n in range(25)])) == sorted(f"key {n}" for n in range(15, 25))


def test_a_file_that_is_no_database_is_begun_again(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "verdicts.sqlite3")
    memory.file.write_bytes(b"this is no database, however long one looks at it" * 100)
    assert memory.recall(["a"]) == {}
    memory.keep({"a": YES})
    assert memory.recall(["a"]) == {"a": YES}


def test_a_locked_file_costs_a_call_and_one_sentence(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "verdicts.sqlite3"
    Memory(file).keep({"a": YES})
    with closing(sqlite3.connect(file, isolation_level=None)) as other, EndpointServer() as server:
        other.execute("BEGIN EXCLUSIVE")
        server.usual = answer("1: supported")
        with caplog.at_level(logging.WARNING):
            judge = model_judge(server, tmp_path, memory=Memory(file, patience=0.05))
            assert judge.rule([HALVES]).each == (YES,)
            assert judge.rule([HALVES]).each == (YES,)
    assert len(server.chats) == 2
    assert len(caplog.messages) == 1
    assert "the judge is asked anew" in caplog.messages[0]


def test_a_folder_in_the_place_of_the_file_costs_calls_only(tmp_path: Path) -> None:
    (tmp_path / "verdicts.sqlite3").mkdir()
    memory = Memory(tmp_path / "verdicts.sqlite3")
    memory.keep({"a": YES})
    assert memory.recall(["a"]) == {}


def test_a_verdict_that_no_judge_gives_is_not_believed(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "verdicts.sqlite3")
    memory.keep({"a": YES, "b": YES})
    with closing(sqlite3.connect(memory.file)) as connection, connection:
        connection.execute("UPDATE rulings SET verdict = 'quoted' WHERE key = 'a'")
    assert memory.recall(["a", "b"]) == {"b": YES}


def test_many_threads_share_one_memory(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "verdicts.sqlite3", patience=60)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: memory.keep({f"key {number}": YES}), range(40)))
    assert len(memory.recall([f"key {n}" for n in range(40)])) == 40


def test_the_file_holds_neither_claims_nor_keys(tmp_path: Path) -> None:
    with EndpointServer() as server:
        server.usual = answer("1: supported")
        model_judge(server, tmp_path).rule([HALVES])
    held = (tmp_path / "verdicts.sqlite3").read_bytes()
    assert b"supported" in held
    assert not any(text in held for text in (b"Halver", b"training time", b"sk-secret"))
