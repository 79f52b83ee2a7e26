"""Footnoted: ask a conference's papers a question; every sentence of the answer carries a footnote you can check.

>>> from rag import PaperChat, ask
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rag.answer import Answer
    from rag.chat import Conversation, PaperChat, ask
    from rag.errors import FootnotedError

__all__ = ["Answer", "Conversation", "FootnotedError", "PaperChat", "ask"]
__version__ = "0.1.0"

# onnxruntime reports its use to its maker, and stores an id to do so, unless this stands before it is first imported.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

_HOMES = {
    "Answer": "rag.answer",
    "Conversation": "rag.chat",
    "FootnotedError": "rag.errors",
    "PaperChat": "rag.chat",
    "ask": "rag.chat",
}


def __getattr__(name: str) -> Any:
    """Load a name when it is first used, so that `import rag` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rag' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
