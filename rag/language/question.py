"""Understanding a question by its form: what kind of thing it asks for, in which parts, about which names."""

from __future__ import annotations

import re

from rag.language.constraints import constraints
from rag.language.terms import content_words, fold, names, stem
from rag.language.topic import ASKING_WORDS
from rag.types import Asked, Facet

LEAST_PART = 2  # content words that a part of a question needs to be found by itself

_WORKS = r"(?:papers|works|articles|publications|studies|methods|approaches|frameworks|systems|benchmarks|algorithms)"
_PAPERS_ALONE = r"(?:papers|articles|publications)"
_DATA = r"(?:data ?sets?|benchmarks?|data|corpus|corpora|environments?)"

# In order of precedence: the first facet with a pattern that matches is the question's.
_FORMS: tuple[tuple[Facet, tuple[str, ...]], ...] = (
    (
        Facet.AUTHORS,
        (
            r"\bwho (?:wrote|writes|authored|published|made|created|developed|proposed)\b",
            r"\bwho (?:is|are) the authors?\b",
            r"\bauthors? of\b",
            r"\bthe authors?\W*(?:$|—)",
            r"\bby whom\b",
            r"\bwhose paper\b",
            r"\bauthor (?:list|names?)\b",
        ),
    ),
    (
        Facet.LISTING,
        (r"\b(?:orals?|posters?|spotlights?) (?:papers? )?(?:are |is |were )?(?:about|on|that|treat\w*|deal\w*)\b",),
    ),
    (
        Facet.DECISION,
        (
            r"\b(?:oral|poster|spotlight)s?\b.*\b(?:papers?|accepted|which|is|was)\b",
            r"\b(?:papers?|accepted|which|is|was|were)\b.*\b(?:orals?|posters?|spotlights?)\b",
            r"\baccepted as\b",
        ),
    ),
    (
        Facet.COMPARISON,
        (
            r"\bcompare[ds]?\b",
            r"\b(?:versus|vs)\b",
            r"\bdifferen(?:t|ces?) (?:between|from)\b",
            r"\bdiffer\b",
            r"\bcontrast\b",
            r"\bin common\b",
            r"\bboth\b.+\band\b",
            r"\b(?:and|or)\b.+\beach\b",
        ),
    ),
    (
        Facet.LISTING,
        (
            rf"\b(?:which|what|any|list|all|other|some|these|those|the|of these) (?:\w+ ){{0,2}}{_WORKS}\b",
            rf"\b{_WORKS} (?:on|about|that|which|by|using|dealing|studying|from)\b",
            rf"\b(?:orals|posters|spotlights) (?:about|on|that)\b|^\W*(?:[\w-]+ ){{1,4}}{_PAPERS_ALONE}\W*$",
            r"\bwhat (?:work|research|literature) (?:is|was) (?:there|done)\b|\bwhat is there (?:on|about)\b",
            rf"\b{_PAPERS_ALONE} (?:other than|except|but not)\b",
            r"(?:^|[.?!,;:]|\b(?:please|you|me|to|want|need))\W*(?:a |the |us )?list\b",
            r"\bwhich of (?:these|them|the papers)\b",
            r"\b(?:any|every)thing (?:\w+ ){0,2}(?:on|about|that|to do with)\b",
            r"^\W*who (?:else )?(?:uses|studies|works on|treats|proposes|deals)\b",
            r"\bwhat (?:do|have) you (?:have|got)\b",
        ),
    ),
    (
        Facet.CODE,
        (
            r"\b(?:code|github|repo(?:sitory)?|open[- ]?sourced?|implementation)\b"
            r".*\b(?:available|released?|public|find|where|link|url)\b",
            r"\b(?:where|link|url|available|released?|is there)\b.*\b(?:code|github|repo(?:sitory)?|implementation)\b",
        ),
    ),
    (
        Facet.NUMBER,
        (
            r"\bhow (?:many|much|large|big|long|fast|often|accurate|well|far|high)\b",
            r"\bpercent(?:age)?\b|%",
            r"\bnumber of\b",
            r"\b(?:success|pass|error|accuracy|hit|win) rates?\b",
            r"\bscores?\b",
            r"\bwhat fraction\b",
            r"\bspeed-?ups?\b",
            r"\bby what factor\b",
        ),
    ),
    (
        Facet.REASON,
        (
            r"\bwhy\b",
            r"\breasons?\b",
            r"\bmotivat\w+",
            r"\bcauses?\b",
            r"\bwhat (?:problems?|goes wrong|limits)\b",
            r"\bgets? wrong\b",
            r"\b(?:shortcoming|drawback|weakness)\w*",
            r"\b(?:other|existing|prior|previous|earlier) (?:\w+ )?(?:approaches|methods|work|systems|techniques)\b",
        ),
    ),
    (
        Facet.DATA,
        (
            rf"\b(?:on )?(?:which|what)\b(?: \w+){{0,2}} {_DATA}\b",
            r"\b(?:evaluated|tested|trained|validated|benchmarked) on\b",
            r"\bdata ?sets?\b",
        ),
    ),
    (
        Facet.DEFINITION,
        (
            r"^\W*(?:what(?:'s| is| are| does)|define|explain|describe)\W+(?:the |an? )?[\w-]+\W*(?:\w+\W*)?$",
            r"\bstands? for\b",
            r"\bwhat does .{1,40} (?:do|mean)\b",
            r"\btell me about\b",
            r"\bsummar\w+",
        ),
    ),
    (Facet.METHOD, (r"\bhow\b", r"\bmethods?\b", r"\bapproach\b", r"\btechniques?\b")),
    (
        Facet.RESULT,
        (r"\bresults?\b", r"\bfind(?:ings?)?\b", r"\bconclu\w+", r"\b(?:outperform|achiev|beat|improv|perform)\w*"),
    ),
)
_COMPILED = tuple((facet, re.compile("|".join(patterns))) for facet, patterns in _FORMS)

_PAPERS = r"(?:papers|works|articles|publications|studies|submissions|orals|posters|spotlights)"
# How many papers there are, not how many a paper has ("how many papers does X cite?").
_COUNTING = re.compile(
    rf"\b(?:how many|number of|count)\b(?: (?:of )?(?:the|these|those|all|accepted|other))*(?: \w+)? {_PAPERS}\b"
    r"(?! (?:does|did|has|had|used|in (?:the|its)|per)\b)"
)

_QUESTION_WORDS = r"(?:how|what|which|why|who|where|when|on|in|does|do|is|are|can|to)"
_BETWEEN_PARTS = re.compile(
    rf"[?;]\s+|\.\s+|\s[-–—]\s|:\s+|,?\s+and\s+(?={_QUESTION_WORDS}\b)|,\s+(?:and|but|so)\s+",
    re.IGNORECASE,
)


_ASKING_STEMS = frozenset(map(stem, ASKING_WORDS))


def understand(question: str) -> Asked:
    """Read a question's form."""
    folded = fold(question)
    facet = next((facet for facet, pattern in _COMPILED if pattern.search(folded)), Facet.ANYTHING)
    counts = bool(_COUNTING.search(folded))
    if counts or facet is Facet.LISTING:
        return _of_many(question, counts=counts)
    return Asked(facet, _parts(question), _terms(question), names(question))


def _of_many(question: str, *, counts: bool) -> Asked:
    """A question about many papers: its conditions are taken apart from what it is on."""
    found = constraints(question)
    kept = found.about if found.without or found.where else question
    terms = tuple(term for term in _terms(kept) if term not in _ASKING_STEMS)
    about = kept if kept != question else ""
    return Asked(Facet.LISTING, _parts(kept), terms, names(kept), about, found.without, found.where, counts)


def _terms(question: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem(word) for word in content_words(question)))


def _parts(question: str) -> tuple[str, ...]:
    """The questions in a question, each with enough words to be found by itself; empty when there is only one."""
    found = [part.strip() for part in _BETWEEN_PARTS.split(question)]
    kept = tuple(part for part in found if len(content_words(part)) >= LEAST_PART)
    return kept if len(kept) > 1 else ()
