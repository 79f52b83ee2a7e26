"""Orders to the program, told by their grammar and not by their topic: injections may be asked about."""

from __future__ import annotations

import re

# Where an order can begin: at the start of a clause, or behind a word that leads up to one.
_CLAUSE = (
    r"(?:^|[.!?:;,\n>]|\b(?:and|then|please|just|now|instead|you (?:to|must|should|will|can|may)"
    r"|(?:can|could|would|will) you))\W{0,4}(?:(?:kindly|please|first|just|now|also) )*"
)
_DISREGARD = r"(?:ignore|disregard|forget|override|bypass)\b"
_ALL = r"(?:all|any|the|your|my|these|those|previous|prior|everything|every)\b"
_RULES = r"(?:instructions?|rules?|prompts?|previous|above|polic(?:y|ies)|guidelines?|restrictions?|everything)\b"
_TELL = r"(?:reveal|print|show|repeat|output|leak|give|tell|list|display)\b(?: me)?"
_OWN = r"your (?:\w+ ){0,2}(?:prompt|instructions?|configuration|rules)\b|system prompt\b"
_SECRET = r"(?:(?:api|secret|access) ?keys?|environment variables?|passwords?|secrets?|credentials)\b"
_THINGS = r"(?:papers?|index|files?|tables?|database)\b"

_ORDER = re.compile(
    "|".join(
        (
            rf"{_CLAUSE}{_DISREGARD} (?:{_ALL} )(?:\w+ ){{0,3}}{_RULES}",
            rf"{_CLAUSE}{_DISREGARD} (?:everything\b|(?:previous|prior|all) {_RULES})",
            rf"{_CLAUSE}{_TELL} (?:\w+ ){{0,3}}(?:{_OWN})",
            rf"{_CLAUSE}{_TELL} (?:all )?(?:of )?(?:the|your|all|any|my|every) (?:\w+ )?{_SECRET}",
            rf"{_CLAUSE}{_TELL} (?:everything|all|the (?:text|words))\b.{{0,20}}\b(?:above|before|so far)\b",
            rf"{_CLAUSE}(?:delete|drop|erase|wipe|truncate)\b (?:\w+ ){{0,3}}{_THINGS}",
            rf"{_CLAUSE}(?:reply|respond|answer|say)\b.{{0,20}}\bwith (?:only )?(?:the words?\b|[\"'“])",
            rf"{_CLAUSE}(?:act as|pretend (?:to be|that|you)|roleplay as|enter developer mode)\b",
            r"\byou are now\b|\bas dan\b|\bfrom now on,? (?:you|cite|answer|reply|respond|always|never)\b",
            # The program is asked for what it keeps to itself.
            rf"\byour (?:\w+ ){{0,2}}(?:system prompt|hidden instructions|{_SECRET})",
            rf"\b(?:system prompt|{_SECRET}).{{0,20}}\b(?:do|are|were|did) you\b",
            # Marks of the messages that a model is given.
            r"</?(?:system|context|source|instructions?|user|assistant)\b|<\||\[/?inst\]",
            r"(?:^|[\n>.]\W*)system ?:",
        )
    )
)
_WORK = (
    r"(?:function|script|program|poem|email|e-mail|letter|essay|song|story|joke|code|haiku|rap|tweet|sql"
    r"|regex|quicksort|in (?:python|rust|java|c))\b"
)
_CHORE = re.compile(
    r"^\W*(?:(?:please|can you|could you|kindly) )*"
    rf"(?:(?:write|draft|compose|generate|create|code|implement|make)(?: \w+){{0,5}}? {_WORK}"
    r"|translate\b|tell me a joke|sing\b|book (?:me )?a\b|order (?:me )?a\b|remind me\b|play (?!-))"
)
_ASKS_FOR_PAPERS = re.compile(r"\b(?:which|what|any|are there) (?:\w+ )?(?:papers?|works?|abstracts?|authors?)\b")


def is_order(folded: str) -> bool:
    """Whether a text (folded) orders the program to break its rules or to give away its secrets."""
    return bool(_ORDER.search(folded))


def is_chore(folded: str) -> bool:
    """Whether a text (folded) asks for a piece of work that no paper can hold: a poem, a booking."""
    return bool(_CHORE.search(folded)) and not _ASKS_FOR_PAPERS.search(folded)
