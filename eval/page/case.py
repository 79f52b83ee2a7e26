"""One case on the page: what was asked, what came back, what it rests on, and why it is not right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eval.metrics.facts import facts_matched
from eval.outcome import Result
from eval.page.markup import Markup, element, grid, joined, text
from rag.answer import Answer
from rag.types import Citation

RETRIEVED_SHOWN = 10


def case_section(result: Result, *, opened: bool) -> Markup:
    """Return a case as a section that can be folded."""
    summary = element(
        "summary",
        element("span", result.grade, css=f"pill {result.grade}"),
        text("span", result.case.question or "(blank question)", css="asked"),
        text("span", f"{result.case.id} · {result.case.kind}", css="quiet"),
    )
    body = joined([*_findings(result), *_asked(result), *_answered(result)])
    state = {"open": ""} if opened else {}
    return element("details", summary, body, css="case", **state)


def _findings(result: Result) -> Iterator[Markup]:
    if result.complaints:
        yield element("ul", *(text("li", line) for line in result.complaints), css="complaints")
    if result.remarks:
        yield element("ul", *(text("li", line) for line in result.remarks), css="remarks")


def _asked(result: Result) -> Iterator[Markup]:
    case = result.case
    for position, turn in enumerate(case.turns[:-1]):
        yield element("p", element("b", "Asked before: "), text("span", turn))
        if position < len(result.earlier):
            yield _words(result.earlier[position], css="answer earlier")
    if result.answer and result.answer.standalone_question not in ("", case.question):
        yield element("p", element("b", "Understood as: "), text("span", result.answer.standalone_question))
    expected = "a refusal" if not case.answerable else f"{case.need} of " + ", ".join(case.papers)
    yield element("p", element("b", "Expected: "), text("span", expected))
    if case.facts:
        marks = zip(case.facts, facts_matched(result), strict=True)
        yield element("ul", *(text("li", f"{'✓' if hit else '✗'} /{fact}/") for fact, hit in marks), css="facts")


def _answered(result: Result) -> Iterator[Markup]:
    answer = result.answer
    if answer is None:
        yield element("p", "There is no answer.", css="quiet")
        return
    yield _words(answer, css="answer")
    yield from _citations(result, answer)
    yield from _retrieved(result, answer)
    seconds = f"{answer.seconds['total']:.3f} s by its own account, " if "total" in answer.seconds else ""
    used = answer.usage
    tokens = f"{used.prompt_tokens} + {used.completion_tokens} tokens in {used.calls} model calls"
    yield element("p", f"{seconds}{result.wall:.3f} s waited, {tokens}.", css="quiet")


def _words(answer: Answer, *, css: str) -> Markup:
    lines = [
        element(
            "p",
            text("s" if sentence.struck else "span", sentence.text),
            *(element("sup", f"[{number}]") for number in sentence.citations),
            " ",
            element("span", sentence.verdict.value, css=f"verdict {sentence.verdict.value}"),
        )
        for sentence in answer.sentences
    ] or [text("p", answer.text)]
    reason = [text("p", answer.reason, css="quiet")] if answer.reason else []
    status = element("p", "Status: ", element("b", answer.status.value), css="quiet")
    return element("div", status, *lines, *reason, css=css)


def _citations(result: Result, answer: Answer) -> Iterator[Markup]:
    verbatim: Sequence[bool | None] = result.verbatim or [None] * len(answer.citations)
    for citation, stands in zip(answer.citations, verbatim, strict=True):
        yield _citation(citation, citation.paper_id in result.case.papers, stands)


def _citation(citation: Citation, gold: bool, verbatim: bool | None) -> Markup:
    # The address is written, not linked: the page must hold nothing that leads outside.
    where = " · ".join(part for part in (citation.paper_id, ", ".join(citation.authors), citation.url) if part)
    stands = {True: "stands in the abstract", False: "does not stand in the abstract", None: "not compared"}[verbatim]
    head = element(
        "p",
        element("b", f"[{citation.number}] "),
        text("span", citation.title),
        " ",
        element("span", "may be cited" if gold else "not expected", css=f"pill {'right' if gold else 'wrong'}"),
        " ",
        element("span", citation.verdict.value, css=f"verdict {citation.verdict.value}"),
    )
    foot = text("p", f"{where} · {citation.start}:{citation.end} {stands}", css="quiet")
    return element("div", head, text("blockquote", citation.quote), foot, css="citation")


def _retrieved(result: Result, answer: Answer) -> Iterator[Markup]:
    for heading, ranked in (("Retrieved", answer.retrieved), ("Offered instead", answer.nearest)):
        if ranked:
            rows = [
                (
                    str(rank),
                    "✓" if item.paper_id in result.case.papers else "",
                    text("span", item.title),
                    item.paper_id,
                    f"{item.score:.3f}",
                )
                for rank, item in enumerate(ranked[:RETRIEVED_SHOWN], start=1)
            ]
            shown = grid(("rank", "expected", "title", "id", "score"), rows)
            yield element("details", element("summary", f"{heading} ({len(ranked)})"), shown)
