"""The model writer: one system message, one user message with numbered sources, words streamed back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from rag.errors import SettingsError, TooLongError
from rag.language.inert import inert
from rag.model.endpoint import open_llm
from rag.model.stream import Speaker
from rag.prompts import Prompt, fill
from rag.settings import Endpoint, Settings
from rag.tokens import count_tokens
from rag.types import NO_USAGE, Draft, Evidence, Facet, Paper, Query, Usage
from rag.write.abstention import ABSTENTION, abstains
from rag.write.excerpts import excerpts
from rag.write.parts import merged
from rag.write.sources import Source, numbered, shared_out

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

MARGIN = 0.85  # of a budget that is used: a model's own tokenizer may count more tokens than ours


class ModelWriter:
    """Writes with a LlamaIndex LLM.

    `opener` gives the model and is called at the first question; `name` is what an answer names as its model,
    by default the model's own name; `endpoint` is where it answers, if the settings say so. Of `settings` the writer
    uses `timeout`, `context_tokens`, `answer_tokens` and `llm`.
    """

    attempts_thin_evidence = True

    def __init__(
        self, opener: Callable[[], LLM], settings: Settings, *, name: str = "", endpoint: Endpoint | None = None
    ) -> None:
        self._speaker = Speaker(opener, limit=settings.timeout, endpoint=endpoint)
        self._budget = settings.context_tokens
        self._longest = settings.answer_tokens
        self._name = name
        self._fallback = settings.llm

    @classmethod
    def of(cls, settings: Settings) -> ModelWriter:
        """The writer at the endpoint that the settings name; nothing is sent before the first question.

        Raises SettingsError when they name none.
        """
        endpoint = settings.endpoint("llm")
        if endpoint is None:
            raise SettingsError("No model is set.", subject="llm", advice="Use openai:MODEL or gguf:PATH.")
        name = endpoint.name if endpoint.file else ""
        return cls(lambda: open_llm(endpoint), settings, name=name, endpoint=endpoint)

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

        Where the papers don't fit one prompt they are read in parts, and what the parts say is put together by a last
        call, which is the one that streams. All calls share one time limit. Raises ModelError when the model cannot be
        reached or gives nothing usable.
        """
        deadline, overflowed = self._speaker.deadline(), False
        try:
            yield from self._write(query, evidence, deadline)
        except TooLongError as error:
            overflowed = self._shrink(error.window)
            if not overflowed:
                raise
        if overflowed:  # out of the handler, or each later error would have this one behind it
            yield from self._write(query, evidence, deadline)

    def sees(self, query: Query, evidence: Evidence) -> tuple[Paper, ...]:
        """The papers whose text is in a prompt: `[n]` means the n-th. At least one, if there are any."""
        return tuple(source.paper for part in self._parts(query, evidence) for source in part)

    def prompts(self, query: Query, evidence: Evidence) -> tuple[Prompt, ...]:
        """What the model is asked first, word for word: one prompt, or one for each part of long evidence."""
        parts = self._parts(query, evidence)
        return tuple(_asked(query, part, of=len(parts)) for part in parts)

    def _write(self, query: Query, evidence: Evidence, deadline: float) -> Iterator[Draft]:
        parts = self._parts(query, evidence)
        if len(parts) == 1:
            yield from self._speak(_asked(query, parts[0]), deadline)
            return
        replies = [self._reply(_asked(query, part, of=len(parts)), deadline) for part in parts]
        usage = sum((reply.usage for reply in replies), NO_USAGE)
        notes = ["" if reply.abstains else reply.text for reply in replies]
        sources = merged(parts, notes, self._room(query)) if sum(map(bool, notes)) > 1 else ()
        if not sources:  # there is nothing to put together
            yield _in_a_row(replies, usage)
            return
        for draft in self._speak(_asked(query, sources), deadline):
            yield replace(draft, usage=usage + draft.usage)

    def _speak(self, prompt: Prompt, deadline: float) -> Iterator[Draft]:
        told = prompt.user.rpartition("\nQuestion: ")[0]
        for said in self._speaker.say(prompt.system, prompt.user, deadline=deadline):
            refuses = abstains(said.text) and abstains(said.text, told)  # the second look costs more
            yield Draft(said.text, said.usage, said.cut_off, refuses)

    def _reply(self, prompt: Prompt, deadline: float) -> Draft:
        *_, whole = self._speak(prompt, deadline)
        return whole

    def _parts(self, query: Query, evidence: Evidence) -> tuple[tuple[Source, ...], ...]:
        """The sources as they go into one prompt if they can, else into one for each part."""
        return shared_out(numbered(query, excerpts(query, evidence)), self._room(query))

    def _room(self, query: Query) -> int:
        """Tokens for sources: the same in one prompt and in parts, so that nothing moves between the two."""
        frames = [_asked(query, (), of=of) for of in (1, 2)]
        longest = max(count_tokens(frame.system) + count_tokens(frame.user) for frame in frames)
        return int(self._budget * MARGIN) - longest

    def _shrink(self, window: int) -> bool:
        """Keep to a model's context window from now on, with room for its answer; False when that can't be done."""
        budget = int(min(window - self._longest, self._budget) * MARGIN)
        if budget <= 0:
            return False
        self._budget = budget
        return True


def _in_a_row(replies: Sequence[Draft], usage: Usage) -> Draft:
    """What the parts say, one after the other; an abstention where none says anything."""
    telling = [reply for reply in replies if not reply.abstains]
    cut_off = any(reply.cut_off for reply in telling)
    return Draft("\n".join(reply.text for reply in telling) or ABSTENTION, usage, cut_off, abstains=not telling)


def _asked(query: Query, sources: Sequence[Source], *, of: int = 1) -> Prompt:
    """The prompt for all the sources there are, or for one part `of` several."""
    name = "part" if of > 1 else "listing" if query.asked.facet is Facet.LISTING else "answer"
    blocks = "\n\n".join(source.block for source in sources)
    return fill(name, abstention=ABSTENTION, sources=blocks, question=inert(query.text))
