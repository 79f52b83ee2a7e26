"""What people see on a terminal: answers with their footnotes, and progress. `emit` is for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from rag.answer import Answer
from rag.export.judged import judged
from rag.export.plaintext import readable
from rag.language.inert import quiet, spelt
from rag.types import Status

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Task
    from rich.text import Text

PREFIXES = {Status.NO_ANSWER: "Not in these papers. ", Status.ERROR: "No answer. "}


def emit(line: str) -> None:
    """Print one line for a program, at once; in JSON, what would act on a terminal is escaped.

    Ends the process quietly when nobody reads any more.
    """
    try:
        print(spelt(line), flush=True)
    except BrokenPipeError:
        leave_quietly()


def say(sentence: str) -> None:
    """Print a sentence for people, to stderr."""
    print(quiet(sentence), file=sys.stderr, flush=True)


def leave_quietly() -> NoReturn:
    """End the process after the reader has left (`| head`), with nothing more to flush to it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def console(*, stderr: bool = False) -> Console:
    """A console that wraps lines only for a person's window: in a pipe a paragraph stays one line."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            leave_quietly()

    chosen = Piped(stderr=stderr, highlight=False)
    chosen.soft_wrap = not chosen.is_terminal
    return chosen


def show_answer(answer: Answer) -> None:
    """Print an answer with its footnotes to stdout, and what is wrong or missing to stderr."""
    out, err = console(), console(stderr=True)
    searched = answer.searched or (answer.standalone_question,)
    if searched != (" ".join(answer.question.split()),) and answer.question.strip():
        err.print(_text(f"Searched for: {' | '.join(searched)}", style="dim"))
    if answer.text:
        out.print(_text(readable(answer.text)))
    _show_reason(answer, out, err)
    for place, sentence in enumerate(answer.sentences, start=1):
        if sentence.note:
            err.print(_text(f"Sentence {place} ({sentence.verdict}): {readable(sentence.note)}"))
    if answer.judge:
        err.print(_text(judged(answer.judge), style="dim"))
    for citation in answer.citations:
        out.print()
        out.print(_text(f"[{citation.number}] {readable(citation.title)} ({citation.verdict})", style="bold"))
        if citation.url:
            out.print(_text(f"    {citation.url}", style="dim"))
        out.print(_text(f"    “{readable(citation.quote)}”"))
    for paper in answer.nearest:
        out.print(_text(f"  nearest: {readable(paper.title)}", style="dim"))


def _show_reason(answer: Answer, out: Console, err: Console) -> None:
    """The reason for no answer is the answer; a reason beside words is a note on them."""
    refused = answer.status is Status.NO_ANSWER
    if not answer.reason or (refused and answer.text and not answer.sentences):  # a greeting needs no reason
        return
    if refused and answer.sentences:
        err.print(_text(f"No answer is left. {answer.reason}"))
    else:
        (out if refused else err).print(_text(PREFIXES.get(answer.status, "Note: ") + answer.reason))


def _text(shown: str, style: str = "") -> Text:
    """Words for the console; none of their characters acts on it."""
    from rich.text import Text

    return Text(quiet(shown), style=style)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function (done, total) that draws a bar with rate and time left; silent in a pipe."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.{0 if task.speed >= 10 else 1}f}/s" if task.speed else "")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)
