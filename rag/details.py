"""Kinds of detail that a question may ask for, and how an abstract shows that it gives them.

Abstracts hardly ever hold these, so a question for one is a question for something outside the abstract, unless the
abstract shows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rag.terms import fold


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
        r"\b(?:what|which|exact) (?:date|day|month|year)\b|\bon what (?:date|day)\b|\bwhen (?:was|were|did|is|will)\b|\bhow old\b",
        r"\b(?:19|20)\d\d\b",
    ),
    _detail("licence", r"\blicen[cs]e[ds]?\b"),
    _detail("latency", r"\blatency\b|\bmilliseconds?\b|\bfps\b|\bframes per second\b|\bwall[- ]?clock\b|\bruntimes?\b"),
    _detail("memory footprint", r"\bmemory footprint\b|\bvram\b|\bgigabytes?\b|\bhow many gb\b"),
    _detail(
        "model size",
        r"\bhow many (?:[\w-]+ )?param\w+|\bparameter counts?\b|\bnumber of param\w+|\bmodel size\b|\bhow many (?:layers|heads|experts)\b",
        r"\b\d[\d.]*\s?[bm]\b(?:illion)?|\b\d[\d.,]* (?:million |billion )?(?:param|layers|heads|experts)",
    ),
    _detail("number of citations", r"\bhow many (?:times|citations)\b.*\bcit|\bcitation counts?\b"),
    _detail("reviews", r"\breview(?:er)? scores?\b|\brebuttal\b|\breviewers? (?:said|say|think)\b|\bratings? did\b|\brejected\b"),
    _detail("significance test", r"\bp-values?\b|\bconfidence intervals?\b|\bstandard (?:deviation|error)s?\b|\bsignifican(?:ce|t) (?:test|level)"),
    _detail("limitations", r"\blimitations?\b|\bfuture work\b|\bfail(?:ure)? cases?\b", r"\blimit\w*|\bfuture\b|\bfail\w*|\bhowever\b"),
    _detail("figures or sections", r"\b(?:table|figure|fig|section|appendix|equation|eq) ?\.? ?\d|\bappendix\b|\bpage \d|\bhow many pages\b"),
)


def missing_details(question: str, text: str) -> tuple[str, ...]:
    """Names of the kinds of detail that the question asks for and the text doesn't show."""
    asked, given = fold(question), fold(text)
    return tuple(detail.name for detail in DETAILS if detail.asked.search(asked) and not detail.shown.search(given))
