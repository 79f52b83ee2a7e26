"""Vectors from any embedding model behind the OpenAI protocol."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic, sleep

from rag.errors import EmbeddingError
from rag.index.vectors import checked_rows
from rag.ports import Vectors
from rag.settings import Settings

BATCH = 64
MOST_CHARACTERS = 8_000
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds between tries


class EndpointEmbedder:
    """An `Embedder` over `POST /embeddings`. Rows are put in order by their `index`, whatever order they come in."""

    def __init__(self, settings: Settings) -> None:
        import openai

        self.name = settings.embedding
        self._model = settings.embedding.removeprefix("openai:")
        self._limit = settings.timeout
        self._client = openai.OpenAI(
            api_key=settings.api_key or "none",
            base_url=settings.base_url or "https://api.openai.com/v1",
            timeout=settings.timeout,
            max_retries=0,
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit row per text. Raises EmbeddingError when the endpoint fails or its rows don't fit."""
        rows: list[Sequence[float]] = []
        for begin in range(0, len(texts), BATCH):
            rows += self._ask([_sendable(text) for text in texts[begin : begin + BATCH]])
        return checked_rows(rows, len(texts), self.name)

    def _ask(self, texts: list[str]) -> list[Sequence[float]]:
        import openai

        deadline, pause = monotonic() + self._limit, FIRST_PAUSE
        while True:
            try:
                data = self._client.embeddings.create(model=self._model, input=texts, encoding_format="float").data
                break
            except (openai.RateLimitError, openai.APIConnectionError, openai.InternalServerError) as error:
                spent = getattr(error, "code", None) == "insufficient_quota"
                if spent or monotonic() + pause > deadline:
                    raise self._failed(error) from error
                sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
            except (openai.OpenAIError, ValueError, TypeError) as error:
                raise self._failed(error) from error
        if sorted(item.index for item in data or ()) != list(range(len(texts))):
            raise EmbeddingError(
                f"The embedding model {self.name} left out or repeated vectors: {len(data or ())} for {len(texts)} texts.",
                subject=self.name,
                advice="Nothing of this batch was stored; try again or use another model.",
            )
        return [item.embedding for item in sorted(data, key=lambda item: item.index)]

    def _failed(self, error: Exception) -> EmbeddingError:
        status = getattr(error, "status_code", None)
        what = f"answered with status {status}" if status else "cannot be reached"
        return EmbeddingError(
            f"The embedding model {self.name} {what}.",
            subject=self.name,
            advice="Check the endpoint and the key, or use --embedding minilm, which needs neither.",
        )


def _sendable(text: str) -> str:
    return text[:MOST_CHARACTERS].strip() or "-"
