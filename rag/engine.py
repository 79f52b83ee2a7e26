"""The LlamaIndex face: a real query engine, a real retriever, and any LlamaIndex embedding as an embedder."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE, Response
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from rag.answer import Answer
from rag.errors import EmbeddingError
from rag.index.vectors import checked_rows
from rag.pipeline import Pipeline
from rag.ports import Vectors
from rag.types import Citation, Condition, Found, Paper

if TYPE_CHECKING:
    from rag.chat import PaperChat


class PaperRetriever(BaseRetriever):
    """Retrieves papers: one node per paper, its abstract as text, best first."""

    def __init__(self, pipeline: Pipeline, *, limit: int, where: tuple[Condition, ...]) -> None:
        self._pipeline = pipeline
        self._limit = limit
        self._where = where
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self._pipeline.find(query_bundle.query_str, limit=self._limit, where=self._where)
        return [_node_of(item) for item in found]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await to_thread(self._retrieve, query_bundle)


class PaperQueryEngine(BaseQueryEngine):
    """Answers with footnotes.

    `response.source_nodes` are the footnotes, their quotes as text; `response.metadata` is the whole answer.
    """

    def __init__(self, chat: PaperChat, *, where: tuple[Condition, ...] = ()) -> None:
        self._chat = chat
        self._where = where
        super().__init__(callback_manager=None)

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return _response(self._chat.ask(query_bundle.query_str, where=self._where))

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return await to_thread(self._query, query_bundle)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {}


class LlamaIndexEmbedder:
    """Any LlamaIndex embedding model as an `Embedder`: rows scaled to unit length."""

    def __init__(self, model: BaseEmbedding) -> None:
        self._model = model
        known = model.model_name not in ("", "unknown")
        self.name = f"llamaindex:{model.model_name if known else model.class_name()}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit row per text. Raises EmbeddingError when rows are missing or of unequal length."""
        try:
            rows = self._model.get_text_embedding_batch(list(texts))
        except Exception as error:  # every vendor raises its own
            raise EmbeddingError(
                f"The embedding model {self.name} failed: {error}.",
                subject=self.name,
                advice="Check that its server runs and that its key is valid, then try again.",
            ) from error
        return checked_rows(rows, len(texts), self.name)


def _response(answer: Answer) -> Response:
    scores = {paper.paper_id: paper.score for paper in answer.retrieved}
    nodes = [
        NodeWithScore(node=_node_of_citation(citation), score=scores.get(citation.paper_id))
        for citation in answer.citations
    ]
    return Response(response=answer.text or answer.reason, source_nodes=nodes, metadata=answer.to_dict())


def _node_of_citation(citation: Citation) -> TextNode:
    return TextNode(
        id_=f"{citation.paper_id}:{citation.start}-{citation.end}",
        text=citation.quote,
        metadata={
            "number": citation.number,
            "paper_id": citation.paper_id,
            "title": citation.title,
            "url": citation.url,
            "verdict": str(citation.verdict),
            "start": citation.start,
            "end": citation.end,
        },
    )


def _node_of(found: Found) -> NodeWithScore:
    node = TextNode(id_=found.paper.id, text=found.paper.abstract, metadata=_metadata(found.paper))
    return NodeWithScore(node=node, score=found.score)


def _metadata(paper: Paper) -> dict[str, Any]:
    return {
        "paper_id": paper.id,
        "title": paper.title,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "url": paper.url,
    }
