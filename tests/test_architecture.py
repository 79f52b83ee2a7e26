"""Who may import whom, as `.importlinter` states it."""

from __future__ import annotations

import re
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parent.parent


def layers() -> str:
    config = ConfigParser()
    config.read(ROOT / ".importlinter")
    return config["importlinter:contract:layers"]["layers"]


def test_every_contract_is_kept() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0, found.stdout[found.stdout.find("Contracts") :]


def test_every_file_has_a_place_in_the_layers() -> None:
    placed = set(re.findall(r"rag\.(\w+)", layers()))
    present = {
        path.stem for path in (ROOT / "rag").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert present - {"__init__"} == placed


def test_the_stages_stand_side_by_side() -> None:
    (stages,) = (line for line in layers().splitlines() if "rag.cite" in line)
    assert re.findall(r"rag\.(\w+)", stages) == [
        "condense", "reword", "retrieve", "read", "weigh", "widen", "tally", "cite", "verify", "judge", "strike",
    ]  # fmt: skip
    assert ":" not in stages


def test_no_file_of_the_program_is_overlong() -> None:
    for path in (*ROOT.glob("rag/**/*.py"), *ROOT.glob("eval/**/*.py"), *ROOT.glob("ui/**/*.py")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 320, f"{path.relative_to(ROOT)} has {lines} lines"


def test_only_the_agreed_names_stand_at_the_top() -> None:
    agreed = {"rag", "ui", "eval", "data", "tests", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"}
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    ).stdout.split()
    tops = {name.split("/")[0] for name in listed}
    assert {name for name in tops if not name.startswith(".")} <= agreed
