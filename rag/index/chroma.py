"""What of Chroma's own ways the vector store uses: its clients, its metadata, its filters."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from rag.index.chunks import Chunk
from rag.index.rows import filtered_by
from rag.language.terms import fold
from rag.types import Condition

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

_opened = count(1)
COLLECTION = "footnoted-chunks"
# With Chroma's 16 neighbours one vector in a hundred may not be found by itself among papers that are much alike.
GRAPH: Any = {"space": "cosine", "max_neighbors": 64, "ef_search": 200}
_COMPARED = {">=": "$gte", "<=": "$lte", ">": "$gt", "<": "$lt"}


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


def shared_name(folder: Path, epoch: int) -> str:
    """What an index calls its collection on a server, which others use too: a name of its own for folder and epoch."""
    mark = folder / "collection.id"
    if not mark.exists():
        folder.mkdir(parents=True, exist_ok=True)
        mark.write_text(uuid4().hex, encoding="utf-8")
    return f"{COLLECTION}-{mark.read_text(encoding='utf-8').strip()[:32]}-{epoch}"


def open_collection(client: ClientAPI, name: str, *, create: bool) -> Collection:
    """The collection of an index; `create` makes it when there is none."""
    if not create:
        return client.get_collection(name, embedding_function=None)
    return client.get_or_create_collection(name, embedding_function=None, configuration={"hnsw": GRAPH})


def delete_others(client: ClientAPI, name: str) -> None:
    """Delete the collections of an index's other epochs."""
    family = name.rpartition("-")[0]
    for found in client.list_collections():
        if found.name != name and (found.name == family or found.name.rpartition("-")[0] == family):
            client.delete_collection(found.name)


def write_graph_every(collection: Collection, rows: int) -> None:
    """Set after how many new rows Chroma writes its graph of vectors; until then each opening inserts them anew."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Chroma's own, about a collection that embeds nothing
        collection.modify(configuration={"hnsw": {"sync_threshold": rows}})


def metadata_of(chunk: Chunk) -> dict[str, str | int]:
    """What Chroma keeps of a chunk beside its vector: where its words are, and what it filters by."""
    return {"paper_id": chunk.paper.id, "start": chunk.start, "end": chunk.end, **filtered_by(chunk.paper)}


def filter_of(where: Sequence[Condition]) -> dict[str, Any] | None:
    """Conditions in Chroma's words; None when there are none."""
    clauses = [_clause(condition) for condition in where]
    if not clauses:
        return None
    return clauses[0] if len(clauses) == 1 else {"$and": clauses}


def _clause(condition: Condition) -> dict[str, Any]:
    if condition.field == "id":
        name, values = "paper_id", list[Any](condition.values)
    else:
        name = condition.field
        values = [int(value) if name == "year" else fold(value) for value in condition.values]
    if condition.operator in _COMPARED:
        return {name: {_COMPARED[condition.operator]: values[0]}}
    return {name: {"$nin" if condition.operator == "!=" else "$in": values}}
