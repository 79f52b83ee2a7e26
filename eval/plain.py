"""Turning values into text that any file, page and terminal can hold."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

# Everything but tab and line feed: an escape sequence in a paper must not drive the reader's terminal.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def encodable(text: str) -> str:
    """Return the text with every lone surrogate replaced by U+FFFD, so that it can be written as UTF-8."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def readable(text: str) -> str:
    """Return the text without lone surrogates and control characters, each replaced by U+FFFD."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", encodable(text).replace("\r\n", "\n"))


def plain(value: Any) -> Any:
    """Return a value as dicts, lists, strings, numbers, booleans and None; infinity and NaN become None."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, Sequence | Set) and not isinstance(value, bytes):
        return [plain(item) for item in value]
    return str(value)
