"""What of Chroma's own ways the vector store uses: its clients, its metadata, its filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from rag.index.chunks import Chunk
from rag.language.terms import fold
from rag.types import Condition

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

_opened = count(1)
COLLECTION = "footnoted-chunks"
_OPERATORS = {"=": "$eq", "!=": "$ne", ">=": "$gte", "<=": "$lte", ">": "$gt", "<": "$lt"}


def open_client(folder: Path, url: str) -> ClientAPI:
    """A client of the files in `folder`, or of the server at `url` when there is one; it tells nobody."""
    import chromadb
    from chromadb.config import Settings as ChromaSettings

    quiet = ChromaSettings(anonymized_telemetry=False)
    if not url:
        return chromadb.PersistentClient(path=_respelled(folder, next(_opened)), settings=quiet)
    parts = urlsplit(url if "://" in url else f"http://{url}")
    return chromadb.HttpClient(
        host=parts.hostname or "localhost", port=parts.port or 8000, ssl=parts.scheme == "https", settings=quiet
    )


def _respelled(folder: Path, number: int) -> str:
    """The same path, written in a way of its own for each number.

    Within a process Chroma hands out again what it has open under a spelling, even when the files were damaged or
    replaced by another process since.
    """
    return f"{folder}{bin(number)[2:].replace('0', '/').replace('1', '/./')}"


def close_client(client: ClientAPI) -> None:
    """Let go of a client; the files are closed with the last client on them."""
    close: Callable[[], None] = getattr(client, "close")  # noqa: B009  the interface does not declare it
    close()


def collection_name(folder: Path, url: str) -> str:
    """What an index calls its collection: on a server, which others may use too, a name of its own for each folder."""
    if not url:
        return COLLECTION
    mark = folder.with_name("collection.id")
    if not mark.exists():
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(uuid4().hex, encoding="utf-8")
    return f"{COLLECTION}-{mark.read_text(encoding='utf-8').strip()[:32]}"


def open_collection(client: ClientAPI, name: str) -> Collection:
    """The collection of an index, made when there is none."""
    return client.get_or_create_collection(
        name, embedding_function=None, configuration={"hnsw": {"space": "cosine", "ef_search": 200}}
    )


def metadata_of(chunk: Chunk) -> dict[str, Any]:
    """What Chroma keeps of a chunk beside its words: what it filters by is folded."""
    paper = chunk.paper
    values = {
        "paper_id": paper.id,
        "title": paper.title,
        "start": chunk.start,
        "end": chunk.end,
        "url": paper.url,
        "area": fold(paper.area),
        "venue": fold(paper.venue),
        "decision": fold(paper.decision),
        "authors": "; ".join(paper.authors),
        "keywords": "; ".join(paper.keywords),
    }
    return values if paper.year is None else {**values, "year": paper.year}


def filter_of(where: Sequence[Condition], paper_ids: Sequence[str] | None) -> dict[str, Any] | None:
    """Conditions in Chroma's words; None when there are none."""
    clauses: list[dict[str, Any]] = [
        {condition.field: {_OPERATORS[condition.operator]: _value(condition)}} for condition in where
    ]
    if paper_ids is not None:
        clauses.append({"paper_id": {"$in": list(paper_ids)}})
    if not clauses:
        return None
    return clauses[0] if len(clauses) == 1 else {"$and": clauses}


def _value(condition: Condition) -> str | int:
    return int(condition.value) if condition.field == "year" else fold(condition.value)
