"""What can go wrong while measuring."""

from __future__ import annotations

from rag.errors import FootnotedError


class MeasuringFailedError(FootnotedError):
    """A part that was to be measured ended before it was done."""
