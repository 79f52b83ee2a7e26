"""A model and where it answers, as the settings say for one role."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Role = Literal["llm", "condenser", "judge", "embedding"]


@dataclass(frozen=True, slots=True)
class SetBy:
    """The variables that name a role's model, address and key: what an advice tells people to change."""

    model: str = "FOOTNOTED_LLM"
    address: str = "FOOTNOTED_BASE_URL"
    key: str = "FOOTNOTED_API_KEY"


SHARED = SetBy()


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One role's model, its address and its limits.

    A blank `model` is the first one that the address lists, a blank `base_url` is OpenAI's. `file` is set for a model
    file that this program serves itself; its address is known once it is served. `timeout` is in seconds.
    """

    model: str
    base_url: str = field(default="", repr=False)  # it may hold a password
    api_key: str = field(default="", repr=False)
    file: Path | None = None
    timeout: float = 60.0
    context_tokens: int = 6000
    answer_tokens: int = 400
    temperature: float = 0.0
    proxy: str = field(default="", repr=False)
    set_by: SetBy = SHARED

    @property
    def name(self) -> str:
        """What an answer calls it: `openai:MODEL` or `gguf:NAME.gguf`, never a folder."""
        return f"gguf:{self.file.name}" if self.file else f"openai:{self.model or 'auto'}"
