"""The doors to vendors. Each has a real adapter, and a fake in the tests that passes the same contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rag.types import Claim, Condition, Draft, Evidence, Found, JudgedBy, Paper, Query, Rewording, Rulings, Topic

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors of unit length."""

    @property
    def name(self) -> str:
        """What the index remembers, for instance `minilm`."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text, shape (len(texts), dimension), each of L2 norm 1, in the order given.

        Raises EmbeddingError when a vector is missing, of another dimension or not finite.
        """


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, `text[start:end]`, with its meaning in context as a unit vector."""

    start: int
    end: int
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Meaning:
    """A text as its reader understood it: one unit vector for the whole, one for each word."""

    vector: Vectors
    words: tuple[Word, ...]


class Reader(Protocol):
    """Understands texts word by word; unlike an embedder it is never remote."""

    def read(self, texts: Sequence[str]) -> tuple[Meaning, ...]:
        """Return the meaning of each text, in the order given. Texts beyond the model's window are cut."""


class Sketcher(Protocol):
    """Embeds texts with the bundled model, and keeps what is needed to compare their words later."""

    def sketch(self, texts: Sequence[str]) -> tuple[Vectors, tuple[bytes, ...]]:
        """Return one row per text as an embedder does, and a sketch of each text's words."""


class Vocabulary(Protocol):
    """Knows the words of the index."""

    def rarity(self, term: str) -> float:
        """Return a stem's inverse document frequency over the largest possible one, 0…1; 1 for an unknown stem."""

    def frequency(self, term: str) -> int:
        """Return in how many papers a stem occurs."""

    def nearest(self, word: str, *, slips: int = 2) -> str | None:
        """Return the indexed word at most `slips` keystrokes from a mistyped one (folded); None when it is known."""


class Search(Vocabulary, Protocol):
    """Finds papers."""

    def search(self, text: str, *, limit: int, where: Sequence[Condition] = ()) -> tuple[Found, ...]:
        """Return at most `limit` papers for a text, best first, scores in 0…1; none for a blank text."""

    def papers(self, ids: Sequence[str]) -> tuple[Paper, ...]:
        """Return the papers with these ids in the order given; unknown ids are left out."""

    def matching(self, where: Sequence[Condition]) -> tuple[Paper, ...]:
        """Return all papers that meet the conditions, in no particular order."""

    def counts(self, where: Sequence[Condition] = ()) -> dict[str, dict[str, int]]:
        """Return how many papers have each value of `area`, `venue`, `decision` and `year`, the most frequent first.

        A field is counted among the papers that meet the conditions on all other fields, so that what else could
        be chosen keeps its number. Values are as the papers write them.
        """

    def mentioning(self, topic: Topic, *, heads: bool = False, where: Sequence[Condition] = ()) -> int:
        """Return how many papers that meet the conditions hold a topic's words, exactly; of all, when it is empty.

        With `heads` only those count whose title or keywords hold them.
        """

    def describe(self) -> Mapping[str, Any]:
        """Return what the index is: `path`, `papers`, `chunks`, `data_hash`."""


class Writer(Protocol):
    """Turns evidence into words with markers; `[n]` means the n-th paper that `sees` returns."""

    @property
    def name(self) -> str:
        """What `Answer.llm` says, for instance `extractive` or `openai:gpt-4.1-mini`."""

    @property
    def attempts_thin_evidence(self) -> bool:
        """Whether the writer may judge for itself when the offline signals are doubtful."""

    def sees(self, query: Query, evidence: Evidence) -> tuple[Paper, ...]:
        """Return the papers that the writer is shown, the only ones it can cite; `[n]` means the n-th of them."""

    def write(self, query: Query, evidence: Evidence) -> Iterator[Draft]:
        """Yield the draft as it grows (each holds the whole text so far); the last one is final.

        Raises ModelError when the model cannot be reached or gives nothing usable.
        """


class Rewriter(Protocol):
    """Puts a question so that it stands alone, and in the words that papers would use, in one call of a model."""

    @property
    def name(self) -> str:
        """Which model rewrites, for instance `openai:gpt-4.1-mini`."""

    def reword(self, question: str, earlier: Sequence[tuple[str, str]]) -> Rewording:
        """Return the question reworded; `earlier` are the questions and answers before it, oldest first.

        Whatever the model says is only a proposal: the caller decides whether it may be used. Raises ModelError.
        """


class Judge(Protocol):
    """Says of claims whether the abstracts that they cite support them."""

    @property
    def known_as(self) -> JudgedBy:
        """The judge's name, for instance `openai:gpt-4.1-mini`, and its measured accuracy, if it is known."""

    def rule(self, claims: Sequence[Claim]) -> Rulings:
        """Return one ruling for each claim, in order; at most one call for all of them that fit one prompt.

        Raises ModelError.
        """
