"""What measuring the checks found: figures, and what the checks got wrong."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from eval.metrics.discrimination import roc_auc
from eval.metrics.measure import Measure, rate
from eval.paraphrase import KINDS

EXAMPLES = 5
TRUE = ("true, verbatim", "true, rewritten")


@dataclass(frozen=True, slots=True)
class Compared:
    """A sentence cited to its own paper and to the nearest other one: how well each fits, and which were flagged."""

    kind: str
    text: str
    right: float
    wrong: float
    right_flagged: bool
    wrong_flagged: bool


@dataclass(frozen=True, slots=True)
class Numbered:
    """A sentence with numbers; `how` says what was altered, or that it is true."""

    how: str
    text: str
    true: bool
    flagged: bool


@dataclass(frozen=True, slots=True)
class ChecksReport:
    """What was measured, over which papers."""

    papers: int
    compared: tuple[Compared, ...]
    numbered: tuple[Numbered, ...]

    def of_papers(self, kind: str = "") -> dict[str, Measure]:
        """ROC-AUC of the fit, and how many citations were flagged; of one kind of sentence, or of all."""
        rows = [row for row in self.compared if kind in ("", row.kind)]
        return {
            "roc_auc": roc_auc([(row.right, row.wrong) for row in rows]),
            "wrong_caught": rate([(row.wrong_flagged, 1) for row in rows], interval=True),
            "right_flagged": rate([(row.right_flagged, 1) for row in rows], interval=True),
        }

    def of_numbers(self) -> dict[str, Measure]:
        """How many sentences were flagged: of the true ones, and of those altered in each way."""
        kinds = sorted({row.how for row in self.numbered}, key=lambda how: (how not in TRUE, how))
        return {how: rate([(row.flagged, 1) for row in self.numbered if row.how == how]) for how in kinds}

    def failures(self) -> dict[str, list[str]]:
        """A few sentences of each sort that the checks got wrong."""
        wrong = {
            "wrong paper, not flagged": [row.text for row in self.compared if not row.wrong_flagged],
            "right paper, flagged": [row.text for row in self.compared if row.right_flagged],
            "altered, not flagged": [
                f"{row.how}: {row.text}" for row in self.numbered if not row.true and not row.flagged
            ],
            "true, flagged": [f"{row.how}: {row.text}" for row in self.numbered if row.true and row.flagged],
        }
        return {sort: found[:EXAMPLES] for sort, found in wrong.items()}

    def to_json(self) -> str:
        """The report on one line."""
        by_kind = {kind or "all": self.of_papers(kind) for kind in ("", *KINDS)}
        shown = {
            "papers": self.papers,
            "wrong_paper": {kind: {name: asdict(m) for name, m in found.items()} for kind, found in by_kind.items()},
            "numbers": {how: asdict(measure) for how, measure in self.of_numbers().items()},
            "failures": self.failures(),
        }
        return json.dumps(shown, ensure_ascii=False)
