"""What a setting may hold: text, numbers, a switch, a folder, the name of a model."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite
from pathlib import Path
from typing import Any

from rag.errors import SettingsError

RANGES: Mapping[str, tuple[float, float]] = {
    "top_k": (1, inf),
    "timeout": (0.001, inf),
    "context_tokens": (1, inf),
    "answer_tokens": (1, inf),
    "temperature": (0, 2),
    "port": (0, 65535),  # 0: any that is free
}
SWITCH: Mapping[str, bool] = {
    **dict.fromkeys(("true", "1", "yes", "on"), True),
    **dict.fromkeys(("false", "0", "no", "off"), False),
}
MODELS = ("openai:MODEL", "gguf:PATH")
# What each role may be beside these: the words, what the setting is called, the kinds of model.
NAMED: Mapping[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "llm": (("auto", "extractive"), "language model", MODELS),
    "condenser": (("auto", "none"), "condenser", MODELS),
    "judge": (("none", ""), "judge", MODELS),
    "embedding": (("minilm",), "embedding", MODELS[:1]),
}


def converted(name: str, value: Any, default: Any) -> Any:
    """The value as the kind of thing that its default is. Raises SettingsError when it cannot be."""
    if isinstance(default, Path):
        return _folder(name, value)
    if isinstance(default, bool):
        return _switch(name, value)
    if isinstance(default, str):
        return str(value).strip()
    return _number(name, value, default)


def checked(values: Mapping[str, Any]) -> None:
    """Raise SettingsError for a number out of its range and for a model that cannot be meant."""
    for name, (lowest, highest) in RANGES.items():
        value = values[name]
        if not lowest <= value <= highest:
            raise SettingsError(
                f"The setting {name} is {value}.",
                subject=name,
                advice=f"It must be at least {lowest:g}{f' and at most {highest:g}' if highest < inf else ''}.",
            )
    for name, (words, called, kinds) in NAMED.items():
        if values[name] not in words and not any(_names(values[name], kind) for kind in kinds):
            *others, last = [word for word in words if word] + list(kinds)
            raise SettingsError(
                f"There is no {called} {values[name]!r}.", subject=name, advice=f"Use {', '.join(others)} or {last}."
            )


def _names(value: str, kind: str) -> bool:
    prefix = kind.partition(":")[0] + ":"
    return value.startswith(prefix) and bool(value.removeprefix(prefix).strip())


def _switch(name: str, value: Any) -> bool:
    meant = SWITCH.get(str(value).strip().lower())
    if meant is None:
        raise SettingsError(
            f"The setting {name} is {value!r}, which is neither on nor off.", subject=name, advice="Give on or off."
        )
    return meant


def _number(name: str, value: Any, default: float) -> float:
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
