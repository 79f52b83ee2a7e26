"""Whether a question makes sense without what was said before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.language.details import missing_details
from rag.language.naming import is_named, own_names
from rag.language.pointing import Lean, asks_for_more, asks_why, continues, lacks_subject, lean
from rag.language.question import understand
from rag.language.terms import COMMON_WORDS, content_words, fold, is_english, joined, names, stem, stems
from rag.ports import Search
from rag.types import Facet, Paper

FEW_TERMS = 3  # a question with fewer content words than this leans on what was said before
FEW_WORDS = 3  # the same in a language whose content words are not told apart
# What may be asked of any paper, whatever it is about.
_ASKED_OF_ANY = """
    arxiv baseline baselines code conference count data dataset datasets demo example examples github link number pdf
    repository result sentence short shorter simple simpler size url venue website word words year
    """
_OF_ANY_PAPER = frozenset(map(stem, (*COMMON_WORDS, *_ASKED_OF_ANY.split())))
_DEFINITE = re.compile(r"\b(?:the|its|their|this|that|these|those)\b")
COMPARES = re.compile(
    r"\b(?:compar\w*|than|differ\w*|versus|vs|contrast|similar to|same as|unlike|like the|beats?|outperforms?"
    r"|vergleich\w*|difference)\b"
)
_ONE_OF_MANY = re.compile(
    r"\b(?:which|what|any|a|other) (?:\w+ )?(?:papers?|works?|stud(?:y|ies)|articles?|publications?)\b"
    r"(?! of (?:them|these|those))"
    r"|^\W*(?:what|who) (?:is|are|does) (?:an?) "
    r"|\bhas (?:any|some)(?:one|body)\b|\bdoes any(?:one|body)\b"
)
_IS_THERE = re.compile(r"\W*(?:is|are) there (?:any |some |an? )?([\w-]+)")
DESCRIBED = re.compile(
    r"\b(?:the|that|this) ((?:[\w-]+ ){1,5}?)(?:paper|one|work|study|article|method|benchmark|framework)\b"
)


def stands_alone(question: str, papers: Sequence[Paper], search: Search) -> bool:
    """Whether a question that points at no paper by number or place makes sense without what was said before it."""
    folded = fold(question)
    another = names_another(question, papers, search)
    if another:
        return not _leans_before_name(folded, another)
    if any(is_named(paper, question, search) for paper in papers):
        return True
    if asks_for_more(folded) or asks_why(folded):
        return False
    if _describes_another(folded, papers):
        return True
    firmly = lean(folded)
    if firmly is Lean.FIRMLY:
        return False
    new, known = _new_and_known(question, papers)
    if _asks_anew(question, folded):
        return True
    if firmly is Lean.LOOSELY:
        return len(new) > 1 and len(new) >= len(known)
    return not _leans_by_form(question, new, known, search)


def _leans_by_form(question: str, new: Sequence[str], known: Sequence[str], search: Search) -> bool:
    """Whether a question without a pronoun is still too little by itself: `on which data?`, `how many steps?`."""
    folded = fold(question)
    if not is_english(question):  # of its words only those count that the papers share
        elsewhere = [term for term in new if search.rarity(term) < 1.0]
        return not elsewhere and (continues(folded) or lacks_subject(folded) or len(question.split()) <= FEW_WORDS)
    if missing_details(question, ""):
        return len(new) < FEW_TERMS
    if lacks_subject(folded):
        return len(new) < 2
    if new and (not _DEFINITE.search(folded) or len(new) > 1):
        return False  # it speaks of something that the papers before have not heard of
    return continues(folded) or len(new) + len(known) < FEW_TERMS


def _describes_another(folded: str, papers: Sequence[Paper]) -> bool:
    """Whether a question says `the … paper` with words that the papers before have not heard of."""
    for match in DESCRIBED.finditer(folded):
        new, known = _new_and_known(match[1], papers)
        if len(new) > max(1, len(known)):
            return True
    return False


def _asks_anew(question: str, folded: str) -> bool:
    """Whether a question asks what there is: for papers, or for something that not every paper has."""
    if understand(question).facet is Facet.LISTING or _ONE_OF_MANY.search(folded):
        return True
    thing = _IS_THERE.match(folded)
    return thing is not None and stem(thing[1]) not in _OF_ANY_PAPER and not missing_details(question, "")


def _leans_before_name(folded: str, named: Sequence[Paper]) -> bool:
    """Whether a pronoun stands before the name of another paper: `is it better than X?`, not `X, is it better?`."""
    places = [folded.find(name) for paper in named for name in own_names(paper) if name in folded]
    ahead = folded[: min(places)] if places else ""
    return lean(ahead) is Lean.FIRMLY and bool(COMPARES.search(ahead))


def _new_and_known(question: str, papers: Sequence[Paper]) -> tuple[list[str], list[str]]:
    """The question's own terms: those that the papers have not heard of, and the others."""
    heard = {word for paper in papers for word in stems(" ".join((paper.title, paper.abstract, *paper.keywords)))}
    heard |= {stem(joined(name)) for paper in papers for name in names(paper.abstract)} | _OF_ANY_PAPER
    terms = dict.fromkeys(map(stem, content_words(question)))
    new = [term for term in terms if term not in heard]
    return new, [term for term in terms if term in heard]


def names_another(question: str, papers: Sequence[Paper], search: Search) -> tuple[Paper, ...]:
    """The papers, other than these, that a question calls by their names."""
    found = (item.paper for item in search.search(question, limit=3))
    return tuple(paper for paper in found if paper not in papers and is_named(paper, question, search))
