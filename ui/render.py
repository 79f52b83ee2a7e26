"""Turns of a conversation as HTML. Text of papers, models and users goes in escaped; nothing else does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from rag.answer import Answer
from rag.types import Sentence, Status
from ui.filters import said
from ui.footnotes import VERDICTS, FindPaper, false_marker, marker, notes, sources, suggestion, verdict_mark
from ui.latex import to_html
from ui.markers import MARKER, numbers, pieces
from ui.session import STOPPED, Turn

_UNFINISHED_MARKER = re.compile(r"\s*\[[\d,; ]*$")  # `[1` of `[17]` would flicker


def history(turns: Sequence[Answer], find: FindPaper) -> str:
    """The earlier turns, oldest first; each keeps its own notes, so its `[1]` never changes its paper."""
    return "".join(_turn(answer, number, find, earlier=True) for number, answer in enumerate(turns, start=1))


def current(turn: Turn, number: int, find: FindPaper) -> str:
    """The turn under way: what is being done, the draft marked as one, and at last the verified answer."""
    if turn.answer is not None:
        return _turn(turn.answer, number, find, earlier=False)
    body = [f'<p class="doing" role="status">{_doing(turn)}</p>']
    if turn.draft:
        body.append(
            '<div class="draft"><p class="badge">Draft, being checked</p>'
            f'<div class="answer">{_broken(to_html(_UNFINISHED_MARKER.sub("", turn.draft)))}</div></div>'
        )
    return _article(turn.question, turn.searched, turn.where, "".join(body), number)


def _doing(turn: Turn) -> str:
    if turn.found is None:
        return "Searching the papers…"
    papers = "1 paper" if turn.found == 1 else f"{turn.found} papers"
    return f"Found {papers}. " + ("Writing a draft…" if turn.draft else "Reading…")


def _turn(answer: Answer, number: int, find: FindPaper, *, earlier: bool) -> str:
    body = _body(answer, number, find)
    if earlier and (panel := sources(answer, number, find)):
        body += f'<details class="earlier-sources"><summary>Sources of this answer</summary>{panel}</details>'
    return _article(answer.question, answer.standalone_question, answer.where, body, number)


def _article(question: str, searched: str, where: Sequence[str], body: str, number: int) -> str:
    asked = escape(question) if question.strip() else "<em>(nothing was typed)</em>"
    differs = " ".join(searched.split()).casefold() != " ".join(question.split()).casefold()
    shown = f'<p class="searched">searched for: {escape(searched)}</p>' if searched.strip() and differs else ""
    shown += f'<p class="searched">only in papers with {escape(said(where))}</p>' if where else ""
    return f'<article class="turn" id="turn-{number}"><h2 class="asked">{asked}</h2>{shown}{body}</article>'


def _body(answer: Answer, number: int, find: FindPaper) -> str:
    match answer.status:
        case Status.ERROR:
            kind = "stopped" if answer.reason == STOPPED else "error"
            return f'<div class="card {kind}" role="alert"><p>{escape(answer.reason)}</p></div>'
        case Status.NO_ANSWER if answer.text and not answer.nearest:
            return f'<div class="answer">{_broken(to_html(answer.text))}</div>'
        case Status.NO_ANSWER:
            return _not_there(answer, find)
        case Status.ANSWERED | Status.PARTIAL:
            return _answer(answer, number) + notes(answer, number, find)


def _not_there(answer: Answer, find: FindPaper) -> str:
    reason = answer.reason or answer.text
    near = "".join(suggestion(ranked, find) for ranked in answer.nearest)
    nearest = f'<p class="lead">Nearest papers, none of which answers this:</p><ul class="others">{near}</ul>'
    nowhere = "No such papers" if answer.where else "Nothing was looked up"
    heading = "Not in these papers" if answer.retrieved or near else nowhere
    return (
        f'<section class="card not-there"><h3>{heading}</h3><p>{to_html(reason)}</p>{nearest if near else ""}</section>'
    )


def _answer(answer: Answer, number: int) -> str:
    parts = []
    waiting: Sentence | None = None  # the sentence whose markers may still follow
    for piece in pieces(answer):
        if piece.sentence is None:
            parts.append(_between(piece.text, waiting, answer, number))
            waiting = None
        else:
            parts.append(verdict_mark(waiting.verdict) if waiting else "")
            parts.append(f'<span class="sentence {piece.sentence.verdict}">')
            parts.append(_with_markers(piece.text, piece.sentence.text, answer, number) + "</span>")
            waiting = piece.sentence
    parts.append(verdict_mark(waiting.verdict) if waiting else "")
    return f'<div class="answer">{"".join(parts)}</div>{_remarks(answer)}{_legend(answer)}'


def _between(text: str, sentence: Sentence | None, answer: Answer, number: int) -> str:
    """Markers that follow a sentence, its verdict, then the way to the next sentence."""
    if sentence is None:
        return _broken(_marked(text, answer, number))
    tail = re.match(r"(\s*)((?:\s*\[[^\[\]\n]{1,60}\])*[.!?,;:]?)", text)
    space, markers = (tail[1], tail[2]) if tail and tail[2] else ("", "")
    after = f'{space}<span class="tail">{_marked(markers, answer, number)}{verdict_mark(sentence.verdict)}</span>'
    return after + _broken(_marked(text[len(space) + len(markers) :], answer, number))


def _with_markers(text: str, sentence: str, answer: Answer, number: int) -> str:
    return to_html(text) if text == sentence else _marked(text, answer, number)


def _marked(text: str, answer: Answer, turn: int) -> str:
    parts = []
    position = 0
    for match in MARKER.finditer(text):
        cited = numbers(match[1])
        parts.append(to_html(text[position : match.start()]))
        parts.append("".join(marker(n, answer, turn) for n in cited) if cited else false_marker(match.group()))
        position = match.end()
    parts.append(to_html(text[position:]))
    return "".join(parts)


def _broken(html: str) -> str:
    """Line breaks and list bullets as they are meant."""
    html = re.sub(r"(^|\n)[ \t]*[-*•][ \t]+", r"\1• ", html)
    return re.sub(r"\n\s*\n\s*", '<span class="gap"></span>', html).replace("\n", "<br>")


def _remarks(answer: Answer) -> str:
    remark = answer.reason or ("" if answer.citations else "No sentence of this answer cites a paper.")
    return f'<p class="reason">{escape(remark)}</p>' if remark else ""


def _legend(answer: Answer) -> str:
    """What the marks in this answer mean; a touch screen shows no tooltips."""
    present = {sentence.verdict for sentence in answer.sentences}
    items = [
        f'<li><span class="verdict {verdict}">{sign}</span> {name}: {meaning}</li>'
        for verdict, (sign, name, meaning) in VERDICTS.items()
        if verdict in present
    ]
    return f'<ul class="legend" aria-label="What the marks mean">{"".join(items)}</ul>' if items else ""
