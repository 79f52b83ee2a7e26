"""Text as it can be stored: whole characters, none of them controls, no white space around it."""

from __future__ import annotations

import re
from typing import Any

# Characters; real abstracts stay below 5,000. Words of more than 65,530 bytes cannot be searched for.
LONGEST = {"abstract": 50_000, "title": 2_000, "id": 500}

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_UNSEEN = re.compile(r"[\x80-\x9f]")
_NAMED_BY = ("value", "name", "display_name", "displayName", "title", "fullname")


def tidy(text: str) -> str:
    """The text without control characters and half characters, which cannot be stored."""
    return _CONTROL.sub(" ", _SURROGATE.sub("\ufffd", text)).strip()


def mended(text: str) -> str:
    """Storable text with wrongly decoded UTF-8 put right; text that was decoded rightly comes out as it is.

    Control characters from U+0080 to U+009F become what windows-1252 means by them.
    """
    text = _SURROGATE.sub("\ufffd", text)
    if not text.isascii():
        import ftfy

        text = ftfy.fix_encoding(text, replace_lossy_sequences=False, explain=False)
    return tidy(_UNSEEN.sub(" ", text))


def text_of(value: Any, *, between: str = " ") -> str:
    """The words of a field as they stand: a text, a number, a list of such, or an object that has a name."""
    if isinstance(value, dict):
        value = next((value[key] for key in _NAMED_BY if isinstance(value.get(key), str | int)), None)
    if isinstance(value, list):
        parts = (text_of(item) for item in value if not isinstance(item, list))
        return between.join(part for part in parts if part.strip())
    return "" if value is None or isinstance(value, bool | dict) else str(value)


def shortened(text: str, longest: int = 80) -> str:
    """The text on one line, cut with an ellipsis when it is longer than `longest` characters."""
    line = " ".join(tidy(text[: 10 * longest]).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
