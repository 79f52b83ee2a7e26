"""Reading files of papers. Every row becomes a paper or is named as skipped, with its line and reason."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rag.errors import PapersUnreadableError
from rag.types import Paper

# Characters; real abstracts stay below 5,000. Words of more than 65,530 bytes cannot be searched for.
LONGEST = {"abstract": 50_000, "title": 2_000, "id": 500}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row that was not indexed (or was replaced by a later one): its line, its id if it has one, and why."""

    line: int
    paper_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class PaperFile:
    """What a file held: papers in file order, and the rows left out.

    `complete` says that every row was understood; one that was not may be a paper that the index holds.
    """

    papers: tuple[Paper, ...]
    skipped: tuple[Skipped, ...]
    complete: bool = True


def read_papers(path: Path) -> PaperFile:
    """Read a JSONL file, or a JSON file that is a list of rows.

    When an id occurs twice the last row wins and the earlier one is reported.
    Raises PapersUnreadableError when the file is missing, is not text or is of another kind.
    """
    papers: dict[str, tuple[int, Paper]] = {}
    skipped: list[Skipped] = []
    complete = True
    for line, row in _rows(path):
        paper = row if isinstance(row, str) else paper_from_row(row)
        if isinstance(paper, str):
            skipped.append(Skipped(line, _id_of(row), paper))
            complete = False
            continue
        if paper.id in papers:
            earlier = papers.pop(paper.id)[0]
            skipped.append(Skipped(earlier, paper.id, f"the same id comes again in line {line}, which is used"))
        papers[paper.id] = (line, paper)
    if not papers and not skipped:
        raise PapersUnreadableError(
            f"{path} holds no rows.", subject=str(path), advice="Give a file with papers in it."
        )
    return PaperFile(
        tuple(paper for _, paper in papers.values()), tuple(sorted(skipped, key=lambda row: row.line)), complete
    )


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """Yield (line, row); a line that can't be a row comes as the sentence that says why."""
    if path.suffix.lower() not in (".jsonl", ".json", ".ndjson"):
        raise PapersUnreadableError(
            f"{path} is not a kind of file that can be read.",
            subject=str(path),
            advice="Give papers as JSONL (one JSON object a line) or as a JSON list.",
        )
    text = _text_of(path)
    yield from _list_rows(path, text) if text.lstrip().startswith("[") else _line_rows(text)


def _text_of(path: Path) -> str:
    if not path.exists():
        raise PapersUnreadableError(f"There is no file {path}.", subject=str(path), advice="Check the name.")
    if not path.is_file():  # a pipe would be waited for without end
        raise PapersUnreadableError(f"{path} is not a file.", subject=str(path), advice="Give a file of papers.")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PapersUnreadableError(
            f"{path} cannot be read as UTF-8 text.", subject=str(path), advice="Save it as UTF-8 and try again."
        ) from error
    except OSError as error:
        raise PapersUnreadableError(
            f"{path} cannot be read ({error.strerror}).",
            subject=str(path),
            advice="Check the file and its permissions.",
        ) from error


def _json(text: str) -> Any:
    """Read JSON with its numbers as they are written (an id 2301.00010 keeps its last zero) and NaN as null."""
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=lambda _: None)


def _list_rows(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    try:
        values = _json(text)
    except (ValueError, RecursionError) as error:
        raise PapersUnreadableError(
            f"{path} is not valid JSON: {error}.", subject=str(path), advice="Mend it, or give one row a line (JSONL)."
        ) from error
    for number, value in enumerate(values, start=1):
        yield number, value if isinstance(value, dict) else "it is not a JSON object"


def _line_rows(text: str) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _json(line)
        except (ValueError, RecursionError) as error:
            yield number, f"it is not valid JSON ({error})"
            continue
        yield number, value if isinstance(value, dict) else "it is not a JSON object"


def _id_of(row: Mapping[str, Any] | str) -> str:
    return "" if isinstance(row, str) else _text(row.get("id"))[: LONGEST["id"]]


def paper_from_row(row: Mapping[str, Any]) -> Paper | str:
    """Make a paper from a row, or return the reason why it cannot be one."""
    title, abstract = _text(row.get("title")), _text(row.get("abstract"))
    paper_id = _text(row.get("id")) or _id_from_title(title)
    if not abstract:
        return "it has no abstract"
    if not paper_id:
        return "it has neither an id nor a title"
    for name, text in (("abstract", abstract), ("title", title), ("id", paper_id)):
        if len(text) > LONGEST[name]:
            return f"its {name} has {len(text):,} characters; the limit is {LONGEST[name]:,}"
    return Paper(
        id=paper_id,
        title=title or paper_id,
        abstract=abstract,
        authors=_names(row.get("authors")),
        keywords=_names(row.get("keywords")),
        area=_text(row.get("area")),
        venue=_text(row.get("venue")),
        decision=_text(row.get("decision")),
        year=_year(row.get("year")),
        url=_text(row.get("url")),
    )


def _text(value: Any) -> str:
    """A field as storable text: no control characters, no half characters, no white space around it."""
    if value is None or isinstance(value, bool | list | dict):
        return ""
    return _CONTROL.sub(" ", _SURROGATE.sub("\ufffd", str(value))).strip()


def _names(value: Any) -> tuple[str, ...]:
    values: Iterable[Any] = re.split(r"\s*;\s*", value) if isinstance(value, str) else value or ()
    if not isinstance(values, list):
        return ()
    found = (_text(item.get("name") if isinstance(item, dict) else item) for item in values)
    return tuple(name for name in found if name)


def _year(value: Any) -> int | None:
    match = re.match(r"\s*(\d{4})(?:\D|$)", str(value)) if value is not None else None
    return int(match.group(1)) if match else None


def _id_from_title(title: str) -> str:
    return "title-" + hashlib.sha256(title.encode()).hexdigest()[:12] if title else ""
