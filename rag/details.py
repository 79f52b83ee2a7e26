"""Kinds of detail that a question may ask for, and how an abstract shows that it gives them.

Abstracts hardly ever hold these, so a question for one is a question for something outside the abstract, unless the
abstract shows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.terms import fold, stem, stems


COUNT_REACH = 60  # characters around a number within which the thing it counts must stand


@dataclass(frozen=True, slots=True)
class Detail:
    """A kind of detail: `name` completes "the abstract gives no …"."""

    name: str
    asked: re.Pattern[str]
    shown: re.Pattern[str]


def _detail(name: str, asked: str, shown: str | None = None) -> Detail:
    return Detail(name, re.compile(asked), re.compile(shown or asked))


DETAILS = (
    _detail("learning rate", r"\blearning[- ]rates?\b"),
    _detail("batch size", r"\bbatch[- ]?sizes?\b"),
    _detail("number of epochs or steps", r"\bepochs?\b|\b(?:training|gradient|rl|ppo|optimi[sz]ation) (?:steps|iterations)\b"),
    _detail("optimiser", r"\boptimi[sz]ers?\b|\badamw?\b|\bweight decay\b|\bmomentum\b"),
    _detail("hyper-parameters", r"\bhyper-?param\w*\b|\bdropout\b|\bcoefficients?\b|\blora rank\b|\brandom seeds?\b|\bwarm-?up\b"),
    _detail("hardware", r"\b[gt]pus?\b|\bhardware\b|\ba100s?\b|\bh100s?\b|\bv100s?\b|\bnvidia\b"),
    _detail(
        "cost",
        r"\bcosts? (?:in|of|per)\b.*\b(?:dollar|euro|usd|api)|\bdollars?\b|\beuros?\b|\bbudget in\b|\bpaid\b|\bpric\w+\b|\bsalar\w+"
        r"|\bhow much (?:did|does|do) .* cost\b|\bwages?\b|\bfunding\b|\bfunded\b|\bgrant\b",
        r"\$\s?\d|\bdollars?\b|\busd\b|\bpaid\b|\bprice",
    ),
    _detail(
        "number of people",
        r"\bhow many (?:[\w-]+ )?(?:participants?|annotators?|people|humans?|users?|doctors?|clinicians?|physicians?|experts?|raters?"
        r"|reviewers?|students?|patients?|volunteers?|subjects?)\b"
        r"|\bnumber of (?:[\w-]+ )?(?:participants?|annotators?|users?|raters?|experts?)\b",
        r"\b\d[\d,]* (?:[\w-]+ )?(?:participants?|annotators?|people|humans?|users?|doctors?|clinicians?|physicians?|experts?|raters?"
        r"|students?|patients?|volunteers?|subjects?)\b",
    ),
    _detail(
        "affiliation",
        r"\baffiliat\w+|\buniversit\w+|\binstitut(?:e|ion|ions)\b|\bwhich (?:company|lab|labs|group|country)\b|\bcompany\b"
        r"|\bwork for\b|\bemail\b|\bcorresponding author\b|\bfirst author\b",
    ),
    _detail(
        "date",
        r"\b(?:what|which|exact) (?:date|day|month|year)\b|\bon what (?:date|day)\b|\bhow old\b|\bwhen (?:was|were|did|will)\b.*\b(?:publish|releas|collect|submit|written|writ|start|held|happen|conduct|accept|present|record|train)\w*",
        r"\b(?:19|20)\d\d\b",
    ),
    _detail("licence", r"\blicen[cs]e[ds]?\b"),
    _detail("latency", r"\blatency\b|\bmilliseconds?\b|\bfps\b|\bframes per second\b|\bwall[- ]?clock\b|\bruntimes?\b"),
    _detail("memory footprint", r"\bmemory footprint\b|\bvram\b|\bgigabytes?\b|\bhow many gb\b"),
    _detail(
        "model size",
        r"\bhow many (?:[\w-]+ )?param\w+|\bhow many (?:layers|heads|experts)\b",
        r"\d.*\bparam|\bparam\w*\b.*\d|\b\d[\d.]*\s?[bm]\b(?:illion)?|\b\d[\d.,]* (?:\w+ )?(?:layers|heads|experts)",
    ),
    _detail("number of citations", r"\bhow many (?:times|citations)\b.*\bcit|\bcitation counts?\b"),
    _detail("reviews", r"\breview(?:er)? scores?\b|\brebuttal\b|\breviewers? (?:said|say|think)\b|\bratings? did\b|\brejected\b"),
    _detail("significance test", r"\bp-values?\b|\bconfidence intervals?\b|\bstandard (?:deviation|error)s?\b|\bsignifican(?:ce|t) (?:test|level)"),
    _detail("limitations", r"\blimitations?\b|\bfuture work\b|\bfail(?:ure)? cases?\b", r"\blimit\w*|\bfuture\b|\bfail\w*|\bhowever\b"),
    _detail("figures or sections", r"\b(?:table|figure|fig|section|appendix|equation|eq) ?\.? ?\d|\bappendix\b|\bpage \d|\bhow many pages\b"),
)


_DENIED = re.compile(r"\b(?:no|not|without|\w+n't)\W+(?:[\w-]+\W+)?$")
_PERCENT_ASKED = re.compile(r"\bpercent(?:age)?\b|\bin %|\bwhat %")
_COUNT_ASKED = re.compile(r"\bhow many ((?:[\w-]+ ?){1,4})")
_COUNT_ENDS = frozenset("is are was were does do did has have had can could will would of in on for with to by at from that the they there and or what which".split())
_COUNT = r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?)"


def missing_details(question: str, text: str) -> tuple[str, ...]:
    """Names of the kinds of detail that the question asks for and the text doesn't show."""
    asked, given = fold(question), fold(text)
    missing = [detail.name for detail in DETAILS if _is_asked(detail, asked) and not detail.shown.search(given)]
    if _PERCENT_ASKED.search(asked) and not re.search(r"%|\bpercent", given):
        missing.append("percentage")
    return (*missing, *_missing_counts(asked, given))


def _is_asked(detail: Detail, question: str) -> bool:
    return any(not _DENIED.search(question[: match.start()]) for match in detail.asked.finditer(question))


def _missing_counts(question: str, text: str) -> list[str]:
    """Things the question wants counted of which the text, though it speaks of them, holds no number."""
    missing = []
    for match in _COUNT_ASKED.finditer(question):
        noun = _head(match.group(1))
        if not noun or noun not in set(stems(text)):
            continue
        places = (place.start() for place in re.finditer(rf"\b{_COUNT}\b", text))
        if not any(noun in set(stems(text[max(0, place - COUNT_REACH) : place + COUNT_REACH])) for place in places):
            missing.append(f"number of {match.group(1).strip()}")
    return missing


def _head(words_behind: str) -> str:
    """The stem of the noun that is counted: the last word before the verb."""
    counted = []
    for word in words_behind.split():
        if word in _COUNT_ENDS:
            break
        counted.append(word)
    return stem(counted[-1]) if counted else ""
