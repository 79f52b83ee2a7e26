"""What is typed into a question box and is no question about papers: greetings, orders, noise.

Orders are told by their grammar, not by their topic: papers on prompt injection may be asked about.
"""

from __future__ import annotations

import re

from rag.terms import fold, words

LONGEST_QUESTION = 4_000  # characters

_GREETING = re.compile(
    r"(?:hi+|hello|hey|hallo|hola|bonjour|ciao|good (?:morning|afternoon|evening|day)|greetings|moin|servus)"
    r"(?:[ ,]+(?:there|all|everyone|team|bot|footnoted|you))?"
    r"(?:[ ,!.]+how (?:are|is) (?:you|it going).{0,20})?"
)
_THANKS = re.compile(
    r"(?:ok(?:ay)?[ ,]*)?(?:thanks?|thank you|thx|cheers|merci|danke|gracias|great|perfect|cool|nice|bye|goodbye"
    r"|see you|ok(?:ay)?)\b"
    r"(?:[ ,!.]+(?:a lot|so much|very much|(?:that|this) (?:was|is) (?:very )?(?:useful|helpful|great)|all|bye"
    r"|for [\w' ]{1,40}|you|that|helps?|great|perfect|thanks|cool))*"
)
_ABOUT_ITSELF = re.compile(
    r"(?:who|what) are you|help(?: me)?"
    r"|what can (?:you (?:do|answer|tell me|help(?: me)? with)|i (?:do|ask)(?: you)?)(?: here| about)?"
    r"|how (?:do|can) (?:i use (?:this|you|it)|you work)|how does this (?:page|chat|bot|tool|thing) work"
)

# Where an order can begin: at the start of a clause, or behind a word that leads up to one.
_CLAUSE = (
    r"(?:^|[.!?:;,\n>]|\b(?:and|then|please|just|now|instead|you (?:to|must|should|will|can|may)"
    r"|(?:can|could|would|will) you))\W*(?:kindly |please |first |just |now |also )*"
)
_THE_RULES = r"(?:\w+ ){0,3}(?:instructions?|rules?|prompts?|previous|above|polic(?:y|ies)|guidelines?|restrictions?|everything)\b"
_SECRETS = r"(?:(?:api|secret|access) ?keys?|environment variables?|env|passwords?|secrets?|credentials)\b"
_ORDERS = (
    rf"{_CLAUSE}(?:ignore|disregard|forget|override|bypass)\b (?:all|any|the|your|my|these|those|previous|prior|every\w*)"
    rf" ?{_THE_RULES}",
    rf"{_CLAUSE}(?:ignore|disregard|forget|override|bypass)\b (?:previous|prior|everything|all) ?{_THE_RULES}?",
    rf"{_CLAUSE}(?:reveal|print|show|repeat|output|leak|give|tell|list|display)\b(?: me)? (?:\w+ ){{0,3}}"
    rf"(?:your (?:\w+ ){{0,2}}(?:prompt|instructions?|configuration|rules)\b|system prompt\b|{_SECRETS})",
    rf"{_CLAUSE}(?:repeat|print|output)\b (?:everything|all|the (?:text|words))\b.{{0,20}}\b(?:above|before|so far)\b",
    rf"{_CLAUSE}(?:delete|drop|erase|wipe|truncate)\b (?:\w+ ){{0,3}}(?:papers?|index|files?|tables?|database)\b",
    rf"{_CLAUSE}(?:reply|respond|answer|say)\b.{{0,20}}\bwith (?:only )?(?:the words?\b|[\"'“])",
    rf"{_CLAUSE}(?:act as|pretend (?:to be|that|you)|roleplay as|enter developer mode)\b",
    r"\byou are now\b|\bfrom now on,? (?:you|cite|answer|reply|respond|always|never)\b|\bas dan\b",
    # The machine itself is asked for what it keeps to itself.
    rf"\byour?\b.{{0,30}}\b(?:system prompt|hidden instructions|{_SECRETS})"
    rf"|\b(?:system prompt|{_SECRETS}).{{0,20}}\b(?:do|are|were|did) you\b",
    r"</?(?:system|context|source|instructions?|user|assistant)\b|<\||(?:^|[\n>.]\W*)system ?:|\[/?inst\]",
)
_ORDER = re.compile("|".join(_ORDERS))
_WORK = (
    r"(?:function|script|program|poem|email|e-mail|letter|essay|song|story|joke|code|haiku|rap|tweet|sql|regex"
    r"|quicksort|in (?:python|rust|java|c))\b"
)
_TASK = re.compile(
    r"^\W*(?:please |can you |could you |kindly )*"
    rf"(?:(?:write|draft|compose|generate|create|code|implement|make)(?: \w+){{0,5}}? {_WORK}"
    r"|translate\b|tell me a joke|sing\b|book (?:me )?a\b|order (?:me )?a\b|remind me\b|play\b)"
)
_ASKS_FOR_PAPERS = re.compile(
    r"\b(?:which|what|any|are there) (?:\w+ )?(?:papers?|works?|abstracts?|authors?)\b"
)


def greeting_reply(question: str) -> str:
    """A friendly hint for a greeting, thanks, or a question about the chat itself; empty for anything else."""
    plain = re.sub(r"[\s!?.…]+$", "", fold(question)).strip()
    if _GREETING.fullmatch(plain):
        return "Hello! Ask me about the papers, for instance what a method does, on which data, or how much it gains."
    if "?" not in question and _THANKS.fullmatch(plain):
        return "You're welcome. Ask on whenever you like."
    if _ABOUT_ITSELF.fullmatch(plain):
        return (
            "I answer questions from the abstracts of the indexed papers, and put a footnote to every sentence. "
            "Ask what a method does, on which data it was tried, how much it gains, or which papers treat a topic."
        )
    return ""


def refusal(question: str) -> str:
    """Why a text cannot be asked at all, in one sentence; empty when it can."""
    if not question.strip():
        return "The question is empty; type what you would like to know about the papers."
    if len(question) > LONGEST_QUESTION:
        return f"The question has {len(question):,} characters; the limit is {LONGEST_QUESTION:,}. Please shorten it."
    if not any(len(word) > 1 for word in words(question)):
        return "There are no words in the question to search for; type what you would like to know about the papers."
    folded = fold(question)
    if _ORDER.search(folded):
        return "This is an instruction, not a question about the papers; only questions about the papers are answered."
    if _TASK.search(folded) and not _ASKS_FOR_PAPERS.search(folded):
        return "This asks for work that is not in the papers; only questions about the papers are answered."
    return ""
