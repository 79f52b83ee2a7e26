"""The command line as programs and people meet it: in processes of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from endpoint_acts import answer, status
from endpoint_server import EndpointServer

Run = Callable[..., subprocess.CompletedProcess[str]]

ASKED = "How much does SupervisorAgent save?"
HEAVY = ("chromadb", "llama_index", "gradio", "numpy", "onnxruntime", "tantivy", "openai", "pybtex", "spellchecker")


def environment(index: Path, **more: str) -> dict[str, str]:
    """The variables of this process without any that would change an answer."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("FOOTNOTED_", "OPENAI_"))}
    return {**kept, "FOOTNOTED_INDEX": str(index), "COLUMNS": "80", **more}


@pytest.fixture
def run(shipped_index: Path, tmp_path: Path) -> Run:
    def started(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        found = subprocess.run(
            [sys.executable, "-m", "rag.cli", *arguments],
            cwd=tmp_path, env=environment(shipped_index, **more), input=stdin, text=True, capture_output=True,
            encoding="utf-8", errors="surrogateescape", timeout=120, check=False,
        )  # fmt: skip
        assert "Traceback" not in found.stderr
        return found

    return started


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_ask_prints_an_answer_with_its_footnote_for_people(run: Run) -> None:
    found = run("ask", ASKED)
    assert found.returncode == 0
    assert "29.68%" in found.stdout
    assert "[1] Stop Wasting Your Tokens: Towards Efficient Runtime Multi-Agent Systems (quoted)" in found.stdout
    assert "https://openreview.net/forum?id=pzFhtpkabh" in found.stdout
    assert found.stderr == ""


def test_ask_json_prints_exactly_the_answer(run: Run) -> None:
    found = run("ask", ASKED, "--json")
    (read,) = lines(found.stdout)
    assert read["status"] == "answered"
    assert read["citations"][0]["paper_id"] == "pzFhtpkabh"
    assert read["llm"] == "extractive"
    assert (found.returncode, found.stderr) == (0, "")


def test_a_refusal_is_an_answer_and_no_failure(run: Run) -> None:
    found = run("ask", "who won the 1998 football world cup")
    assert found.returncode == 0
    assert found.stdout.startswith("Not in these papers. ")


def test_a_greeting_is_answered_without_a_reason_or_sources(run: Run) -> None:
    found = run("ask", "hello")
    assert found.stdout.startswith("Hello! Ask me about the papers")
    assert "not a question" not in found.stdout + found.stderr
    assert len(found.stdout.splitlines()) == 1


def test_a_paragraph_stays_one_line_in_a_pipe(run: Run) -> None:
    assert run("ask", ASKED).stdout.splitlines()[0].endswith("[1]")


def test_a_batch_comes_out_in_order_with_skipped_rows_named(run: Run, tmp_path: Path) -> None:
    rows = [
        {"id": "q1", "question": "What is NeuralOS?"},
        {"id": "q2"},
        {"id": "q3", "turns": ["What does SupervisorAgent do?", "And by how much does it reduce the tokens?"]},
        {"question": ""},
        {"question": "let \ud835 be NeuralOS"},
    ]
    text = "\n".join(json.dumps(row) for row in rows) + "\n[1, 2]\nnot json\n\n" + json.dumps(rows[0])
    (tmp_path / "questions.jsonl").write_text("\ufeff" + text, encoding="utf-8")
    found = run("ask", "--batch", "questions.jsonl")
    answers = lines(found.stdout)
    assert [item["question"] for item in answers] == [
        "What is NeuralOS?",
        "And by how much does it reduce the tokens?",
        "",
        "let \ufffd be NeuralOS",
        "What is NeuralOS?",
    ]
    assert "SupervisorAgent" in answers[1]["standalone_question"]
    assert "29.68%" in answers[1]["text"]
    assert found.returncode == 3
    assert found.stderr.splitlines() == [
        'Skipped line 2 (q2): it has neither "question" (a string) nor "turns" (a list of strings).',
        "Skipped line 6: it is not a JSON object.",
        "Skipped line 7: it is not valid JSON.",
    ]


def test_a_batch_can_come_from_a_pipe(run: Run) -> None:
    found = run("ask", "--batch", "-", stdin='{"question": "What is NeuralOS?"}\n')
    assert [item["status"] for item in lines(found.stdout)] == ["answered"]
    assert (found.returncode, found.stderr) == (0, "")


def test_a_batch_is_flushed_as_it_goes(shipped_index: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rag.cli", "search", "--batch", "-"],
        cwd=tmp_path, env=environment(shipped_index), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write('{"question": "agents"}\n' * 2000)
        process.stdin.close()
        assert len(json.loads(process.stdout.readline())) == 10
        process.stdout.close()  # the reader leaves, like `| head -1`
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 0


def test_search_prints_the_ranked_papers(run: Run) -> None:
    found = run("search", "a neural operating system", "--limit", "3")
    assert found.stdout.splitlines()[0].startswith("  1. NeuralOS: Towards Simulating Operating Systems")
    assert len(found.stdout.splitlines()) == 3


def test_search_json_is_a_list_of_papers_with_scores(run: Run) -> None:
    (ranked,) = lines(run("search", "a neural operating system", "--json").stdout)
    assert [sorted(paper) for paper in ranked[:1]] == [["paper_id", "score", "title"]]
    assert len(ranked) == 10


def test_a_filter_keeps_only_papers_that_meet_it(run: Run) -> None:
    (ranked,) = lines(run("search", "agents", "--json", "--where", "decision=Oral", "--where", "year>=2026").stdout)
    assert 0 < len(ranked) < 10
    (any_of,) = lines(
        run("search", "agents", "--json", "--where", "decision=Oral", "--where", "decision=Spotlight").stdout
    )
    assert any_of == ranked
    (none,) = lines(run("search", "agents", "--json", "--where", "year=1999").stdout)
    assert none == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ask",), "Give either a text or --batch FILE."),
        (("ask", "a question", "--batch", "x.jsonl"), "Give either a text or --batch FILE."),
        (("ask", "x", "--where", "colour=red"), "There is nothing to filter by the name 'colour'."),
        (("ask", "x", "--where", "year=soon"), "The year 'soon' is not a"),
        (("ask", "x", "--where", "area"), "The filter 'area' is not understood."),
        (("ask", "x", "--where", "area>=a"), "area can't be compared with >=."),
        (("ask", "x", "--llm", "gpt"), "There is no language model 'gpt'."),
        (("ask", "x", "--colour"), "No such option: --colour"),
        (("dance",), "No such command 'dance'."),
        (("search", "x", "--limit", "0"), "'--limit'"),
        (("eval", "--gate", "beauty=1"), "There is no measure 'beauty'"),
        (("eval", "--gate", "facts_found=much"), "The gate 'facts_found=much' is not understood."),
        (("eval", "--json-file", "no/such/folder/report.json"), "there is no such folder"),
    ],
)
def test_wrong_usage_ends_with_2_and_a_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    found = run(*arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert sentence in " ".join(found.stderr.split())


def test_a_mistyped_setting_ends_with_2_and_the_right_name(run: Run) -> None:
    found = run("ask", ASKED, FOOTNOTED_TOPK="3")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "footnoted: There is no setting FOOTNOTED_TOPK. Did you mean FOOTNOTED_TOP_K?\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ask", "--batch", "missing.jsonl"), "The questions in missing.jsonl cannot be read."),
        (("ask", "--batch", "-"), "- holds no questions."),
        (("index", "missing.jsonl"), "There is no file or folder missing.jsonl."),
        (("eval", "missing.jsonl"), "missing.jsonl"),
    ],
)
def test_a_file_that_is_not_there_ends_with_1_and_its_name(
    run: Run, arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    found = run(*arguments, FOOTNOTED_INDEX=str(tmp_path / "index")) if arguments[0] == "index" else run(*arguments)
    assert (found.returncode, found.stdout) == (1, "")
    assert sentence in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_a_folder_that_cannot_hold_an_index_ends_with_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here is a file")
    found = run("ask", ASKED, FOOTNOTED_INDEX=str(tmp_path / "file" / "index"))
    assert (found.returncode, found.stdout) == (1, "")
    assert len(found.stderr.splitlines()) == 1


def test_a_model_that_fails_ends_with_1_and_the_answer_says_why(run: Run) -> None:
    with EndpointServer() as server:
        server.usual = status(401, "no such key")
        found = run("ask", ASKED, "--json", OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="sk-secret-0123456789")
    (read,) = lines(found.stdout)
    assert read["status"] == "error"
    assert "refused the key" in read["reason"]
    assert "sk-secret" not in found.stdout + found.stderr
    assert found.returncode == 1


def test_a_model_that_answers_is_named(run: Run) -> None:
    with EndpointServer() as server:
        server.usual = answer("SupervisorAgent saves ", "29.68% [1].")
        found = run("ask", ASKED, "--json", OPENAI_BASE_URL=server.base_url)
    (read,) = lines(found.stdout)
    assert (read["llm"], read["status"]) == ("openai:scripted", "answered")
    assert read["text"] == "SupervisorAgent saves 29.68%. [1]"


def test_index_counts_what_it_did_and_names_what_it_skipped(run: Run, tmp_path: Path) -> None:
    rows = [{"id": f"p{n}", "title": f"Paper {n}", "abstract": f"It is number {n}."} for n in range(3)]
    text = "\n".join(map(json.dumps, [*rows, {"id": "empty", "abstract": " "}]))
    (tmp_path / "papers.jsonl").write_text(text)
    elsewhere = str(tmp_path / "index")
    first = run("index", "papers.jsonl", "--index", elsewhere)
    assert first.returncode == 3
    assert first.stdout.startswith("3 added, 0 changed, 0 unchanged, 0 removed, 1 skipped; 3 papers in ")
    assert "line 4 (empty): it has no abstract" in first.stderr
    (again,) = lines(run("index", "papers.jsonl", "--index", elsewhere, "--json").stdout)
    assert (again["added"], again["unchanged"], again["papers"]) == (0, 3, 3)


def test_the_default_index_is_built_by_the_first_question(run: Run, tmp_path: Path) -> None:
    found = run("ask", ASKED, "--json", FOOTNOTED_INDEX=str(tmp_path / "new"))
    (read,) = lines(found.stdout)
    assert read["index"]["papers"] == 38
    assert (found.returncode, found.stderr) == (0, "")


def test_an_index_that_was_named_and_is_not_there_is_told_of(run: Run, tmp_path: Path) -> None:
    found = run("ask", ASKED, "--json", "--index", str(tmp_path / "mistyped"))
    assert (found.returncode, found.stderr.splitlines()) == (
        0,
        [f"There was no index in {tmp_path / 'mistyped'}: one of the 38 papers that come with the program was made."],
    )


def test_doctor_names_what_is_installed_and_what_answers(run: Run) -> None:
    found = run("doctor", "--json")
    findings = {finding["name"]: finding for finding in json.loads(found.stdout)}
    assert {"python", "chromadb", "embedding", "index", "model"} <= set(findings)
    assert "38 papers" in findings["index"]["seen"]
    assert found.returncode == 0


def test_doctor_ends_with_1_when_something_is_wrong(run: Run) -> None:
    found = run("doctor", "--llm", "openai:nobody", FOOTNOTED_BASE_URL="http://127.0.0.1:9/v1", FOOTNOTED_TIMEOUT="2")
    assert found.returncode == 1
    assert "cannot be reached" in " ".join(found.stdout.split())


def test_a_port_that_is_taken_ends_with_2_and_says_so(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = run("chat", "--port", str(port))
    assert found.returncode == 2
    assert f"The page cannot be served at 127.0.0.1:{port}" in found.stderr


def test_a_terminal_that_cannot_show_a_sign_still_gets_the_answer(run: Run) -> None:
    found = run("ask", "What is NeuralOS?", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert found.returncode == 0
    assert "NeuralOS" in found.stdout


def test_the_version_is_that_of_the_package(run: Run) -> None:
    from rag import __version__

    assert run("--version").stdout == f"footnoted {__version__}\n"


@pytest.mark.parametrize("arguments", [("--help",), ("ask", "--help"), ("ask",), ("ask", "x", "--where", "colour=red")])
def test_help_and_wrong_usage_load_nothing_heavy(arguments: tuple[str, ...], tmp_path: Path) -> None:
    script = (
        "import sys, contextlib, io\n"
        "from rag.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit): main()\n"
        f"print(sorted(set(sys.modules) & set({HEAVY!r})))\n"
    )
    command = [sys.executable, "-c", script, *arguments]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.strip() == "[]"


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    script = f"import sys, rag; print(sorted(set(sys.modules) & {{'typer', 'rag.chat', *{HEAVY!r}}}))"
    command = [sys.executable, "-c", script]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout.strip() == "[]"
