"""LaTeX and Markdown in abstracts as plain text for a terminal. Never used on what is stored, quoted or compared."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"\\[a-zA-Z]+|\\[%$&#_]|\$|\*\*|~")


def readable(text: str) -> str:
    """Return a text with its LaTeX and Markdown resolved, as far as plain characters can; never fails."""
    if not _MARKUP.search(text):
        return text
    from pylatexenc.latex2text import LatexNodes2Text

    # A doubled backslash before % is a JSON escape that was escaped once too often; a bare % is no comment.
    plain = re.sub(r"\\+%", "%", text).replace("%", r"\%")
    plain = re.sub(r"\*\*(.+?)\*\*", r"\1", plain)
    plain = re.sub(r"\$(?=\d[\d,.]*(?:\s|$)(?![^$\n]{0,80}\$))", r"\\$", plain)
    try:
        resolved = LatexNodes2Text(math_mode="text", keep_comments=True).latex_to_text(plain)
    except Exception:  # pylatexenc raises bare exceptions on broken LaTeX; the text as it stands is still readable
        return text
    return str(resolved).strip()
