"""A model as judge: one call for all the claims of an answer, none for those that it has judged before."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from rag.judging.asking import batches, fits, judge_prompt, told_of
from rag.judging.measured import accuracy_of, prompt_version
from rag.judging.memory import Memory
from rag.judging.reading import NONE, read_rulings
from rag.model.stream import Speaker
from rag.types import NO_USAGE, Claim, JudgedBy, Ruling, Rulings, Usage

TO_BE_PICKED = ("", "openai:auto")


class ModelJudge:
    """Judges with a LlamaIndex LLM.

    `name` is what answers call the judge; without one it is the model's own name, for which it is opened. A prompt is
    at most `context_tokens` long. `memory` keeps verdicts from one run to the next, and `measured` is the file with
    the accuracies that `footnoted eval judge` found; None: nothing is remembered, or known.
    """

    def __init__(
        self,
        speaker: Speaker,
        *,
        name: str = "",
        context_tokens: int,
        memory: Memory | None = None,
        measured: Path | None = None,
    ) -> None:
        self._speaker = speaker
        self._name = name
        self._budget = context_tokens
        self._memory = memory
        self._measured = measured

    @property
    def known_as(self) -> JudgedBy:
        """The judge's name, and its measured accuracy with the prompt that it is asked with now."""
        name = self._named()
        return JudgedBy(name, accuracy_of(name, self._measured) if self._measured else None)

    def rule(self, claims: Sequence[Claim]) -> Rulings:
        """Return one ruling for each claim, in order; no call when all are remembered, one otherwise.

        Only when the abstracts are too long for one prompt there are more. A claim whose own abstracts are too long
        is not judged. Raises ModelError when the model cannot be reached or gives nothing.
        """
        keys = [self._key(claim) for claim in claims]
        known = self._memory.recall(keys) if self._memory else {}
        unknown = {key: claim for key, claim in zip(keys, claims, strict=True) if key not in known}
        usage = NO_USAGE
        for batch in batches(list(unknown.values()), self._budget):
            rulings, cost = self._ask(batch)
            usage += cost
            found = {self._key(claim): ruling for claim, ruling in zip(batch, rulings, strict=True)}
            known.update(found)
            if self._memory:
                self._memory.keep({key: ruling for key, ruling in found.items() if ruling.verdict})
        return Rulings(tuple(known[key] for key in keys), usage)

    def _ask(self, claims: Sequence[Claim]) -> tuple[Sequence[Ruling], Usage]:
        if not fits(claims, self._budget):  # a cut abstract could make what it says unsupported
            return [NONE] * len(claims), NO_USAGE
        prompt = judge_prompt(claims)
        said = self._speaker.reply(prompt.system, prompt.user)
        return read_rulings(said.text, len(claims), cut_off=said.cut_off), said.usage

    def _named(self) -> str:
        if self._name in TO_BE_PICKED:
            self._speaker.open()
            self._name = self._speaker.name
        return self._name

    def _key(self, claim: Claim) -> str:
        """What a verdict is remembered by: who judges, what is asked, and every word that is judged."""
        digest = sha256()
        for text in (self._named(), prompt_version(), claim.text, *map(told_of, claim.papers)):
            digest.update(sha256(text.encode("utf-8", "surrogatepass")).digest())
        return digest.hexdigest()
