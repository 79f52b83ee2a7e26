"""Token counts: exact on ordinary text, quick on hostile text, offline, without llama-index."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import tiktoken

from rag.tokens import CACHE_VARIABLE, count_tokens, first_tokens

PAPERS = Path(__file__).parent.parent / "data" / "papers.jsonl"
ABSTRACTS = [json.loads(line)["abstract"] for line in PAPERS.read_text(encoding="utf-8").splitlines()]


def test_an_empty_text_has_no_tokens() -> None:
    assert count_tokens("") == 0


def test_every_shipped_abstract_has_the_count_that_tiktoken_gives() -> None:
    count_tokens("load")
    encoding = tiktoken.get_encoding("o200k_base")
    for abstract in [*ABSTRACTS, " ".join(ABSTRACTS)]:
        assert count_tokens(abstract) == len(encoding.encode_ordinary(abstract))


def test_a_special_token_in_a_text_counts_as_the_letters_it_is_made_of() -> None:
    assert count_tokens("<|endoftext|>") > 1


@pytest.mark.parametrize("text", ["a" * 100_000, "^" * 1_000_000, " " * 500_000, "\n" * 500_000, "漢" * 200_000])
def test_a_long_run_is_counted_in_under_a_second(text: str) -> None:
    count_tokens("load")
    started = time.monotonic()
    assert count_tokens(text) > 0
    assert time.monotonic() - started < 1


def test_a_lone_surrogate_is_counted() -> None:
    assert count_tokens("let \ud835 be") > 2


def test_the_beginning_of_a_text_fits_its_limit_and_ends_with_a_whole_word() -> None:
    beginning = first_tokens(ABSTRACTS[0], 50)
    assert 40 <= count_tokens(beginning) <= 50
    assert ABSTRACTS[0].startswith(beginning + " ")


def test_a_text_that_fits_is_left_whole() -> None:
    assert first_tokens("Two words.", 10) == "Two words."


def test_the_beginning_of_a_long_run_is_found_in_under_two_seconds() -> None:
    started = time.monotonic()
    assert 0 < len(first_tokens("^" * 1_000_000, 100)) < 100_000
    assert time.monotonic() - started < 2


def test_nothing_fits_into_no_tokens() -> None:
    assert first_tokens("word", 0) == ""


def _run(code: str, **environ: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_counting_neither_imports_llama_index_nor_asks_the_network_nor_leaves_the_environment_changed() -> None:
    code = (
        "import socket, sys, os\n"
        "def refuse(event, arguments):\n"
        "    if event == 'socket.connect': raise SystemExit('network!')\n"
        "sys.addaudithook(refuse)\n"
        "from rag.tokens import count_tokens\n"
        "print(count_tokens('Three short words'), 'llama_index.core' in sys.modules,"
        " os.environ.get('TIKTOKEN_CACHE_DIR'))"
    )
    assert _run(code, TMPDIR="/nonexistent") == "3 False None"


def test_a_cache_folder_of_the_user_is_still_set_afterwards() -> None:
    code = (
        "import os; from rag.tokens import count_tokens;"
        f"print(count_tokens('Three short words'), os.environ['{CACHE_VARIABLE}'])"
    )
    assert _run(code, **{CACHE_VARIABLE: "/my/own"}) == "3 /my/own"


def test_without_any_tokenizer_file_the_count_is_estimated() -> None:
    code = (
        "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p] ;"
        "from rag.tokens import count_tokens; print(count_tokens('a' * 30))"
    )
    assert _run(code) == "10"
