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
from rag.settings import Settings

PACKAGES = ("footnoted", "chromadb", "llama-index-core", "openai", "gradio", "tiktoken", "tantivy", "onnxruntime")


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
        ("model", lambda: _model(assembly)),
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
    vector = assembly.embedder().embed(["Are you well?"])[0]
    return f"{assembly.embedder().name}, {len(vector)} dimensions"


def _index(assembly: Assembly) -> str:
    folder = assembly.settings.index
    if read_manifest(folder) is None:
        return f"none yet in {folder}; the first question builds it from the shipped papers"
    url = assembly.settings.chroma_url
    manifest = check_index(Place(folder, url), assembly.embedder().name)
    where = f"{folder} and on {url}" if url else str(folder)
    return f"{manifest.papers} papers in {manifest.chunks} chunks in {where}; both sides agree"


def _model(assembly: Assembly) -> str:
    from rag.write.model import ModelWriter

    writer = assembly.writer()
    if isinstance(writer, ModelWriter):
        from rag.model.endpoint import open_llm
        from rag.model.stream import Speaker

        speaker = Speaker(lambda: open_llm(assembly.settings), limit=assembly.settings.timeout)
        for _ in speaker.say("You are being tested.", "Say OK."):
            pass
    return f"{writer.name} answers"
