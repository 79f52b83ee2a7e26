"""Reading the same abstracts again and again without the work of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from rag.ports import Meaning, Reader

REMEMBERED = 3_000  # sentences a reader keeps in mind, about 150 MB


class Remembering:
    """A `Reader` that remembers what it has read: abstracts are asked about again and again."""

    def __init__(self, reader: Reader, *, most: int = REMEMBERED) -> None:
        self._reader = reader
        self._most = most
        self._known: OrderedDict[str, Meaning] = OrderedDict()
        self._lock = Lock()

    def read(self, texts: Sequence[str]) -> tuple[Meaning, ...]:
        """Read only what is new."""
        with self._lock:
            known = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._reader.read(new), strict=True))
        with self._lock:
            for text in texts:
                self._known[text] = known[text]
                self._known.move_to_end(text)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return tuple(known[text] for text in texts)
