"""Text of papers and models becomes safe HTML: escaped, with LaTeX and Markdown marks made readable.

Nothing in the text can become live: the only elements made here are `strong`, `em`, `code`, `u`, `span` and
MathML, and none of them carries an attribute taken from the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape

from pylatexenc.latex2text import LatexNodes2Text

from rag.language.inert import quiet
from ui.mathml import LONGEST, formula, is_formula

_TOKEN = re.compile(
    r"""
      (?P<display>\$\$.{1,1000}?\$\$ | \\\[.{1,1000}?\\\]
        | \\begin\{(?P<environment>(?:equation|align|gather|[bpv]?matrix|cases)\*?)\}.{1,1000}?
          \\end\{(?P=environment)\})
    | (?P<inline>\\\(.{1,1000}?\\\))
    | (?P<dollar>\$)
    | (?P<escaped>\\{1,2}[%&_#$*{}])
    | (?P<accent>\{?\\["'^`~=.](?:[A-Za-z]\}?|\{[A-Za-z]\}))
    | (?P<macro>\\[A-Za-z]+\*?)
    | (?P<space>\\[ ,;:!/]|\\\\)
    | (?P<bold>\*\*(?=\S)(?P<bold_text>(?:\\.|[^\\]){1,600}?)(?<=\S)\*\*)
    | (?P<italic>(?<![\w*])\*(?=[^\s*])(?P<italic_text>(?:\\.|[^\\*\n]){1,400}?)(?<=\S)\*(?![\w*]))
    | (?P<switch>\{\\(?P<switch_name>bf|it|em|tt|sc|sf|rm)\s(?P<switch_text>[^{}]{0,600})\})
    | (?P<group>\{(?P<group_text>[^{}$]{0,200}\\[&%_#][^{}$]{0,200})\})
    | (?P<quoted>``(?P<quoted_text>[^`]{1,600}?)'')
    """,
    re.VERBOSE | re.DOTALL,
)
_WRAPPERS = {
    "textbf": "strong",
    "bf": "strong",
    "textit": "em",
    "emph": "em",
    "it": "em",
    "em": "em",
    "textsl": "em",
    "texttt": "code",
    "tt": "code",
    "underline": "u",
    "url": "span",
}
_BARE = frozenset(
    (
        "textsc",
        "textrm",
        "textsf",
        "textnormal",
        "text",
        "mbox",
        "mathrm",
        "textup",
        "sc",
        "sf",
        "rm",
        "ensuremath",
    )
)
_BETWEEN_DOLLARS = re.compile(rf"\$((?:\\.|[^$\\]){{1,{LONGEST}}})\$", re.DOTALL)
_ESCAPED_DOLLARS = re.compile(r"\\\$((?:(?!\\\$).){1,400}?)\\\$", re.DOTALL)
_DEEPEST = 12  # braces within braces; more is not text
_ONLY_WORDING = re.compile(r"\s*\\(?:text(?:bf|it|tt|sc|sl|rm|sf)|emph|underline)\{[^{}$]*\}\s*")


def to_html(text: str) -> str:
    """The text as an HTML fragment for reading; its values are not changed."""
    text = quiet(text)
    parts: list[str] = []
    position = 0
    while match := _TOKEN.search(text, position):
        parts.append(_plain(text[position : match.start()]))
        html, position = _READERS[_kind(match)](text, match)
        parts.append(html)
    parts.append(_plain(text[position:]))
    return "".join(parts)


def plain(text: str) -> str:
    """The text as it is, in HTML."""
    return escape(quiet(text))


_Reader = Callable[[str, re.Match[str]], tuple[str, int]]


def _kind(match: re.Match[str]) -> str:
    return next(name for name in _READERS if match[name] is not None)


def _plain(text: str) -> str:
    return escape(text.replace("---", "—"))


def _display(_text: str, match: re.Match[str]) -> tuple[str, int]:
    content = match.group() if match["environment"] else match.group()[2:-2]
    return formula(content, display=True), match.end()


def _inline(_text: str, match: re.Match[str]) -> tuple[str, int]:
    return formula(match.group()[2:-2]), match.end()


def _dollar(text: str, match: re.Match[str]) -> tuple[str, int]:
    between = _BETWEEN_DOLLARS.match(text, match.start())
    if between is None or not is_formula(between[1], text[between.end() : between.end() + 1]):
        return "$", match.end()
    if _ONLY_WORDING.fullmatch(between[1]):  # `$\textit{sequential}$` is a word, not mathematics
        return to_html(between[1].strip()), between.end()
    return formula(between[1]), between.end()


def _escaped(text: str, match: re.Match[str]) -> tuple[str, int]:
    if match.group().endswith("$"):
        between = _ESCAPED_DOLLARS.match(text, match.start())
        if between is not None and "\\" in between[1] and is_formula(between[1], ""):
            return formula(between[1]), between.end()
    return escape(match.group()[-1]), match.end()


def _accent(_text: str, match: re.Match[str]) -> tuple[str, int]:
    written = match.group()
    if written.count("{") == written.count("}"):
        written = written.removeprefix("{").removesuffix("}") if written[0] == "{" else written
    return escape(str(LatexNodes2Text().latex_to_text(written))), match.end()


def _macro(text: str, match: re.Match[str]) -> tuple[str, int]:
    name = match.group()[1:].rstrip("*")
    first = _group(text, match.end())
    if first is None:
        return escape(_symbol(name) or match.group()), match.end()
    content, end = first
    if name in ("textcolor", "href", "colorbox") and (second := _group(text, end)):
        address = f" ({escape(content)})" if name == "href" and content != second[0] else ""
        return to_html(second[0]) + address, second[1]
    if name in _WRAPPERS:
        tag = _WRAPPERS[name]
        return f"<{tag}>{escape(content) if name == 'url' else to_html(content)}</{tag}>", end
    if name in _BARE:
        return to_html(content), end
    if name == "footnote":
        return f" ({to_html(content)})", end
    if name.startswith("cite"):
        return f"[{escape(content)}]", end
    return escape(_symbol(name) or match.group()), match.end()


def _space(_text: str, match: re.Match[str]) -> tuple[str, int]:
    return {"\\!": "", "\\/": ""}.get(match.group(), " "), match.end()


def _bold(_text: str, match: re.Match[str]) -> tuple[str, int]:
    return f"<strong>{to_html(match['bold_text'])}</strong>", match.end()


def _italic(_text: str, match: re.Match[str]) -> tuple[str, int]:
    return f"<em>{to_html(match['italic_text'])}</em>", match.end()


def _switch(_text: str, match: re.Match[str]) -> tuple[str, int]:
    tag = _WRAPPERS.get(match["switch_name"], "span")
    return f"<{tag}>{to_html(match['switch_text'])}</{tag}>", match.end()


def _braces(_text: str, match: re.Match[str]) -> tuple[str, int]:
    """`{Who\\&When}`: braces around an escaped sign only group, as LaTeX has it."""
    return to_html(match["group_text"]), match.end()


def _quoted(_text: str, match: re.Match[str]) -> tuple[str, int]:
    return f"“{to_html(match['quoted_text'])}”", match.end()


_READERS: dict[str, _Reader] = {
    "display": _display,
    "inline": _inline,
    "dollar": _dollar,
    "escaped": _escaped,
    "accent": _accent,
    "macro": _macro,
    "space": _space,
    "bold": _bold,
    "italic": _italic,
    "switch": _switch,
    "group": _braces,
    "quoted": _quoted,
}


def _group(text: str, position: int) -> tuple[str, int] | None:
    """The content of the balanced `{…}` at a position and where it ends, or None."""
    if text[position : position + 1] != "{":
        return None
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, position, position + LONGEST):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return text[position + 1 : match.start()], match.end()
        if depth > _DEEPEST:
            break
    return None


@lru_cache(maxsize=512)
def _symbol(name: str) -> str:
    """The character that a command like `\\times` stands for; empty when it stands for none."""
    try:
        character = str(LatexNodes2Text().latex_to_text("\\" + name))
    except Exception:  # then the command is shown as it is written
        return ""
    return character if 0 < len(character) <= 2 else ""
