"""`footnoted fetch`: files of papers from a service that has them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rag.commands.options import INTERRUPTED, AsJson, end
from rag.fetch.venue import API

if TYPE_CHECKING:
    from rag.fetch.run import Fetched

KINDS = (".jsonl", ".ndjson", ".json")  # what `footnoted index` takes for rows

fetch = typer.Typer(no_args_is_help=True, help="Fetch papers from a service into a file for `footnoted index`.")


@fetch.command()
def openreview(
    venue: Annotated[
        str, typer.Argument(metavar="VENUE", help="A venue's id (ICLR.cc/2026/Conference), or its page's address.")
    ],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="File to write; compressed when it ends in .gz.")
    ] = None,
    api: Annotated[str, typer.Option("--api", metavar="URL", help="Address of the service.")] = API,
    pause: Annotated[float, typer.Option("--pause", metavar="SECONDS", help="Pause between two requests.")] = 0.5,
    timeout: Annotated[float, typer.Option("--timeout", metavar="SECONDS", help="Limit of one request.")] = 120.0,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="Limit of the whole run.")
    ] = 3600.0,
    as_json: AsJson = False,
) -> None:
    """Write the papers of a venue on OpenReview to a file; a run that was stopped goes on where it was.

    OPENREVIEW_TOKEN holds the token of an account, if the service asks for one.
    """
    from rag.commands.terminal import emit, progress_bar, say
    from rag.fetch.manners import Manners
    from rag.fetch.run import fetch as fetch_venue
    from rag.fetch.venue import account_token, file_name, service_address, venue_id

    chosen, address = venue_id(venue), service_address(api)
    file = _readable(to or Path(file_name(chosen)))
    manners = Manners(pause=pause, timeout=timeout, time_limit=time_limit)
    token = account_token(os.environ.get("OPENREVIEW_TOKEN", ""))
    try:
        with progress_bar(f"Fetching {chosen}") as progress:
            done = fetch_venue(chosen, file, api=address, token=token, manners=manners, progress=progress, tell=say)
    except KeyboardInterrupt:
        say("Stopped. The same command goes on where it was.")
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        emit(json.dumps(_summary(done), ensure_ascii=False))
    else:
        say(f"{done.papers:,} papers in {done.file} ({done.requests:,} requests).")
    if done.incomplete:
        say(f"{done.incomplete:,} of them lack an abstract or a title; `footnoted index` names those it leaves out.")
    end([*done.skipped, *_gap(done)])


def _readable(file: Path) -> Path:
    """The file, when its name is one that `footnoted index` reads. Raises UsageError otherwise."""
    from rag.errors import UsageError

    name = file.name.lower().removesuffix(".gz")
    if not name.endswith(KINDS):
        raise UsageError(
            f"{file} has no ending of a file of papers.", subject=str(file), advice="Let it end in .jsonl or .jsonl.gz."
        )
    return file


def _summary(done: Fetched) -> dict[str, str | int | bool]:
    return {
        "file": str(done.file),
        "papers": done.papers,
        "skipped": len(done.skipped),
        "requests": done.requests,
        "resumed": done.resumed,
    }


def _gap(done: Fetched) -> list[str]:
    if not done.missing:
        return []
    return [f"The service counted {done.missing:,} more than it gave; they may not be public, or gone by now."]
