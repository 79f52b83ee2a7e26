"""Settings: arguments first, then `FOOTNOTED_*` variables, then defaults. Only here is the environment read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import platformdirs

from rag.errors import SettingsError
from rag.settings.endpoint import SHARED, Endpoint, Role, SetBy
from rag.settings.roles import endpoint_of
from rag.settings.values import checked, converted

__all__ = ["PREFIX", "SHARED", "Endpoint", "Role", "SetBy", "Settings", "default_index"]

PREFIX = "FOOTNOTED_"


def default_index() -> Path:
    """Where the index lives when nobody says otherwise: the user's data folder."""
    return Path(platformdirs.user_data_path("footnoted")) / "index"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Field `x` is the argument `x` and the variable `FOOTNOTED_X`."""

    index: Path = field(default_factory=default_index)
    llm: str = "auto"  # who writes: auto | extractive | openai:MODEL | gguf:PATH
    condenser: str = "auto"  # who rewords questions: auto (the model that writes) | none | openai:MODEL | gguf:PATH
    judge: str = ""  # who judges sentences: nobody | openai:MODEL | gguf:PATH
    embedding: str = "minilm"  # minilm | openai:MODEL
    strict: bool = False  # strike out the sentences that checking found unsupported
    chroma_url: str = field(default="", repr=False)  # a Chroma server instead of files in the index folder
    base_url: str = field(default="", repr=False)  # the OpenAI-protocol endpoint of every role; default OPENAI_BASE_URL
    api_key: str = field(default="", repr=False)  # its key; default OPENAI_API_KEY
    proxy: str = field(default="", repr=False)  # a proxy on the way to endpoints that are not on this machine
    llm_base_url: str = field(default="", repr=False)  # an endpoint for this role alone
    llm_api_key: str = field(default="", repr=False)
    condenser_base_url: str = field(default="", repr=False)
    condenser_api_key: str = field(default="", repr=False)
    judge_base_url: str = field(default="", repr=False)
    judge_api_key: str = field(default="", repr=False)
    embedding_base_url: str = field(default="", repr=False)
    embedding_api_key: str = field(default="", repr=False)
    top_k: int = 8  # papers found for an answer
    timeout: float = 60.0  # seconds, in total, for a model's answer
    context_tokens: int = 6000  # prompt budget
    answer_tokens: int = 400  # longest answer
    temperature: float = 0.0
    host: str = "127.0.0.1"  # the page
    port: int = 7860

    @classmethod
    def load(cls, arguments: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Settings:
        """Merge arguments over environment over defaults; None counts as not given.

        Raises SettingsError for an unknown name or a value that cannot be meant.
        """
        environ = os.environ if environ is None else environ
        known = {f.name for f in fields(cls)}
        given = {
            name.removeprefix(PREFIX).lower(): value
            for name, value in environ.items()
            if name.startswith(PREFIX) and value.strip()
        }
        _refuse_unknown(given, known, as_variable=True)
        arguments = {name: value for name, value in (arguments or {}).items() if value is not None}
        _refuse_unknown(arguments, known, as_variable=False)
        standard = {"base_url": environ.get("OPENAI_BASE_URL", ""), "api_key": environ.get("OPENAI_API_KEY", "")}
        defaults = cls()
        values = {
            name: converted(name, value, getattr(defaults, name))
            for name, value in {**standard, **given, **arguments}.items()
        }
        checked({f.name: values.get(f.name, getattr(defaults, f.name)) for f in fields(cls)})
        return replace(defaults, **values)

    def endpoint(self, role: Role) -> Endpoint | None:
        """The model of a role and where it answers; None when the role is played without one."""
        return endpoint_of(self, role)


def _refuse_unknown(names: Mapping[str, Any], known: set[str], *, as_variable: bool) -> None:
    def shown(name: str) -> str:
        return PREFIX + name.upper() if as_variable else name

    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            advice = f"Did you mean {shown(close[0])}?" if close else f"Known: {', '.join(map(shown, sorted(known)))}."
            raise SettingsError(f"There is no setting {shown(name)}.", subject=shown(name), advice=advice)
