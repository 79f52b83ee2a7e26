"""An index that others may sync while it is open: the next question is answered from the newest generation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from rag.errors import FootnotedError, IndexUnusableError
from rag.index.manifest import stamp
from rag.ports import Search
from rag.types import Condition, Found, Paper, Topic

T = TypeVar("T")


class LivingSearch:
    """The `Search` port over an index folder, opened again when its manifest has changed.

    When the new generation cannot be opened, the old one goes on answering.
    """

    def __init__(self, folder: Path, opening: Callable[[], Search]) -> None:
        self._folder = folder
        self._opening = opening
        self._lock = Lock()
        self._seen = stamp(folder)
        self._search = opening()

    def search(self, text: str, *, limit: int, where: Sequence[Condition] = ()) -> tuple[Found, ...]:
        """Return at most `limit` papers for a text, best first; none for a blank text."""
        return self._ask(lambda search: search.search(text, limit=limit, where=where))

    def papers(self, ids: Sequence[str]) -> tuple[Paper, ...]:
        """Return the papers with these ids in the order given; unknown ids are left out."""
        return self._ask(lambda search: search.papers(ids))

    def matching(self, where: Sequence[Condition]) -> tuple[Paper, ...]:
        """Return all papers that meet the conditions, in no particular order."""
        return self._ask(lambda search: search.matching(where))

    def counts(self, where: Sequence[Condition] = ()) -> dict[str, dict[str, int]]:
        """Return how many papers have each value of `area`, `venue`, `decision` and `year`."""
        return self._ask(lambda search: search.counts(where))

    def mentioning(self, topic: Topic, *, heads: bool = False, where: Sequence[Condition] = ()) -> int:
        """Return how many papers hold a topic's words."""
        return self._ask(lambda search: search.mentioning(topic, heads=heads, where=where))

    def describe(self) -> Mapping[str, Any]:
        """Return what the index is: `path`, `papers`, `chunks`, `data_hash`."""
        return self._ask(lambda search: search.describe())

    def rarity(self, term: str) -> float:
        """Return a stem's inverse document frequency over the largest possible one, 0…1."""
        return self._search.rarity(term)

    def frequency(self, term: str) -> int:
        """Return in how many papers a stem occurs."""
        return self._search.frequency(term)

    def nearest(self, word: str, *, slips: int = 2) -> str | None:
        """Return the indexed word at most `slips` keystrokes from a mistyped one; None when it is known."""
        return self._search.nearest(word, slips=slips)

    def _ask(self, question: Callable[[Search], T]) -> T:
        search = self._newest()
        try:
            return question(search)
        except IndexUnusableError:
            newer = self._newest()  # a sync may have removed the files of the old one just now
            if newer is search:
                raise
            return question(newer)

    def _newest(self) -> Search:
        if stamp(self._folder) != self._seen:
            with self._lock:
                now = stamp(self._folder)
                if now != self._seen:
                    try:  # others wait for it at the lock: the files of the old generation may be gone
                        with suppress(FootnotedError):
                            self._search = self._opening()
                    finally:
                        self._seen = now  # one that cannot be opened is tried once
        return self._search
