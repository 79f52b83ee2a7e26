"""Building HTML in which every text is escaped unless it was built here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from eval.plain import readable


class Markup(str):
    """HTML that is safe as it stands; only `element` and `joined` make it from texts."""

    __slots__ = ()


def element(name: str, *children: str, css: str = "", **attributes: str) -> Markup:
    """Return an element of class `css`; attributes are escaped, and so are children that are no Markup."""
    if css:
        attributes = {"class": css, **attributes}
    written = "".join(f' {key}="{escape(readable(value))}"' for key, value in attributes.items())
    return Markup(f"<{name}{written}>{joined(children)}</{name}>")


def joined(children: Iterable[str]) -> Markup:
    """Return the children one after the other, escaped where they are no Markup."""
    return Markup("".join(child if isinstance(child, Markup) else escape(readable(child)) for child in children))


def text(name: str, content: str, *, css: str = "") -> Markup:
    """Return an element with foreign words in it, kept apart from the direction of writing around them."""
    return element(name, content, css=css, dir="auto")


def grid(headings: Iterable[str], rows: Iterable[Iterable[str]], *, css: str = "") -> Markup:
    """Return a table with one line of headings, in a frame that scrolls on a narrow screen."""
    head = element("tr", *(element("th", heading, scope="col") for heading in headings))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    inner = element("table", element("thead", head), element("tbody", *body), css=css)
    return element("div", inner, css="scroll")
