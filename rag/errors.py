"""Every error a user can meet: what happened, to what, and what to do about it."""

from __future__ import annotations


class FootnotedError(Exception):
    """Root of the errors raised on purpose; its text is fit to be shown to a user as it stands."""

    def __init__(self, happened: str, *, subject: str = "", advice: str = "") -> None:
        self.happened = happened
        self.subject = subject
        self.advice = advice
        super().__init__(" ".join(part for part in (happened, advice) if part))


class UsageError(FootnotedError):
    """The caller asked for something that does not exist or cannot be meant (exit code 2)."""


class SettingsError(UsageError):
    """A setting has an unknown name or an impossible value."""


class PapersUnreadableError(FootnotedError):
    """A file of papers (or questions) cannot be read at all; single bad rows are skipped, not raised."""


class IndexUnusableError(FootnotedError):
    """The index is missing, damaged, in use by another process or made with other settings."""


class EmbeddingError(FootnotedError):
    """Vectors could not be had, or do not fit the texts they were asked for."""


class ModelError(FootnotedError):
    """The model behind the writer did not give a usable answer."""


class TooLongError(ModelError):
    """The prompt is longer than the model's context; `window` is its size in tokens, 0 where it was not said."""

    def __init__(self, happened: str, *, subject: str = "", advice: str = "", window: int = 0) -> None:
        self.window = window
        super().__init__(happened, subject=subject, advice=advice)


class FetchError(FootnotedError):
    """Papers could not be had from a service, or not be written to their file."""
