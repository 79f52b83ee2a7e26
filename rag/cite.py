"""Stage: cut words into sentences and resolve their markers. Total: any text gives a cited answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rag.sentences import sentence_spans
from rag.types import CitedAnswer, CitedSentence, Draft, Paper

_NUMBERS = r"\d{1,4}(?:\s*[,;–—-]\s*\d{1,4})*"
_MARKER = re.compile(rf"\[\s*({_NUMBERS})\s*\]|【\s*({_NUMBERS})[^】]{{0,12}}】")
_CODE_OR_MATH = re.compile(r"`[^`\n]+`|\$\$.+?\$\$|\$[^$\n]{1,200}\$|\\\(.+?\\\)|\\\[.+?\\\]", re.DOTALL)
_AFTER_STOP = re.compile(r"([.!?。！？][\"'”’)]*)((?:\s*(?:\[\s*[\d,;–—\s-]+\]|【[^】]{1,20}】))+)")
_LEAD = re.compile(r"\s*(?:[-*•]\s+|\d+[.)]\s+)?")
WIDEST_RANGE = 50
QUOTED_BEFORE = 12  # characters before a bracket that must stand in a source too for it to be the source's


def cite(draft: Draft, sources: Sequence[Paper], numbers: Mapping[str, int]) -> CitedAnswer:
    """Resolve markers against the papers that the writer was shown: `[n]` is `sources[n - 1]`.

    `numbers` are those that papers already have in this conversation; new papers get the next ones in reading order.
    """
    known = dict(numbers)
    numbered: dict[int, Paper] = {}
    # A marker behind the full stop belongs to the sentence before it.
    text = _AFTER_STOP.sub(lambda match: f"{match.group(2)}{match.group(1)}", draft.text)
    sentences = []
    for start, end in sentence_spans(text):
        cited: list[int] = []
        invalid: list[str] = []
        for ordinal, written in _markers(text[start:end], sources):
            if 1 <= ordinal <= len(sources):
                paper = sources[ordinal - 1]
                number = known.setdefault(paper.id, max(known.values(), default=0) + 1)
                numbered[number] = paper
                cited.append(number)
            else:
                invalid.append(written)
        sentence = _sentence(text[start:end], sources, tuple(dict.fromkeys(cited)), tuple(dict.fromkeys(invalid)))
        if sentence.text or sentence.numbers or sentence.invalid:
            sentences.append(sentence)
    return CitedAnswer(tuple(_attached(sentences)), numbered, draft.usage, draft.cut_off)


def _markers(sentence: str, sources: Sequence[Paper]) -> list[tuple[int, str]]:
    """Every source ordinal in a sentence, with what was written for it."""
    found = []
    for match in _true_markers(sentence, sources):
        for part in re.split(r"[,;]", match.group(1) or match.group(2)):
            ends = [int(number) for number in re.findall(r"\d+", part)]
            if len(ends) == 2 and 0 < ends[1] - ends[0] <= WIDEST_RANGE:
                ends = list(range(ends[0], ends[1] + 1))
            found += [(number, f"[{number}]") for number in ends]
    return found


def _true_markers(sentence: str, sources: Sequence[Paper]) -> list[re.Match[str]]:
    """Markers that are not part of a formula or code, nor of the sources' own words (`values in [0, 1]`)."""
    hidden = [match.span() for match in _CODE_OR_MATH.finditer(sentence)]
    return [
        match
        for match in _MARKER.finditer(sentence)
        if not any(start <= match.start() < end for start, end in hidden)
        and not _is_quoted(sentence[max(0, match.start() - QUOTED_BEFORE) : match.end()], sources)
    ]


def _is_quoted(words: str, sources: Sequence[Paper]) -> bool:
    return len(words) > QUOTED_BEFORE and any(words in paper.abstract for paper in sources)


def _sentence(
    text: str, sources: Sequence[Paper], numbers: tuple[int, ...], invalid: tuple[str, ...]
) -> CitedSentence:
    lead = _LEAD.match(text)
    begin = lead.end() if lead else 0
    kept, last = [], begin
    for match in _true_markers(text, sources):
        kept.append(text[last : match.start()].rstrip())
        last = match.end()
    words = "".join([*kept, text[last:]]).strip()
    is_item = bool(lead and lead.group().strip())
    return CitedSentence("" if not any(c.isalnum() for c in words) else words, numbers, invalid, "- " if is_item else "")


def _attached(sentences: list[CitedSentence]) -> list[CitedSentence]:
    """Give markers that stand alone to the sentence before them."""
    joined: list[CitedSentence] = []
    for sentence in sentences:
        if not sentence.text and joined:
            before = joined.pop()
            numbers = tuple(dict.fromkeys((*before.numbers, *sentence.numbers)))
            invalid = tuple(dict.fromkeys((*before.invalid, *sentence.invalid)))
            joined.append(CitedSentence(before.text, numbers, invalid, before.lead))
        elif sentence.text:
            joined.append(sentence)
    return joined
