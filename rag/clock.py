"""How long each stage took."""

from __future__ import annotations

from time import perf_counter


class Clock:
    """Wall time by stage, in seconds."""

    def __init__(self) -> None:
        self._begun = self._lap = perf_counter()
        self._seconds: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """Say that a stage has just ended."""
        now = perf_counter()
        self._seconds[stage], self._lap = now - self._lap, now

    def stop(self) -> dict[str, float]:
        """The seconds of each stage, and the `total`."""
        return {**self._seconds, "total": perf_counter() - self._begun}
