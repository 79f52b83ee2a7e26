"""What is declared, and what a wheel holds."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

from rag.assemble import shipped

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN = {"rag", "ui", "eval"}
# What a distribution brings under a name that is not only its own.
SHARED = {"llama_index": "llama-index-core"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!~;]", name)[0]).lower()


def imported(*folders: str) -> Iterator[str]:
    """The top-level names that files import, wherever in the file they do."""
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    yield from (alias.name.split(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield node.module.split(".")[0]


def undeclared(names: set[str], declared: set[str]) -> set[str]:
    known = packages_distributions()
    vendors = names - OWN - set(sys.stdlib_module_names)
    return {
        name
        for name in vendors
        if not declared & {SHARED.get(name, ""), *(plain(each) for each in known.get(name, ()))}
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, timeout=300, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_everything_that_the_program_imports_is_declared() -> None:
    extras = PROJECT["optional-dependencies"]
    declared = {plain(name) for name in (*PROJECT["dependencies"], *extras["local"], *extras["bench"])}
    assert undeclared(set(imported("rag", "ui", "eval")), declared) == set()


def test_everything_that_the_tests_import_is_declared() -> None:
    extras = PROJECT["optional-dependencies"]
    declared = {plain(name) for name in (*PROJECT["dependencies"], *extras["test"], *extras["dev"])}
    own = {path.stem for path in (ROOT / "tests").rglob("*.py")}
    assert undeclared(set(imported("tests")) - own, declared) == set()


def test_the_wheel_holds_every_file_that_the_program_reads(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    read = [*ROOT.glob("rag/prompts/*.md"), *ROOT.glob("eval/page/*.html"), *ROOT.glob("eval/page/*.css")]
    read += [ROOT / "ui" / "page.css", ROOT / "ui" / "icon.png", *ROOT.glob("rag/**/*.py"), *ROOT.glob("ui/*.py")]
    assert {str(path.relative_to(ROOT)) for path in read} <= held
    assert {"rag/shipped/papers.jsonl", "rag/shipped/questions.jsonl"} <= held


def test_the_wheel_holds_no_tests_and_nothing_at_the_top_but_the_packages(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == OWN


def test_the_shipped_files_in_the_wheel_are_those_of_the_checkout(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        for name in ("papers.jsonl", "questions.jsonl"):
            assert archive.read(f"rag/shipped/{name}") == (ROOT / "data" / name).read_bytes()


def test_the_wheel_answers_by_itself(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "unpacked")
    script = "import rag, rag.assemble; print(rag.__file__); print(rag.assemble.shipped('papers.jsonl'))"
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path / "unpacked",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert all(line.startswith(str(tmp_path)) for line in found.stdout.splitlines())


def test_the_checkout_finds_its_data() -> None:
    assert shipped("papers.jsonl").is_file()
    assert shipped("questions.jsonl").is_file()


def test_the_version_is_the_same_everywhere() -> None:
    from rag import __version__

    assert PROJECT["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
