"""What papers are called: the names by which people ask for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rag.language.identifiers import plain_id, typed_ids
from rag.language.terms import (
    FRAME_WORDS,
    FUNCTION_WORDS,
    content_words,
    joined,
    looks_like_name,
    names,
    stem,
    stems,
    words,
)
from rag.ports import Vocabulary
from rag.types import Paper

MOST_SHARED = 3  # papers; a name that more of them use ("LLM") names none
MOST_BESIDE_AUTHOR = 1  # content words of a question that asks for the papers of a person
TITLE_SHARE = 0.75  # of a title's words that make a question name the paper
_CUE = re.compile(r"\b(?:introduc|propos|present|develop|call|nam|term|dubb|releas|implement)\w*\b([^.]{0,120})")
_IN_BRACKETS = re.compile(r"\(([A-Z][\w-]*)\)")
_COMPOUND = re.compile(r"[A-Z][a-z]+(?:-[A-Z][a-z]+)+")


def is_named(paper: Paper, question: str, vocabulary: Vocabulary) -> bool:
    """Whether a question calls a paper by its name, its title or its id."""
    asked = _written_forms(question)
    if plain_id(paper.id) in _typed_ids(question) or any(
        name in asked and vocabulary.frequency(stem(name)) <= MOST_SHARED for name in own_names(paper)
    ):
        return True
    title = _title_words(paper.title)
    return len(title) >= 3 and len(title & _asked_words(question)) / len(title) >= TITLE_SHARE


@lru_cache(maxsize=20_000)
def _title_words(title: str) -> frozenset[str]:
    return frozenset(content_words(title)) - FUNCTION_WORDS - FRAME_WORDS


@lru_cache(maxsize=64)
def _typed_ids(question: str) -> frozenset[str]:
    return frozenset(map(plain_id, typed_ids(question)))


@lru_cache(maxsize=64)
def _asked_words(question: str) -> frozenset[str]:
    return frozenset(content_words(question))


def place_of_name(paper: Paper, question: str) -> int:
    """Where in a question a paper is first named (an offset into its joined letters); behind all when by its title."""
    asked = joined(" ".join(words(question))).replace(" ", "")
    places = [asked.find(name) for name in own_names(paper) if name in asked]
    return min(places, default=len(asked))


def asks_by_author(question: str, paper: Paper) -> bool:
    """Whether a question holds the whole name of one of a paper's authors, and hardly asks for anything else."""
    asked = f" {' '.join(words(question))} "
    authors = [author for author in paper.authors if f" {' '.join(words(author))} " in asked]
    others = set(content_words(question)) - set(content_words(" ".join(authors)))
    named = set(map(joined, names(question))) & others
    return bool(authors) and not named and len(others) <= MOST_BESIDE_AUTHOR


def _naming_stems(paper: Paper) -> Iterator[str]:
    yield from stems(" ".join((paper.id, paper.title, *paper.authors)))
    for name in (*own_names(paper), joined(paper.id)):
        yield from (name, stem(name))


def name_stems(papers: Iterable[Paper]) -> frozenset[str]:
    """Stems of the names, titles and authors of papers: they say which paper is meant, not what is asked of it."""
    return frozenset(found for paper in papers for found in _naming_stems(paper))


@lru_cache(maxsize=20_000)
def own_names(paper: Paper) -> frozenset[str]:
    """Names that a paper gives itself, folded and without hyphens: in its title, or introduced in its abstract."""
    found = {joined(name) for name in names(paper.title)}
    head, colon, _ = paper.title.partition(":")
    if colon and len(head.split()) == 1:
        found.add(joined(head))
    found.update(map(joined, introduced_names(paper)))
    return frozenset(name for name in found if len(name) > 2)


def introduced_names(paper: Paper) -> tuple[str, ...]:
    """Names that an abstract introduces, as written, in order: `we propose X`."""
    return tuple(name for match in _CUE.finditer(paper.abstract) for name in _first_names(match.group(1)))


def _first_names(introduced: str) -> list[str]:
    """The first name after `we introduce`, and the first one in brackets; what follows a comma only explains them."""
    introduced = introduced.split(",")[0]
    compound = _COMPOUND.match(introduced.lstrip())
    bracketed = [name for name in _IN_BRACKETS.findall(introduced) if looks_like_name(name)]
    return [*names(introduced)[:1], *bracketed[:1], *([compound.group()] if compound else [])]


@lru_cache(maxsize=64)
def _written_forms(question: str) -> frozenset[str]:
    """The question's words and their joins with up to two neighbours, so that `co act 1` is `coact1`."""
    plain = [joined(word) for word in words(question)]
    forms = set(plain)
    for size in (2, 3):
        forms.update("".join(plain[place : place + size]) for place in range(len(plain) - size + 1))
    return frozenset(forms)
