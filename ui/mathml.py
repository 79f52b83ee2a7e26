"""A formula in LaTeX becomes MathML, which browsers draw by themselves: nothing is fetched or can be live."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import lru_cache
from html import escape

from latex2mathml.converter import convert
from pylatexenc.latex2text import LatexNodes2Text

LONGEST = 2000  # characters; a longer "formula" is text between two stray dollars

_TAGS = re.compile(
    r"math|mrow|mi|mn|mo|mtext|ms|mspace|msub|msup|msubsup|munder|mover|munderover|mfrac|msqrt|mroot|"
    r"mtable|mtr|mtd|mstyle|mpadded|mphantom|menclose|mmultiscripts|mprescripts|none"
)
_ATTRIBUTES = re.compile(
    r"stretchy|mathvariant|linethickness|displaystyle|scriptlevel|columnalign|rowalign|columnspacing|rowspacing|"
    r"width|height|depth|lspace|rspace|fence|form|separator|accent|accentunder|movablelimits|minsize|maxsize|"
    r"notation|largeop|symmetric"
)
_PLAIN_VALUE = re.compile(r"[\w.%+ -]{0,60}")
_WORDING = re.compile(r"\\(?:text\w*|emph|mathrm|mathbf|operatorname)\s*\{[^{}]*\}|\\[A-Za-z]+")
# Figures such as `4.8\sim14.2\%` read best in the font of the text around them.
_FIGURES = re.compile(r"(?:[\d.,+\s-]|\\[%]|\\(?:sim|approx|times|pm|leq?|geq?)(?![A-Za-z]))+")
_SIGNS = {
    "%": "%",
    "sim": "∼",
    "approx": "≈",
    "times": "×",
    "pm": "±",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
}
# Commands that the converter does not know, said with ones it does.
_SYNONYMS = {
    r"\bm": r"\boldsymbol",
    r"\textnormal": r"\text",
    r"\textsc": r"\text",
    r"\emph": r"\textit",
    r"\ensuremath": "",
    r"\xspace": "",
}


@lru_cache(maxsize=2048)
def formula(latex: str, *, display: bool = False) -> str:
    """The formula as an HTML fragment: MathML, or readable Unicode text when it cannot be parsed."""
    latex = _mended(latex)
    if _FIGURES.fullmatch(latex):
        return escape(re.sub(r"\\([A-Za-z]+|%)\s?", lambda match: _SIGNS[match[1]], latex))
    try:
        root = ElementTree.fromstring(convert(latex))
        _restrict(root)
    except Exception:  # the converter raises many kinds on broken input, and it does not escape its text
        return _as_text(latex)
    root.attrib = {"display": "block"} if display else {}
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def is_formula(content: str, following: str) -> bool:
    """Whether what stands between two dollars is mathematics and not the way from one price to the next."""
    if not content.strip() or "\n\n" in content:
        return False
    words = re.search(r"[A-Za-z]{2,}", _WORDING.sub(" ", content)) is not None
    telling = re.search(r"[\\^_={}]", content) is not None
    opens_like_a_price = content[0].isdigit() and (following[:1].isdigit() or content[-1].isspace())
    if opens_like_a_price:
        return telling and not words
    return telling or not words


def _mended(latex: str) -> str:
    latex = re.sub(r"\\\\(?=[%&_#$])", r"\\", latex.strip())  # `18.18\\%` is `18.18\%` escaped once too often
    latex = re.sub(r"(?<!\\)%", r"\\%", latex)  # an abstract has no comments
    return re.sub(r"\\[A-Za-z]+", lambda match: _SYNONYMS.get(match.group(), match.group()), latex)


def _restrict(element: ElementTree.Element) -> None:
    """Keep to the elements and attributes of plain mathematics; anything else is refused."""
    name = element.tag.rpartition("}")[2]
    if not _TAGS.fullmatch(name):
        raise ValueError(f"{name} is not an element of a formula")
    element.tag = name
    element.attrib = {
        key: value
        for key, value in element.attrib.items()
        if _ATTRIBUTES.fullmatch(key) and _PLAIN_VALUE.fullmatch(value)
    }
    if name == "mi" and element.text:
        if element.text == "~":  # the converter's \sim
            element.tag, element.text = "mo", "∼"
        else:
            element.text = element.text.removeprefix("\\")  # an unknown command shows its name
    for child in element:
        _restrict(child)


def _as_text(latex: str) -> str:
    try:
        readable = LatexNodes2Text(math_mode="text").latex_to_text(latex) or latex
    except Exception:  # the source itself is readable enough
        readable = latex
    return f'<span class="formula">{escape(readable)}</span>'
