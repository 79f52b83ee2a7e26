"""Whether a model's wording still asks what was asked: what must be kept, and what may be added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.language.identifiers import typed_ids
from rag.language.naming import MOST_SHARED
from rag.language.question import understand
from rag.language.terms import COMMON_WORDS, content_words, fold, is_english, joined, names, stem
from rag.ports import Vocabulary
from rag.types import Facet

LONGER = 160  # characters that a question may grow by, enough for two titles
MOST_SEARCHED = 300  # characters of a wording for the search
LEAST_KEPT = 0.6  # of the question's content words
LEAST_NEW = 0.3  # of the words for the search, that the question does not have (eval/README.md)
MOST_ADDED = 4  # content words that neither the question nor the conversation has
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„]{2,})[\"”»“]")
_POINTS_BY_NUMBER = re.compile(
    r"\[\d{1,3}\]|(?:\b(?:paper|number|source|footnote|citation|reference)|\b(?:no|nr)\.|#)\s?#?\d{1,2}\b"
)
_ASKS = re.compile(
    r"\W*(?:(?:and|but|so|ok|in|on|at|for|with|by|from|to|of) )?(?:what|which|who|whose|whom|how|why|when|where|is|are"
    r"|was|were|do|does|did|can|could|has|have|had|will|would|should|tell|list|compare|explain|describe|summari[sz]e|give"
    r"|show|find|name)\b"
)


def is_same_question(question: str, wording: str, said: str, vocabulary: Vocabulary) -> bool:
    """Whether `wording` may stand for `question`, to which `said` (the conversation with its titles) came before.

    It has to be a question of the same kind and language, keep ids, names, quotations, numbers and most words, and
    bring in no name or number that was not said.
    """
    if not wording.strip() or len(wording) > len(question) + LONGER or "\n" in wording:
        return False
    if is_english(question) != is_english(wording) or not _asks_alike(question, wording):
        return False
    return _keeps(question, wording) and _adds_little(question, wording, said, vocabulary)


def may_be_searched(question: str, wording: str, said: str, vocabulary: Vocabulary) -> bool:
    """Whether `wording` may be searched beside the question: short, with words but no name or number of its own.

    One that only says the question's words again would make some of them count more than others.
    """
    terms = set(map(stem, content_words(wording)))
    if not terms or len(wording) > MOST_SEARCHED or "\n" in wording:
        return False
    if len(terms - set(map(stem, content_words(question)))) < LEAST_NEW * len(terms):
        return False
    known = f"{question} {said}"
    return not _foreign_names(wording, known, vocabulary) and not _foreign_numbers(wording, known)


def _asks_alike(question: str, wording: str) -> bool:
    """Whether both ask, and for the same kind of thing as far as the first one says."""
    asked = understand(question).facet
    same = asked in (Facet.ANYTHING, understand(wording).facet)
    return same and (wording.rstrip(" \"”'").endswith(("?", "؟", "？")) or bool(_ASKS.match(fold(wording))))


def _keeps(question: str, wording: str) -> bool:
    plain, compact = _POINTS_BY_NUMBER.sub(" ", question), joined(wording).replace(" ", "")
    ids = (typed for typed in typed_ids(plain) if any(sign.isdigit() for sign in typed))
    wanted = [*names(plain), *_QUOTED.findall(plain), *ids]
    if any(joined(text).replace(" ", "") not in compact for text in wanted):
        return False
    if not set(_NUMBER.findall(plain)) <= set(_NUMBER.findall(wording)):
        return False
    terms = {stem(word) for word in content_words(plain) if word not in COMMON_WORDS and not word.isdigit()}
    kept = terms & {stem(word) for word in content_words(wording)}
    return len(kept) >= LEAST_KEPT * len(terms)


def _adds_little(question: str, wording: str, said: str, vocabulary: Vocabulary) -> bool:
    known = f"{question} {said}"
    if _foreign_names(wording, known, vocabulary) or _foreign_numbers(wording, known):
        return False
    terms = {stem(word) for word in content_words(wording) if word not in COMMON_WORDS}
    return len(terms - set(map(stem, content_words(known)))) <= MOST_ADDED


def _foreign_names(wording: str, known: str, vocabulary: Vocabulary) -> Sequence[str]:
    """Names that were not said before and that few papers use, or none."""
    compact = joined(known).replace(" ", "")
    return [
        name
        for name in names(wording)
        if joined(name).rstrip("s") not in compact and vocabulary.frequency(stem(joined(name))) <= MOST_SHARED
    ]


def _foreign_numbers(wording: str, known: str) -> set[str]:
    """Numbers of two digits or more that were not said; a single one is as often a count of things."""
    return {number for number in set(_NUMBER.findall(wording)) - set(_NUMBER.findall(known)) if len(number) > 1}
