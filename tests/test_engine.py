"""Footnoted used as LlamaIndex users use it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen, LLMMetadata
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.llms import CustomLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.tools import QueryEngineTool

from rag.chat import PaperChat
from rag.errors import EmbeddingError
from rag.types import Status


class Parrot(CustomLLM):
    """A model that says one sentence about the first source, word by word."""

    says: str = "It reads the text in segments [1]."
    heard: list[str] = []  # noqa: RUF012  a field of the model

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="parrot")

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: ARG002
        self.heard.append(prompt)
        return CompletionResponse(text=self.says)

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponseGen:  # noqa: ARG002
        self.heard.append(prompt)
        words = self.says.split(" ")
        for place, word in enumerate(words, 1):
            yield CompletionResponse(text=" ".join(words[:place]), delta=word if place == 1 else f" {word}")


class Hashing(MockEmbedding):
    """An embedding that depends on the words of a text and on nothing else."""

    def __init__(self) -> None:
        super().__init__(embed_dim=64)

    @classmethod
    def class_name(cls) -> str:
        return "Hashing"

    def _get_text_embedding(self, text: str) -> list[float]:
        row = [0.01] * 64
        for word in text.lower().split():
            row[hashlib.sha256(word.encode()).digest()[0] % 64] += 1.0
        return row

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


class Broken(MockEmbedding):
    """An embedding whose server is down."""

    def __init__(self) -> None:
        super().__init__(embed_dim=8)

    def _get_text_embeddings(self, texts: list[str]) -> Sequence[Any]:
        raise ConnectionError(f"no server for {len(texts)} texts")


@pytest.fixture(scope="module")
def hashed(tmp_path_factory: pytest.TempPathFactory) -> PaperChat:
    folder = tmp_path_factory.mktemp("hashed") / "index"
    return PaperChat.open(folder, llm="extractive", embedding=Hashing())


def test_a_query_engine_answers_with_footnotes_as_source_nodes(shipped_chat: PaperChat) -> None:
    response = shipped_chat.as_query_engine().query("How much does SupervisorAgent save?")
    assert "29.68%" in str(response)
    (node,) = response.source_nodes
    abstract = next(paper.abstract for paper in shipped_chat.papers() if paper.id == node.metadata["paper_id"])
    assert node.text == abstract[node.metadata["start"] : node.metadata["end"]]
    assert node.metadata["number"] == 1
    assert node.metadata["verdict"] == "quoted"
    assert node.score is not None


def test_the_response_carries_the_whole_answer(shipped_chat: PaperChat) -> None:
    response = shipped_chat.as_query_engine().query("What is NeuralOS?")
    assert response.metadata["status"] == "answered"
    assert response.metadata["citations"][0]["number"] == 1


def test_a_query_engine_says_why_there_is_no_answer(shipped_chat: PaperChat) -> None:
    response = shipped_chat.as_query_engine().query("who won the 1998 football world cup")
    assert response.source_nodes == []
    assert str(response) == response.metadata["reason"]


def test_queries_can_be_awaited_together(shipped_chat: PaperChat) -> None:
    engine = shipped_chat.as_query_engine()

    async def both() -> list[Any]:
        return await asyncio.gather(engine.aquery("What is NeuralOS?"), engine.aquery("What does MemAgent do?"))

    first, second = asyncio.run(both())
    assert "NeuralOS" in str(first)
    assert "MemAgent" in str(second)


def test_a_query_engine_is_a_tool_for_an_agent(shipped_chat: PaperChat) -> None:
    tool = QueryEngineTool.from_defaults(shipped_chat.as_query_engine(), name="papers", description="ICLR papers")
    assert "[1]" in str(tool.call("What is NeuralOS?"))


def test_a_retriever_gives_a_node_for_every_paper_best_first(shipped_chat: PaperChat) -> None:
    nodes = shipped_chat.as_retriever(limit=5).retrieve("a neural operating system")
    assert len(nodes) == 5
    assert nodes[0].metadata["title"].startswith("NeuralOS")
    scores = [node.score or 0.0 for node in nodes]
    assert scores == sorted(scores, reverse=True)
    assert nodes[0].node.node_id == nodes[0].metadata["paper_id"]


def test_a_retriever_can_be_awaited_and_filtered(shipped_chat: PaperChat) -> None:
    retriever = shipped_chat.as_retriever(where={"decision": "Oral"})
    found = {node.metadata["paper_id"] for node in asyncio.run(retriever.aretrieve("agents"))}
    orals = {paper.id for paper in shipped_chat.papers() if paper.decision == "Oral"}
    assert found
    assert found <= orals


def test_a_retriever_finds_nothing_for_a_blank_query(shipped_chat: PaperChat) -> None:
    assert shipped_chat.as_retriever().retrieve("  ") == []


def test_a_retriever_fits_into_the_query_engines_of_llamaindex(shipped_chat: PaperChat) -> None:
    parrot = Parrot(heard=[])
    engine = RetrieverQueryEngine.from_args(shipped_chat.as_retriever(limit=2), llm=parrot)
    assert str(engine.query("What is NeuralOS?")) == parrot.says
    assert "NeuralOS" in parrot.heard[0]


def test_any_llm_of_llamaindex_can_write(shipped_index: Path) -> None:
    parrot = Parrot(heard=[])
    answer = PaperChat.open(shipped_index, llm=parrot).ask("What does MemAgent do?")
    assert answer.llm == "llamaindex:parrot"
    assert answer.text == "It reads the text in segments. [1]"
    assert [citation.number for citation in answer.citations] == [1]
    (prompt,) = parrot.heard
    assert "MemAgent" in prompt


def test_what_a_footnote_shows_was_in_the_prompt(shipped_index: Path) -> None:
    parrot = Parrot(heard=[])
    answer = PaperChat.open(shipped_index, llm=parrot).ask("What does MemAgent do?")
    (citation,) = answer.citations
    (prompt,) = parrot.heard
    assert f"[1] {citation.title}" in prompt
    assert citation.quote in prompt


def test_a_model_is_not_asked_when_the_papers_hold_nothing(shipped_index: Path) -> None:
    parrot = Parrot(heard=[])
    answer = PaperChat.open(shipped_index, llm=parrot).ask("Write me a poem about cats")
    assert answer.status is Status.NO_ANSWER
    assert parrot.heard == []


def test_any_embedding_of_llamaindex_can_index_and_search(hashed: PaperChat) -> None:
    title = "NeuralOS: Towards Simulating Operating Systems via Neural Generative Models"
    assert hashed.search(title)[0].title == title
    assert hashed.ask("What is NeuralOS?").embedding == "llamaindex:Hashing"


def test_an_index_remembers_its_embedding(hashed: PaperChat) -> None:
    again = PaperChat.open(hashed.settings.index, llm="extractive", embedding=Hashing())
    assert len(again.papers()) == len(hashed.papers())


def test_an_embedding_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingError, match="llamaindex:MockEmbedding failed: no server for"):
        PaperChat.open(tmp_path / "index", llm="extractive", embedding=Broken())
