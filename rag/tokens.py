"""Counting tokens, offline: the tokenizer's file comes with llama-index-core, no network is ever asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha1
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

ENCODING = "o200k_base"
CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
SLICE = 2000  # characters; a word of a million letters costs the tokenizer too much in one piece
BYTES_PER_TOKEN = 3  # of the estimate when there is no tokenizer file: on the safe side for English

_SOURCE = f"https://openaipublic.blob.core.windows.net/encodings/{ENCODING}.tiktoken"
_loading = Lock()


def count_tokens(text: str) -> int:
    """How many tokens of `o200k_base` a text has; special tokens in it count as the plain text they are.

    Exact for ordinary text. Texts without spaces are counted in slices, which may add a token per slice.
    """
    encoding = _encoding()
    if encoding is None:
        return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)
    return sum(len(encoding.encode_ordinary(part)) for part in _slices(text))


def first_tokens(text: str, limit: int) -> str:
    """The longest beginning of a text of at most `limit` tokens, cut between words where it has any."""
    if count_tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens(text[:middle]) <= limit else (low, middle - 1)
    space = text.rfind(" ", max(0, low - 100), low)
    return text[:space] if space > 0 else text[:low]


def _slices(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + SLICE
        if end < len(text):
            # A token may start with a space but hardly ever spans one, so a cut before it loses nothing.
            space = text.rfind(" ", start + 1, end)
            end = space if space > 0 else end
        yield text[start:end]
        start = end


@lru_cache(maxsize=1)
def _encoding() -> Encoding | None:
    folder = _folder()
    if folder is None:
        return None
    import tiktoken

    with _loading:
        before = os.environ.get(CACHE_VARIABLE)
        os.environ[CACHE_VARIABLE] = str(folder)
        try:
            return tiktoken.get_encoding(ENCODING)
        finally:
            if before is None:
                del os.environ[CACHE_VARIABLE]
            else:
                os.environ[CACHE_VARIABLE] = before


def _folder() -> Path | None:
    """Where the tokenizer's file lies; found without importing llama_index, which takes seconds."""
    spec = find_spec("llama_index")
    roots = list(spec.submodule_search_locations or ()) if spec else []
    bundled = [Path(root) / "core" / "_static" / "tiktoken_cache" for root in roots]
    own = os.environ.get(CACHE_VARIABLE)
    name = sha1(_SOURCE.encode(), usedforsecurity=False).hexdigest()
    candidates = [*bundled, *([Path(own)] if own else [])]
    return next((folder for folder in candidates if (folder / name).is_file()), None)
