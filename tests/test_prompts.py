"""What the model sees, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_write_model import DOUBLER, HALVER, Parrot, evidence, parrot_writer, query

from rag import prompts

GOLDEN = Path(__file__).parent / "golden" / "answer_prompt.txt"


def test_the_answer_prompt_is_this() -> None:
    prompt = parrot_writer(Parrot()).prompt(query("How much time does Halver save?"), evidence(HALVER, DOUBLER))
    seen = f"=== system\n{prompt.system}\n=== user\n{prompt.user}\n"
    assert seen == GOLDEN.read_text(encoding="utf-8")


def test_every_prompt_has_a_system_and_a_user_part() -> None:
    names = sorted(path.stem for path in Path(prompts.__file__).parent.glob("*.md"))
    assert "answer" in names
    for name in names:
        assert prompts._load(name).system
        assert prompts._load(name).user


def test_an_unknown_prompt_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        prompts.fill("nothing")


def test_a_word_without_a_value_is_refused() -> None:
    with pytest.raises(KeyError):
        prompts.fill("answer", question="What?")
