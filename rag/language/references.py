"""The list of sources that some models write below their answer ("References: [1] …"): told from the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.language.markers import ordinals, true_markers
from rag.language.terms import content_words, stem
from rag.types import Paper

_HEADING = re.compile(
    r"(?:^|\n|(?<=[.!?。！？\])])[ \t]+(?=[A-Z][a-z]+:))[ \t]*[#*_>-]*[ \t]*(?:(?:list of|the|cited|used)[ \t]+){0,2}"
    r"(?:sources?|references?|citations?|bibliography|footnotes?"
    r"|works cited|papers cited|quellen?|literatur(?:verzeichnis)?|quellenangaben?|fuentes?|références"
    r"|参考文献|参考资料|来源|引用|出典)(?: used| cited)?[ \t]*[*_]*[ \t]*(?:[:：][ \t]*[*_]*|(?=\n)|$)",
    re.IGNORECASE,
)
KNOWN_SHARE = 0.7  # of the list's words that stand in the titles and records of what it lists
MOST_HEADINGS = 3  # that are looked at, from the end of the text


def parted(text: str, sources: Sequence[Paper]) -> tuple[str, list[int]]:
    """The answer alone, and the numbers that the list below it names; no numbers when there is no such list.

    It is a list only when words come before it and it says hardly more than who wrote what: everything else under
    a heading like "Sources" stays part of the answer.
    """
    for heading in reversed(list(_HEADING.finditer(text))[-MOST_HEADINGS:]):
        answer, listed = text[: heading.start()], text[heading.end() :]
        if re.search(r"[^\W\d_]", answer):
            numbers = ordinals(" ".join(listed[start:end] for start, end in true_markers(listed, ())))
            if numbers and _says_nothing_else(listed, numbers, sources):
                return answer, numbers
    return text, []


def _says_nothing_else(listed: str, numbers: Sequence[int], sources: Sequence[Paper]) -> bool:
    papers = [sources[number - 1] for number in numbers if 1 <= number <= len(sources)]
    known = {stem(word) for paper in papers for word in content_words(_record(paper))}
    said = [stem(word) for word in content_words(re.sub(r"https?://\S+", "", listed)) if not word.isdigit()]
    return sum(word in known for word in said) >= KNOWN_SHARE * len(said)


def _record(paper: Paper) -> str:
    return " ".join((paper.title, *paper.authors, paper.venue, paper.decision, str(paper.year or ""), paper.url))
