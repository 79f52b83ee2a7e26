"""What is typed into a question box and is no question about papers: greetings, orders, noise."""

from __future__ import annotations

import re

from rag.terms import fold, words

LONGEST_QUESTION = 4_000  # characters

_GREETING = re.compile(
    r"(?:hi+|hello|hey|hallo|hola|bonjour|ciao|good (?:morning|afternoon|evening|day)|greetings|moin|servus)"
    r"(?: (?:there|all|everyone|team|bot|footnoted|you))?"
    r"(?:[ ,]+how (?:are|is) (?:you|it going).*)?"
)
_THANKS = re.compile(
    r"(?:ok(?:ay)?[ ,]*)?(?:thanks?|thank you|thx|cheers|merci|danke|gracias|great|perfect|cool|nice|bye|goodbye|see you|ok(?:ay)?)\b"
    r"(?:[ ,]+(?:a lot|so much|very much|that was (?:useful|helpful)|all|bye|for .{1,40}|you|that|helps?|great|perfect))*"
)
_ABOUT_ITSELF = re.compile(
    r"(?:who|what) are you|what can (?:you|i|this)(?: \w+){0,4}|help|how (?:do|does|can) (?:i use )?(?:this|you|it)(?: work)?"
)
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|rule|prompt|previous|above|polic|guideline)"
    r"|\bsystem prompt\b|\byou are now\b|\bpretend (?:to be|you)|\bact as\b|\bjailbreak|\bdeveloper mode\b|\bas dan\b"
    r"|\b(?:api|secret|access) ?keys?\b|\benvironment variables?\b|\bpassword\b|</?(?:system|context|source|instructions?)\b"
    r"|\bsystem\s*:|\b(?:delete|drop|erase|wipe)\b.{0,30}\b(?:papers?|index|files?|tables?|database)\b"
    r"|\b(?:reveal|print|show|repeat|output|leak)\b.{0,40}\b(?:prompt|instructions?|configuration|secrets?|env)\b"
    r"|\b(?:reply|respond|answer)\b.{0,20}\b(?:only )?with (?:only )?the words?\b|<\|"
)
_TASK = re.compile(
    r"^\W*(?:please |can you |could you |kindly )*(?:"
    r"(?:write|draft|compose|generate|create|code|implement|make)(?: me| us)?(?: (?:a|an|some|the|my|quicksort|\w+)){0,4}"
    r" ?(?:function|script|program|poem|email|e-mail|letter|essay|song|story|joke|code|haiku|rap|tweet|cover letter|sql|regex|quicksort|in (?:python|rust|java|c))\b"
    r"|translate\b|tell me a joke|sing\b|book (?:me )?a\b|order (?:me )?a\b|remind me\b|play\b)"
)


def greeting_reply(question: str) -> str:
    """A friendly hint for a greeting, thanks, or a question about the chat itself; empty for anything else."""
    plain = re.sub(r"[\s!?.…]+$", "", fold(question)).strip()
    if _GREETING.fullmatch(plain):
        return "Hello! Ask me about the papers, for instance what a method does, on which data, or how much it gains."
    if _THANKS.fullmatch(plain):
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
    folded = fold(question)
    if not any(len(word) > 1 for word in words(question)):
        return "There are no words in the question to search for; type what you would like to know about the papers."
    if _ORDER.search(folded):
        return "This is an instruction, not a question about the papers; only questions about the papers are answered."
    if _TASK.search(folded):
        return "This asks for a piece of work that is not in the papers; only questions about the papers are answered."
    return ""
