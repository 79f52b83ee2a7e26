"""The doctor looks at everything, changes nothing, and never fails itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from endpoint_acts import answer, status
from endpoint_server import EndpointServer
from speaking import KEY

from rag.commands.doctor import Finding, examine, show


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def seen(findings: list[Finding], name: str) -> Finding:
    (found,) = [finding for finding in findings if finding.name == name]
    return found


def test_a_sound_installation_is_found_well(shipped_index: Path) -> None:
    findings = examine({"index": shipped_index, "llm": "extractive"})
    assert [finding.name for finding in findings if not finding.ok and finding.name != "footnoted"] == []
    assert seen(findings, "index").seen.startswith("38 papers in ")
    assert seen(findings, "embedding").seen == "minilm, 384 dimensions"
    assert seen(findings, "model").seen == "extractive answers"
    assert {"chromadb", "tantivy", "python"} <= {finding.name for finding in findings}


def test_a_missing_index_is_well_and_is_not_made(tmp_path: Path) -> None:
    found = seen(examine({"index": tmp_path / "index", "llm": "extractive"}), "index")
    assert found.ok
    assert "none yet" in found.seen
    assert not (tmp_path / "index").exists()


def test_a_damaged_index_is_a_finding_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    findings = examine({"index": tmp_path, "llm": "extractive"})
    assert not seen(findings, "index").ok
    assert "footnoted index --rebuild" in seen(findings, "index").seen
    assert seen(findings, "model").ok


def test_a_wrong_setting_is_a_finding() -> None:
    found = seen(examine({"llm": "gpt-4"}), "settings")
    assert (found.ok, "openai:MODEL" in found.seen) == (False, True)


def test_a_model_that_answers_is_well_and_one_that_does_not_is_a_finding(
    server: EndpointServer, shipped_index: Path
) -> None:
    given = {"index": shipped_index, "llm": "openai:scripted", "base_url": server.base_url, "timeout": 3}
    server.usual = answer("OK.")
    assert seen(examine(given), "model").seen == f"openai:scripted at {server.base_url} answers"
    server.usual = status(401, "no such key")
    found = seen(examine(given), "model")
    assert (found.ok, "refused the key" in found.seen) == (False, True)


def test_every_role_is_named_with_its_model_and_address_and_asked_once(
    server: EndpointServer, shipped_index: Path
) -> None:
    with EndpointServer() as other:
        other.usual = status(503, "asleep")
        given = {"index": shipped_index, "llm": "openai:w", "judge": "openai:j", "embedding": "openai:e", "timeout": 5}
        roles = {"base_url": server.base_url, "judge_base_url": other.base_url, "api_key": KEY}
        findings = examine({**given, **roles})
    assert seen(findings, "model").seen == f"openai:w at {server.base_url} answers"
    assert seen(findings, "condenser").seen == f"openai:w at {server.base_url} answers"
    assert seen(findings, "embedding").seen == f"openai:e at {server.base_url}, 8 dimensions"
    judge = seen(findings, "judge")
    assert (judge.ok, judge.seen) == (
        False, f"{other.base_url} failed with status 503. It says: asleep. Try again later."
    )  # fmt: skip
    assert KEY not in json.dumps([finding.to_dict() for finding in findings])
    assert KEY not in str([asked.headers for asked in other.asked])


def test_a_model_file_that_is_not_there_is_a_finding(shipped_index: Path, tmp_path: Path) -> None:
    findings = examine({"index": shipped_index, "llm": "extractive", "judge": f"gguf:{tmp_path / 'none.gguf'}"})
    assert seen(findings, "condenser").seen == "none: questions are searched as they are put"
    found = seen(findings, "judge")
    assert (found.ok, "FOOTNOTED_JUDGE=gguf:PATH" in found.seen) == (False, True)


def test_findings_are_shown_as_they_are_and_go_into_json(capsys: pytest.CaptureFixture[str]) -> None:
    findings = [Finding("index", False, "[red]3 papers[/]"), Finding("model", True, "fine")]
    show(findings)
    assert "[red]3 papers[/]" in capsys.readouterr().out
    assert json.loads(json.dumps([finding.to_dict() for finding in findings]))[0]["ok"] is False
