"""Markers in another form than was asked for: `(1)` and `¹`. They are read as markers only where nothing else fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.language.markers import NUMBERS, is_quoted, narrow, ordinals, true_markers
from rag.types import Paper

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_LEVEL = str.maketrans(_RAISED, "0123456789")
_ROUND = re.compile(rf"\(\s?{NUMBERS}\s?\)(?:\s?\(\s?{NUMBERS}\s?\)){{0,10}}")
_RAISED_NUMBER = re.compile(rf"[{_RAISED}]{{1,2}}")
_FOLLOWED = re.compile(r"\s*(?:[.!?。！？｡…]+[\"”’」』)]*(?:\s|$|(?<=[。！？｡」』])))|\s*$|[ \t]*\n")
_STOPPED = re.compile(r"[.!?。！？｡][\"”’」』)]*\s*$")
_SPACED = re.compile(r"(?:[^\s(:;,]\s+|[^\x00-\x7f])$")  # "f(1)" is a function, "它很快（1）" needs no space
_FOOTNOTED_WORD = re.compile(r"(?:[^\W\d_]{2}[\"”’)]?|[.!?。！？｡][\"”’」』]?)$")  # "R²" is none
_UNIT = re.compile(r"\b(?:[kcdmnμ]m|ft|in|px|ms)$")
# "as in (1)" and "step (2)" speak of a formula or of a step.
_NUMBERED_THING = re.compile(
    r"\b(?:eqs?|equations?|formulae?|formulas?|figs?|figures?|tables?|sections?|steps?|items?|cases?|theorems?|lemmas?"
    r"|algorithms?|conditions?|constraints?|stages?|phases?|levels?|types?|class(?:es)?|options?|assumptions?"
    r"|propert(?:y|ies)|parts?|points?|rows?|columns?|scores?|gleichungen?|schritte?|tabellen?"
    r"|in|by|of|to|and|or|than|with|from|is|are|was|equals?|at|via|using|satisf\w+)\.?\s*$|[=<>+*/^-]\s*$",
    re.IGNORECASE,
)


def bracketed(text: str, sources: Sequence[Paper]) -> str:
    """The text with `(1)` and `¹` written as `[1]`, if that is what they are: all of them, or none.

    They are when the text has no marker in brackets, when each number is one of the sources, and each stands at the
    end of a sentence. "(1) first, (2) second" counts things, and "as in (1)" names a formula.
    """
    if true_markers(text, sources):
        return text
    for pattern, fits in ((_ROUND, _is_round_marker), (_RAISED_NUMBER, _is_raised_marker)):
        found = list(pattern.finditer(narrow(text)))
        if found and all(fits(text, match) and _names_sources(text, match, sources) for match in found):
            return _rewritten(text, found)
    return text


def _names_sources(text: str, match: re.Match[str], sources: Sequence[Paper]) -> bool:
    numbers = ordinals(_in_brackets(match))
    return all(number <= len(sources) for number in numbers) and not is_quoted(text, match.span(), sources)


def _is_round_marker(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 24) : match.start()]
    if _STOPPED.search(before):  # "It has two parts. (1) The first …" does not end with a number
        return text.rstrip().endswith((")", "）")) and not text[match.end() : match.end() + 1].strip()
    return bool(_SPACED.search(before)) and not _NUMBERED_THING.search(before) and _ends_here(text, match)


def _is_raised_marker(text: str, match: re.Match[str]) -> bool:
    before, after = text[max(0, match.start() - 8) : match.start()], text[match.end() : match.end() + 1]
    ends = _ends_here(text, match) or (bool(_STOPPED.search(before)) and after.isspace())
    return ends and bool(_FOOTNOTED_WORD.search(before)) and not _UNIT.search(before)


def _ends_here(text: str, match: re.Match[str]) -> bool:
    return bool(_FOLLOWED.match(text, match.end()))


def _rewritten(text: str, found: Sequence[re.Match[str]]) -> str:
    parts, last = [], 0
    for match in found:
        parts += [text[last : match.start()], _in_brackets(match)]
        last = match.end()
    return "".join([*parts, text[last:]])


def _in_brackets(match: re.Match[str]) -> str:
    written = match.group()
    return written.replace("(", "[").replace(")", "]") if "(" in written else f"[{written.translate(_LEVEL)}]"
