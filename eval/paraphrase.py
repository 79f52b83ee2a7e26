"""Sentences of abstracts put as a model would put them, by rules: other words, another order, less of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORDS_KEPT = 14  # of a shortened sentence
KINDS = ("verbatim", "other words", "reordered", "shortened", "merged")

_OTHER_WORDS = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\bIn this (?:paper|work|study),\s*", ""),
        (r"\bTo (?:address|tackle|overcome|bridge|fill|mitigate) [^,]{3,60},\s*", ""),
        (r"\b(?:However|Specifically|Moreover|Furthermore|Additionally|In particular|Notably|Empirically),\s*", ""),
        (r"\b[Ww]e (?:propose|present|introduce|develop)\b", "the authors describe"),
        (r"\b[Ww]e (?:show|demonstrate|find|prove|observe)\b", "the paper reports"),
        (r"\b[Ww]e\b", "they"),
        (r"\b[Oo]ur\b", "their"),
        (r"\bimprov(es?|ing)\b", r"rais\1"),
        (r"\breduc(es?|ing)\b", r"diminish\1"),
        (r"\bsignificantly\b", "considerably"),
        (r"\bexisting\b", "earlier"),
        (r"\boutperforms?\b", "beats"),
        (r"\bleverag(?:es?|ing)\b", "using"),
        (r"\bachieves?\b", "reaches"),
        (r"\bnovel\b", "new"),
        (r"\benables?\b", "lets"),
        (r"\b[Ll]arge language models?\b", "LLMs"),
        (r"\bapproach(es)?\b", "method"),
        (r"\bstate-of-the-art\b", "best known"),
        (r"\bvarious\b", "many"),
        (r"\bcrucial\b", "important"),
    )
)
_OPENING = re.compile(r"((?:On|In|By|For|With|Under|Through|Across|When|While|Given)\b[^,]{8,120}),\s+(.+)$", re.DOTALL)
_AFTERTHOUGHT = re.compile(
    r",\s+(?:which|where|while|whereas|thereby|enabling|thus|leading|making|including|such as)\b.*$", re.DOTALL
)


def paraphrases(sentences: Sequence[str], place: int) -> dict[str, str]:
    """The sentence at a place of an abstract in each of `KINDS` that it allows."""
    sentence = sentences[place]
    put = {"verbatim": sentence, "other words": other_words(sentence), "shortened": shortened(sentence)}
    opening = _OPENING.match(sentence)
    if opening:
        first, rest = opening.groups()
        put["reordered"] = _ended(f"{other_words(rest)[:-1]} {first[0].lower()}{first[1:]}")
    if place:
        last = put["shortened"]
        put["merged"] = _ended(f"{shortened(sentences[place - 1])[:-1]}, and {last[0].lower()}{last[1:]}")
    return put


def other_words(sentence: str) -> str:
    """The sentence told by somebody else, some of its verbs and adjectives replaced."""
    for pattern, instead in _OTHER_WORDS:
        sentence = pattern.sub(instead, sentence)
    return _ended(" ".join(sentence.split()))


def shortened(sentence: str) -> str:
    """The sentence without brackets and afterthoughts, cut off after a few words."""
    kept = other_words(_AFTERTHOUGHT.sub("", re.sub(r"\s*\([^)]*\)", "", sentence))).split()
    return _ended(" ".join(kept[:WORDS_KEPT]))


def _ended(sentence: str) -> str:
    plain = sentence.strip().rstrip(".,;: ") or sentence
    return f"{plain[:1].upper()}{plain[1:]}."
