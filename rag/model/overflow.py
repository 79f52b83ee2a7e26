"""A prompt that is longer than the model's context: how endpoints say so, and how much they say would fit."""

from __future__ import annotations

import re

_OVERFLOW = re.compile(
    r"context.{0,10}(?:length|size|window)|too many tokens|maximum context|exceed_context|prompt is too long"
)
_COUNT = r"(\d[\d,]{2,9})(?!\d)"
# In the words of OpenAI, vLLM and LiteLLM; of llama.cpp; of LM Studio; of TGI; of Anthropic behind a proxy.
_WINDOW = re.compile(
    rf"maximum context length (?:is|of)(?: only)? {_COUNT}"
    rf"|context (?:length|size|window)(?: is| of)?(?: only)?[ :(]{{1,2}}{_COUNT}"
    rf"|must be <= {_COUNT}|> {_COUNT} maximum",
    re.IGNORECASE,
)


def overflows(signs: str) -> bool:
    """Whether an error, its code and words in lower case, says that the prompt is too long."""
    return bool(_OVERFLOW.search(signs))


def window_of(body: object, said: str) -> int:
    """The size of the model's context in tokens, as the error tells it; 0 where it does not."""
    told = body.get("n_ctx") if isinstance(body, dict) else None
    if isinstance(told, int) and told > 0:
        return told
    found = _WINDOW.search(said)
    return int(next(filter(None, found.groups())).replace(",", "")) if found else 0
