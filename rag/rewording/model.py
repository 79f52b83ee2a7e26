"""A model as rewriter: one short call for a question."""

from __future__ import annotations

from collections.abc import Sequence

from rag.language.terms import content_words, stem
from rag.model.stream import Speaker
from rag.prompts import Prompt
from rag.rewording.asking import Turn, reword_prompt
from rag.rewording.reading import read_wordings
from rag.types import Rewording

PROMPT_TOKENS = 1000
MOST_REPEATED = 0.4  # of a wording's new words, that stand in the instruction


class ModelRewriter:
    """Rewords with a LlamaIndex LLM. The speaker's limit is all the time that a call may take.

    `name` is by default what the speaker calls its model; a prompt is at most `context_tokens` long.
    """

    def __init__(self, speaker: Speaker, *, name: str = "", context_tokens: int = PROMPT_TOKENS) -> None:
        self._speaker = speaker
        self._name = name
        self._budget = min(context_tokens, PROMPT_TOKENS)

    @property
    def name(self) -> str:
        """Which model rewrites, for instance `openai:gpt-4.1-mini`."""
        return self._name or self._speaker.name

    def reword(self, question: str, earlier: Sequence[Turn]) -> Rewording:
        """Return the question reworded, each wording empty where the model said nothing usable.

        Raises ModelError when the model cannot be reached, gives nothing, or takes too long.
        """
        prompt = reword_prompt(question, earlier, self._budget)
        said = self._speaker.reply(prompt.system, prompt.user)
        standalone, search = read_wordings(said.text, search_alone=not earlier, cut_off=said.cut_off)
        return Rewording(_own(standalone, prompt), _own(search, prompt), said.usage)


def _own(wording: str, prompt: Prompt) -> str:
    """The wording, or none when it repeats what the model was told to do, as small ones like to."""
    terms = set(map(stem, content_words(wording))) - set(map(stem, content_words(prompt.user)))
    told = terms & set(map(stem, content_words(prompt.system)))
    return "" if len(told) > MOST_REPEATED * len(terms) else wording
