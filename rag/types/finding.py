"""What is asked, and the papers that are found for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rag.types.usage import NO_USAGE, Usage


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. `abstract` is the stored text that every quote is cut from."""

    id: str
    title: str
    abstract: str
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    area: str = ""
    venue: str = ""
    decision: str = ""
    year: int | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of an abstract, `paper.abstract[start:end]`, with its score for a query."""

    paper: Paper
    start: int
    end: int
    score: float

    @property
    def text(self) -> str:
        """The words of the passage, verbatim."""
        return self.paper.abstract[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Found:
    """A paper that a search found.

    `score` (0…1) ranks it; `similarity` is the best cosine of its passages with the query, `keyword` its BM25
    score (0 when only the other search found it). `passages` are its best ones, best first.
    """

    paper: Paper
    score: float
    similarity: float
    keyword: float
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter on a paper's metadata: with `=` any of the values meets it, with `!=` none may."""

    field: str
    operator: str  # one of = >= <= > < !=
    values: tuple[str, ...]  # a single one unless the operator is = or !=

    def texts(self) -> tuple[str, ...]:
        """The condition as one types it, once for each value: `year>=2025`."""
        return tuple(f"{self.field}{self.operator}{value}" for value in self.values)


# What a question about many papers is on: groups of phrases, of which one must be met with each phrase in it. A phrase
# is stems that stand near each other, in this order.
Phrase = tuple[str, ...]
Topic = tuple[tuple[Phrase, ...], ...]


class Facet(StrEnum):
    """What kind of thing a question asks for."""

    ANYTHING = "anything"
    DEFINITION = "definition"
    METHOD = "method"
    RESULT = "result"
    NUMBER = "number"
    DATA = "data"
    REASON = "reason"
    CODE = "code"
    AUTHORS = "authors"
    DECISION = "decision"
    LISTING = "listing"
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, understood.

    `parts` are the questions in it when there are several ("which …, and how many …"), else empty;
    `terms` are its content words as stems, in order; `names` the words that look like names, as typed. Of a question
    about many papers `about` is what is left without its conditions (empty when it has none), `without` what it leaves
    out, `where` what it says of the papers beside their topic; `counts` says that it asks how many there are.
    """

    facet: Facet
    parts: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    about: str = ""
    without: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for.

    `question` is what the user typed, `text` the question that stands alone, `asked` what it asks for; `also` are
    other wordings that are searched beside `text`; `carried` are ids of papers that a follow-up is about; `usage` is
    what a model took to reword it.
    """

    question: str
    text: str
    asked: Asked
    where: tuple[Condition, ...] = ()
    carried: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    usage: Usage = NO_USAGE
    unclear: str = ""  # why nobody can tell what is meant, as a sentence; then nothing is searched

    @property
    def wanted(self) -> str:
        """The question that stands alone, without its conditions and what it leaves out."""
        return self.asked.about or self.text

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What the papers must meet: the filter, and what the question says of them."""
        return (*self.where, *self.asked.where)

    @property
    def searched(self) -> tuple[str, ...]:
        """Every wording that is searched, the question that stands alone first."""
        return (self.wanted, *self.also)


@dataclass(frozen=True, slots=True)
class Rewording:
    """A question as a language model put it: so that it stands alone, and in words that papers would use."""

    standalone: str
    search: str = ""
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True)
class Passages:
    """What retrieval found for a query, best paper first; `exact` says by metadata, so that all of them answer."""

    found: tuple[Found, ...]
    exact: bool = False

    def papers(self) -> tuple[Paper, ...]:
        """The papers alone, best first."""
        return tuple(item.paper for item in self.found)
