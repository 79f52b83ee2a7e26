"""The stage that asks a judge: which sentences, and what its verdicts change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.cite import cite
from rag.errors import ModelError
from rag.judge import NO_VERDICT, judge
from rag.types import Checked, Claim, Draft, JudgedBy, Paper, Ruling, Rulings, Usage, Verdict
from rag.verify import verify

HALVER = Paper("halver", "Halver", "We halve the training time. It falls by 49.5%.")
DOUBLER = Paper("doubler", "Doubler", "We double the accuracy on GAIA.")


@dataclass
class Saying:
    """A judge that says what it was made to say, in order."""

    says: Sequence[Ruling]
    fails: str = ""
    known_as: JudgedBy = field(default_factory=lambda: JudgedBy("openai:judge"))
    asked: list[Claim] = field(default_factory=list)

    def rule(self, claims: Sequence[Claim]) -> Rulings:
        if self.fails:
            raise ModelError(self.fails)
        self.asked.extend(claims)
        return Rulings(tuple(self.says[: len(claims)]), Usage(10, 2, 1))


def judged(words: str, by: Saying) -> Checked:
    cited = cite(Draft(words), (HALVER, DOUBLER), {})
    return judge(cited, verify(cited), by)


SUPPORTED, PARTLY, UNSUPPORTED = (Ruling(Verdict(name)) for name in ("supported", "partly", "unsupported"))


def test_only_what_the_offline_checks_leave_open_is_asked() -> None:
    by = Saying([SUPPORTED])
    words = "We halve the training time [1]. It trains faster [1]. It is nice. It falls by 77% [1]. So it is [9]."
    found = judged(words, by)
    assert [claim.text for claim in by.asked] == ["It trains faster."]
    assert [sentence.verdict.value for sentence in found.sentences] == [
        "quoted", "supported", "uncited", "unsupported", "invalid",
    ]  # fmt: skip
    assert (found.judged_by, found.usage, found.note) == (JudgedBy("openai:judge"), Usage(10, 2, 1), "")


def test_a_claim_comes_with_all_the_papers_that_it_cites() -> None:
    by = Saying([SUPPORTED])
    judged("Both are about training [1][2].", by)
    assert by.asked == [Claim("Both are about training.", (HALVER, DOUBLER))]


def test_a_footnote_has_the_weakest_verdict_of_its_sentences() -> None:
    by = Saying([SUPPORTED, Ruling(Verdict.PARTLY, "only the time")])
    found = judged("It trains faster [1]. Time and memory fall [1][2].", by)
    assert [citation.verdict for citation in found.citations] == [Verdict.PARTLY, Verdict.PARTLY]
    assert found.sentences[1].note == "The judge: only the time."


def test_what_was_found_offline_is_not_taken_back_by_a_judge() -> None:
    found = judged("It trains faster [1]. It falls by 77% [1].", Saying([SUPPORTED]))
    assert [citation.verdict for citation in found.citations] == [Verdict.UNSUPPORTED]


def test_a_marker_that_points_nowhere_takes_nothing_from_the_other_footnote() -> None:
    found = judged("So it is [1][9]. It trains faster [1].", Saying([SUPPORTED]))
    assert [citation.verdict for citation in found.citations] == [Verdict.PLAUSIBLE]


def test_a_footnote_of_sentences_that_were_not_judged_keeps_its_verdict() -> None:
    found = judged("We halve the training time [1]. It is better at it [2].", Saying([UNSUPPORTED]))
    assert [citation.verdict for citation in found.citations] == [Verdict.QUOTED, Verdict.UNSUPPORTED]


def test_a_sentence_without_a_verdict_keeps_the_offline_one_and_says_so() -> None:
    found = judged("It trains faster [1]. It is better [2].", Saying([Ruling(None), SUPPORTED]))
    assert [sentence.verdict for sentence in found.sentences] == [Verdict.PLAUSIBLE, Verdict.SUPPORTED]
    assert [sentence.note for sentence in found.sentences] == [NO_VERDICT, ""]


def test_a_judge_that_says_nothing_usable_is_not_named_as_the_judge() -> None:
    found = judged("It trains faster [1].", Saying([Ruling(None)]))
    assert (found.judged_by, found.sentences[0].verdict) == (None, Verdict.PLAUSIBLE)
    assert found.note == "The sentences were not judged: openai:judge said nothing that can be read as a verdict."
    assert found.usage.calls == 1


def test_a_judge_that_fails_leaves_the_offline_verdicts() -> None:
    found = judged("It trains faster [1].", Saying([], fails="The judge is away."))
    assert (found.judged_by, found.sentences[0].verdict) == (None, Verdict.PLAUSIBLE)
    assert found.note == "The sentences were not judged: The judge is away."


def test_nothing_to_judge_is_no_call() -> None:
    by = Saying([], fails="must not be asked")
    assert judged("We halve the training time [1].", by).judged_by is None
