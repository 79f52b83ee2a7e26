"""Vectors from any embedding model behind the OpenAI protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from time import monotonic, sleep
from typing import TYPE_CHECKING

from rag.errors import EmbeddingError, ModelError
from rag.index.vectors import NOT_STORED, checked_rows
from rag.model.endpoint import NO_KEY, place_at, refuse_unusable
from rag.model.faults import explain
from rag.model.wire import Call
from rag.ports import Vectors
from rag.settings import Endpoint
from rag.settings.roles import OPENAI

if TYPE_CHECKING:
    import openai

BATCH = 64
MOST_CHARACTERS = 8_000
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds between tries


class EndpointEmbedder:
    """An `Embedder` over `POST /embeddings`. Rows are put in order by their `index`, whatever order they come in.

    A batch is asked for again while the endpoint is busy or failing, within `endpoint.timeout` seconds in all.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = endpoint.name
        self._endpoint = endpoint
        self._place = place_at(endpoint)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit row per text. Raises EmbeddingError when the endpoint fails or its rows don't fit."""
        rows: list[Sequence[float]] = []
        for begin in range(0, len(texts), BATCH):
            rows += self._ask([_sendable(text) for text in texts[begin : begin + BATCH]])
        return checked_rows(rows, len(texts), self.name)

    def _ask(self, texts: list[str]) -> list[Sequence[float]]:
        try:
            refuse_unusable(self._endpoint)
        except ModelError as error:
            raise self._failed(error) from error
        deadline, pause = monotonic() + self._place.limit, FIRST_PAUSE
        while True:
            try:
                return self._rows(texts, deadline)
            except EmbeddingError:
                raise
            except Exception as error:
                fault = explain(error, self._place)
                wait = pause if fault.wait is None else fault.wait
                if not fault.again or monotonic() + wait > deadline:
                    raise self._failed(fault.error) from error
            sleep(wait)
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _failed(self, error: ModelError) -> EmbeddingError:
        happened = f"No vectors from {self.name}: {error.happened}"
        advice = f"{error.advice} Or use --embedding minilm, which needs no endpoint.".strip()
        return EmbeddingError(happened, subject=self.name, advice=advice)

    @cached_property
    def _client(self) -> openai.OpenAI:
        """Made at the first batch, when what can't be used has been refused."""
        import openai

        from rag.model.client import http_client

        endpoint = self._endpoint
        return openai.OpenAI(
            api_key=endpoint.api_key or NO_KEY,
            base_url=endpoint.base_url or OPENAI,
            max_retries=0,
            http_client=http_client(endpoint.timeout, endpoint.proxy),
        )

    def _rows(self, texts: list[str], deadline: float) -> list[Sequence[float]]:
        """Ask once; the rows in the order of the texts."""
        create = self._client.embeddings.create
        call = Call(lambda: [create(model=self._endpoint.model, input=texts, encoding_format="float")])
        (response,) = call.items(deadline)
        data = response.data or []
        if sorted(item.index for item in data) != list(range(len(texts))):
            raise EmbeddingError(
                f"The embedding model {self.name} left out or repeated vectors: {len(data)} for {len(texts)} texts.",
                subject=self.name,
                advice=NOT_STORED,
            )
        return [item.embedding for item in sorted(data, key=lambda item: item.index)]


def _sendable(text: str) -> str:
    """What every endpoint takes: neither blank nor overlong, and no half characters."""
    return text[:MOST_CHARACTERS].encode("utf-8", "replace").decode().strip() or "-"
