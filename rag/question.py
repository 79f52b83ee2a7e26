"""Understanding a question by its form: what kind of thing it asks for, about which names."""

from __future__ import annotations

import re
from collections.abc import Callable

from rag.terms import FRAME_WORDS, FUNCTION_WORDS, content_words, fold, names, stem
from rag.types import Asked, Facet

_WORKS = (
    r"(?:papers?|works?|articles?|publications?|studies|methods|approaches|frameworks|systems|benchmarks|datasets|"
    r"algorithms|models|techniques|defen[cs]es|authors)"
)
_MANY_WORKS = (
    r"(?:papers|works|articles|publications|studies|methods|approaches|frameworks|systems|benchmarks|"
    r"algorithms|techniques)"
)

# In order of precedence: the first that matches names the facet.
_FORMS: tuple[tuple[Facet, str], ...] = (
    (
        Facet.AUTHORS,
        r"\bwho (?:wrote|writes|authored|are the authors|is the author|published|made|created|developed|proposed)\b"
        r"|\bauthors? of\b|\bwritten by whom|\bby whom\b|\bwhose paper\b|\bauthor (?:list|names?)\b",
    ),
    (Facet.DECISION, r"\b(?:oral|poster|spotlight)s?\b.*\b(?:paper|accepted|which|is|was)\b|\baccepted as\b"),
    (
        Facet.COMPARISON,
        r"\b(?:compare[ds]?|versus|vs\.?|differen(?:t|ce|ces) (?:between|from)|differ|contrast|in common|compared (?:to|with))\b"
        r"|\bboth\b.+\band\b|\bwhat do\b.+\band\b.+\beach\b|\beach\b.*\?",
    ),
    (
        Facet.LISTING,
        rf"\b(?:which|what|any|list|all|other|some|these|those|the|of these) (?:\w+ ){{0,2}}{_MANY_WORKS}\b"
        rf"|\b{_MANY_WORKS} (?:on|about|that|which|by|using|dealing|studying|from)\b"
        r"|\blist\b|\bwhich of (?:these|them|the papers)\b|\banything (?:on|about)\b|\bwhat (?:do|have) you (?:have|got)\b"
        r"|\bpapers? by\b",
    ),
    (
        Facet.CODE,
        r"\b(?:code|github|repo|repository|open[- ]?source[d]?|implementation)\b.*\b(?:available|released?|public|find|where|link|url)\b"
        r"|\b(?:where|link|url|available|released?|is there)\b.*\b(?:code|github|repo|repository|implementation|data ?sets? released)\b",
    ),
    (
        Facet.NUMBER,
        r"\bhow (?:many|much|large|big|long|fast|often|accurate|well|far|high)\b|\bpercent(?:age)?\b|%|\bnumber of\b"
        r"|\b(?:success|pass|error|accuracy|hit|win) rates?\b|\bscores?\b|\bwhat fraction\b|\bspeed-?ups?\b|\bby what factor\b",
    ),
    (Facet.REASON, r"\bwhy\b|\breasons?\b|\bmotivat\w+|\bwhat (?:problem|goes wrong|limits)|\bcauses?\b"),
    (
        Facet.DATA,
        r"\b(?:which|what|on what|on which)\b(?: \w+){0,2} (?:data ?sets?|benchmarks?|data|corpus|corpora|environments?)\b"
        r"|\b(?:evaluated|tested|trained|validated|benchmarked) on\b|\bdata ?sets?\b",
    ),
    (
        Facet.DEFINITION,
        r"^\W*(?:what(?:'s| is| are| does)|define|explain|tell me about|describe)\W+(?:the |an? )?[\w-]+\W*(?:\w+\W*)?$"
        r"|\bstands? for\b|\bwhat does .{1,40} (?:do|mean)\b|\btell me about\b|\bsummar\w+",
    ),
    (Facet.METHOD, r"\bhow (?:do|does|did|is|are|can|could|to|was|were)\b|\bmethods?\b|\bapproach\b|\btechniques?\b|\bhow\b"),
    (Facet.RESULT, r"\bresults?\b|\bfind(?:ings?)?\b|\bconclu\w+|\boutperform\w*|\bachieve[sd]?\b|\bbeats?\b|\bimprove\w*|\bperform\w*"),
)
_COMPILED = tuple((facet, re.compile(pattern)) for facet, pattern in _FORMS)

LEAST_PART = 2  # content words
_BETWEEN_PARTS = re.compile(
    r"[?;]\s+|\.\s+|\s[-–—]\s|,?\s+and\s+(?=(?:how|what|which|why|who|where|when|on|in|does|do|is|are|can|to)\b)|,\s+(?:and|but|so)\s+|:\s+",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\b(?:which|what|wich|whose|how many|how much|number of|name of|names of|size of)\s+((?:[\w-]+\s*){1,5})"
)
_STOPS = frozenset("is are was were does do did has have had can could will would of in on for with to by at from that the they".split())


def understand(question: str, *, correct: Callable[[str], str] = lambda word: word) -> Asked:
    """Read a question's form. `correct` maps a folded word to the one it most likely stands for."""
    folded = fold(question)
    facet = next((facet for facet, pattern in _COMPILED if pattern.search(folded)), Facet.ANYTHING)
    terms = tuple(dict.fromkeys(stem(correct(word)) for word in content_words(question)))
    return Asked(facet, _parts(question), terms, names(question), _wanted(folded))


def _parts(question: str) -> tuple[str, ...]:
    """The questions in a question, each with enough words to be found by itself; empty when there is only one."""
    found = [part.strip() for part in _BETWEEN_PARTS.split(question)]
    kept = tuple(part for part in found if len(content_words(part)) >= LEAST_PART)
    return kept if len(kept) > 1 else ()


def _wanted(folded: str) -> tuple[str, ...]:
    """Stems of the noun right behind the question word: `which learning rate does …` wants learning and rate."""
    found: list[str] = []
    for match in _WANTED.finditer(folded):
        for word in match.group(1).split():
            if word in _STOPS:
                break
            if word not in FUNCTION_WORDS and word not in FRAME_WORDS:
                found.append(stem(word))
    return tuple(dict.fromkeys(found))
