"""Settings: arguments first, then `FOOTNOTED_*` variables, then defaults. Only here is the environment read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from math import inf, isfinite
from pathlib import Path
from typing import Any

import platformdirs

from rag.errors import SettingsError

PREFIX = "FOOTNOTED_"
RANGES: Mapping[str, tuple[float, float]] = {
    "top_k": (1, inf),
    "timeout": (0.001, inf),
    "context_tokens": (1, inf),
    "answer_tokens": (1, inf),
    "temperature": (0, 2),
    "port": (0, 65535),  # 0: any that is free
}


def default_index() -> Path:
    """Where the index lives when nobody says otherwise: the user's data folder."""
    return Path(platformdirs.user_data_path("footnoted")) / "index"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Field `x` is the argument `x` and the variable `FOOTNOTED_X`."""

    index: Path = field(default_factory=default_index)
    llm: str = "auto"  # auto | extractive | openai:MODEL
    embedding: str = "minilm"  # minilm | openai:MODEL
    chroma_url: str = ""  # a Chroma server instead of files in the index folder
    base_url: str = ""  # the OpenAI-protocol endpoint of every role; default OPENAI_BASE_URL
    api_key: str = field(default="", repr=False)  # default OPENAI_API_KEY
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
            name: _convert(name, value, getattr(defaults, name))
            for name, value in {**standard, **given, **arguments}.items()
        }
        return _checked(replace(defaults, **values))


def _refuse_unknown(names: Mapping[str, Any], known: set[str], *, as_variable: bool) -> None:
    def shown(name: str) -> str:
        return PREFIX + name.upper() if as_variable else name

    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            advice = f"Did you mean {shown(close[0])}?" if close else f"Known: {', '.join(map(shown, sorted(known)))}."
            raise SettingsError(f"There is no setting {shown(name)}.", subject=shown(name), advice=advice)


def _convert(name: str, value: Any, default: Any) -> Any:
    if isinstance(default, Path):
        return _folder(name, value)
    if isinstance(default, str):
        return str(value).strip()
    try:
        number = float(value)
        if not isfinite(number) or (isinstance(default, int) and number != int(number)):
            raise ValueError(value)
    except (TypeError, ValueError) as error:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise SettingsError(
            f"The setting {name} is {value!r}, which is not {kind}.",
            subject=name,
            advice=f"Give {kind}, for instance {default}.",
        ) from error
    return int(number) if isinstance(default, int) else number


def _folder(name: str, value: Any) -> Path:
    try:
        if str(value).strip():
            return Path(value).expanduser()
    except (TypeError, RuntimeError) as error:  # not a path; a home folder that nobody has
        raise SettingsError(
            f"The setting {name} is {value!r}, which is not a folder.", subject=name, advice="Give a path."
        ) from error
    raise SettingsError(f"The setting {name} is blank.", subject=name, advice="Give a path, or leave it out.")


def _checked(settings: Settings) -> Settings:
    for name, (lowest, highest) in RANGES.items():
        value = getattr(settings, name)
        if not lowest <= value <= highest:
            raise SettingsError(
                f"The setting {name} is {value}.",
                subject=name,
                advice=f"It must be at least {lowest:g}{f' and at most {highest:g}' if highest < inf else ''}.",
            )
    if settings.llm not in ("auto", "extractive") and not _names_model(settings.llm):
        raise SettingsError(
            f"There is no language model {settings.llm!r}.",
            subject="llm",
            advice="Use auto, extractive or openai:MODEL.",
        )
    if settings.embedding != "minilm" and not _names_model(settings.embedding):
        raise SettingsError(
            f"There is no embedding {settings.embedding!r}.", subject="embedding", advice="Use minilm or openai:MODEL."
        )
    return settings


def _names_model(value: str) -> bool:
    return value.startswith("openai:") and bool(value.removeprefix("openai:").strip())
