"""How endpoints say that a prompt is too long, and how much would fit."""

from __future__ import annotations

import pytest

from rag.model.overflow import overflows, window_of

SAID = [
    ("This model's maximum context length is 4097 tokens. However, your messages resulted in 5000 tokens.", 4097),
    ("This model's maximum context length is 8,192 tokens.", 8192),
    ("request (1231 tokens) exceeds the available context size (2048 tokens), try increasing it", 2048),
    ("However, the model is loaded with context length of only 4096 tokens, which is not enough.", 4096),
    ("Context size exceeded: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000", 4096),
    ("prompt is too long: 200251 tokens > 199999 maximum", 199999),
    ("Too many tokens.", 0),
]


@pytest.mark.parametrize(("words", "window"), SAID)
def test_the_size_of_the_context_is_read_where_it_is_said(words: str, window: int) -> None:
    assert overflows(words.lower())
    assert window_of(None, words) == window


def test_the_size_may_stand_beside_the_words() -> None:
    body = {
        "message": "request (9000 tokens) exceeds the available context size",
        "n_prompt_tokens": 9000,
        "n_ctx": 4096,
    }
    assert window_of(body, body["message"]) == 4096


@pytest.mark.parametrize("words", ["temperature is not supported", "rate limit reached: 3 requests", ""])
def test_another_refusal_is_no_overflow(words: str) -> None:
    assert not overflows(words)
