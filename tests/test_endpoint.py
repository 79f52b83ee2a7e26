"""Which model is asked, where, and what the user sees when it cannot be found out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from endpoint_acts import (
    Act,
    plain,
    silence,
    status,
    whole,
)
from endpoint_server import EndpointServer
from speaking import KEY, settings_for

from rag.errors import ModelError
from rag.model.endpoint import DEFAULT_MODEL, OPENAI, chosen_model
from rag.settings import Settings


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def test_auto_takes_the_first_model_of_the_endpoint_that_writes_text(server: EndpointServer) -> None:
    server.models = whole({"data": [{"id": "nomic-embed-text"}, {"id": "qwen3"}, {"id": "other"}]})
    assert chosen_model(settings_for(server, llm="auto")) == "qwen3"


def test_a_named_model_is_taken_without_asking() -> None:
    assert chosen_model(Settings.load({"llm": "openai:gpt-x", "base_url": "http://127.0.0.1:1"}, {})) == "gpt-x"


@pytest.mark.parametrize("address", ["", OPENAI])
def test_with_a_key_alone_the_default_model_is_taken(address: str) -> None:
    assert chosen_model(Settings.load({"base_url": address}, {"OPENAI_API_KEY": KEY})) == DEFAULT_MODEL


@pytest.mark.parametrize(
    ("listing", "seen"),
    [
        (
            whole({"data": []}),
            "HERE offers no model. Name one with FOOTNOTED_LLM=openai:MODEL, or load one into the",
        ),
        (whole({"data": None}), "HERE offers no model."),
        (whole({"data": [{}, {"id": None}, "x"]}), "HERE offers no model."),
        (
            whole([]),
            "HERE sent something that is not an answer of a language model. Check FOOTNOTED_BASE_URL",
        ),
        (plain(b"<html>", "text/html"), "HERE sent something that is not an answer of a language model."),
        (plain(b"{", "application/json"), "HERE sent something that is not an answer of a language model."),
        (plain(b"", "application/json"), "HERE sent something that is not an answer of a language model."),
        (
            status(401, f"bad key {KEY}"),
            "HERE refused the key. It says: bad key [key]. Set FOOTNOTED_API_KEY",
        ),
        (status(500), "HERE failed with status 500."),
        (silence(), "HERE did not finish an answer within 2 seconds."),
    ],
)
def test_a_list_of_models_that_cannot_be_had_is_explained(server: EndpointServer, listing: Act, seen: str) -> None:
    server.models = listing
    with pytest.raises(ModelError) as caught:
        chosen_model(settings_for(server, llm="auto"))
    assert str(caught.value).replace(server.base_url, "HERE").startswith(seen)


def test_addresses_and_keys_in_variables_of_other_programs_are_never_used() -> None:
    code = (
        "from rag.model.endpoint import open_llm; from rag.settings import Settings;"
        "llm = open_llm(Settings.load({'llm': 'openai:gpt-4.1-mini'}, {})); print(llm.api_base, llm.api_key)"
    )
    environ = {**os.environ, "OPENAI_API_BASE": "http://elsewhere.example/v1", "OPENAI_API_KEY": KEY}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [OPENAI, "none"]
