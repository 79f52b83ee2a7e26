"""Checking vectors that come from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rag.errors import EmbeddingError
from rag.ports import Vectors


def checked_rows(rows: Sequence[Sequence[float]], wanted: int, name: str) -> Vectors:
    """Return rows as unit vectors. Raises EmbeddingError when they can't be the vectors of the texts sent."""
    lengths = {len(row) for row in rows}
    if len(rows) != wanted or len(lengths) > 1:
        raise EmbeddingError(
            f"The embedding model {name} gave {len(rows)} vectors of lengths {sorted(lengths)} for {wanted} texts.",
            subject=name,
            advice="Nothing of this batch was stored; try again or use another model.",
        )
    vectors = np.asarray(rows, dtype=np.float32).reshape(wanted, -1)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(vectors).all() or (norms == 0).any():
        raise EmbeddingError(f"The embedding model {name} gave vectors that are not finite or zero.", subject=name)
    unit: Vectors = vectors / norms
    return unit
