"""Who plays which role: the models that the settings name, or that were given as LlamaIndex objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rag.ports import Judge, Rewriter, Writer
from rag.settings import Role, Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from rag.model.stream import Speaker

REWORDED_TOKENS = 120  # the longest answer of a condenser: two lines
CONDENSER_SHARE = 0.15  # of the time limit, beside the writer's: a question goes on when its rewording is late


class Cast:
    """The models of the roles. Making one sends nothing and loads no model file; the first question does.

    `models` are LlamaIndex objects that go before what the settings name.
    """

    def __init__(self, settings: Settings, models: Mapping[Role, LLM]) -> None:
        self._settings = settings
        self._models = models

    def writer(self) -> Writer:
        """Who writes: a model, or else the extractive writer."""
        from rag.write.extractive import ExtractiveWriter
        from rag.write.model import ModelWriter

        given = self._given("llm")
        if given is not None:
            return ModelWriter(lambda: given, self._settings, name=_name_of(given))
        return ModelWriter.of(self._settings) if self._settings.endpoint("llm") else ExtractiveWriter()

    def rewriter(self) -> Rewriter | None:
        """Who rewords questions; None when nobody does."""
        speaker = self._speaker("condenser", CONDENSER_SHARE * self._settings.timeout)
        if speaker is None:
            return None
        from rag.rewording.model import ModelRewriter

        return ModelRewriter(speaker, context_tokens=self._settings.context_tokens)

    def judge(self) -> Judge | None:
        """Who judges sentences; None when nobody does. Verdicts are remembered in the user's cache folder."""
        speaker = self._speaker("judge", self._settings.timeout)
        if speaker is None:
            return None
        from rag.judging.measured import measured_file
        from rag.judging.memory import Memory
        from rag.judging.model import ModelJudge

        return ModelJudge(
            speaker,
            name=speaker.name,
            context_tokens=self._settings.context_tokens,
            memory=Memory.of_user(),
            measured=measured_file(),
        )

    def _speaker(self, role: Role, limit: float) -> Speaker | None:
        from rag.model.stream import Speaker

        given = self._given(role)
        if given is not None:
            return Speaker(lambda: given, limit=limit, name=_name_of(given))
        endpoint = self._settings.endpoint(role)
        if endpoint is None:
            return None
        tokens = (
            min(REWORDED_TOKENS, endpoint.answer_tokens)
            if role == "condenser" and not endpoint.file
            else endpoint.answer_tokens
        )
        return Speaker.at(replace(endpoint, timeout=limit, answer_tokens=tokens))

    def _given(self, role: Role) -> LLM | None:
        """The object for a role; the condenser is the one that writes unless it is set otherwise."""
        as_writer = role == "condenser" and self._settings.condenser == "auto"
        return self._models.get(role) or (self._models.get("llm") if as_writer else None)


def _name_of(llm: LLM) -> str:
    try:
        return f"llamaindex:{llm.metadata.model_name}"
    except ValueError:  # LlamaIndex knows no window of this model
        return f"llamaindex:{getattr(llm, 'model', '') or llm.class_name()}"
