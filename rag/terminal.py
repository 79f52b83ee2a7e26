"""What people see on a terminal: answers with their footnotes, and progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rag.answer import Answer
from rag.plaintext import readable
from rag.types import Status


def show_answer(answer: Answer) -> None:
    """Print an answer with its footnotes to stdout, and what is wrong or missing to stderr."""
    from rich.console import Console
    from rich.text import Text

    out, err = Console(highlight=False), Console(stderr=True, highlight=False)
    if answer.standalone_question.strip() != answer.question.strip():
        err.print(Text(f"Searched for: {answer.standalone_question}", style="dim"))
    if answer.text:
        out.print(Text(readable(answer.text)))
    if answer.reason and not (answer.status is Status.NO_ANSWER and answer.text):
        prefix = {Status.NO_ANSWER: "Not in these papers. ", Status.ERROR: "No answer. "}.get(answer.status, "Note: ")
        (out if answer.status is Status.NO_ANSWER else err).print(Text(prefix + answer.reason))
    for citation in answer.citations:
        out.print()
        out.print(Text(f"[{citation.number}] {readable(citation.title)} ({citation.verdict})", style="bold"))
        if citation.url:
            out.print(Text(f"    {citation.url}", style="dim"))
        out.print(Text(f"    “{readable(citation.quote)}”"))
    for paper in answer.nearest:
        out.print(Text(f"  nearest: {readable(paper.title)}", style="dim"))


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function (done, total) that draws a bar with rate and time left; silent when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)
