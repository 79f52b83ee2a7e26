"""The words of a verdict, read so that none is ever taken for another: in doubt there is no verdict."""

from __future__ import annotations

import re

from rag.types import Verdict

LONGEST_WHY = 200  # characters

# In this order: "not supported" holds "supported".
_PHRASES = (
    (Verdict.UNSUPPORTED, r"unsupported|not supported|contradict(?:ed|s|ion)|refuted"),
    (
        Verdict.PARTLY,
        r"(?:part(?:ly|ially)|in part|mostly|largely|somewhat)(?: supported)?|partial(?: support)?"
        r"|not (?:fully|entirely|completely|wholly) supported",
    ),
    (Verdict.SUPPORTED, r"(?:(?:fully|entirely|completely|clearly|directly|well|explicitly) )?supported"),
)
# Possessive throughout, for the sake of time: nothing that was passed over is read again.
_BEFORE = r"(?:(?:the|claim|sentence|statement|verdict|answer|label|ruling|it|is|are)\b[\s:=|]*+)*+"
_VERDICT = re.compile(
    _BEFORE + "(?:" + "|".join(f"(?P<{v.name}>{words})" for v, words in _PHRASES) + r")(?![\w-])", re.I
)

# What takes a verdict back, or leaves it open, right behind it: "supported? no", "supported: 0", "supported / partly".
_OPEN = (
    r"\s*+[?/\\]|\W*+(?:or|false|none|wait|no\s*+(?:$|[.,;:!?])|n/a)(?!\w)|\s*+[:=]\s*+[-+]?\d"
    r"|\W*+\d[\d.]*+\W*+$"
)
_TAKEN_BACK = {
    Verdict.PARTLY: re.compile(_OPEN, re.I),
    Verdict.UNSUPPORTED: re.compile(
        _OPEN + r"|\W*+(?:part(?:ly|ially)|supported)\b|.*\b(?:so|is|fully) supported\b", re.I
    ),
    Verdict.SUPPORTED: re.compile(
        _OPEN + r"|\W*+(?:but|only|if|unless|except|though|although|however|not|never|without|in part|"
        r"part(?:ly|ially|ial)|supported|un)\b|.*\b(?:unsupported|not (?:\w+ )?supported|part(?:ly|ially) supported|"
        r"contradict\w*)\b",
        re.I,
    ),
}
_MARKS = re.compile(r"[*`\"“”']")
_BESIDE = " \t:;,.–—-|()[]{}=→>"


def verdict_at_start(text: str) -> tuple[Verdict, str] | None:
    """The verdict that a text begins with, and what follows it; None when there is none or more than one."""
    text = _plain(text).lstrip(_BESIDE)
    found = _VERDICT.match(text)
    if found is None:
        return None
    verdict = next(verdict for verdict, _ in _PHRASES if found[verdict.name])
    rest = text[found.end() :]
    return None if _TAKEN_BACK[verdict].match(rest) else (verdict, rest)


def is_verdict(text: str) -> bool:
    """Whether a text is a verdict and nothing else."""
    found = verdict_at_start(text)
    return found is not None and not found[1].strip(_BESIDE)


def why(text: str) -> str:
    """A reason fit to be shown: on one line, without signs that can't be seen, not too long."""
    shown = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return shown.strip(_BESIDE)[:LONGEST_WHY].strip()


def _plain(text: str) -> str:
    """The text without marks of emphasis or quotation; `NOT_SUPPORTED` has a space."""
    return " ".join(_MARKS.sub("", text).replace("_", " ").split())
