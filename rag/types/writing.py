"""Words with citations, as they are written, checked and judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rag.types.finding import Paper
from rag.types.judging import JudgedBy
from rag.types.usage import NO_USAGE, Usage
from rag.types.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Draft:
    """Words as the writer left them.

    `cut_off` says that the model stopped at its length limit, `abstains` that the words say the papers don't say.
    """

    text: str
    usage: Usage = NO_USAGE
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
    """A sentence of an answer with the numbers it cites; markers are not part of `text`.

    `note` says in plain words what checking found amiss; a `struck` sentence is shown but is no part of the answer.
    """

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    note: str = ""
    struck: bool = False


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
    usage: Usage = NO_USAGE
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking found: the sentences and footnotes with their verdicts.

    `judged_by` is who gave them (None: the offline checks alone), `usage` what that cost, `note` why a judge that was
    asked gave none.
    """

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    judged_by: JudgedBy | None = None
    usage: Usage = NO_USAGE
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper in a ranking."""

    paper_id: str
    title: str
    score: float
