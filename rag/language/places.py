"""Pointing at papers by their number or their place: `[2]`, `paper 2`, `the last two`, `the other one`, `both`.

All functions take a folded question (`rag.language.terms.fold`) in English, German, French or Spanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.language.terms import FUNCTION_WORDS

Span = tuple[int, int]

_NUMBER = re.compile(
    r"\[(\d{1,3})\]|(?:\b(?:paper|number|source|footnote|citation|reference|nummer|artikel|quelle|numero|articulo)"
    r"|\b(?:no|nr)\.|#)\s?#?\[?(\d{1,3})\]?(?![\w.%-]*\w)"
)
_PLACES = {
    0: r"first|1st|former|erste[nrsm]?|erstere[nrsm]?|premiere?|primer[oa]?",
    1: r"second|2nd|zweite[nrsm]?|deuxieme|seconde?|segund[oa]",
    2: r"third|3rd|dritte[nrsm]?|troisieme|tercer[oa]?",
    3: r"fourth|4th|vierte[nrsm]?|quatrieme|cuart[oa]",
    4: r"fifth|5th|funfte[nrsm]?|cinquieme|quint[oa]",
    5: r"sixth|6th|sechste[nrsm]?|sixieme|sext[oa]",
    6: r"seventh|7th|siebte[nrsm]?|septieme|septim[oa]",
    7: r"eighth|8th|achte[nrsm]?|huitieme|octav[oa]",
    8: r"ninth|9th|neunte[nrsm]?|neuvieme|noven[oa]",
    9: r"tenth|10th|zehnte[nrsm]?|dixieme|decim[oa]",
    -1: r"last|final|latter|letzte[nrsm]?|letztere[nrsm]?|derniere?s?|ultim[oa]s?",
}
_HOW_MANY = {"two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
_THING = (
    r"(?:ones?|papers?|works?|studies|study|articles?|methods?|approaches|approach|systems?"
    r"|of (?:them|these|those|the \w+))"
)
_ARTICLE = r"(?:the|that|der|die|das|dem|den|des|im|vom|zum|beim|le|la|les|du|au|el|los|del|al)"
_ORDINAL = re.compile(
    rf"\b(?:{_ARTICLE} (?P<place>{'|'.join(_PLACES.values())})\b(?: (?P<many>{'|'.join(_HOW_MANY)})\b)?"
    rf"(?P<thing> {_THING}\b)?|(?P<bare>{'|'.join(_PLACES.values())}) one\b)"
)
# What may follow "the second" when it stands for a paper. Any other word makes it a place of something else.
_FOLLOWS = re.compile(
    r"\W*$|\s*[^\w\s'-]|\s+(?:achieves?|reach(?:es)?|gains?|saves?|reduces?|improves?|performs?|beats?|outperforms?|measures?"
    r"|includes?|contains?|covers?|trains?|trained|tests?|tested|evaluates?|evaluated|needs?|costs?|runs?|handles?"
    r"|solves?|learns?|predicts?|generates?|builds?|collects?|releases?|claims?|proves?|fails?|uses?|used|wrote|written"
    r"|proposes?|finds?|shows?|reports?|works?|deals?|differs?|compared?|about)\b"
)
_DENIED = re.compile(r"\b(?:not|isn't|nicht|pas|instead of|rather than)\s*$")
_OTHER = re.compile(
    r"\bthe others?(?: (?:one|ones|two|paper|papers|work|article|study)\b|(?=\W*$|\s*[,;:?!.]))"
    r"|\b(?:das|der|die|den|dem) andere[nrsm]?\b|\bl'autre\b|\bles autres\b|\b(?:el|la|los|las) otr[oa]s?\b"
)
_BOTH = re.compile(
    r"\bboth(?: of (?:them|these|those)\b| (?:papers|works|methods|approaches|systems|ones)\b|(?=\W*$|\s*[,;:?!.]))"
    r"|\b(?:the|these|those|of the) two(?: (?:papers|works|methods|approaches|systems|ones)\b|(?! \w+ (?:of|from|in)\b)"
    r"(?= (?:differ|compare|have|do|are|share)|\W*$|\s*[,;:?!.]))"
    r"|\b(?:each|either|neither|all) (?:of (?:them|these|those|the (?:two|three|papers))|three)\b|\bdo the two\b"
    r"|^\W*(?:(?:and|but|so|ok)\W+)*which (?:ones?\b(?! of (?!them|these|those))"
    r"|of (?:them|these|those|both|the two)\b)"
    r"|\bwhich of (?:them|these|those|both|the two)\b"
    r"|\b(?:die|alle) beiden?\b|\bbeide\b|\b(?:tous |toutes )?les deux\b|\b(?:ambos|ambas|los dos|las dos)\b"
)


def numbered(folded: str) -> tuple[tuple[int, Span], ...]:
    """The numbers by which a question points at papers, each with where it stands."""
    found = (match for match in _NUMBER.finditer(folded) if not _DENIED.search(folded[: match.start()]))
    return tuple((int(match[1] or match[2]), match.span()) for match in found)


def placed(folded: str, count: int) -> tuple[tuple[tuple[int, ...], Span], ...]:
    """The places, from 0, among `count` papers that a question points at, each with where it says so.

    Places that are not there are left out.
    """
    return tuple(_places(folded, count))


def _places(folded: str, count: int) -> Iterator[tuple[tuple[int, ...], Span]]:
    for match in _ORDINAL.finditer(folded):
        word = match["place"] or match["bare"]
        if match["place"] and not match["thing"] and not _stands_for_paper(folded[match.end() :]):
            continue
        if _DENIED.search(folded[: match.start()]):
            continue
        place = next(place for place, form in _PLACES.items() if re.fullmatch(form, word))
        many = _HOW_MANY.get(match["many"] or "", 1)
        found = range(count - many, count) if place < 0 else range(place, place + many)
        if found.start >= 0 and found.stop <= count:
            yield tuple(found), match.span()


def beyond(folded: str, count: int) -> bool:
    """Whether a question points at a paper by a place ("the fifth one") that `count` papers don't have."""
    pointing = [match for match in _ORDINAL.finditer(folded) if match["thing"] or match["bare"]]
    return bool(pointing) and not placed(folded, count)


def _stands_for_paper(behind: str) -> bool:
    following = re.match(r"\s+([\w']+)", behind)
    return bool(_FOLLOWS.match(behind)) or bool(following and following[1] in FUNCTION_WORDS)


def the_other(folded: str) -> Span | None:
    """Where a question points at the paper that is not spoken of now."""
    found = _OTHER.search(folded)
    return found.span() if found else None


def all_of_them(folded: str) -> bool:
    """Whether a question points at two papers or more together, or at one among them."""
    return bool(_BOTH.search(folded))
