"""`footnoted bench` as it is typed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PAPERS = [
    {"id": f"p{number}", "title": f"Paper {number}", "abstract": f"We sort {number} socks. It takes {number} minutes."}
    for number in range(1, 4)
]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with papers, and one beside it for what is temporary."""
    (tmp_path / "temporary").mkdir()
    (tmp_path / "papers.jsonl").write_text("\n".join(map(json.dumps, PAPERS)), encoding="utf-8")
    return tmp_path


def environment(desk: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FOOTNOTED_", "OPENAI_"))}
    return {**kept, "TMPDIR": str(desk / "temporary"), "FOOTNOTED_INDEX": str(desk / "index"), "COLUMNS": "100"}


def bench(desk: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    found = subprocess.run(
        [sys.executable, "-m", "rag.cli", "bench", *arguments],
        cwd=desk, env=environment(desk), text=True, encoding="utf-8", capture_output=True, timeout=300, check=False,
    )  # fmt: skip
    assert "Traceback" not in found.stderr
    return found


def test_json_is_one_object_and_nothing_is_left_behind(desk: Path) -> None:
    found = bench(desk, "papers.jsonl", "--first", "2", "--random-vectors", "--repeat", "1", "--json")
    assert found.returncode == 0, found.stderr
    figures = json.loads(found.stdout)
    assert (figures["papers"], figures["quickstart"]["papers"]) == (2, 2)
    assert found.stderr.splitlines()[0] == "Reading papers and questions …"
    assert list((desk / "temporary").iterdir()) == []
    assert not (desk / "index").exists()


def test_people_get_a_table(desk: Path) -> None:
    found = bench(desk, "papers.jsonl", "--random-vectors", "--repeat", "1", "--no-quickstart")
    assert found.returncode == 0, found.stderr
    assert "3 papers, embedding random-vectors" in found.stdout
    assert "search p95, ms" in found.stdout
    assert "The vectors are random" in found.stderr


def test_one_that_is_ended_takes_its_folder_along(desk: Path) -> None:
    command = [sys.executable, "-m", "rag.cli", "bench", "papers.jsonl", "--random-vectors", "--repeat", "50"]
    with subprocess.Popen(
        command, cwd=desk, env=environment(desk), text=True, encoding="utf-8", stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stderr
        for line in process.stderr:
            if line.startswith("Embedding"):
                break
        assert [path.name[:16] for path in (desk / "temporary").iterdir()] == ["footnoted-bench-"]
        process.send_signal(signal.SIGTERM)
        told = process.stderr.read()
        assert process.wait(timeout=60) == 128 + signal.SIGTERM
    assert "Traceback" not in told
    assert list((desk / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("papers.jsonl", "--first", "0"), 2, "'--first'"),
        (("papers.jsonl", "--repeat", "0"), 2, "'--repeat'"),
        (("none.jsonl",), 1, "There is no file or folder none.jsonl."),
        (("papers.jsonl", "--questions", "none.jsonl"), 1, "The questions in none.jsonl cannot be read"),
    ],
)
def test_what_cannot_be_measured_ends_in_a_sentence(
    desk: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    found = bench(desk, *arguments)
    assert (found.returncode, found.stdout) == (code, "")
    assert sentence in " ".join(found.stderr.split())
