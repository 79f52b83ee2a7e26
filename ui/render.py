"""Turns of a conversation as HTML. Text of papers, models and users goes in escaped; nothing else does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.answer import Answer
from rag.types import Sentence, Status
from ui.filters import said
from ui.footnotes import FindPaper, false_marker, marker, notes, sources, suggestion
from ui.latex import plain, to_html
from ui.markers import MARKER, finished, numbers, pieces
from ui.session import STOPPED, Turn
from ui.verdicts import below, sentence_mark, why_name, why_notes


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
            f'<div class="answer">{_broken(to_html(finished(turn.draft)))}</div></div>'
        )
    return _article(turn.question, (turn.searched, *turn.also), turn.where, "".join(body), number)


def _doing(turn: Turn) -> str:
    if turn.found is None:
        return "Searching the papers…"
    papers = "1 paper" if turn.found == 1 else f"{turn.found} papers"
    return f"Found {papers}. " + ("Writing a draft…" if turn.draft else "Reading…")


def _turn(answer: Answer, number: int, find: FindPaper, *, earlier: bool) -> str:
    body = _body(answer, number, find)
    if earlier and (panel := sources(answer, number, find)):
        body += f'<details class="earlier-sources"><summary>Sources of this answer</summary>{panel}</details>'
    searched = answer.searched or (answer.standalone_question,)
    return _article(answer.question, searched, answer.where, body, number)


def _article(question: str, searched: Sequence[str], where: Sequence[str], body: str, number: int) -> str:
    asked = plain(question) if question.strip() else "<em>(nothing was typed)</em>"
    shown = _searched(question, searched)
    shown += f'<p class="searched">only in papers with {plain(said(where))}</p>' if where else ""
    return f'<article class="turn" id="turn-{number}"><h2 class="asked">{asked}</h2>{shown}{body}</article>'


def _searched(question: str, searched: Sequence[str]) -> str:
    """What was searched, where it is not just what was asked."""
    wordings = {_folded(text): text for text in searched if text.strip()}
    others = [text for folded, text in wordings.items() if folded != _folded(question)]
    label = "searched for" if len(others) == len(wordings) else "also searched for"
    return f'<p class="searched">{label}: {" · ".join(map(plain, others))}</p>' if others else ""


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _body(answer: Answer, number: int, find: FindPaper) -> str:
    match answer.status:
        case Status.ERROR if answer.stand_in:
            card = f'<div class="card error" role="alert"><p>{plain(answer.reason)}</p></div>'
            return f'{card}<div class="stand-in">{_answer(answer, number)}</div>{notes(answer, number, find)}'
        case Status.ERROR:
            kind = "stopped" if answer.reason == STOPPED else "error"
            return f'<div class="card {kind}" role="alert"><p>{plain(answer.reason)}</p></div>'
        case Status.NO_ANSWER if answer.sentences:
            card = '<div class="card not-there"><h3>No answer is left</h3><p>Every sentence was struck out.</p></div>'
            return card + _answer(answer, number) + notes(answer, number, find)
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
    parts, mark = [], ""
    place = 0
    for piece in pieces(answer):
        if piece.sentence is None:
            parts.append(_between(piece.text, mark, answer, number))
            mark = ""
        else:
            parts += [mark, _sentence(piece.text, piece.sentence, answer, number)]
            mark = sentence_mark(piece.sentence, why_name(number, place))  # markers may still come before it
            place += 1
    shown = "".join([*parts, mark])
    return f'<div class="answer">{shown}</div>{below(answer)}{why_notes(answer, number)}'


def _sentence(text: str, sentence: Sentence, answer: Answer, number: int) -> str:
    words = _with_markers(text, sentence.text, answer, number)
    if sentence.struck:
        return f'<del class="sentence struck {sentence.verdict}">{words}</del>'
    return f'<span class="sentence {sentence.verdict}">{words}</span>'


def _between(text: str, mark: str, answer: Answer, number: int) -> str:
    """Markers that follow a sentence, the mark of its verdict, then the way to the next sentence."""
    if not mark:
        return _broken(_marked(text, answer, number))
    tail = re.match(r"(\s*)((?:\s*\[[^\[\]\n]{1,60}\])*[.!?,;:]?)", text)
    space, markers = (tail[1], tail[2]) if tail and tail[2] else ("", "")
    after = f'{space}<span class="tail">{_marked(markers, answer, number)}{mark}</span>'
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
