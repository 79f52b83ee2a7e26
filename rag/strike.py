"""Stage: strike out what checking found wrong. Struck sentences stay to be seen, and are no part of the answer."""

from __future__ import annotations

from dataclasses import replace

from rag.types import Checked, Verdict

# A sentence that is held in part stays, with its verdict; one that rests on nothing can't be checked, so it goes.
STRUCK = frozenset({Verdict.UNSUPPORTED, Verdict.INVALID, Verdict.UNCITED})


def strike(checked: Checked) -> Checked:
    """Mark every sentence as struck that no cited abstract supports. Footnotes keep their numbers and stay."""
    sentences = (replace(item, struck=item.verdict in STRUCK) for item in checked.sentences)
    return replace(checked, sentences=tuple(sentences))
