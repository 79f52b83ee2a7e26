"""Who judged an answer and how far that judge may be believed, in words for people."""

from __future__ import annotations

from rag.types import JudgedBy

MEASURE = "footnoted eval judge DATA"


def judged(by: JudgedBy | None) -> str:
    """One sentence that names the judge and its measured accuracy; empty when there was no judge."""
    if by is None:
        return ""
    if by.accuracy is None:
        return f"Judged by {by.name} (its accuracy was never measured; `{MEASURE}` does it)."
    known = by.accuracy
    interval = f"[{known.low:.2f}–{known.high:.2f}]"
    return (
        f"Judged by {by.name} (balanced accuracy {known.balanced:.2f} {interval} on {known.rows} rows of {known.data})."
    )
