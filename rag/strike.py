"""Stage: strike out what checking found wrong. Struck sentences stay to be seen, and are no part of the answer."""

from __future__ import annotations

from dataclasses import replace

from rag.types import Checked, Verdict

STRUCK = frozenset({Verdict.UNSUPPORTED, Verdict.INVALID, Verdict.UNCITED})


def strike(checked: Checked) -> Checked:
    """Mark every sentence as struck that no cited abstract supports."""
    sentences = (replace(item, struck=item.verdict in STRUCK) for item in checked.sentences)
    return replace(checked, sentences=tuple(sentences))
