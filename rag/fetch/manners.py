"""How a service that belongs to others is treated: pauses, limits, and when to give up."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from rag.errors import UsageError


@dataclass(frozen=True, slots=True)
class Manners:
    """Seconds, unless it says otherwise.

    `pause` is left between two requests; `timeout` is for one request, from its start to its last byte;
    `time_limit` for the whole run. A request is made at most `tries` times; the waits before the next try are
    `first_wait`, doubled each time up to `most_wait`, and shortened by chance by up to a half. A service that asks
    for more than `longest_asked` is not waited for.
    """

    pause: float = 0.5
    timeout: float = 120.0
    time_limit: float = 3600.0
    tries: int = 5
    first_wait: float = 1.0
    most_wait: float = 30.0
    longest_asked: float = 120.0
    most_bytes: int = 64_000_000  # of one answer; a page of 1,000 papers has about 5 MB

    def __post_init__(self) -> None:
        """Raise UsageError for what is no span of time."""
        for name, least in (("pause", 0.0), ("timeout", 0.01), ("time_limit", 0.01)):
            value = getattr(self, name)
            if not isfinite(value) or value < least:
                raise UsageError(f"{value} is no number of seconds for {name}.", subject=name, advice="Give another.")

    def wait(self, attempt: int, asked: float | None, chance: float) -> float:
        """Seconds before the next try after the failed `attempt` (from 1); `chance` is in 0…1.

        What the service asked for is waited at least.
        """
        backoff = min(self.most_wait, self.first_wait * float(2 ** (attempt - 1))) * (1 - chance / 2)
        return max(backoff, asked or 0.0)
