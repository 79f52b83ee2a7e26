"""The front door: open an index, ask it, converse with it, measure it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rag.answer import Answer
from rag.assemble import Assembly
from rag.errors import UsageError
from rag.events import Event, Verified
from rag.pipeline import Pipeline
from rag.settings import Role, Settings
from rag.types import Paper, Ranked
from rag.where import Where, where_from

if TYPE_CHECKING:
    from llama_index.core.base.base_query_engine import BaseQueryEngine
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.llms import LLM
    from llama_index.core.retrievers import BaseRetriever

    from eval.run import Report


class PaperChat:
    """Asks the papers of one index. It keeps no history, so one instance serves any number of callers."""

    def __init__(self, pipeline: Pipeline, settings: Settings) -> None:
        self._pipeline = pipeline
        self.settings = settings

    @classmethod
    def open(
        cls,
        index: str | Path | None = None,
        llm: str | LLM | None = None,
        embedding: str | BaseEmbedding | None = None,
        *,
        judge: str | LLM | None = None,
        condenser: str | LLM | None = None,
        progress: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> PaperChat:
        """Open an index; one that does not exist yet is built from the shipped papers.

        `llm`, `judge`, `condenser` and `embedding` are names as in the settings, or LlamaIndex objects; every other
        setting can be given by name. Raises SettingsError for a setting that can't be meant, IndexUnusableError for a
        bad index.
        """
        voices: dict[Role, LLM | str | None] = {"llm": llm, "judge": judge, "condenser": condenser}
        named: dict[str, Any] = {role: part for role, part in voices.items() if isinstance(part, str)}
        named["embedding"] = embedding if isinstance(embedding, str) else None
        loaded = Settings.load({"index": index, **named, **settings})
        models = {role: voice for role, voice in voices.items() if voice is not None and not isinstance(voice, str)}
        embedder = None
        if embedding is not None and not isinstance(embedding, str):
            from rag.engine import LlamaIndexEmbedder

            embedder = LlamaIndexEmbedder(embedding)
        assembly = Assembly(loaded, embedder=embedder, models=models, progress=progress)
        return cls(assembly.pipeline(), loaded)

    def ask(self, question: str, *, where: Where | None = None, turns: Sequence[Answer] = ()) -> Answer:
        """Return the verified answer; it rests only on papers that meet the filter.

        `where` is a mapping (`{"year>=": 2025, "decision": ["Oral", "Spotlight"]}`) or a sequence of conditions as
        typed (`["year>=2025"]`); `turns` are earlier answers of the same conversation, oldest first.
        Raises UsageError for a filter that can't be meant.
        """
        for event in self.stream(question, where=where, turns=turns):
            if isinstance(event, Verified):
                return event.answer
        raise AssertionError("a stream ends in a Verified event")

    def stream(self, question: str, *, where: Where | None = None, turns: Sequence[Answer] = ()) -> Iterator[Event]:
        """Yield the events of a question, ending in one `Verified`."""
        if not isinstance(question, str):
            raise UsageError(
                f"A question is a string, not {type(question).__name__}.", subject="question", advice="Pass a string."
            )
        return self._pipeline.stream(question, turns=turns, where=where_from(where))

    def conversation(self) -> Conversation:
        """Begin a conversation, which remembers its turns and numbers its papers."""
        return Conversation(self)

    def search(self, query: str, *, limit: int = 10, where: Where | None = None) -> tuple[Ranked, ...]:
        """Return the ranked papers alone, scores in 0…1: those that the text names, then the others, best first."""
        found = self._pipeline.find(query, limit=limit, where=where_from(where))
        return tuple(Ranked(item.paper.id, item.paper.title, round(item.score, 4)) for item in found)

    def paper(self, paper_id: str) -> Paper | None:
        """Return an indexed paper, or None."""
        return next(iter(self._pipeline.search.papers([paper_id])), None)

    def papers(self) -> tuple[Paper, ...]:
        """Return every indexed paper."""
        return self._pipeline.search.matching(())

    def counts(self, where: Where | None = None) -> dict[str, dict[str, int]]:
        """Return how many papers have each value of `area`, `venue`, `decision` and `year`, the most frequent first.

        A field is counted among the papers that meet the conditions on all other fields.
        """
        return self._pipeline.search.counts(where_from(where))

    def describe(self) -> Mapping[str, Any]:
        """Return which writer, which embedding and which index answer."""
        search = self._pipeline.search
        return {
            "llm": self._pipeline.voices.writer.name,
            "embedding": self._pipeline.embedding,
            "index": search.describe(),
        }

    def evaluate(self, questions: str | Path | None = None) -> Report:
        """Run the citation-accuracy suite on a question file (the shipped one by default)."""
        from eval.run import evaluate_file

        return evaluate_file(self, questions)

    def as_query_engine(self, *, where: Where | None = None) -> BaseQueryEngine:
        """Return a LlamaIndex query engine: source nodes and the answer's JSON on its response."""
        from rag.engine import PaperQueryEngine

        return PaperQueryEngine(self, where=where_from(where))

    def as_retriever(self, *, limit: int = 10, where: Where | None = None) -> BaseRetriever:
        """Return a LlamaIndex retriever: one node per paper, best first."""
        from rag.engine import PaperRetriever

        return PaperRetriever(self._pipeline, limit=limit, where=where_from(where))


class Conversation:
    """Turns that belong together. It belongs to its caller; nothing of it is kept elsewhere."""

    def __init__(self, chat: PaperChat) -> None:
        self._chat = chat
        self.turns: tuple[Answer, ...] = ()

    def ask(self, question: str, *, where: Where | None = None) -> Answer:
        """Ask the next question; it may point back (`and on which data?`)."""
        answer = self._chat.ask(question, where=where, turns=self.turns)
        self.turns = (*self.turns, answer)
        return answer

    def stream(self, question: str, *, where: Where | None = None) -> Iterator[Event]:
        """Yield the events of the next question; the turn counts once its answer is verified."""
        for event in self._chat.stream(question, where=where, turns=self.turns):
            if isinstance(event, Verified):
                self.turns = (*self.turns, event.answer)
            yield event


def ask(question: str, **settings: Any) -> Answer:
    """Ask the default index (built from the shipped papers if there is none); settings as in `PaperChat.open`."""
    where = settings.pop("where", None)
    return PaperChat.open(**settings).ask(question, where=where)
