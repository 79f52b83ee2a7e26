"""Kinds of detail that a question may ask for, and how an abstract shows that it gives them.

Abstracts hardly ever hold these, so a question for one is a question for something outside the abstract, unless the
abstract shows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.language.terms import fold, stem, stems

COUNT_REACH = 60  # characters around a number within which the thing it counts must stand

_PEOPLE = (
    r"(?:participants?|annotators?|people|humans?|users?|doctors?|clinicians?|physicians?|experts?|raters?|reviewers?"
    r"|students?|patients?|volunteers?|subjects?)"
)
_HAPPENED = r"(?:publish|releas|collect|submit|writ|start|held|happen|conduct|accept|present|record|train)\w*"


@dataclass(frozen=True, slots=True)
class Detail:
    """A kind of detail: `name` completes "the abstract gives no …"; `shown` is how a text shows that it gives it."""

    name: str
    asked: re.Pattern[str]
    shown: re.Pattern[str]


def _detail(name: str, *asked: str, shown: str = "") -> Detail:
    return Detail(name, re.compile("|".join(asked)), re.compile(shown or "|".join(asked)))


DETAILS = (
    _detail("learning rate", r"\blearning[- ]rates?\b"),
    _detail("batch size", r"\bbatch[- ]?sizes?\b"),
    _detail(
        "number of epochs or steps",
        r"\bepochs?\b",
        r"\b(?:training|gradient|rl|ppo|optimi[sz]ation) (?:steps|iterations|episodes)\b",
    ),
    _detail("optimiser", r"\boptimi[sz]ers?\b", r"\badamw?\b", r"\bweight decay\b", r"\bmomentum\b"),
    _detail(
        "hyper-parameters",
        r"\bhyper-?param\w*",
        r"\bdropout\b",
        r"\bcoefficients?\b",
        r"\blora rank\b",
        r"\brandom seeds?\b",
        r"\bwarm-?up\b",
    ),
    _detail("hardware", r"\b[gt]pus?\b", r"\bhardware\b", r"\b[ahv]100s?\b", r"\bnvidia\b"),
    _detail(
        "cost",
        r"\bcosts? (?:in|of|per)\b.*\b(?:dollar|euro|usd|api)",
        r"\bhow much (?:did|does|do) .* cost\b",
        r"\bdollars?\b",
        r"\beuros?\b",
        r"\bpaid\b",
        r"\bpric\w+\b",
        r"\bsalar\w+",
        r"\bwages?\b",
        r"\bfund(?:ing|ed)\b",
        r"\bgrant\b",
        shown=r"\$\s?\d|\bdollars?\b|\busd\b|\bpaid\b|\bprice",
    ),
    _detail(
        "number of people",
        rf"\b(?:how many|number of) (?:[\w-]+ )?{_PEOPLE}\b",
        shown=rf"\b\d[\d,]* (?:[\w-]+ )?{_PEOPLE}\b",
    ),
    _detail(
        "affiliation",
        r"\baffiliat\w+",
        r"\buniversit\w+",
        r"\binstitut(?:e|ion)s?\b",
        r"\bwhich (?:company|lab|labs|group|country)\b",
        r"\bcompany\b",
        r"\bwork for\b",
        r"\bwhere do(?:es)? the authors?\b",
        r"\bemail\b",
        r"\b(?:corresponding|first) author\b",
    ),
    _detail(
        "date",
        r"\b(?:what|which|exact) (?:date|day|month|year)\b",
        r"\bon what (?:date|day)\b",
        rf"\bwhen (?:was|were|did|will)\b.*\b{_HAPPENED}",
        r"\bhow old\b",
        shown=r"\b(?:19|20)\d\d\b",
    ),
    _detail(
        "time taken",
        r"\b(?:training|inference|running|run|compute|computation|wall) time\b",
        r"\bhow long (?:does|did) (?:it|they|the|training)\b",
        shown=r"\b\d[\d.,]* ?(?:ms|seconds?|minutes?|hours?|days?|times|x)\b",
    ),
    _detail(
        "base model",
        r"\b(?:base|backbone|underlying) (?:model|llm)\b",
        r"\binitiali[sz]ed (?:from|with)\b",
        r"\bwhich (?:llm|language model) (?:is|was|were|did|do|does)\b",
        shown=r"\b(?:llama|qwen|gpt|mistral|gemma|claude|gemini|deepseek|bert|t5|pythia|olmo)",
    ),
    _detail("licence", r"\blicen[cs]e[ds]?\b"),
    _detail(
        "latency",
        r"\blatency\b",
        r"\bmilliseconds?\b",
        r"\bfps\b",
        r"\bframes per second\b",
        r"\bwall[- ]?clock\b",
        r"\bruntimes?\b",
    ),
    _detail("memory footprint", r"\bmemory footprint\b", r"\bvram\b", r"\bgigabytes?\b", r"\bhow many gb\b"),
    _detail(
        "model size",
        r"\bhow many (?:[\w-]+ )?(?:param\w+|layers|heads|experts)\b",
        shown=r"\d.*\bparam|\bparam\w*\b.*\d|\b\d[\d.]*\s?[bm]\b|\b\d[\d.,]* (?:\w+ )?(?:layers|heads|experts)",
    ),
    _detail("number of citations", r"\bhow many (?:times|citations)\b.*\bcit", r"\bcitation counts?\b"),
    _detail(
        "reviews",
        r"\breview(?:er)? scores?\b",
        r"\brebuttal\b",
        r"\breviewers? (?:said|say|think)\b",
        r"\bratings? did\b",
        r"\brejected\b",
    ),
    _detail(
        "significance test",
        r"\bp-values?\b",
        r"\bconfidence intervals?\b",
        r"\bstandard (?:deviation|error)s?\b",
        r"\bsignifican(?:ce|t) (?:test|level)",
    ),
    _detail(
        "limitations",
        r"\blimitations?\b",
        r"\bfuture work\b",
        r"\bfail(?:ure)? cases?\b",
        shown=r"\blimit\w*|\bfuture\b|\bfail\w*|\bhowever\b",
    ),
    _detail(
        "figures or sections",
        r"\b(?:table|figure|fig|section|appendix|equation|eq) ?\.? ?\d",
        r"\bappendix\b",
        r"\bpage \d",
        r"\bhow many pages\b",
    ),
    _detail(
        "percentage",
        r"\bpercent(?:age)?\b",
        r"\b(?:in|what) %",
        r"\bwhat (?:fraction|share|proportion)\b",
        shown=r"%|\bpercent|\bhalf\b|\bthirds?\b|\bquarter",
    ),
)

_DENIED = re.compile(r"\b(?:no|not|without|\w+n't)\W+(?:[\w-]+\W+)?$")
_COUNT_ASKED = re.compile(r"(?:\bhow many|^\W*(?:the )?number of|\bwhat (?:is|was) the number of) ((?:[\w-]+ ?){1,4})")
_COUNT_ENDS = frozenset(
    "is are was were does do did has have had can could will would of in on for with to by at from".split()
    + "that the they there and or what which".split()
)
_COUNT = re.compile(
    r"\b(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?)\b"
)


def missing_details(question: str, text: str) -> tuple[str, ...]:
    """Names of the kinds of detail that the question asks for and the text doesn't show."""
    asked, given = fold(question), fold(text)
    missing = [detail.name for detail in DETAILS if _is_asked(detail, asked) and not detail.shown.search(given)]
    return (*missing, *_missing_counts(asked, given))


def _is_asked(detail: Detail, question: str) -> bool:
    return any(not _DENIED.search(question[: match.start()]) for match in detail.asked.finditer(question))


def _missing_counts(question: str, text: str) -> list[str]:
    """Things the question wants counted of which the text, though it speaks of them, holds no number."""
    missing = []
    for match in _COUNT_ASKED.finditer(question):
        counted = _counted(match.group(1))
        noun = stem(counted[-1]) if counted else ""
        if noun in set(stems(text)) and not _is_counted(noun, text):
            missing.append(f"number of {' '.join(counted)}")
    return missing


def _counted(words_behind: str) -> list[str]:
    """What is counted: the words behind `how many`, up to the verb."""
    counted: list[str] = []
    for word in words_behind.split():
        if word in _COUNT_ENDS:
            break
        counted.append(word)
    return counted


def _is_counted(noun: str, text: str) -> bool:
    places = (match.start() for match in _COUNT.finditer(text))
    return any(noun in set(stems(text[max(0, place - COUNT_REACH) : place + COUNT_REACH])) for place in places)
