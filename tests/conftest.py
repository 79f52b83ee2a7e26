"""What many tests share: the shipped papers, indexed once for the whole run with the bundled model."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hostile_shelf import Shelf, indexed

from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.minilm.model import MiniLM
from rag.settings import Settings


@pytest.fixture(scope="session", autouse=True)
def _home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Verdicts and figures of the tests are not those of the person who runs them."""
    for kind in ("CACHE", "DATA"):
        os.environ[f"XDG_{kind}_HOME"] = str(tmp_path_factory.mktemp(kind))


@pytest.fixture(scope="session")
def shipped_assembly(tmp_path_factory: pytest.TempPathFactory) -> Assembly:
    """The parts over an index of the shipped papers; nobody may write to it."""
    folder = tmp_path_factory.mktemp("shipped") / "index"
    assembly = Assembly(Settings.load({"index": folder, "llm": "extractive"}, {}))
    assembly.sync([])
    return assembly


@pytest.fixture(scope="session")
def shipped_index(shipped_assembly: Assembly) -> Path:
    """The folder of an index of the shipped papers."""
    return shipped_assembly.settings.index


@pytest.fixture(scope="session")
def shipped_chat(shipped_assembly: Assembly) -> PaperChat:
    """A chat over the shipped papers with the extractive writer."""
    return PaperChat(shipped_assembly.pipeline(), shipped_assembly.settings)


@pytest.fixture(scope="session")
def minilm(shipped_assembly: Assembly) -> MiniLM:
    """The bundled embedding model, loaded once."""
    embedder = shipped_assembly.embedder()
    assert isinstance(embedder, MiniLM)
    return embedder


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The hostile papers and the ordinary ones beside them, indexed once for the whole run."""
    return indexed(tmp_path_factory.mktemp("hostile"))
