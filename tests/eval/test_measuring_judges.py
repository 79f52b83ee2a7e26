"""Measuring judges on labelled claims: the rows, the figures, the run, the command."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from endpoint_acts import Act, Stage, answer, status
from endpoint_server import EndpointServer

from eval.judges.agreement import Judged, balanced_accuracy, by_label, confusion, unusable_share
from eval.judges.baselines import ChecksJudge, OverlapJudge
from eval.judges.rows import Row, load_rows
from eval.judges.run import measure_judge
from rag.errors import ModelError, PapersUnreadableError
from rag.types import Claim, JudgedBy, Ruling, Rulings, Usage, Verdict

SUPPORTED, PARTLY, UNSUPPORTED = Ruling(Verdict.SUPPORTED), Ruling(Verdict.PARTLY), Ruling(Verdict.UNSUPPORTED)
LABELS = {True: "SUPPORT", False: "CONTRADICT"}


def row(number: int, *, supported: bool, group: str = "", claim: str = "It halves the time.") -> Row:
    text = f"We halve the training time of model {number}."
    return Row(f"r{number}", claim, text, supported, LABELS[supported], group or f"g{number}")


def rulings(*pairs: tuple[bool, Ruling]) -> list[Judged]:
    return [Judged(row(number, supported=truth), ruling) for number, (truth, ruling) in enumerate(pairs)]


def test_balanced_accuracy_is_the_mean_of_both_recalls() -> None:
    judged = rulings((True, SUPPORTED), (True, SUPPORTED), (True, UNSUPPORTED), (True, SUPPORTED), (False, SUPPORTED))
    assert balanced_accuracy(judged).value == pytest.approx((3 / 4 + 0) / 2)
    assert balanced_accuracy(rulings((True, SUPPORTED), (False, UNSUPPORTED))).value == 1.0


@pytest.mark.parametrize("always", [SUPPORTED, PARTLY, UNSUPPORTED])
def test_a_judge_that_always_says_the_same_gets_a_half_whatever_the_mix(always: Ruling) -> None:
    assert balanced_accuracy(rulings(*[(True, always)] * 9, (False, always))).value == 0.5


def test_partly_counts_as_not_supported_and_no_verdict_as_wrong() -> None:
    assert balanced_accuracy(rulings((True, PARTLY), (False, PARTLY))).value == 0.5
    nothing = rulings((True, Ruling(None)), (False, Ruling(None)))
    assert (balanced_accuracy(nothing).value, unusable_share(nothing).value) == (0.0, 1.0)


def test_without_rows_of_both_sorts_it_is_undefined() -> None:
    assert balanced_accuracy(rulings((True, SUPPORTED))).value is None
    assert balanced_accuracy([]).value is None


def test_the_interval_draws_whole_groups() -> None:
    pairs = [(number % 2 == 0, number % 3 > 0) for number in range(60)]
    alone = [Judged(row(n, supported=t), SUPPORTED if t == r else UNSUPPORTED) for n, (t, r) in enumerate(pairs)]
    tied = [Judged(row(n, supported=i.row.supported, group=str(n // 10)), i.ruling) for n, i in enumerate(alone)]
    first, second = balanced_accuracy(alone), balanced_accuracy(tied)
    assert first.value == second.value
    assert first.low is not None
    assert first.high is not None
    assert first.low < first.value < first.high  # type: ignore[operator]
    assert (first.low, first.high) != (second.low, second.high)


def test_kinds_of_label_are_counted_apart() -> None:
    judged = rulings((True, SUPPORTED), (True, Ruling(None)), (False, PARTLY), (False, SUPPORTED))
    assert {label: measure.value for label, measure in by_label(judged).items()} == {"CONTRADICT": 0.5, "SUPPORT": 0.5}
    assert confusion(judged) == {
        "CONTRADICT": {"supported": 1, "partly": 1, "unsupported": 0, "none": 0},
        "SUPPORT": {"supported": 1, "partly": 0, "unsupported": 0, "none": 1},
    }


@dataclass
class Scripted:
    """A judge that does what it was told, claim by claim."""

    acts: Sequence[Ruling | str]
    known_as: JudgedBy = field(default_factory=lambda: JudgedBy("openai:judge"))
    asked: list[Sequence[Claim]] = field(default_factory=list)

    def rule(self, claims: Sequence[Claim]) -> Rulings:
        act = self.acts[len(self.asked)]
        self.asked.append(claims)
        if isinstance(act, str):
            raise ModelError(act)
        return Rulings((act,), Usage(10, 2, 1))


def test_each_row_is_asked_by_itself_and_costs_are_added_up() -> None:
    rows = [row(n, supported=n < 2) for n in range(4)]
    judge = Scripted([SUPPORTED, PARTLY, UNSUPPORTED, UNSUPPORTED])
    report = measure_judge(judge, rows, data="rows.jsonl")
    assert [len(claims) for claims in judge.asked] == [1, 1, 1, 1]
    assert (report.judge, report.cost, report.balanced_accuracy.value) == ("openai:judge", Usage(40, 8, 4), 0.75)
    assert report.accuracy is not None
    assert (report.accuracy.rows, report.accuracy.data) == (4, "rows.jsonl")
    assert [item["verdict"] for item in json.loads(report.to_json())["rows"]] == [
        "supported", "partly", "unsupported", "unsupported",
    ]  # fmt: skip


def test_a_row_on_which_the_judge_fails_has_no_verdict() -> None:
    report = measure_judge(Scripted([SUPPORTED, "withheld", UNSUPPORTED]), [row(n, supported=n < 2) for n in range(3)],
                           data="rows.jsonl")  # fmt: skip
    assert (report.unusable.numerator, report.balanced_accuracy.value) == (1.0, 0.75)


def test_a_judge_that_is_away_ends_the_run() -> None:
    with pytest.raises(ModelError, match="away"):
        measure_judge(Scripted(["away"] * 9), [row(n, supported=True) for n in range(9)], data="rows.jsonl")


def test_the_baselines_read_words_and_figures_only() -> None:
    same = row(1, supported=True, claim="We halve the training time of the model.")
    other = row(2, supported=False, claim="Bananas ripen in 77 warehouses of GAIA.")
    for judge in (OverlapJudge(), ChecksJudge()):
        assert measure_judge(judge, [same, other], data="d").balanced_accuracy.value == 1.0


def written(file: Path, *rows: object) -> Path:
    text = "\n".join(item if isinstance(item, str) else json.dumps(item) for item in rows)
    file.write_bytes(gzip.compress(text.encode()) if file.suffix == ".gz" else text.encode())
    return file


GOOD = {"claim": "It halves the time.", "abstract": "We halve the time.", "supported": 1}


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
def test_rows_need_a_claim_an_abstract_and_a_label_only(tmp_path: Path, name: str) -> None:
    more = {**GOOD, "supported": False, "id": 7, "label": "REFUTED", "group": "g", "title": "T", "another": [1]}
    first, second = load_rows(written(tmp_path / name, GOOD, "", more))
    assert first == Row("1", GOOD["claim"], GOOD["abstract"], True, "supported", GOOD["abstract"])
    assert (second.id, second.label, second.group, second.title, second.supported) == ("7", "REFUTED", "g", "T", False)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ("no json", "line 2: not JSON"),
        ("[1]", "line 2: not a JSON object"),
        ({"claim": "c", "supported": 1}, "line 2: the field 'abstract' is missing"),
        ({"claim": "c", "abstract": "a"}, "line 2: the field 'supported' is missing"),
        ({**GOOD, "claim": " "}, "line 2: 'claim' must be a text that is not blank"),
        ({**GOOD, "supported": "yes"}, "line 2: 'supported' is 'yes'; it must be 0 or 1"),
        ({**GOOD, "supported": 2}, "line 2: 'supported' is 2; it must be 0 or 1"),
        ({**GOOD, "group": ["g"]}, "line 2: 'group' must be a text or a whole number"),
        ("[" * 100_000, "line 2: not"),
    ],
)
def test_a_row_in_an_unknown_form_is_named_with_its_field(tmp_path: Path, bad: object, sentence: str) -> None:
    with pytest.raises(PapersUnreadableError) as caught:
        load_rows(written(tmp_path / "rows.jsonl", GOOD, bad))
    assert sentence in str(caught.value)


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PapersUnreadableError, match="holds no labelled claim"):
        load_rows(written(tmp_path / "rows.jsonl", "", " "))


Type = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def type_(tmp_path: Path) -> Type:
    """Types a command of `footnoted` in an empty folder with a home of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("FOOTNOTED_", "OPENAI_", "XDG_"))}

    def typed(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        found = subprocess.run(
            [sys.executable, "-m", "rag.cli", *arguments], cwd=tmp_path, text=True, capture_output=True, timeout=120,
            env={**kept, "HOME": str(tmp_path / "home"), "COLUMNS": "100", **more}, encoding="utf-8", check=False,
        )  # fmt: skip
        assert "Traceback" not in found.stderr
        return found

    return typed


def by_claim(stage: Stage) -> None:
    """Supports every claim but those that say `doubles`."""
    asked = stage.body["messages"][-1]["content"]
    act: Act = answer("1: unsupported - the opposite" if "doubles" in asked else "1: supported", usage=(50, 5))
    act(stage)


def test_eval_judge_measures_and_answers_name_the_figure_from_then_on(type_: Type, tmp_path: Path) -> None:
    rows = [
        {**GOOD, "abstract": f"We halve the time of {n}.", "claim": f"It {'halves' if n < 4 else 'doubles'} it.",
         "supported": int(n < 4), "label": LABELS[n < 4]}
        for n in range(8)
    ]  # fmt: skip
    written(tmp_path / "rows.jsonl", *rows)
    with EndpointServer() as server:
        server.usual = by_claim
        at = {"FOOTNOTED_BASE_URL": server.base_url, "FOOTNOTED_JUDGE": "openai:scripted"}
        first = type_("eval", "judge", "rows.jsonl", "--json", "--first", "6", **at)
        assert (first.returncode, len(server.chats)) == (0, 6), first.stderr
        report = json.loads(first.stdout)
        assert report["balanced_accuracy"]["value"] == 1.0
        assert report["cost"] == {"prompt_tokens": 300, "completion_tokens": 30, "calls": 6}
        assert first.stderr == "Answers judged by openai:scripted will name this figure.\n"
        again = type_("eval", "judge", "rows.jsonl", **at)
        assert len(server.chats) == 8  # six are remembered
        assert "balanced accuracy" in again.stdout
        assert "CONTRADICT" in again.stdout
        figure = json.loads((tmp_path / "home/.local/share/footnoted/judges.json").read_text())["openai:scripted"]
        assert (figure["balanced"], figure["rows"], figure["data"]) == (1.0, 8, "rows.jsonl")


def test_eval_judge_without_a_model_takes_a_baseline(type_: Type, tmp_path: Path) -> None:
    written(tmp_path / "rows.jsonl.gz", GOOD, {**GOOD, "claim": "Bananas ripen.", "supported": 0})
    found = type_("eval", "judge", "rows.jsonl.gz", "--judge", "overlap", "--json")
    assert (json.loads(found.stdout)["judge"], found.stderr, found.returncode) == ("overlap", "", 0)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("rows.jsonl",), 2, "There is no judge to measure."),
        (("rows.jsonl", "--judge", "gpt"), 2, "There is no judge 'gpt'."),
        (("missing.jsonl", "--judge", "overlap"), 1, "There is no file missing.jsonl."),
        (("bad.jsonl", "--judge", "overlap"), 1, "line 1: the field 'abstract' is missing"),
    ],
)
def test_eval_judge_says_what_is_wrong(
    type_: Type, tmp_path: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    written(tmp_path / "rows.jsonl", GOOD)
    written(tmp_path / "bad.jsonl", {"claim": "c", "supported": 1})
    found = type_("eval", "judge", *arguments)
    assert (found.returncode, found.stdout) == (code, "")
    assert sentence in found.stderr


def test_a_judge_that_is_down_ends_with_1_and_a_sentence(type_: Type, tmp_path: Path) -> None:
    written(tmp_path / "rows.jsonl", GOOD)
    with EndpointServer() as server:
        server.usual = status(401, "no such key")
        at = {"FOOTNOTED_BASE_URL": server.base_url}
        found = type_("eval", "judge", "rows.jsonl", "--judge", "openai:scripted", **at)
    assert (found.returncode, found.stdout) == (1, "")
    assert "refused the key" in found.stderr


def test_the_suite_is_still_what_eval_does_by_itself(type_: Type, tmp_path: Path) -> None:
    helped = type_("eval", "--help").stdout
    assert all(option in helped for option in ("--json-file", "--html", "--gate", "--judge", "--strict"))
    assert "footnoted eval judge" in " ".join(helped.split())
    assert "suite" not in helped.replace("citation-accuracy suite", "")
    for name in ("./judge", "suite"):
        written(tmp_path / name, "no question")
        found = type_("eval", name)
        assert (found.returncode, found.stdout) == (1, "")
        assert "has 1 row that cannot be used" in found.stderr
