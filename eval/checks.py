"""Measuring the checks that need no model: on sentences whose paper and numbers are known, and on wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from eval.altering import alterations, has_number, reworded_numbers
from eval.check_report import TRUE, ChecksReport, Compared, Numbered
from eval.paraphrase import KINDS, paraphrases
from rag.checking.fit import Beside, better_paper, fit
from rag.language.sentences import sentences
from rag.ports import Reader, Search
from rag.types import Paper
from rag.verify import contradictions

RIVALS = 8  # papers beside the cited one, as many as an answer finds
SHORTEST = 8  # words of a sentence that says something

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence of a paper: `sentences[place]` of its abstract."""

    paper: Paper
    sentences: tuple[str, ...]
    place: int

    @property
    def text(self) -> str:
        """The sentence, verbatim."""
        return self.sentences[self.place]


def measure_checks(
    search: Search, reader: Reader, placed: Sequence[Placed], *, rows: int, seed: int, progress: Progress | None = None
) -> ChecksReport:
    """Check `rows` sentences against their own papers and others, and `rows` with numbers as they are and altered.

    Each sentence is put in one of the ways of `eval.paraphrase`, by turns; the same seed gives the same rows.
    """
    chance = Random(seed)
    some = chance.sample(placed, min(rows, len(placed)))
    numbered = [item for item in placed if has_number(item.text)]
    with_numbers = chance.sample(numbered, min(rows, len(numbered)))
    compared: list[Compared] = []
    for turn, item in enumerate(some):
        put = paraphrases(item.sentences, item.place)
        kind = KINDS[turn % len(KINDS)]
        kind = kind if kind in put else "other words"
        compared += _compared(kind, put[kind], item.paper, search, reader)
        if progress:
            progress(turn + 1, len(some))
    checked = tuple(_numbered(with_numbers, chance))
    return ChecksReport(len({item.paper.id for item in placed}), tuple(compared), checked)


def placed_sentences(papers: Sequence[Paper]) -> tuple[Placed, ...]:
    """Every sentence of some length of these papers."""
    return tuple(
        Placed(paper, found, place)
        for paper in sorted(papers, key=lambda paper: paper.id)
        for found in [sentences(paper.abstract)]
        for place, text in enumerate(found)
        if len(text.split()) >= SHORTEST
    )


def _compared(kind: str, text: str, own: Paper, search: Search, reader: Reader) -> Iterator[Compared]:
    found = [item.paper for item in search.search(text, limit=RIVALS + 1) if item.paper.id != own.id][:RIVALS]
    if not found:
        return
    beside, nearest = Beside((own, *found), reader, search), found[0]
    yield Compared(
        kind,
        text,
        fit(text, own, beside),
        fit(text, nearest, beside),
        better_paper(text, (own,), own, beside) is not None,
        better_paper(text, (nearest,), nearest, beside) is not None,
    )


def _numbered(items: Sequence[Placed], chance: Random) -> Iterator[Numbered]:
    for turn, item in enumerate(items):
        text = reworded_numbers(item.text, chance) if turn % 2 else item.text
        yield Numbered(TRUE[turn % 2], text, True, bool(contradictions(text, (item.paper,))))
        ways = list(alterations(item.text, item.paper.abstract, items[turn - 1].text, chance))
        if ways:
            chosen = chance.choice(ways)
            yield Numbered(chosen.how, chosen.text, False, bool(contradictions(chosen.text, (item.paper,))))
