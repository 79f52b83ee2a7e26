"""Reading what a judge said: total over any text. What is not clearly the verdict of a claim is none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.judging.phrase import is_verdict, verdict_at_start, why
from rag.judging.structured import structured
from rag.language.said import unfenced
from rag.types import Ruling

NONE = Ruling(None)
WORDS_OF_REASON = 3  # behind a verdict, that show that its words were over

_BULLET = re.compile(r"[-–—+]\s++")
_AROUND = " \t>*#|•([{\"'`"
# Possessive throughout: a judge may say a million signs, and has to be read in the time that it takes to see them.
_NUMBERED = re.compile(
    r"(?:(?:claim|sentence|statement|answer|number|no\.?)[\s#*]*+)?+([0-9]{1,4})(?=[\s.:)\]|*\-–—=,\"'`}>])(.*)",
    re.IGNORECASE,
)

Said = tuple[int | None, Ruling]
"""A ruling with the number of the claim that it is about; None where no number was given."""


def read_rulings(text: str, count: int, *, cut_off: bool = False) -> tuple[Ruling, ...]:
    """One ruling for each of `count` claims, in order; without a verdict where the text gives none, or two.

    Of a text that was cut off the last line counts only when it has come to the reason behind its verdict.
    """
    text = unfenced(text)
    if cut_off:
        whole, _, last = text.rpartition("\n")
        come_to_the_reason = any(len(ruling.why.split()) >= WORDS_OF_REASON for _, ruling in _numbered(last))
        text = text if come_to_the_reason else whole
    rows = structured(text)
    if rows is None:
        return _settled(_of_lines(text.splitlines(), count), count)
    said = [next(_numbered(verdict), (None, NONE)) if number is None else (number, NONE) for number, verdict, _ in rows]
    read = [
        earlier if earlier[1].verdict else (number, _ruling(verdict, reason))
        for earlier, (number, verdict, reason) in zip(said, rows, strict=True)
    ]
    return _settled(read, count)


def _of_lines(lines: Sequence[str], count: int) -> list[Said]:
    lines = [line for line in lines if line.strip(" \t|-–—=*_")]
    numbered = [said for line in lines for said in _numbered(line)]
    if any(ruling.verdict for _, ruling in numbered):
        return numbered
    bare = [ruling for line in lines for ruling in _bare(line)]
    # Several verdicts without numbers are read in order only when the text holds nothing else.
    return [(None, ruling) for ruling in bare] if count == 1 or len(bare) == len(lines) else []


def _numbered(line: str) -> Iterator[Said]:
    line = line.lstrip(_AROUND)
    bullet = _BULLET.match(line)
    found = _NUMBERED.match(line[bullet.end() :].lstrip(_AROUND) if bullet else line)
    if not found:
        return
    number, cells = int(found[1]), [cell for cell in found[2].split("|") if cell.strip()]
    alone = [place for place, cell in enumerate(cells) if is_verdict(cell)]
    if len(alone) == 1:  # also a row of a table, in which the claim may be repeated
        yield number, _ruling(cells[alone[0]], " ".join(cells[alone[0] + 1 :]))
    else:
        yield number, _ruling(found[2])


def _bare(line: str) -> Iterator[Ruling]:
    """The verdict of a line that is nothing but a verdict, and perhaps a reason behind a dash or a full stop."""
    found = verdict_at_start(line)
    if found and re.match(r"\s*(?:$|[.,;!–—(-]|because\b|by\b)", found[1]):
        yield Ruling(found[0], why(found[1]))


def _ruling(text: str, reason: str = "") -> Ruling:
    found = verdict_at_start(text)
    return Ruling(found[0], why(reason or found[1])) if found else NONE


def _settled(said: Sequence[Said], count: int) -> tuple[Ruling, ...]:
    if any(number == 0 for number, _ in said):  # counted from 0, or no number of a claim: no telling which is meant
        return (NONE,) * count
    numbered: dict[int, list[Ruling]] = {}
    for number, ruling in said:
        if number is not None and ruling.verdict:
            numbered.setdefault(number, []).append(ruling)
    if numbered:
        return tuple(_agreed(numbered.get(number, [])) for number in range(1, count + 1))
    bare = [ruling for number, ruling in said if number is None]
    if count == 1:
        return (_agreed(bare),)
    return tuple(bare) if len(bare) == count else (NONE,) * count


def _agreed(rulings: Sequence[Ruling]) -> Ruling:
    """The one ruling, also when it was given several times; none when two of them differ."""
    return rulings[0] if len({ruling.verdict for ruling in rulings}) == 1 else NONE
