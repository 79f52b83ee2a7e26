"""What in a question points back to what was said before it: pronouns, and asking on without saying about what.

All functions take a folded question (`rag.language.terms.fold`) in English, German, French or Spanish.
"""

from __future__ import annotations

import re
from enum import IntEnum

_THING = (
    r"(?:paper|work|study|article|method|approach|model|system|framework|benchmark|algorithm|one|data ?set|agent"
    r"|technique|authors?)"
)
_HELPS = r"(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|might)"
_EXPLETIVE = re.compile(
    r"\b(?:it (?:is|was)|it's|(?:is|was) it) (?:\w+ )?(?:true|possible|known|clear|enough|better|useful|necessary"
    r"|hard|easy) (?:that|to|for|if|whether)\b|\b(?:is|was) it true\b|\bit takes?\b"
    r"|\bgibt es\b|\bes gibt\b|\bil y a\b|\by a-t-il\b|\bes (?:posible|cierto)\b"
)
_FIRM = re.compile(
    rf"\b{_HELPS}(?:n't| not)? (?:it|they|this|that|these|those|he|she)\b"
    rf"|\b(?:this|that|these|those|the same) {_THING}s?\b|\bthe (?:paper|work|study|article|authors?)\b"
    r"|(?:^|\b(?:and|but|so|how|why|what|if|whether|because) )(?:it|they|this|these)\b|\bit's\b|\bthere\W*$"
    r"|(?:^|\b(?:is|are|was|were|do|does|did|of|about|with|for|on|and|than|in|into|like|from|to|by|at|behind) )that"
    r"(?:\W|$|(?= (?:work|mean|help|compare|matter|differ)))"
    r"|\b(?:of|about|with|for|on|than|in|into|like|from|to|by|at|behind|wrote|made|built|call|called|see|is|does)"
    r" (?:it|them|this|these|those)\b(?! \w+s? (?:that|which)\b)"
    r"|\b(?:explain|summari[sz]e|clarify|describe|rephrase|translate|simplify|compare)"
    r" (?:it|them|this|that|these|those)\b"
    r"|\b(?:er|es|ihn|ihm|dieses|diese|dieser|diesem|diesen|dort|davon|damit|darin|dabei|darauf|darueber|daruber)\b"
    r"|\b(?:il|elle|celui-ci|celle-ci|cela|ca|cet article|ce papier|cette (?:methode|etude|approche))\b"
    r"|\b(?:ella|este|esta|ese|esa|eso|esto|dicho) ?(?:articulo|metodo|estudio|trabajo|modelo)?\b"
    r"|\blo (?:escribio|hizo)\b"
)
_LOOSE = re.compile(
    r"\b(?:it|its|they|them|their|theirs|his|her|he|she|this|these|those|there)\b"
    r"|\bthe (?:model|method|approach|system|framework|benchmark|agent|data ?set)\b"
    r"|\b(?:sie|ihre?[mnrs]?|seine?[mnrs]?|ils|elles|son|sa|ses|leurs?|sus?|ellos)\b"
)
_INSIDE = re.compile(
    r"\b(?:themselves|itself|each other|one another)\b|\b(?:is|are|was|were) there\b|\bthere (?:is|are)\b"
)
_CONTINUES = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|hm+|well|right|aha|thanks)\W+)*(?:and|but|so|also|then|what about|how about|which ones?|why"
    r"|how so|und|aber|et|mais|y|pero)\b"
)
_LACKS_SUBJECT = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|und|et|y)\W+)*(?:on|in|with|for|by|at|from|over|under|against|auf|mit|bei|in|sur"
    r"|avec|dans|en|con|sobre)\W+(?:which|what|how|whom|welche\w*|was|quels?|quelles?|combien|que|cual\w*|cuant\w*)\b"
    r"(?!.*\b(?:papers?|works?|articles?|studies|study)\b)"
)
_NEW_TOPIC = re.compile(
    r"\b(?:different|another|new|other) (?:topic|question|subject|matter)\b|\bchange of (?:topic|subject)\b"
    r"|\b(?:something|anything) (?:else|different|completely different)\s*[:.,–—-]|\bmoving on\b"
    r"|\b(?:anderes|neues) thema\b|\bautre (?:sujet|question)\b|\botro tema\b"
)
_MORE = re.compile(
    r"\W*(?:(?:ok(?:ay)?|and|please|can you|could you|i'd like to|i want to)\W+)*"
    r"(?:tell me more|(?:some |a bit |know )*more(?: details?| information| info)?|go on|continue|keep going|say more"
    r"|explain|elaborate|what else|expand|weiter|mehr|erzahl mehr|plus de details|continuez|dis-m'en plus|mas"
    r"|cuentame mas|sigue)(?:\W+(?:more|further|on|about|that|this|it|them|please|then|dazu|davon|in|more detail|detail"
    r"|it say|say))*\W*"
)
_WHY = re.compile(
    r"\W*(?:(?:ok(?:ay)?|and|but|so)\W+)*(?:why|how so|how come|warum|wieso|pourquoi|por que)"
    r"(?:\W+(?:is|not|that|this|so|it|is that|is it))*\W*"
)
_ALIKE = re.compile(
    r"\b(?:other|similar|related|more|further|any|else)\b.{0,30}\b(?:papers?|works?|articles?|studies)\b"
    r".{0,30}\b(?:that|this|it|these|the same|them)\b(?: topic| subject| theme| area| problem)?\W*$"
    r"|\b(?:similar|related) (?:papers|works?)\W*$"
    r"|\b(?:papers?|works?|articles?|studies|others?|anything)(?: that (?:is|are))?"
    r" (?:like|similar to|related to) (?:this|that|it|these|them)\b"
)


class Lean(IntEnum):
    """How firmly a question's pronouns point beyond it."""

    NOT = 0
    LOOSELY = 1  # what it points at may stand in the question itself: "agents that choose their own tools"
    FIRMLY = 2


def lean(folded: str) -> Lean:
    """How firmly a question's pronouns point back."""
    plain = _INSIDE.sub(" ", _EXPLETIVE.sub(" ", folded))
    if _FIRM.search(plain):
        return Lean.FIRMLY
    return Lean.LOOSELY if _LOOSE.search(plain) else Lean.NOT


def begins_new_topic(folded: str) -> bool:
    """Whether a question says that it is about something else."""
    return bool(_NEW_TOPIC.search(folded))


def continues(folded: str) -> bool:
    """Whether a question begins as if something was said before it: `and …`, `so …`."""
    return bool(_CONTINUES.match(folded))


def lacks_subject(folded: str) -> bool:
    """Whether a question asks for a circumstance first, `on which …`, so that what it is about may be missing."""
    return bool(_LACKS_SUBJECT.match(folded))


def asks_for_more(folded: str) -> bool:
    """Whether a question is nothing but `tell me more`."""
    return bool(_MORE.fullmatch(folded))


def asks_why(folded: str) -> bool:
    """Whether a question is nothing but `why?`."""
    return bool(_WHY.fullmatch(folded))


def asks_for_alike(folded: str) -> bool:
    """Whether a question wants other papers on what was spoken of."""
    return bool(_ALIKE.search(folded))
