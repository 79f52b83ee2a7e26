"""How far judges may be believed: what `footnoted eval judge` measured, in one file of the user's data folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from rag.settings import default_index
from rag.types import Accuracy

PROMPT = "judge"


def measured_file() -> Path:
    """The file beside the default index; it belongs to no index, for a judge is the same for all."""
    return default_index().parent / "judges.json"


@cache
def prompt_version() -> str:
    """A short hash of the judge's prompt: asked in other words it is another judge."""
    text = files("rag.prompts").joinpath(f"{PROMPT}.md").read_bytes()
    return sha256(text).hexdigest()[:12]


def accuracy_of(name: str, file: Path) -> Accuracy | None:
    """The measured accuracy of a judge; None when it was never measured with this prompt, or can't be read."""
    entry = _read(file).get(name)
    if not isinstance(entry, Mapping) or entry.get("prompt") != prompt_version():
        return None
    try:
        balanced, low, high = (float(entry[field]) for field in ("balanced", "low", "high"))
        accuracy = Accuracy(balanced, low, high, int(entry["rows"]), str(entry["data"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return accuracy if 0 <= low <= balanced <= high <= 1 and accuracy.rows > 0 else None


def keep_accuracy(name: str, accuracy: Accuracy, file: Path) -> bool:
    """Note what was measured; whether it was noted: a figure over more rows is not replaced by one over fewer."""
    known = accuracy_of(name, file)
    if known and known.rows > accuracy.rows:
        return False
    entries = {**_read(file), name: {**asdict(accuracy), "prompt": prompt_version()}}
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=file.parent, prefix=file.name, delete=False, encoding="utf-8") as draft:
        json.dump(entries, draft, ensure_ascii=False, indent=1)
    os.replace(draft.name, file)
    return True


def _read(file: Path) -> dict[str, Any]:
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
