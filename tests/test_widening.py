"""One more search before a refusal, with the question's own words alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rag.assemble import Assembly
from rag.condense import condense
from rag.errors import EmbeddingError
from rag.ports import Search
from rag.read import read
from rag.retrieve import retrieve
from rag.types import Condition, Evidence, Found, Passages, Query, Weight
from rag.weigh import weigh
from rag.widen import SURE, is_sure, widen

DOUBTED = "Is there any paper that explains how the evaluation of chatty agents that buy things could be done, please?"
NAMED = "What learning rate does NeuralOS use?"
LISTING = "Which papers are about protein folding?"


class Watched:
    """A real search whose texts are kept; it may be told to fail."""

    def __init__(self, search: Search, *, fails: bool = False) -> None:
        self._search = search
        self._fails = fails
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._search, name)

    def search(self, text: str, *, limit: int, where: Sequence[Condition] = ()) -> tuple[Found, ...]:
        self.asked.append(text)
        if self._fails:
            raise EmbeddingError("The embedding is down.")
        return self._search.search(text, limit=limit, where=where)


def first_round(assembly: Assembly, question: str) -> tuple[Query, Passages, Evidence]:
    search = assembly.search()
    query = condense(question, (), search)
    passages = retrieve(query, search, limit=8)
    return query, passages, weigh(query, read(query, passages, assembly.reader(), search))


def test_a_doubted_question_is_searched_again_by_its_own_words(shipped_assembly: Assembly) -> None:
    query, passages, evidence = first_round(shipped_assembly, DOUBTED)
    search = Watched(shipped_assembly.search())
    assert evidence.weight is not Weight.ENOUGH
    wider = widen(query, passages, evidence, search)  # type: ignore[arg-type]
    (text,) = search.asked
    assert "agents" in text
    assert not {"paper", "explains", "evaluation", "the"} & set(text.split())
    assert wider
    assert wider[0].also == (text,)
    assert len(wider[1].found) == len(passages.found)


@pytest.mark.parametrize("question", [NAMED, LISTING, "What does NeuralOS simulate?"])
def test_what_is_named_listed_or_answered_is_not_searched_again(shipped_assembly: Assembly, question: str) -> None:
    before = first_round(shipped_assembly, question)
    search = Watched(shipped_assembly.search())
    assert widen(*before, search) is None  # type: ignore[arg-type]
    assert search.asked == []


@pytest.mark.parametrize(
    ("weight", "confidence", "sure"),
    [(Weight.ENOUGH, SURE, True), (Weight.ENOUGH, SURE - 0.01, False), (Weight.THIN, 0.9, False)],
)
def test_a_second_look_has_to_be_surer_than_a_first(weight: Weight, confidence: float, sure: bool) -> None:
    assert is_sure(Evidence((), weight, confidence=confidence)) is sure


def test_a_search_that_fails_leaves_the_refusal(shipped_assembly: Assembly) -> None:
    search = Watched(shipped_assembly.search(), fails=True)
    assert widen(*first_round(shipped_assembly, DOUBTED), search) is None  # type: ignore[arg-type]
