"""What a model said in lines, without the fences and wide signs that models put round them."""

from __future__ import annotations

import re
import unicodedata

_FENCE = re.compile(r"^\s*```\w*\s*$", re.MULTILINE)


def unfenced(text: str) -> str:
    """The text without code fences, its wide letters and digits as plain ones (NFKC)."""
    return _FENCE.sub("", unicodedata.normalize("NFKC", text)).strip()
