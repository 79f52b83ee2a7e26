"""What is typed into a question box and is no question about papers: greetings, orders, noise."""

from __future__ import annotations

import re

from rag.language.orders import is_chore, is_order
from rag.language.terms import fold, words

LONGEST_QUESTION = 4_000  # characters

_GREETING = re.compile(
    r"(?:hi+|hello|hey|hallo|hola|bonjour|ciao|good (?:morning|afternoon|evening|day)|greetings|moin|servus)"
    r"(?:[ ,]+(?:there|all|everyone|team|bot|footnoted|you))?"
    r"(?:[ ,!.]+how (?:are|is) (?:you|it going).{0,20})?"
)
_THANKS = re.compile(
    r"(?:ok(?:ay)?[ ,]*)?(?:thanks?|thank you|thx|cheers|merci|danke|gracias|great|perfect|cool|nice|bye"
    r"|goodbye|see you|ok(?:ay)?)\b(?:[ ,!.]+(?:a lot|so much|very much|all|bye|you|that|helps?|great|perfect"
    r"|(?:that|this) (?:was|is) (?:very )?(?:useful|helpful|great)|for [\w' ]{1,40}|thanks|cool))*"
)
_ABOUT_ITSELF = re.compile(
    r"(?:who|what) are you|help(?: me)?"
    r"|what can (?:you (?:do|answer|tell me|help(?: me)? with)|i (?:do|ask)(?: you)?)(?: here| about)?"
    r"|how (?:do|can) (?:i use (?:this|you|it)|you work)|how does this (?:page|chat|bot|tool|thing) work"
)


def greeting_reply(question: str) -> str:
    """A friendly hint for a greeting, thanks, or a question about the chat itself; empty for the rest."""
    plain = re.sub(r"[\s!?.…]+$", "", fold(question)).strip()
    if _GREETING.fullmatch(plain):
        return "Hello! Ask me about the papers, for instance what a method does, on which data, or how much it gains."
    if "?" not in question and _THANKS.fullmatch(plain):
        return "You're welcome. Ask on whenever you like."
    if _ABOUT_ITSELF.fullmatch(plain):
        return (
            "I answer questions from the abstracts of the indexed papers, and put a footnote to every "
            "sentence. Ask what a method does, on which data it was tried, how much it gains, "
            "or which papers treat a topic."
        )
    return ""


def refusal(question: str) -> str:
    """Why a text cannot be asked at all, in one sentence; empty when it can."""
    about_the_papers = "only questions about the papers are answered."
    if not question.strip():
        return "The question is empty; type what you would like to know about the papers."
    if len(question) > LONGEST_QUESTION:
        length = f"{len(question):,} characters; the limit is {LONGEST_QUESTION:,}"
        return f"The question has {length}. Please shorten it."
    if not any(len(word) > 1 for word in words(question)):
        return "The question has no words to search for; type what you would like to know about the papers."
    folded = fold(question)
    if is_order(folded):
        return f"This is an instruction, not a question about the papers; {about_the_papers}"
    if is_chore(folded):
        return f"This asks for work that is not in the papers; {about_the_papers}"
    return ""
