"""What a question about many papers leaves out ("but not on X"), and what it says of them beside their topic."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.types import Condition

# A clause that leaves out, up to the end of the question or the next comma.
_WITHOUT = re.compile(
    r",?\s*\b(?:(?:but|and|that (?:are|is|do|does)|which (?:are|is|do|does)|do|does|are|is)\s+(?:\w+\s+)?"
    r"(?:not|n['’]t)|(?:that|which|who)\s+(?:don|doesn|aren|isn)['’]?t|(?:do|does|are|is)n['’]t"
    r"|except(?:ing)?(?:\s+for)?|excluding|(?:but|and) (?:no|without)|other than|apart from|leaving out|aside from"
    r"|but for)\s+"
    r"(?P<what>[^,;?.!]+)",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:be|being|about|on|of|with|use|uses|using|used|treat|treats|deal with|mention|mentions|study|studies"
    r"|rely on|involve|involves|concern|those|the|that|which|ones|papers?|works?|for|any|in|need|require|employ"
    r"|consider|have|evaluate|train|work|apply|by|a|an)\s+)+",
    re.IGNORECASE,
)
_DECISION = re.compile(r"\b(oral|poster|spotlight)s?\b(?:\s+(?:papers?|presentations?))?", re.IGNORECASE)
_YEAR = re.compile(
    r"\b(?:(?P<kind>from|since|after|before|until|up to|dated|published in|papers in|papers of)\s+)(?:the year\s+)?"
    r"(?P<year>(?:19|20)\d\d)\b(?P<open>\s*(?:on\b(?!\s+\w)|onwards?\b|or later\b|or newer\b|and later\b))?",
    re.IGNORECASE,
)
_KEYWORD = re.compile(
    r"\b(?:with|have|has|having|under) (?:the |a )?keywords?\s+[“\"']?([\w -]+?)[”\"']?(?=[?.,]|$)", re.I
)
_OPERATORS = {"since": ">=", "after": ">", "before": "<", "until": "<=", "up to": "<="}


@dataclass(frozen=True, slots=True)
class Constraints:
    """A question's parts: what is left of it, what it leaves out, and what it says of papers beside that."""

    about: str
    without: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()


def constraints(question: str) -> Constraints:
    """Take a question about many papers apart; a name or word that it leaves out stands in `without` as typed."""
    left_out: list[str] = []

    def take(match: re.Match[str]) -> str:
        what = _LEADING.sub("", match["what"].strip())
        left_out.extend(part.strip() for part in re.split(r"\s+(?:or|nor)\s+", what) if part.strip())
        return " "

    about = _WITHOUT.sub(take, question)
    where: list[Condition] = []
    for pattern, condition in ((_YEAR, _year), (_KEYWORD, _keyword), (_DECISION, _decision)):
        for match in pattern.finditer(about):
            where.append(condition(match))
        about = pattern.sub(" papers " if pattern is _DECISION else " ", about)
    return Constraints(" ".join(about.split()), tuple(left_out), tuple(dict.fromkeys(where)))


def _decision(match: re.Match[str]) -> Condition:
    return Condition("decision", "=", (match[1].lower(),))


def _keyword(match: re.Match[str]) -> Condition:
    return Condition("keyword", "=", (match[1].strip(),))


def _year(match: re.Match[str]) -> Condition:
    operator = ">=" if match["open"] else _OPERATORS.get(match["kind"].lower(), "=")
    return Condition("year", operator, (match["year"],))
