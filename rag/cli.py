"""The command line. Answers and JSON go to stdout, words about them to stderr; exit codes 0 done, 1 failed, 2 usage, 3 in part."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rag.answer import Answer
    from rag.chat import PaperChat
    from rag.types import Ranked

DONE, FAILED, USAGE, IN_PART = 0, 1, 2, 3

app = typer.Typer(
    name="footnoted",
    help="Ask a conference's papers a question; every sentence of the answer carries a footnote you can check.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Index = Annotated[Path | None, typer.Option("--index", metavar="DIR", help="Index folder (FOOTNOTED_INDEX).")]
Llm = Annotated[
    str | None, typer.Option("--llm", metavar="NAME", help="auto, extractive or openai:MODEL (FOOTNOTED_LLM).")
]
Embedding = Annotated[
    str | None, typer.Option("--embedding", metavar="NAME", help="minilm or openai:MODEL (FOOTNOTED_EMBEDDING).")
]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="KEY=VALUE", help="Filter: area, venue, decision, author, id, year>=2025. Repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Batch = Annotated[Path | None, typer.Option("--batch", metavar="FILE", help="JSONL file of questions; - reads stdin.")]


def main() -> None:
    """Run the command line; what a user can mend ends in one sentence on stderr, never in a traceback."""
    from rag.errors import FootnotedError, UsageError

    try:
        app()
    except UsageError as error:
        _stop(str(error), USAGE)
    except FootnotedError as error:
        _stop(str(error), FAILED)
    except KeyboardInterrupt:
        _stop("Stopped.", 130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has left, for instance `| head`
        sys.exit(DONE)


def _stop(sentence: str, code: int) -> NoReturn:
    print(f"footnoted: {sentence}", file=sys.stderr)
    sys.exit(code)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


@app.command()
def index(
    sources: Annotated[list[Path] | None, typer.Argument(help="Files of papers; the shipped ones when none is given.")] = None,
    index: Index = None,
    embedding: Embedding = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Start over.")] = False,
    as_json: AsJson = False,
) -> None:
    """Sync papers into the index."""
    from rag.assemble import Assembly
    from rag.settings import Settings
    from rag.terminal import progress_bar

    with progress_bar("Indexing papers") as progress:
        assembly = Assembly(Settings.load({"index": index, "embedding": embedding}), progress=progress)
        report = assembly.sync(sources or [], rebuild=rebuild)
    for row in report.skipped:
        _say(f"Skipped line {row.line}{f' ({row.paper_id})' if row.paper_id else ''}: {row.reason}.")
    if as_json:
        print(json.dumps(report.to_dict(), ensure_ascii=False))
    else:
        print(
            f"{report.added} added, {report.changed} changed, {report.unchanged} unchanged, {report.removed} removed, "
            f"{len(report.skipped)} skipped; {report.papers} papers in {assembly.settings.index}"
        )
    if report.skipped:
        raise typer.Exit(IN_PART)


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    batch: Batch = None,
    where: Where = None,
    llm: Llm = None,
    index: Index = None,
    as_json: AsJson = False,
) -> None:
    """Ask a question, or a file of them; the answer carries numbered footnotes."""
    from rag.batch import read_batch
    from rag.terminal import show_answer

    _one_of(question, batch)
    filters = _filters(where)
    rows, skipped = ([(question, ())], []) if batch is None else read_batch(batch)
    chat = _open(index, llm)
    failed = False
    for last, earlier in rows:
        turns: tuple[Answer, ...] = ()
        for turn in earlier:
            turns = (*turns, chat.ask(turn, where=filters, turns=turns))
        answer = chat.ask(str(last), where=filters, turns=turns)
        failed = failed or answer.status == "error"
        if as_json or batch is not None:
            print(answer.to_json(), flush=True)
        else:
            show_answer(answer)
    _end(skipped, failed=failed)


@app.command()
def search(
    query: Annotated[str | None, typer.Argument(help="What to search for.")] = None,
    batch: Batch = None,
    where: Where = None,
    index: Index = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=200, help="How many papers.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Search for papers without writing an answer; ranked, best first."""
    from rag.batch import read_batch

    _one_of(query, batch)
    filters = _filters(where)
    rows, skipped = ([(query, ())], []) if batch is None else read_batch(batch)
    chat = _open(index, "extractive")
    for text, _ in rows:
        ranked = chat.search(str(text), limit=limit, where=filters)
        if as_json or batch is not None:
            print(json.dumps([_ranked(paper) for paper in ranked], ensure_ascii=False), flush=True)
        else:
            for place, paper in enumerate(ranked, start=1):
                print(f"{place:>3}. {paper.title}  ({paper.paper_id}, {paper.score:.2f})")
    _end(skipped, failed=False)


@app.command()
def chat(
    index: Index = None,
    llm: Llm = None,
    host: Annotated[str | None, typer.Option("--host", help="Address to bind (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port (7860).")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Open the chat page."""
    opened = _open(index, llm, host=host, port=port)
    from ui.app import serve

    serve(opened, host=opened.settings.host, port=opened.settings.port, open_browser=open_browser)


@app.command(name="eval")
def eval_(
    questions: Annotated[Path | None, typer.Argument(help="Question file; the shipped one when none is given.")] = None,
    index: Index = None,
    llm: Llm = None,
    json_file: Annotated[Path | None, typer.Option("--json-file", metavar="FILE", help="Write the report as JSON.")] = None,
    html_file: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one HTML page.")] = None,
    gate: Annotated[
        list[str] | None,
        typer.Option("--gate", metavar="MEASURE=BOUND", help="Change a gate; MEASURE=none takes it away. Repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run the citation-accuracy suite; exit 1 when a gate is not met."""
    from rich.console import Console

    from eval.report import html, table
    from eval.run import evaluate_file
    from eval.run import gate as unmet
    from eval.thresholds import overridden
    from rag.terminal import progress_bar

    thresholds = overridden(dict(_bound(text) for text in gate or []))
    opened = _open(index, llm)
    with progress_bar("Asking") as progress:
        report = evaluate_file(opened, questions, progress=lambda done, total, _: progress(done, total))
    if json_file:
        json_file.write_text(report.to_json(), encoding="utf-8")
    if html_file:
        html_file.write_text(html(report, thresholds), encoding="utf-8")
    if as_json:
        print(report.to_json())
    else:
        Console().print(table(report, thresholds))
    failures = unmet(report, thresholds)
    for sentence in failures:
        _say(sentence)
    if failures:
        raise typer.Exit(FAILED)


@app.command()
def bench(
    papers: Annotated[Path | None, typer.Argument(help="File of papers; the shipped ones when none is given.")] = None,
    questions: Annotated[Path | None, typer.Option("--questions", help="Question file for retrieval figures.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure speed and retrieval on a file of papers, in a throw-away index."""
    from rag.bench import measure, show

    figures = measure(papers, questions)
    print(json.dumps(figures, ensure_ascii=False)) if as_json else show(figures)


@app.command()
def doctor(index: Index = None, llm: Llm = None, as_json: AsJson = False) -> None:
    """Say what is installed, which index and which model answer; exit 1 when something is wrong."""
    from rag.doctor import examine, show

    findings = examine({"index": index, "llm": llm})
    print(json.dumps([finding.to_dict() for finding in findings], ensure_ascii=False)) if as_json else show(findings)
    if not all(finding.ok for finding in findings):
        raise typer.Exit(FAILED)


def _open(index: Path | None, llm: str | None, **settings: Any) -> PaperChat:
    from rag.chat import PaperChat
    from rag.terminal import progress_bar

    with progress_bar("Building the index") as progress:
        return PaperChat.open(index, llm, progress=progress, **settings)


def _filters(where: list[str] | None) -> dict[str, str]:
    from rag.where import parse_where

    return {f"{condition.field}{condition.operator}": condition.value for condition in parse_where(where or [])}


def _one_of(text: str | None, batch: Path | None) -> None:
    from rag.errors import UsageError

    if (text is None) == (batch is None):
        raise UsageError("Give either a text or --batch FILE.", advice="See footnoted --help.")


def _end(skipped: list[str], *, failed: bool) -> None:
    for sentence in skipped:
        _say(sentence)
    if failed:
        raise typer.Exit(FAILED)
    if skipped:
        raise typer.Exit(IN_PART)


def _ranked(paper: Ranked) -> dict[str, Any]:
    return {"paper_id": paper.paper_id, "title": paper.title, "score": paper.score}


def _bound(text: str) -> tuple[str, float | None]:
    from rag.errors import UsageError

    name, _, value = text.partition("=")
    try:
        return name.strip(), None if value.strip() == "none" else float(value)
    except ValueError as error:
        raise UsageError(f"The gate {text!r} is not understood.", subject=text, advice="Write MEASURE=0.9.") from error


if __name__ == "__main__":
    main()
