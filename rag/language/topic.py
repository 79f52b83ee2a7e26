"""What a question about many papers is on, as words that stand together, and whether a text holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.language.terms import COMMON_WORDS, FRAME_WORDS, FUNCTION_WORDS, pieces, stem, stems, words
from rag.types import Phrase, Topic

GAPS = 2  # stems that may stand between those of a phrase
LONGEST_PHRASE = 3
_CUT = re.compile(r"\bor\b|[,;:.!?()\[\]“”\"/]", re.IGNORECASE)

# Words that ask for many papers, and say nothing of what these are on.
ASKING_WORDS = frozenset(
    """
    accepted apply applies applied anything area areas concern concerning concerns consider considers count cover
    covers covering deal dealing deals dealt available everything field focus focused focuses focusing index item items
    literature many number propose proposes recent regarding related submission submissions submitted subject theme
    total treat treated treating treats whole work works existing anyone employ employs leverage leverages rely relies
    address addresses addressing tackle tackles investigate investigates explore explores
    """.split()
)
_NOT_TOPIC = FUNCTION_WORDS | FRAME_WORDS | ASKING_WORDS


_NOUNS_BEHIND = frozenset({"research"})  # that only frame a question, unless they stand behind a word of the topic


def topic_of(text: str) -> Topic:
    """The topic of a question without what it leaves out; empty when it names none."""
    groups = (tuple(_phrases(part)) for part in _CUT.split(text))
    return tuple(dict.fromkeys(group for group in groups if group))


def topic_words(text: str) -> str:
    """The topic as it was typed, from its first word to its last; empty when there is none."""
    typed = list(re.finditer(r"[^\W_]+(?:[-‐‑–'’][^\W_]+)*", text))
    kept = [place for place, word in enumerate(typed) if any(_is_topic(piece) for piece in _parts(word.group()))]
    return text[typed[kept[0]].start() : typed[kept[-1]].end()] if kept else ""


def holds(text: str, topic: Topic) -> bool:
    """Whether a text holds every phrase of one of the topic's groups."""
    found = tuple(stems(text))
    return any(all(_stands(found, phrase) for phrase in group) for group in topic)


def _phrases(part: str) -> Iterator[Phrase]:
    """Runs of words without a function word between them; a long run is no set phrase, so its words count alone."""
    for run in _runs(part):
        content = [word for word in run if word not in COMMON_WORDS] or run
        found = tuple(map(stem, content))
        yield from [found] if len(found) <= LONGEST_PHRASE else [(single,) for single in found]


def _runs(part: str) -> Iterator[list[str]]:
    run: list[str] = []
    for word in (piece for whole in words(part) for piece in _parts(whole)):
        if _is_topic(word) or (run and word in _NOUNS_BEHIND):
            run.append(word)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _parts(word: str) -> tuple[str, ...]:
    found = pieces("".join(words(word)) if not word.islower() else word)
    return found[1:] or found  # a hyphenated word is met by its parts, which stand side by side


def _is_topic(word: str) -> bool:
    return word not in _NOT_TOPIC and (len(word) > 1 or word.isdigit())


def _stands(found: Sequence[str], phrase: Phrase) -> bool:
    """Whether the stems of a phrase stand in order with at most GAPS others between them."""
    reach = len(phrase) + GAPS
    return any(
        _in_order(found[place : place + reach], phrase) for place, first in enumerate(found) if first == phrase[0]
    )


def _in_order(window: Sequence[str], phrase: Phrase) -> bool:
    left = iter(window)
    return all(word in left for word in phrase)
