"""The values that travel along the way of a question. All are frozen; each stage returns a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    NO_ANSWER = "no_answer"
    ERROR = "error"


class Verdict(StrEnum):
    """What checking a sentence or a citation found, from strong to weak."""

    QUOTED = "quoted"  # verbatim in the cited abstract
    SUPPORTED = "supported"  # said by a named judge
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"
    PLAUSIBLE = "plausible"  # only the offline checks passed
    UNCITED = "uncited"
    INVALID = "invalid"


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
    `terms` are its content words as stems, in order; `names` the words that look like names, as typed.
    """

    facet: Facet
    parts: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for.

    `question` is what the user typed, `text` the question that stands alone, `asked` what it asks for;
    `carried` are ids of papers that a follow-up is about.
    """

    question: str
    text: str
    asked: Asked
    where: tuple[Condition, ...] = ()
    carried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passages:
    """What retrieval found for a query, best paper first; `exact` says by metadata, so that all of them answer."""

    found: tuple[Found, ...]
    exact: bool = False

    def papers(self) -> tuple[Paper, ...]:
        """The papers alone, best first."""
        return tuple(item.paper for item in self.found)


@dataclass(frozen=True, slots=True)
class Match:
    """How well one term of the question is met by a text.

    `rarity` (0…1) is its inverse document frequency over the largest possible one, `technicality` (0…1) how seldom
    everyday English uses it; `strength` (0…1) is 1 for the term itself, else a cosine of its meaning in context.
    """

    term: str
    rarity: float
    technicality: float
    strength: float


class Role(StrEnum):
    """The part that a sentence plays in its abstract."""

    BACKGROUND = "background"  # the world before this paper
    CLAIM = "claim"  # what the paper is: "we introduce …"
    SUBSTANCE = "substance"  # how it works, what came of it
    POINTER = "pointer"  # where code and data are


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence of a found paper, read against the question.

    `similarity` is its cosine with the question, `part_similarities` with each part of a question that has several,
    `matches` what it has of the question's terms, `position` its place in the abstract from 0.
    """

    paper: Paper
    start: int
    end: int
    position: int
    role: Role
    similarity: float
    part_similarities: tuple[float, ...]
    matches: tuple[Match, ...]

    @property
    def text(self) -> str:
        """The sentence, verbatim."""
        return self.paper.abstract[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Read:
    """A found paper after its sentences (in reading order) were read against the question.

    `matches` are over title, keywords and abstract together, `title_matches` over title and keywords; `named` says
    that the question names this paper; `score` (0…1, plus 1 when named) ranks it.
    """

    found: Found
    sentences: tuple[ReadSentence, ...]
    matches: tuple[Match, ...]
    named: bool
    score: float
    title_matches: tuple[Match, ...] = ()

    @property
    def paper(self) -> Paper:
        """The paper that was read."""
        return self.found.paper


class Weight(StrEnum):
    """How far the evidence carries."""

    ENOUGH = "enough"
    THIN = "thin"  # on the topic, but what is asked does not show: only a model may try
    NOTHING = "nothing"  # no model call


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may be written from, and whether it suffices.

    `reads` are the papers that answer; `beside` the next best ones, for a writer that can judge for itself.
    """

    reads: tuple[Read, ...]
    weight: Weight
    beside: tuple[Read, ...] = ()
    reason: str = ""
    nearest: tuple[Paper, ...] = ()
    reply: str = ""  # a friendly hint that needs no sources, for instance to a greeting

    def papers(self) -> tuple[Paper, ...]:
        """All the papers, those that answer first."""
        return tuple(read.paper for read in (*self.reads, *self.beside))


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and calls that an answer took; zero for the extractive writer."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """Words as the writer left them.

    `cut_off` says that the model stopped at its length limit, `abstains` that the words say the papers don't say.
    """

    text: str
    usage: Usage = Usage()
    cut_off: bool = False
    abstains: bool = False


@dataclass(frozen=True, slots=True)
class Citation:
    """A footnote: `quote` is `abstract[start:end]` of the paper, character for character."""

    number: int
    paper_id: str
    title: str
    authors: tuple[str, ...]
    url: str
    quote: str
    start: int
    end: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer with the numbers it cites; markers are not part of `text`."""

    text: str
    citations: tuple[int, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence of a draft with its citations resolved, not yet checked.

    `invalid` holds markers that point at no source; `lead` is the white space (or list bullet) before it.
    """

    text: str
    numbers: tuple[int, ...]
    invalid: tuple[str, ...] = ()
    lead: str = ""


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """A draft cut into sentences whose markers point at papers; `numbered` maps numbers to papers."""

    sentences: tuple[CitedSentence, ...]
    numbered: Mapping[int, Paper]
    usage: Usage = Usage()
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper in a ranking."""

    paper_id: str
    title: str
    score: float
