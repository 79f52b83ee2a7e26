"""Stage: cut words into sentences and resolve their markers. Total: any text gives a cited answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rag.language.markers import before_stops, marker_runs, ordinals
from rag.language.sentences import sentence_spans
from rag.types import CitedAnswer, CitedSentence, Draft, Paper

Item = TypeVar("Item")

_LEAD = re.compile(r"\s*(?:[-*•]\s+|\d{1,2}[.)]\s+)?")
_ITEM_NUMBER = re.compile(r"\d{1,2}[.)]")
_OPENS_BRACKET = re.compile(r"\s*\(\s*(?:see|cf\.|from|source:?)?\s*$", re.IGNORECASE)
# Where a marker stands for the paper itself: "according to [1], …", "[1] and [2] show …".
_NEEDS_NOUN = re.compile(
    r"\b(?:according to|in|by|from|of|like|than|to|with|unlike|see|both|and|or)\s*$", re.IGNORECASE
)
_NEEDS_NOUN_AT_END = re.compile(
    r"\b(?:according to|as in|see|(?:shown|reported|described|introduced|proposed) (?:in|by))\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\W*(?:both |the )*(?:sources?|papers?|works?)\s*", re.IGNORECASE)
_VERB = re.compile(r"\s+(?:(?!(?:its|this|thus|as|various|across)\b)[a-z]+s|both|also)\b")


def cite(draft: Draft, sources: Sequence[Paper], numbers: Mapping[str, int]) -> CitedAnswer:
    """Resolve markers against the papers that the writer was shown: `[n]` is `sources[n - 1]`.

    `numbers` are those that papers already have in this conversation; new papers get the next ones in
    reading order. A draft without a word has no sentences.
    """
    numbering = _Numbering(sources, dict(numbers), {})
    stretches = _stretches(before_stops(draft.text))
    sentences = [_sentence(stretch, numbering, begins_line=begins) for stretch, begins in stretches]
    return CitedAnswer(tuple(_attached(sentences)), numbering.used, draft.usage, draft.cut_off)


@dataclass(frozen=True, slots=True)
class _Numbering:
    """Which number each paper has: `known` in the conversation, `used` in this answer."""

    sources: Sequence[Paper]
    known: dict[str, int]
    used: dict[int, Paper]

    def number_of(self, ordinal: int) -> int | None:
        """The number of the source that `[ordinal]` means; None when there is no such source."""
        if not 1 <= ordinal <= len(self.sources):
            return None
        paper = self.sources[ordinal - 1]
        number = self.known.setdefault(paper.id, max(self.known.values(), default=0) + 1)
        self.used[number] = paper
        return number


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences, each list number with the item that it counts, and whether each begins a line."""
    number = ""
    for start, end in sentence_spans(text):
        stretch = text[start:end]
        begins_line = not text[:start].rpartition("\n")[2].strip()
        if begins_line and _ITEM_NUMBER.fullmatch(stretch):
            if number:
                yield number, True
            number = stretch
        elif number:
            yield f"{number} {stretch}", True
            number = ""
        else:
            yield stretch, begins_line
    if number:
        yield number, True


def _sentence(text: str, numbering: _Numbering, *, begins_line: bool) -> CitedSentence:
    lead = _LEAD.match(text) if begins_line else None
    begin = lead.end() if lead else 0
    cited: list[int] = []
    invalid: list[str] = []
    kept, last = [], begin
    for start, end in marker_runs(text, numbering.sources):
        found = {ordinal: numbering.number_of(ordinal) for ordinal in ordinals(text[start:end])}
        cited += [number for number in found.values() if number is not None]
        invalid += [f"[{ordinal}]" for ordinal, number in found.items() if number is None]
        before, after = text[begin:start], text[end:]
        bracket = _OPENS_BRACKET.search(before) if after.lstrip().startswith(")") else None
        if bracket:
            kept.append(text[last : max(last, begin + bracket.start())])
            last = end + after.index(")") + 1
        else:
            kept += [text[last:start].rstrip(), _noun(before, after, list(found.values()))]
            last = end
    words = "".join([*kept, text[last:]]).strip()
    if not any(character.isalnum() for character in words):
        words, begin = (
            text[:begin].strip() if text[:1].isdigit() else "",
            0,
        )  # "3. [1]" may answer "How many?"
    is_item = bool(lead and begin and lead.group().strip())
    return CitedSentence(words, _once(cited), _once(invalid), "- " if is_item else "")


def _noun(before: str, after: str, numbers: Sequence[int | None]) -> str:
    """What stands in the sentence for markers that it could not miss: `paper 1 and paper 2`; else nothing."""
    opening, named = not before.strip("\"'“*_ "), bool(_NAMED.fullmatch(before))
    needs_noun = _NEEDS_NOUN if after.strip('.!?)”" ') else _NEEDS_NOUN_AT_END
    if not (_VERB.match(after) if opening else named or needs_noun.search(before)):
        return ""
    papers = [_paper(number, named=named) for number in dict.fromkeys(numbers)]
    words = f"{', '.join(papers[:-1])} and {papers[-1]}" if len(papers) > 1 else papers[0]
    return words[0].upper() + words[1:] if opening else f" {words}"


def _paper(number: int | None, *, named: bool) -> str:
    if number is None:
        return "an unknown one" if named else "an unknown paper"
    return str(number) if named else f"paper {number}"


def _attached(sentences: Sequence[CitedSentence]) -> list[CitedSentence]:
    """Give markers that stand alone to the sentence before them; at the very beginning, to the first one."""
    joined: list[CitedSentence] = []
    waiting = CitedSentence("", ())
    for sentence in sentences:
        if sentence.text:
            joined.append(_with_markers(sentence, waiting, sentence))
            waiting = CitedSentence("", ())
        elif joined:
            before = joined.pop()
            joined.append(_with_markers(before, before, sentence))
        else:
            waiting = _with_markers(waiting, waiting, sentence)
    return joined


def _with_markers(sentence: CitedSentence, *marked: CitedSentence) -> CitedSentence:
    numbers = _once([number for item in marked for number in item.numbers])
    invalid = _once([written for item in marked for written in item.invalid])
    return replace(sentence, numbers=numbers, invalid=invalid)


def _once(items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(dict.fromkeys(items))
