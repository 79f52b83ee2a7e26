"""Text of papers for LaTeX, which runs what it is given: a title may set type, and nothing else."""

from __future__ import annotations

import re

_MATH = re.compile(r"(\$[^$]*\$)")
_COMMAND = re.compile(r"\\([A-Za-z@]+)")
_SPECIAL = re.compile(r"(?<!\\)([&%#_])")
_SETS_TYPE = frozenset(
    """
    textbf textit emph textsl textsc texttt textrm textsf textup textnormal text underline textsuperscript textsubscript
    bf it em tt sc sf rm mathrm mathbf mathcal mathbb ensuremath mbox alpha beta gamma delta epsilon lambda mu pi sigma
    tau phi omega infty times cdot pm to rightarrow leftarrow ldots dots textasciitilde textbackslash textendash
    textemdash textquoteright textquoteleft LaTeX TeX aa AA ae AE oe OE o O l L ss i j c v u H k r d b t
    """.split()
)
# What reads, writes, defines or repeats: no formula needs it.
_ACTS = re.compile(
    r"input|include\w*|\w*write\w*|open\w*|close\w*|read\w*|immediate|special|catcode|[lu]ccode|[egx]?def|long|outer|global"
    r"|let|futurelet|(?:end)?csname|(?:no)?expandafter|noexpand|loop|repeat|if(?!f$)\w*|else|fi|unless"
    r"|(?:re|provide)?newcommand|providecommand|new\w+|href|url|hyperref|usepackage|RequirePackage|documentclass|begin|end"
    r"|verb\w*|lst\w+|(?:sub)?import|output|shipout|every\w+|pdf\w+|lua\w*|directlua|latelua|scantokens|\w*@\w*|message"
    r"|errmessage|show\w*|string|meaning|batchmode|\w+stopmode|endinput|dump|advance|count|dimen|toks|setbox|uppercase"
    r"|lowercase"
)


def typeset(text: str) -> str:
    """The text for a field that LaTeX sets: its special characters escaped outside of formulas, commands defused."""
    parts = _MATH.split(text.replace("^^", "^ ^"))
    return "".join(_formula(part) if _MATH.fullmatch(part) else _SPECIAL.sub(r"\\\1", defused(part)) for part in parts)


def defused(text: str) -> str:
    """The text with every command shown instead of run, but those that only set type."""
    text = text.replace("^^", "^ ^")  # "^^5c" is a backslash to TeX
    return _COMMAND.sub(lambda found: found[0] if found[1] in _SETS_TYPE else rf"\textbackslash {found[1]}", text)


def _formula(text: str) -> str:
    return _COMMAND.sub(lambda found: rf"\backslash {found[1]}" if _ACTS.fullmatch(found[1]) else found[0], text)
