"""What comes of a question in the end: an `Answer`, put together from what the stages found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rag.answer import Answer
from rag.types import (
    NO_USAGE,
    Checked,
    CitedAnswer,
    Evidence,
    Paper,
    Passages,
    Query,
    Ranked,
    Sentence,
    Status,
    Usage,
    Verdict,
    Weight,
)

# What may be amiss with sentences, gravest first: (of one sentence, of several).
_FINDINGS = {
    Verdict.INVALID: ("cites a source that does not exist", "cite sources that do not exist"),
    Verdict.UNSUPPORTED: (
        "says something that its cited abstract does not hold",
        "say something that their cited abstracts do not hold",
    ),
    Verdict.UNCITED: ("carries no citation", "carry no citation"),
    Verdict.PARTLY: (
        "is held by its cited abstract only in part",
        "are held by their cited abstracts only in part",
    ),
}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Makes answers to one question; `made_with` holds what is the same for all of them."""

    query: Query
    passages: Passages
    made_with: Mapping[str, Any]

    def refused(self, evidence: Evidence, seconds: Mapping[str, float], usage: Usage) -> Answer:
        """The papers don't say, or there was no question."""
        return Answer(
            status=Status.NO_ANSWER,
            reason=_said(evidence.remark, evidence.reason or "The papers found do not say."),
            text=evidence.reply,
            retrieved=self._ranked(self.passages.papers()),
            nearest=self._ranked(evidence.nearest),
            usage=self.query.usage + usage,
            seconds=seconds,
            **self._of_query(),
        )

    def failed(self, sentence: str, seconds: Mapping[str, float]) -> Answer:
        """The writer failed; the sentence says how."""
        nothing = Evidence((), Weight.NOTHING, reason=sentence)
        return replace(self.refused(nothing, seconds, NO_USAGE), status=Status.ERROR)

    def answered(
        self,
        cited: CitedAnswer,
        checked: Checked,
        seconds: Mapping[str, float],
        evidence: Evidence,
    ) -> Answer:
        """There are words, and they were checked.

        When every sentence is struck out there is no answer, and the text shows what was struck.
        """
        stands = any(not sentence.struck for sentence in checked.sentences)
        reason = " ".join(part for part in (shortcoming(cited, checked), checked.note) if part) or evidence.note
        given = Status.PARTIAL if reason else Status.ANSWERED
        return Answer(
            status=given if stands else Status.NO_ANSWER,
            reason=_said(evidence.remark, reason),
            text=text_with_markers(cited, checked),
            sentences=checked.sentences,
            citations=checked.citations,
            retrieved=self._ranked(self.passages.papers()),
            usage=self.query.usage + cited.usage + checked.usage,
            seconds=seconds,
            judge=checked.judged_by,
            **self._of_query(),
        )

    def stood_in(
        self,
        failure: str,
        writer: str,
        cited: CitedAnswer,
        checked: Checked,
        seconds: Mapping[str, float],
        evidence: Evidence,
    ) -> Answer:
        """The writer failed and another one stood in: still an error, with that one's words beside it."""
        beside = self.answered(cited, checked, seconds, evidence)
        marked = "Instead of an answer in its own words, these are sentences of the papers."
        reason = _said(failure, marked, evidence.remark, evidence.note)
        return replace(beside, status=Status.ERROR, reason=reason, stand_in=writer)

    def _of_query(self) -> dict[str, Any]:
        return {
            "question": self.query.question,
            "standalone_question": self.query.text,
            "searched": self.query.searched if self.passages.found else (),
            "where": tuple(text for condition in self.query.where for text in condition.texts()),
            **self.made_with,
        }

    def _ranked(self, papers: Sequence[Paper]) -> tuple[Ranked, ...]:
        scores = {item.paper.id: item.score for item in self.passages.found}
        return tuple(Ranked(paper.id, paper.title, round(scores.get(paper.id, 0.0), 4)) for paper in papers)


def _said(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def text_with_markers(cited: CitedAnswer, checked: Checked) -> str:
    """The answer's text: every sentence with its markers behind it, list items on lines of their own.

    A struck sentence stands between `~~` and `~~`, as Markdown strikes it out.
    """
    highest = max(cited.numbered, default=0)
    parts: list[str] = []
    for sentence, found in zip(cited.sentences, checked.sentences, strict=True):
        markers = [f"[{number}]" for number in sentence.numbers]
        markers += [_visible(written, highest) for written in sentence.invalid]
        gap = ("\n" if sentence.lead else " ") if parts else ""
        words = struck_out(sentence.text) if found.struck else sentence.text
        parts.append(f"{gap}{sentence.lead}{words}{' ' if markers else ''}{''.join(markers)}")
    return "".join(parts)


def struck_out(text: str) -> str:
    """The text between signs that strike it out, and none inside that could end that early."""
    return f"~~{text.replace('~', '∼')}~~"


def _visible(written: str, highest: int) -> str:
    """A marker that points at nothing, as written; with a question mark where it would look like one that points."""
    number = written.strip("[]")
    return f"[{number}?]" if number.isdigit() and int(number) <= highest else written


def shortcoming(cited: CitedAnswer, checked: Checked) -> str:
    """What is not as it should be with an answer: what was struck out, and what is amiss with the rest.

    At most two sentences; empty when every sentence has a sound footnote.
    """
    struck = [sentence for sentence in checked.sentences if sentence.struck]
    standing = [sentence.verdict for sentence in checked.sentences if not sentence.struck]
    parts = (_of_struck(struck, len(checked.sentences)), _of_standing(standing, cut_off=cited.cut_off))
    return " ".join(part for part in parts if part)


def _of_struck(struck: Sequence[Sentence], count: int) -> str:
    if not struck:
        return ""
    found = [sentence.verdict for sentence in struck]
    if count == 1:
        return f"The only sentence was struck out: it {_FINDINGS[found[0]][0]}."
    every = "both" if count == 2 else f"all {_spelt(count)}"
    some = f"{_spelt(len(struck))} of {_spelt(count)}" if len(struck) < count else every
    whole = f"{some} sentences {'was' if len(struck) == 1 else 'were'} struck out"
    why = [_of_some(found.count(verdict), len(struck), why) for verdict, why in _FINDINGS.items() if verdict in found]
    return f"{whole[0].upper()}{whole[1:]}: {', '.join(why)}."


def _of_some(alike: int, struck: int, why: tuple[str, str]) -> str:
    who = "it" if struck == 1 else "they" if alike == struck else f"{_spelt(alike)} of them"
    return f"{who} {why[alike > 1]}"


def _of_standing(verdicts: Sequence[Verdict], *, cut_off: bool) -> str:
    if cut_off:
        return "The answer was cut off at the model's length limit."
    if verdicts and all(verdict is Verdict.UNCITED for verdict in verdicts):
        return "The answer carries no citation, so nothing in it can be checked."
    for verdict, (of_one, of_several) in _FINDINGS.items():
        count = verdicts.count(verdict)
        if count:
            return f"One sentence {of_one}." if count == 1 else f"{count} sentences {of_several}."
    return ""


def _spelt(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else str(count)
