"""The command line: answers and JSON go to stdout, words about them to stderr.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done in part.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated, NoReturn

import typer

from rag.commands.asking import ask, search
from rag.commands.bench import bench
from rag.commands.checks import checks
from rag.commands.fetching import fetch
from rag.commands.indexing import index
from rag.commands.judging import judge
from rag.commands.measures import SUITE, measures
from rag.commands.measuring import doctor, evaluate
from rag.commands.options import FAILED, INTERRUPTED, USAGE
from rag.commands.serving import chat
from rag.commands.twins import twins

app = typer.Typer(
    name="footnoted",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (ask, search, chat, index, bench, doctor):
    app.command()(command)
measures.command(SUITE, hidden=True)(evaluate)
measures.command()(judge)
measures.command()(twins)
measures.command()(checks)
app.add_typer(measures, name="eval")
app.add_typer(fetch, name="fetch")


def main() -> None:
    """Run the command line; what a user can mend ends in one sentence on stderr, never in a traceback."""
    from rag.errors import FootnotedError, UsageError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a sign that the terminal can't show costs no answer
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    try:
        app()
    except UsageError as error:
        _stop(str(error), USAGE)
    except FootnotedError as error:
        _stop(str(error), FAILED)
    except OSError as error:
        _stop(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}.", FAILED)
    except KeyboardInterrupt:
        _stop("Stopped.", INTERRUPTED)


def _stop(sentence: str, code: int) -> NoReturn:
    print(f"footnoted: {sentence}", file=sys.stderr)
    sys.exit(code)


def _version(asked: bool) -> None:
    if asked:
        from rag import __version__

        print(f"footnoted {__version__}")
        raise typer.Exit


@app.callback()
def footnoted(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and end.")
    ] = False,
) -> None:
    """Ask a conference's papers a question; every sentence of the answer carries a footnote you can check."""


if __name__ == "__main__":
    main()
