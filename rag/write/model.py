"""The model writer: one system message, one user message with numbered sources, words streamed back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from rag.model.endpoint import open_llm
from rag.model.stream import Speaker
from rag.prompts import Prompt, fill
from rag.settings import Settings
from rag.tokens import count_tokens, first_tokens
from rag.types import Draft, Evidence, Paper, Query
from rag.write.abstention import ABSTENTION, abstains
from rag.write.inert import inert

if TYPE_CHECKING:
    from llama_index.core.llms import LLM


class ModelWriter:
    """Writes with a LlamaIndex LLM.

    `opener` gives the model and is called at the first question; `name` is what an answer names as its model,
    by default the model's own name. Of `settings` the writer uses `timeout`, `context_tokens` and `llm`.
    """

    attempts_thin_evidence = True

    def __init__(self, opener: Callable[[], LLM], settings: Settings, *, name: str = "") -> None:
        self._speaker = Speaker(opener, limit=settings.timeout)
        self._budget = settings.context_tokens
        self._name = name
        self._fallback = settings.llm

    @classmethod
    def of(cls, settings: Settings) -> ModelWriter:
        """The writer at the endpoint that the settings name; nothing is sent before the first question."""
        return cls(lambda: open_llm(settings), settings)

    @property
    def name(self) -> str:
        """For instance `openai:gpt-4.1-mini`; what was asked for (`openai:auto`) until the model is known.

        Of a model that a local server names by its file only the file's name is told, not its folder.
        """
        known = self._speaker.model or self._fallback.removeprefix("openai:")
        known = PurePath(known).name if known.startswith("/") else known
        return self._name or f"openai:{known}"

    def write(self, query: Query, evidence: Evidence) -> Iterator[Draft]:
        """Yield the draft as it grows; `rag.write.abstention.abstains` tells whether it is a refusal.

        Raises ModelError when the model cannot be reached or gives nothing usable.
        """
        prompt = self.prompt(query, evidence)
        for said in self._speaker.say(prompt.system, prompt.user):
            yield Draft(said.text, said.usage, said.cut_off, abstains(said.text))

    def sees(self, query: Query, evidence: Evidence) -> tuple[Paper, ...]:
        """The papers whose text is in the prompt: the first ones that fit the budget, at least one."""
        return evidence.papers()[: len(self._sources(query, evidence))]

    def prompt(self, query: Query, evidence: Evidence) -> Prompt:
        """What the model is asked, word for word."""
        return _filled(query, self._sources(query, evidence))

    def _sources(self, query: Query, evidence: Evidence) -> list[str]:
        left = self._budget - _cost(_filled(query, []))
        kept: list[str] = []
        for number, paper in enumerate(evidence.papers(), start=1):
            source = _source(number, paper)
            cost = count_tokens(source)
            if cost > left and kept:
                break
            kept.append(source if cost <= left else _beginning(number, paper, left))
            left -= cost
        return kept


def _filled(query: Query, sources: list[str]) -> Prompt:
    return fill("answer", abstention=ABSTENTION, sources="\n\n".join(sources), question=inert(query.text))


def _cost(prompt: Prompt) -> int:
    return count_tokens(prompt.system) + count_tokens(prompt.user)


def _source(number: int, paper: Paper) -> str:
    return f"<source>\n[{number}] {inert(paper.title)}\nAbstract: {inert(paper.abstract)}\n</source>"


def _beginning(number: int, paper: Paper, tokens: int) -> str:
    """A source too long for the whole prompt, cut to fit: better than no answer."""
    frame = count_tokens(_source(number, Paper(paper.id, paper.title, "")))
    return _source(number, Paper(paper.id, paper.title, first_tokens(paper.abstract, max(0, tokens - frame))))
