"""Text without the markup that publishers send: tags of JATS and HTML go, what only looks like a tag stays."""

from __future__ import annotations

import html
import re
from html.entities import html5

_PREFIXES = ("jats", "mml", "m", "xhtml", "html", "ns0", "ns1", "ns2", "ns3", "ns4")
_INLINE = frozenset("i b em strong sub sup u tt sc small big span font a italic bold monospace underline roman".split())
_BLOCKS = frozenset(
    "p br hr div li ul ol dl dt dd title sec list list-item h1 h2 h3 h4 h5 h6 table tr td th abstract blockquote "
    "disp-quote disp-formula break label".split()
)
_ALONE = ("br", "hr")
_TAG = re.compile(
    r"<(?P<closes>/?)(?:(?P<prefix>[a-z]\w{0,9}):)?(?P<name>[a-z][a-z0-9-]{0,30})"
    r"(?P<more>(?:\s+[a-z_:][\w:.-]{0,40}\s*=\s*(?:\"[^\"<>]{0,999}\"|'[^'<>]{0,999}'))*)\s*(?P<alone>/?)>",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.{0,999}?-->|<!\[CDATA\[|\]\]>", re.DOTALL)
_ENTITY = re.compile(r"&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_GAP = re.compile(r"\s{0,99}\x00[\s\x00]*")  # a control character can't be part of a text
_HEADING = re.compile(r"<((?:jats:)?title)>\s*(?:abstract|summary)\s*[.:]?\s*</\1>", re.IGNORECASE)


def without_markup(text: str) -> str:
    """The text with tags taken out and entities decoded.

    A block's tag parts words, an inline tag does not; a power stays one (`10<sup>5</sup>` is `10^5`). Names of tags
    that may be anything else (`<s>`, `<b>` in a formula) go only when they open and close, or have attributes.
    """
    if "<" in text:
        text = _without_tags(_HEADING.sub("", text, count=1))
    for _ in range(2):  # "&amp;lt;" was escaped twice
        if "&" not in text:
            break
        decoded = _ENTITY.sub(_character, text)
        if decoded == text:
            break
        text = _without_tags(decoded) if "<" in decoded else decoded
    return text


def _without_tags(text: str) -> str:
    tags = list(_TAG.finditer(text))
    if not tags:
        return text
    opened = {_name(tag) for tag in tags if not tag["closes"]}
    both = opened & {_name(tag) for tag in tags if tag["closes"]}
    text = _COMMENT.sub("", text) if "<!" in text else text
    return _GAP.sub(" ", _TAG.sub(lambda tag: _left_of(tag, both), text.replace("\x00", " "))).strip()


def _name(tag: re.Match[str]) -> str:
    return tag["name"].lower()


def _left_of(tag: re.Match[str], both: set[str]) -> str:
    """What stands in the place of a tag: itself when it is none, NUL for a gap between words, or nothing."""
    name, prefix = _name(tag), (tag["prefix"] or "").lower()
    known = prefix in _PREFIXES if prefix else name in _INLINE or name in _BLOCKS
    sure = bool(prefix or tag["more"] or tag["alone"]) or name in both or name in _ALONE
    if not (known and sure):
        return tag.group()
    if name in _BLOCKS:
        return "\x00"
    is_power = name == "sup" and not tag["closes"] and re.match(r"\s*[-+−–]?\d", tag.string[tag.end() : tag.end() + 9])
    return "^" if is_power else ""


def _character(entity: re.Match[str]) -> str:
    name = entity.group(1)
    if name.startswith("#"):
        return html.unescape(entity.group())
    return html5.get(f"{name};", entity.group()).replace("\xa0", " ")
