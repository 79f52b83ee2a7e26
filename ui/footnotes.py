"""Footnotes as HTML: the marker in the text, the note that opens from it, and the panel of sources."""

from __future__ import annotations

import re
from collections.abc import Callable

from rag.answer import Answer
from rag.types import Citation, Paper, Ranked, Status, Verdict
from ui.latex import plain, to_html
from ui.verdicts import VERDICTS, found_on, verdict_mark

FindPaper = Callable[[str], Paper | None]


def marker(number: int, answer: Answer, turn: int) -> str:
    """`[n]` as a button that opens its note; a number that is no source stays visible, struck through."""
    for citation in answer.citations:
        if citation.number == number:
            name = plain(f"Source {number}: {citation.title}")
            return (
                f'<button type="button" class="cite" popovertarget="note-{turn}-{number}" '
                f'aria-label="{name}" title="{plain(citation.title)}">[{number}]</button>'
            )
    return false_marker(f"[{number}]")


def false_marker(text: str) -> str:
    """A marker that points at no source, as the finding it is."""
    note = "points at no source"
    return f'<del class="false-marker" title="{note}">{plain(text)}<span class="unseen"> {note}</span></del>'


def notes(answer: Answer, turn: int, find: FindPaper) -> str:
    """The notes behind the markers of an answer, closed until asked for."""
    return "".join(_note(citation, answer, turn, find(citation.paper_id)) for citation in answer.citations)


def sources(answer: Answer | None, turn: int, find: FindPaper) -> str:
    """The panel: cited papers first, then what else was found; empty when the answer rests on no paper."""
    if answer is None or not (answer.status in (Status.ANSWERED, Status.PARTIAL) or answer.stand_in):
        return ""
    cited = {citation.paper_id for citation in answer.citations}
    others = [ranked for ranked in answer.retrieved if ranked.paper_id not in cited]
    parts = []
    if answer.citations:
        items = "".join(_source(citation, turn, find(citation.paper_id)) for citation in answer.citations)
        parts.append(f'<details open><summary>Sources</summary><ol class="cited">{items}</ol></details>')
    if others:
        items = "".join(suggestion(ranked, find) for ranked in others)
        parts.append(f'<details open><summary>Also found, not cited</summary><ul class="others">{items}</ul></details>')
    return "".join(parts)


def suggestion(ranked: Ranked, find: FindPaper) -> str:
    """A paper that the answer does not rest on, as a list item."""
    paper = find(ranked.paper_id)
    details = f'<p class="by">{_by(paper.authors, paper, paper.url)}</p>' if paper else ""
    return f'<li><p class="title">{to_html(ranked.title)}</p>{details}</li>'


def link(url: str) -> str:
    """A link to a paper that opens beside the page; empty unless the address is a web address."""
    if not re.fullmatch(r"https?://[^\s\x00-\x20]+", url, re.IGNORECASE):
        return ""
    host = re.sub(r"^https?://([^/?#]*).*$", r"\1", url, flags=re.IGNORECASE).rpartition("@")[2]
    return f'<a href="{plain(url)}" target="_blank" rel="noopener noreferrer">{plain(host)} ↗</a>'


def _source(citation: Citation, turn: int, paper: Paper | None) -> str:
    return (
        f'<li><button type="button" class="cite" popovertarget="note-{turn}-{citation.number}" '
        f'aria-label="Open source {citation.number}">[{citation.number}]</button>'
        f'<div><p class="title">{to_html(citation.title)} {verdict_mark(citation.verdict)}</p>'
        f'<p class="by">{_by(citation.authors, paper, citation.url)}</p></div></li>'
    )


def _by(authors: tuple[str, ...], paper: Paper | None, url: str) -> str:
    names = ", ".join(authors[:3]) + (f" and {len(authors) - 3} more" if len(authors) > 3 else "")
    venue = (paper.venue, paper.decision) if paper else ()
    return " · ".join([plain(part) for part in (names, *venue) if part] + [part for part in (link(url),) if part])


def _note(citation: Citation, answer: Answer, turn: int, paper: Paper | None) -> str:
    name = f"note-{turn}-{citation.number}"
    authors = ", ".join(citation.authors)
    venue = " · ".join(part for part in ((paper.venue, paper.decision) if paper else ()) if part)
    rows = [plain(authors), plain(venue), link(citation.url)]
    by = "".join(f'<p class="by">{row}</p>' for row in rows if row)
    _, verdict, meaning = VERDICTS[citation.verdict]
    return (
        f'<div popover id="{name}" class="note" role="dialog" aria-labelledby="{name}-title">'
        f'<div class="note-head"><span class="number">[{citation.number}]</span>'
        f'<span class="verdict-words">{verdict_mark(citation.verdict)} {verdict}: {meaning}</span>'
        f'<button type="button" class="close" popovertarget="{name}" popovertargetaction="hide" '
        f'aria-label="Close this note">✕</button></div>'
        f'<h3 id="{name}-title">{to_html(citation.title)}</h3>{by}{found_on(citation.number, answer)}'
        f'<div class="abstract">{_abstract(citation, answer, paper)}</div></div>'
    )


def _abstract(citation: Citation, answer: Answer, paper: Paper | None) -> str:
    """The whole abstract with the quote marked; the quote alone when there is no abstract to show it in."""
    spans = _quoted_spans(citation, answer, paper.abstract) if paper else []
    if paper is None or not spans:
        why = "The paper is no longer in the index." if paper is None else "The abstract has changed since."
        return f'{_mark(citation.quote, first=True)}<p class="reason">{why} This is the quote as it was.</p>'
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts.append(to_html(paper.abstract[position:start]))
        parts.append(_mark(paper.abstract[start:end], first=not position and len(parts) == 1))
        position = end
    parts.append(to_html(paper.abstract[position:]))
    return "".join(parts)


def _mark(quote: str, *, first: bool) -> str:
    # When the note opens, the browser moves the focus to `autofocus`, and so scrolls to the quote.
    focus = ' tabindex="-1" autofocus' if first else ""
    return f"<mark{focus}>{to_html(quote)}</mark>"


def _quoted_spans(citation: Citation, answer: Answer, abstract: str) -> list[tuple[int, int]]:
    """Where the quote, and other sentences of the answer that cite this paper word for word, stand."""
    if not citation.quote:
        return []
    start = citation.start if abstract[citation.start : citation.end] == citation.quote else -1
    start = start if start >= 0 else abstract.find(citation.quote)
    if start < 0:
        return []
    spans = [(start, start + len(citation.quote))]
    for sentence in answer.sentences:
        if citation.number in sentence.citations and sentence.verdict == Verdict.QUOTED:
            at = abstract.find(sentence.text)
            if at >= 0 and all(at >= end or at + len(sentence.text) <= begin for begin, end in spans):
                spans.append((at, at + len(sentence.text)))
    return sorted(spans)
