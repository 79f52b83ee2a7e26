"""Stage: cut words into sentences and resolve their markers. Total: any text gives a cited answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rag.language.drift import bracketed
from rag.language.markers import before_stops, marker_runs, ordinals
from rag.language.nouns import noun_for
from rag.language.references import parted
from rag.language.sentences import sentence_spans
from rag.types import CitedAnswer, CitedSentence, Draft, Paper

Item = TypeVar("Item")

# What may begin a line: a bullet, a number, the signs of a heading, the edge of a table.
_LEAD = re.compile(r"\s*(?:[-*•+‣]\s+|\d{1,2}[.)]\s+|#{1,6}\s+|(?:\|\s*)+)?")
_LEADS = {"#": "\n"}  # a heading is a paragraph, everything else an item of a list, rows of tables too
_ITEM_NUMBER = re.compile(r"\d{1,2}[.)]")
_OPENS_BRACKET = re.compile(r"\s*\(\s*(?:see|cf\.|from|source:?)?\s*$", re.IGNORECASE)
_AFTER_PREFIX = re.compile(r"(?:\s*(?::|[-–—](?=\s)))?")  # "[1]: It halves the time."
NEAR = 80  # characters beside a marker that tell what it is for


def cite(draft: Draft, sources: Sequence[Paper], numbers: Mapping[str, int]) -> CitedAnswer:
    """Resolve markers against the papers that the writer was shown: `[n]` is `sources[n - 1]`.

    `numbers` are those that papers already have in this conversation; new papers get the next ones in
    reading order. A draft without a word has no sentences. A list of the sources below the answer is no part of it;
    it cites for the last sentence when nothing else in the answer does.
    """
    numbering = _Numbering(sources, dict(numbers), {})
    answer, listed = parted(draft.text, sources)
    stretches = _stretches(before_stops(bracketed(answer, sources)))
    sentences = _attached([_sentence(stretch, numbering, begins_line=begins) for stretch, begins in stretches])
    if not any(sentence.numbers for sentence in sentences):
        sentences = _attached([*sentences, _marked(listed, numbering)])
    elif false := [number for number in listed if number > len(sources)]:
        sentences = _attached([*sentences, _marked(false, numbering)])
    return CitedAnswer(tuple(_below_headings(sentences)), numbering.used, draft.usage, draft.cut_off)


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
    begin, opened = (lead.end(), lead.group().strip()[:1]) if lead else (0, "")
    kept, found = _without_markers(text, begin, numbering)
    words = kept.strip(" \t\n|" if opened == "|" else None)
    if not any(character.isalnum() for character in words):
        words, opened = (text[:begin].strip() if text[:1].isdigit() else ""), ""  # "3. [1]" may answer "How many?"
    return replace(_marked(found, numbering), text=words, lead=_LEADS.get(opened, "- ") if opened else "")


def _without_markers(text: str, begin: int, numbering: _Numbering) -> tuple[str, list[int]]:
    """The words of a sentence from `begin` on, and the ordinals in its markers."""
    kept, found, last = [], list[int](), begin
    for start, end in marker_runs(text, numbering.sources):
        ordinals_here = ordinals(text[start:end])
        found += ordinals_here
        before, after = text[max(begin, start - NEAR) : start], text[end : end + NEAR]
        bracket = _OPENS_BRACKET.search(before) if after.lstrip().startswith(")") else None
        if bracket:
            kept.append(text[last : max(last, start - len(before) + bracket.start())])
            last = end + after.index(")") + 1
            continue
        noun = noun_for(before, after, [numbering.number_of(ordinal) for ordinal in ordinals_here])
        kept += [text[last:start].rstrip(), noun or _gap(before.rstrip()[-1:], after[:1])]
        opens = not noun and not before.strip()
        last = end + len(_AFTER_PREFIX.match(after)[0]) if opens else end  # type: ignore[index]  # it matches anywhere
    return "".join([*kept, text[last:]]), found


def _gap(left: str, right: str) -> str:
    """What keeps two words apart that had only a marker between them; of scripts without spaces none."""
    return " " if left.isalnum() and right.isalnum() and (left.isascii() or right.isascii()) else ""


def _marked(found: Sequence[int], numbering: _Numbering) -> CitedSentence:
    """What these ordinals cite, without words."""
    numbers = {ordinal: numbering.number_of(ordinal) for ordinal in found}
    valid = [number for number in numbers.values() if number is not None]
    return CitedSentence("", _once(valid), _once([f"[{n}]" for n, number in numbers.items() if number is None]))


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


def _below_headings(sentences: Sequence[CitedSentence]) -> list[CitedSentence]:
    """Let what follows a heading begin a paragraph, too."""
    above = [False, *(sentence.lead == _LEADS["#"] for sentence in sentences)]
    spaced = [
        replace(sentence, lead=sentence.lead or _LEADS["#"]) if below else sentence
        for sentence, below in zip(sentences, above, strict=False)
    ]
    return [replace(spaced[0], lead=spaced[0].lead.lstrip("\n")), *spaced[1:]] if spaced else []


def _with_markers(sentence: CitedSentence, *marked: CitedSentence) -> CitedSentence:
    numbers = _once([number for item in marked for number in item.numbers])
    invalid = _once([written for item in marked for written in item.invalid])
    return replace(sentence, numbers=numbers, invalid=invalid)


def _once(items: Sequence[Item]) -> tuple[Item, ...]:
    return tuple(dict.fromkeys(items))
