"""Checking vectors that come from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rag.errors import EmbeddingError
from rag.ports import Vectors

NOT_STORED = "Nothing of this batch was stored; try again or use another model."


def checked_rows(rows: Sequence[Sequence[float]], wanted: int, name: str) -> Vectors:
    """Return rows as unit vectors. Raises EmbeddingError when they can't be the vectors of the texts sent."""
    lengths = {len(row) if isinstance(row, Sequence) else 0 for row in rows}
    if len(rows) != wanted or len(lengths) > 1 or 0 in lengths:
        raise EmbeddingError(
            f"The embedding model {name} gave {len(rows)} vectors of lengths {sorted(lengths)} for {wanted} texts.",
            subject=name,
            advice=NOT_STORED,
        )
    if not rows:
        return np.empty((0, 0), dtype=np.float32)
    try:
        vectors = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EmbeddingError(
            f"The embedding model {name} gave vectors that are not made of numbers.", subject=name, advice=NOT_STORED
        ) from error
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    wrong = np.flatnonzero(~np.isfinite(norms[:, 0]) | (norms[:, 0] == 0))
    if len(wrong):
        raise EmbeddingError(
            f"The embedding model {name} gave a vector that is not finite or zero, "
            f"for text {wrong[0] + 1} of {wanted}.",
            subject=name,
            advice=NOT_STORED,
        )
    unit: Vectors = (vectors / norms).astype(np.float32)
    return unit
