"""Nothing is told to anybody: no telemetry, no device id on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_embedding_leaves_no_trace_of_the_runtimes_telemetry(tmp_path: Path) -> None:
    script = "import rag\nfrom rag.minilm.model import MiniLM\nprint(MiniLM().embed(['hello']).shape)"
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, cwd=ROOT, check=True
    )
    assert done.stdout == "(1, 384)\n"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
