"""What checking found, as HTML: the mark behind a sentence, the note that opens from it, and what stands below."""

from __future__ import annotations

import re

from rag.answer import Answer
from rag.export.judged import judged
from rag.types import Sentence, Verdict
from ui.latex import plain, to_html

# What each verdict looks like, is called and means.
VERDICTS: dict[Verdict, tuple[str, str, str]] = {
    Verdict.QUOTED: ("✓", "quoted", "word for word in the cited abstract"),
    Verdict.SUPPORTED: ("✓", "supported", "a judge found this in the cited abstract"),
    Verdict.PARTLY: ("◐", "partly supported", "the cited abstract says only part of this"),
    Verdict.UNSUPPORTED: (
        "✗",
        "unsupported",
        "the cited abstract does not say this, or lacks a number or name of it",
    ),
    Verdict.PLAUSIBLE: (
        "≈",
        "plausible",
        "right paper, every number and quotation is in it; read it to be sure",
    ),
    Verdict.UNCITED: ("○", "no citation", "nothing says where this comes from"),
    Verdict.INVALID: ("✗", "invalid citation", "a marker here points at no source"),
}
STRUCK = "struck out", "no cited abstract holds this, so it is no part of the answer"
_IN_WORDS = (Verdict.UNCITED, Verdict.INVALID)  # verdicts that are spelt out, too


def verdict_mark(verdict: Verdict) -> str:
    """The small mark behind a sentence or a source."""
    name, meaning = VERDICTS[verdict][1:]
    said = f"{name}: {meaning}"
    return f'<span class="verdict {verdict}" role="note" title="{said}" aria-label="{said}">{_sign(verdict)}</span>'


def sentence_mark(sentence: Sentence, name: str) -> str:
    """The mark behind a sentence; where there is a note on it, a button that opens that under the id `name`."""
    if not sentence.note:
        return verdict_mark(sentence.verdict)
    said = plain(f"{VERDICTS[sentence.verdict][1]}: {sentence.note}")
    return (
        f'<button type="button" class="verdict why-button {sentence.verdict}" popovertarget="{name}" title="{said}" '
        f'aria-label="{said}">{_sign(sentence.verdict)}</button>'
    )


def why_name(turn: int, place: int) -> str:
    """The id of the note on the sentence at this place (from 0)."""
    return f"why-{turn}-{place + 1}"


def why_notes(answer: Answer, turn: int) -> str:
    """The notes on sentences, closed until asked for."""
    return "".join(
        f'<div popover id="{why_name(turn, place)}" class="why" role="dialog" aria-label="Why this verdict">'
        f"<p>{verdict_mark(sentence.verdict)} <strong>{VERDICTS[sentence.verdict][1]}</strong></p>"
        f'<p class="of">{to_html(sentence.text)}</p><p>{to_html(sentence.note)}</p></div>'
        for place, sentence in enumerate(answer.sentences)
        if sentence.note
    )


def found_on(number: int, answer: Answer) -> str:
    """What checking found on the sentences that cite a source, for the note on that source."""
    items = "".join(
        f"<li>{verdict_mark(sentence.verdict)} <q>{to_html(sentence.text)}</q> {to_html(sentence.note)}</li>"
        for sentence in answer.sentences
        if sentence.note and number in sentence.citations
    )
    return f'<ul class="found" aria-label="What checking found">{items}</ul>' if items else ""


def below(answer: Answer) -> str:
    """What stands below an answer: what is amiss with it, who judged it, and what its marks mean."""
    return _remarks(answer) + _judge(answer) + _legend(answer)


def _remarks(answer: Answer) -> str:
    remark = answer.reason or ("" if answer.citations else "No sentence of this answer cites a paper.")
    return f'<p class="reason">{plain(remark)}</p>' if remark and not answer.stand_in else ""


def _judge(answer: Answer) -> str:
    said = re.sub(r"`([^`]+)`", r"<code>\1</code>", plain(judged(answer.judge)))
    return f'<p class="judged">{said}</p>' if said else ""


def _legend(answer: Answer) -> str:
    """What the marks in this answer mean; a touch screen shows no tooltips."""
    present = {sentence.verdict for sentence in answer.sentences}
    items = [
        f'<li><span class="verdict {verdict}">{sign}</span> {name}: {meaning}</li>'
        for verdict, (sign, name, meaning) in VERDICTS.items()
        if verdict in present
    ]
    if any(sentence.struck for sentence in answer.sentences):
        items.append(f'<li><del class="struck">{STRUCK[0]}</del>: {STRUCK[1]}</li>')
    return f'<ul class="legend" aria-label="What the marks mean">{"".join(items)}</ul>' if items else ""


def _sign(verdict: Verdict) -> str:
    sign, name, _ = VERDICTS[verdict]
    return sign + (f' <span class="word">{name}</span>' if verdict in _IN_WORDS else "")
