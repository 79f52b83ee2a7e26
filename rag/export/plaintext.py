"""LaTeX and Markdown in abstracts as plain text for a terminal. Never used on what is stored or compared."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"\\[a-zA-Z]+|\\[%$&#_{}]|\$|\*\*|~|\{,\}")
# A dollar sign opens a formula only where none could be an amount of money.
_FORMULA_OR_DOLLAR = re.compile(
    r"\\\$|\$\$.+?\$\$|\$(?:(?!\s)[^$\n]{1,200}?(?<![\s\\])|\s+[A-Za-z\\][^$\n]{0,80}?)\$(?!\d)|\$", re.DOTALL
)


def readable(text: str) -> str:
    """Return a text with its LaTeX and Markdown resolved, as far as plain characters can; never fails."""
    if not _MARKUP.search(text):
        return text
    from pylatexenc.latex2text import LatexNodes2Text

    # A doubled backslash before % is a JSON escape that was escaped once too often; a bare % is no comment.
    plain = re.sub(r"\\+%", "%", text).replace("%", r"\%")
    plain = re.sub(r"\*\*(.+?)\*\*", r"\1", plain)
    plain = _FORMULA_OR_DOLLAR.sub(lambda found: r"\$" if found.group() == "$" else found.group(), plain)
    # "~5 hours" is about five, and what stands between "~~" and "~~" is struck out.
    plain = re.sub(r"~~|(?<!\S)~", lambda found: r"\textasciitilde{}" * len(found.group()), plain)
    try:
        resolved = LatexNodes2Text(math_mode="text", keep_comments=True).latex_to_text(plain)
    except Exception:  # pylatexenc raises bare exceptions on broken LaTeX; the text as it is can be read too
        return text
    return str(resolved).strip()
