"""What is installed, which index and which model answer, and what is wrong with them."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from rag.assemble import Assembly
from rag.errors import FootnotedError
from rag.index.checking import check_index
from rag.index.manifest import read_manifest
from rag.index.place import Place
from rag.settings import Role, Settings

PACKAGES = ("footnoted", "chromadb", "llama-index-core", "openai", "gradio", "tiktoken", "tantivy", "onnxruntime")
# How a role is played for which no model is set.
WITHOUT: Mapping[Role, str] = {
    "llm": "extractive answers",
    "condenser": "none: questions are searched as they are put",
    "judge": "none: sentences get the offline checks alone",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what, whether it is well, and what was seen."""

    name: str
    ok: bool
    seen: str

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain values."""
        return asdict(self)


def examine(arguments: Mapping[str, Any]) -> list[Finding]:
    """Look at everything, and change nothing; a thing that fails is a finding, not an exception."""
    findings = [Finding("python", True, platform.python_version()), *_installed()]
    try:
        settings = Settings.load(arguments)
    except FootnotedError as error:
        return [*findings, Finding("settings", False, str(error))]
    assembly = Assembly(settings)
    checks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("embedding", lambda: _embedding(assembly)),
        ("index", lambda: _index(assembly)),
        ("model", lambda: _model(assembly, "llm")),
        ("condenser", lambda: _model(assembly, "condenser")),
        ("judge", lambda: _model(assembly, "judge")),
    )
    for name, check in checks:
        try:
            findings.append(Finding(name, True, check()))
        except FootnotedError as error:
            findings.append(Finding(name, False, str(error)))
        except Exception as error:  # what nobody foresaw is just what this command is for
            findings.append(Finding(name, False, f"{type(error).__name__}: {error}"))
    return findings


def show(findings: list[Finding]) -> None:
    """Print the findings as a table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(show_header=False, box=None, pad_edge=False)
    for finding in findings:
        table.add_row("[green]ok[/]" if finding.ok else "[red]wrong[/]", finding.name, Text(finding.seen))
    Console().print(table)


def _installed() -> Iterator[Finding]:
    for package in PACKAGES:
        try:
            yield Finding(package, True, version(package))
        except PackageNotFoundError:
            yield Finding(package, False, f"not installed; run: pip install {package}")


def _embedding(assembly: Assembly) -> str:
    from rag.model.endpoint import place_at

    vector = assembly.embedder().embed(["Are you well?"])[0]
    endpoint = assembly.settings.endpoint("embedding")
    where = f" at {place_at(endpoint).address}" if endpoint else ""
    return f"{assembly.embedder().name}{where}, {len(vector)} dimensions"


def _index(assembly: Assembly) -> str:
    folder = assembly.settings.index
    if read_manifest(folder) is None:
        return f"none yet in {folder}; the first question builds it from the shipped papers"
    url = assembly.settings.chroma_url
    manifest = check_index(Place(folder, url), assembly.embedder().name)
    where = f"{folder} and on {url}" if url else str(folder)
    return f"{manifest.papers} papers in {manifest.chunks} chunks in {where}; both sides agree"


def _model(assembly: Assembly, role: Role) -> str:
    """Ask a role's model one question. Raises ModelError when it does not answer."""
    from rag.model.endpoint import place_at
    from rag.model.stream import Speaker

    endpoint = assembly.settings.endpoint(role)
    if endpoint is None:
        return WITHOUT[role]
    speaker = Speaker.at(endpoint)
    for _ in speaker.say("You are being tested.", "Say OK."):
        pass
    where = "" if endpoint.file else f" at {place_at(endpoint).address}"
    return f"{speaker.name}{where} answers"
