"""`footnoted index` over files and folders of one's own: what it says, and what is in the index afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from papers_written import write

NAMES = {"added", "changed", "unchanged", "removed", "skipped", "papers", "chunks"}


def index(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("FOOTNOTED_", "OPENAI_"))}
    found = subprocess.run(
        [sys.executable, "-m", "rag.cli", "index", *arguments, "--index", str(folder / "index")],
        cwd=folder, env=kept, text=True, capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert "Traceback" not in found.stderr
    return found


def test_a_folder_is_indexed_and_each_lost_row_named_with_its_file(tmp_path: Path) -> None:
    write(tmp_path / "papers" / "a.csv", "id,title,abstract\n2301.00001v1,Socks,We pair socks.\nempty,,\n")
    write(tmp_path / "papers" / "論文.json", json.dumps([{"id": "2301.00001v2", "abstract": "We pair all socks."}]))
    write(tmp_path / "papers" / "b.png", "x")
    found = index(tmp_path, "papers")
    assert found.returncode == 3
    assert found.stdout.startswith("1 added, 0 changed, 0 unchanged, 0 removed, 3 skipped; 1 paper in ")
    assert found.stderr.splitlines() == [
        "Skipped line 2 of papers/a.csv (2301.00001v1): a newer version of it, 2301.00001v2 in row 1 of "
        "papers/論文.json, is used.",
        "Skipped line 3 of papers/a.csv (empty): it has no abstract.",
        "Skipped papers/b.png: it is not a kind of file that can be read.",
    ]


def test_the_report_for_programs_counts_every_row(tmp_path: Path) -> None:
    write(tmp_path / "p.jsonl", [{"id": "x", "abstract": "We pair socks."}, {"id": "empty"}])
    found = index(tmp_path, "p.jsonl", "--json")
    report = json.loads(found.stdout)
    assert report.keys() >= NAMES
    assert report["rows"] == report["added"] + len(report["skipped"]) == 2
    (skipped,) = report["skipped"]
    assert skipped == {"line": 2, "paper_id": "empty", "reason": "it has no abstract", "file": "p.jsonl"}
    assert found.stderr == "Skipped line 2 (empty): it has no abstract.\n"


def test_a_paper_that_is_withdrawn_later_leaves_the_index(tmp_path: Path) -> None:
    rows = [{"id": "x", "abstract": "We pair socks."}, {"id": "y", "abstract": "We fold towels."}]
    write(tmp_path / "p.jsonl", rows)
    index(tmp_path, "p.jsonl")
    write(tmp_path / "p.jsonl", [rows[0], {"id": "y", "abstract": "Withdrawn."}])
    report = json.loads(index(tmp_path, "p.jsonl", "--json").stdout)
    assert (report["removed"], report["papers"], len(report["skipped"])) == (1, 1, 1)


def test_a_file_that_cannot_be_meant_is_one_sentence(tmp_path: Path) -> None:
    write(tmp_path / "p.docx", "x")
    found = index(tmp_path, "p.docx")
    assert found.returncode == 1
    assert "p.docx is not a kind of file that can be read. Give a file that ends in .jsonl" in " ".join(
        found.stderr.split()
    )
