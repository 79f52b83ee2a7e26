"""Whether the names and the quoted spans of a sentence stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.language.numbered_names import knows_name, numbered_names
from rag.language.terms import FUNCTION_WORDS, fold, joined, words

EVERYWHERE = frozenset({"AI", "ML", "NLP", "LLM"})  # what no abstract of this field needs to spell

_QUOTED_SPAN = re.compile(r"\"([^\"]*)\"|“([^“”]*)[\"”]")
SHORTEST_SPAN = 8  # characters; a shorter one is a word in passing
_NAME = re.compile(r"\b[A-Z]\w*(?:[A-Z0-9]\w*)+\b")
_LATEX = re.compile(r"\\+(?=[%&$#_])|\\[a-zA-Z]+\*?|[{}$~]|\*\*")
_ENDINGS = ("s", "ed", "ing", "ers", "er")  # of acronyms: LLMs, RAGed


def unquoted_spans(text: str, source: str) -> Iterator[str]:
    """Yield what the text puts in quotation marks though it does not stand in the source; white space may differ."""
    plain = squeezed(source)
    spans = (straight or curly for straight, curly in _QUOTED_SPAN.findall(text))
    yield from (span for span in spans if len(span) >= SHORTEST_SPAN and squeezed(span).rstrip(".,;!? ") not in plain)


def unknown_names(text: str, source: str) -> Iterator[str]:
    """Yield names (CamelCase, capitals, letters with numbers) that the source has in no form.

    Hyphens, plurals and possessives may differ; an acronym may be spelt out in the source.
    """
    compact = joined(source)
    initials = "".join(word[0] for word in words(source.replace("-", " ")))
    numbered = numbered_names(text)
    yield from (name for name in numbered if not knows_name(source, name))
    for name in dict.fromkeys(_NAME.findall(text)):
        if not any(name in other for other in numbered) and not _is_known(name, compact, initials):
            yield name


def _is_known(name: str, compact: str, initials: str) -> bool:
    if name.lower() in FUNCTION_WORDS or name.rstrip("s") in EVERYWHERE:
        return True
    forms = {joined(name), *(joined(name.removesuffix(ending)) for ending in _ENDINGS)}
    spelt_out = name.rstrip("s").isupper() and joined(name.rstrip("s")) in initials  # LLM, of "large language model"
    return spelt_out or any(form in compact for form in forms)


def squeezed(text: str) -> str:
    """A text folded, without LaTeX and without white space that says nothing."""
    return " ".join(fold(_LATEX.sub("", text.replace("~", " "))).split())
