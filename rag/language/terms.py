"""Words as search sees them: folded, cut at script and hyphen boundaries, stemmed, without function words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock

import snowballstemmer

_WORD = re.compile(r"[a-z0-9]+(?:[-‐‑–'’][a-z0-9]+)*|[^\W_a-z0-9]+")
_NAME = re.compile(r"[A-Za-z0-9]+(?:[-‐‑][A-Za-z0-9]+)*")
_HYPHENS = re.compile(r"[-‐‑–'’]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NUMBERED = re.compile(r"[A-Za-z][A-Za-z-]*-?\d+[A-Za-z]?")
# Cyrillic, Hebrew, Arabic, Indic and other scripts up to Kana, Han and Hangul; Greek letters are formulas.
_OTHER_SCRIPT = re.compile(r"[\u0400-\u1cff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STEMMING = Lock()
_STEMMER = snowballstemmer.stemmer("english")

FUNCTION_WORDS = frozenset(
    """
    a about above across after again against all also although am among an and any anyone anything are aren as at be
    because been before being below between both but by can cannot could couldn d did didn do does doesn doing don
    done down during each either else ever every few for from further get gets give given gives go got had hadn has
    hasn have haven having he her here hers him his how however i if in instead into is isn it its itself just kind
    know let like ll lot m make makes many may maybe me might mine more most much must mustn my near need neither no
    nor not now of off on once one only onto or other others ought our ours out over own per perhaps please quite
    rather re really s same say says see several shall she should shouldn since so some someone something sort still
    such t tell than thank thanks that the their theirs them then there these they thing things this those though
    through thus to too toward under until unto up upon us ve very via want was wasn way ways we were weren what
    whatever when where whether which while who whom whose why will with within without won would wouldn yes yet you
    your
    """.split()
)

# Words that frame a question about papers; they say nothing about which paper or what in it.
FRAME_WORDS = frozenset(
    """
    abstract abstracts accepted according actually afterwards answer article articles ask author authors because
    called claim claims come common compare compared comparison conference contrast currently describe described
    describes detail details differ difference differences different differently differs discuss discussed discusses
    dont dr else everything exactly existing explain explained explains explanation find finding findings finds
    found hello hey hi iclr idea ideas info information interested introduce introduced introduces list look looking
    main mean means mention mentioned mentions name named need new ok okay one oral orals paper papers possible
    poster posters present presented presents propose proposed proposes publication publications question recall
    remember report reported reports research researcher researchers same show shown shows similar specifically
    spotlight spotlights studied studies study summarise summarize summary talk talks tell term terms thesis title
    tl tldr tomorrow topic topics try trying understand use used uses using versus vs whats work works write written
    wrote
    """.split()
)

# What every abstract has under whatever name: to ask for it is no sign of something that the abstract lacks.
COMMON_WORDS = frozenset(
    """
    advantage advantages aim aims approach approaches aspect aspects benefit benefits challenge challenges component
    components conclude conclusion conclusions consist consists contribution contributions core effect effective
    effects evaluate evaluated evaluation experiment experiments gain gains goal goals good happen happens help helps
    important improve
    improvement improvements improves issue issues job key kind kinds made major make makes mechanism method methods
    motivate motivated motivation novel novelty part parts perform performance performs point points problem
    problems purpose result results role situation solution solve solved solves stage stages step steps system
    systems task tasks technique techniques tested tool tools type types well worse
    """.split()
)

# Function words of other languages, to notice that a question isn't English.
_FOREIGN = frozenset(
    """
    aus auf bei beiden besteht das dem den der des die durch ein eine einem einen einer es für gegen gibt hat im ist
    kann können man mehr mit nach nicht oder ohne sich sie sind über um und von vom warum was welche welchem welchen
    welcher welches wer werden wie wird wo woher zu zum zur zwischen
    au aux avec ce ces cette combien comment dans de des du elle en est et existe ils la le les leur lequel laquelle
    où ou par pas plus pour pourquoi quel quelle quelles quels qui sont sur un une
    al como cómo con cuál cuáles cuántas cuánto cuántos del desde donde dónde el ella entre es hay la las los más para
    por porque qué que quién según ser sin sobre son su sus una unos y
    che chi come con cosa cui da dei del della delle di dove gli il lo nel nella non per perché più qual quale quali
    quanta quante quanti quanto sono sul tra uno
    ao aos as com da das do dos em entre não na nas no nos os ou pela pelo porque qual quais quando quantas quantos
    são seu sua um uma
    """.split()
)
_ENGLISH = FUNCTION_WORDS - _FOREIGN - {"a", "an", "am", "in", "on", "me", "i", "come"}


def fold(text: str) -> str:
    """Lower case, compatibility forms unified, accents removed."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def words(text: str) -> Iterator[str]:
    """The words of a text, folded; hyphenated ones stay whole."""
    return (match.group() for match in _WORD.finditer(fold(text)))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The Snowball (Porter 2) stem of a folded word; long or non-Latin words are left as they are."""
    if not word.isascii() or len(word) >= 40:
        return word[:64]
    with _STEMMING:  # the stemmer keeps the word it works on
        return str(_STEMMER.stemWord(word))


def pieces(word: str) -> tuple[str, ...]:
    """A word and its hyphenated parts: `coact-1` gives coact1, coact and 1."""
    parts = [part for part in _HYPHENS.split(word) if part]
    return tuple(dict.fromkeys(["".join(parts), *parts])) if len(parts) > 1 else tuple(parts)


def stems(text: str) -> Iterator[str]:
    """Every stem of a text, function words included: what the keyword index stores."""
    for word in words(text):
        for piece in pieces(word):
            yield stem(piece)


def camel_parts(text: str) -> Iterator[str]:
    """Stems of the parts of CamelCase words: `SupervisorAgent` gives supervisor and agent."""
    for match in _NAME.finditer(text):
        parts = _CAMEL.findall(match.group())
        if len(parts) > 1 and any(part.islower() or part.istitle() for part in parts):
            yield from (stem(part.lower()) for part in parts if len(part) > 2)


def content_words(text: str) -> tuple[str, ...]:
    """Folded words that say what a text is about, hyphens resolved, in order, without repeats."""
    found = []
    for word in words(text):
        parts = [part for part in _HYPHENS.split(word) if part]
        kept = parts if len(parts) > 1 and all(part.isalpha() for part in parts) else ["".join(parts)]
        found += [part for part in kept if part not in FUNCTION_WORDS and part not in FRAME_WORDS]
    return tuple(dict.fromkeys(part for part in found if len(part) > 1 or part.isdigit()))


def looks_like_name(word: str) -> bool:
    """Whether a word as typed has the form of a name: CamelCase, capitals, or letters with digits."""
    return any(_part_is_name(part) for part in re.split(r"[-‐‑]", word)) or bool(_NUMBERED.fullmatch(word))


def _part_is_name(part: str) -> bool:
    letters = sum(character.isalpha() for character in part)
    inner_capital = any(character.isupper() for character in part[1:])
    return letters > 1 and (inner_capital or (part[0].isalpha() and any(character.isdigit() for character in part)))


def names(text: str) -> tuple[str, ...]:
    """The words of a text that have the form of a name, as typed, without repeats."""
    return tuple(dict.fromkeys(match.group() for match in _NAME.finditer(text) if looks_like_name(match.group())))


def joined(name: str) -> str:
    """The form under which a name is compared: folded, without hyphens."""
    return _HYPHENS.sub("", fold(name))


def is_english(text: str) -> bool:
    """Whether a question is written in English, told by its function words; unclear counts as English."""
    if _OTHER_SCRIPT.search(text):
        return False
    plain = [word.strip("?¿!.,;:'\"’").casefold() for word in text.split()]
    foreign = sum(word in _FOREIGN for word in plain)
    return foreign <= sum(word in _ENGLISH for word in plain)
