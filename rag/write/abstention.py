"""The one line with which a model says that the papers do not hold the answer, and how to recognise it."""

from __future__ import annotations

import re

ABSTENTION = "NOT IN THE PAPERS"
COPIED_WORDS = 6  # of a sentence that is a copy; a shorter one may be anybody's

_MARKER = re.compile(r"[\[【(]\s*\d[\d\s,;–-]*[\]】)]")
_LINE = re.compile(
    r"\bnot (?:found |stated |mentioned )?in (?:any of )?(?:the|these) (?:given |provided )?"
    r"(?:papers|sources)\b"
)
_OTHER_WORDS = 6  # around the line, as in "The answer is NOT IN THE PAPERS."
# What small models say in their own words instead of the line; mostly it counts only where nothing is cited.
_DENIAL = re.compile(
    r"(?:\bnot|n't|\bno)\b[^,;]{0,60}?\b(?:specif|mention|provid|stat|given|found|includ|contain|list|describ|discuss"
    r"|report|availab|inform|detail|say|answer)\w*\b"
)
# A small model may cite the paper that does not say it; this much is unmistakable even then.
_UNSAID = re.compile(
    r"\b(?:not|n't|never) (?:been )?(?:explicitly |directly |clearly )?"
    r"(?:specified|mentioned|stated|provided|given|reported|disclosed)"
    r"(?: (?:in|by|here|the|this|these|any|of|given|provided|\d+|sources?|papers?|abstracts?|texts?|context))*$"
)
_PLACE = re.compile(r"\b(?:sources?|papers?|abstracts?|texts?|excerpts?|context|passages?)\b")
_DENIAL_WORDS = 40  # the longest such answer


def abstains(text: str, told: str = "") -> bool:
    """Whether a model's answer is the abstention, in any case, with punctuation or a few words around it.

    A first sentence that only repeats `told`, what the sources say, is none: no paper may make an answer a refusal.
    """
    begins = next((line for line in text.splitlines() if _words(line)), "")
    first = re.split(r"(?<=[.!?])\s", begins.strip())[0]
    words = _words(first)
    if len(words.split()) >= COPIED_WORDS and f" {words} " in f" {_words(told)} ":
        return False
    line = _LINE.search(words)
    if ABSTENTION in first:
        return True
    if line and len(words.split()) - len(line[0].split()) <= _OTHER_WORDS:
        return True
    whole = _words(text)
    if len(whole.split()) > _DENIAL_WORDS or (_MARKER.search(text) and not _only_denies(text)):
        return False
    return bool(_DENIAL.search(whole) and _PLACE.search(whole))


def _only_denies(text: str) -> bool:
    """Whether a cited text is one sentence that says that something is not said, and nothing else."""
    one = len(re.findall(r"[.!?]+(?=\s+[^\W\d]|$)", _MARKER.sub("", text).strip())) <= 1
    return one and bool(_UNSAID.search(_words(text))) and not re.search(r"\b(?:while|but|although|and)\b|[,;]", text)


def _words(text: str) -> str:
    """Lower case words, without markers and without punctuation other than apostrophes."""
    return " ".join(re.sub(r"[^\w'’]+|_", " ", _MARKER.sub(" ", text)).replace("’", "'").lower().split())
