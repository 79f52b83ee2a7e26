"""What the model sees, word for word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_write_model import DOUBLER, HALVER, Parrot, evidence, parrot_writer, query

from rag import prompts
from rag.prompts import Prompt
from rag.types import Asked, Facet

GOLDEN = Path(__file__).parent / "golden"
TIME = query("How much time does Halver save?")
LIST = replace(query("Which papers save time?"), asked=Asked(Facet.LISTING))


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def seen(*asked: Prompt) -> str:
    return "\n".join(f"=== system\n{prompt.system}\n=== user\n{prompt.user}\n" for prompt in asked)


def test_the_answer_prompt_is_this() -> None:
    assert seen(*parrot_writer(Parrot()).prompts(TIME, evidence(HALVER, DOUBLER))) == golden("answer_prompt")


def test_the_prompt_of_a_question_about_many_papers_is_this() -> None:
    assert seen(*parrot_writer(Parrot()).prompts(LIST, evidence(HALVER, DOUBLER))) == golden("listing_prompt")


def test_long_evidence_is_asked_about_like_this() -> None:
    writer = parrot_writer(Parrot(), context_tokens=700)
    long = replace(HALVER, abstract=f"{HALVER.abstract} {'It is known. ' * 60}".strip())
    longer = replace(DOUBLER, abstract=f"{DOUBLER.abstract} {'It is true. ' * 60}".strip())
    assert seen(*writer.prompts(TIME, evidence(long, longer))) == golden("part_prompts")


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
