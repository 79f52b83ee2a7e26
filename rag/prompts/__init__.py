"""The prompts: prose in files, one `.md` each, with a `## System` and a `## User` part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked: how to behave, and what to do now."""

    system: str
    user: str


def fill(name: str, **values: str) -> Prompt:
    """The prompt of this name with `$word` replaced by its value; a `$` inside a value stays what it is.

    Raises FileNotFoundError for an unknown prompt and KeyError for a word without a value.
    """
    template = _load(name)
    return Prompt(Template(template.system).substitute(values), Template(template.user).substitute(values))


@cache
def _load(name: str) -> Prompt:
    text = files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")
    parts = re.fullmatch(r"(?:<!--.*?-->\s*)?## System\n(.+?)\n## User\n(.+)", text, re.DOTALL)
    if parts is None:
        raise ValueError(f"The prompt {name} lacks its '## System' or '## User' part.")
    return Prompt(parts[1].strip(), parts[2].strip())
