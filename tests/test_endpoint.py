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
from speaking import KEY, endpoint_for, settings_for, speaker

from rag.errors import ModelError
from rag.model.endpoint import DEFAULT_MODEL, chosen_model, open_llm
from rag.model.stream import Speaker
from rag.settings import Endpoint, Settings
from rag.settings.roles import OPENAI


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def test_auto_takes_the_first_model_of_the_endpoint_that_writes_text(server: EndpointServer) -> None:
    server.models = whole({"data": [{"id": "nomic-embed-text"}, {"id": "qwen3"}, {"id": "other"}]})
    assert chosen_model(endpoint_for(settings_for(server, llm="auto"))) == "qwen3"


def test_a_named_model_is_taken_without_asking() -> None:
    assert chosen_model(Endpoint("gpt-x", "http://127.0.0.1:1")) == "gpt-x"


@pytest.mark.parametrize("address", ["", OPENAI])
def test_with_a_key_alone_the_default_model_is_taken(address: str) -> None:
    assert chosen_model(endpoint_for(Settings.load({"base_url": address}, {"OPENAI_API_KEY": KEY}))) == DEFAULT_MODEL


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
        chosen_model(endpoint_for(settings_for(server, llm="auto")))
    assert str(caught.value).replace(server.base_url, "HERE").startswith(seen)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("localhost:8000/v1", "localhost:8000/v1"),
        ("ftp://one/v1", "ftp://one/v1"),
        ("http://", "http://"),
        ("http://one:80x/v1", "http://one:80x/v1"),
        ("http://me:hidden@one:99999/v1", "http://one:99999/v1"),
        ("http://[one/v1", "http://[one/v1"),
        ("http://one two/v1", "http://one two/v1"),
    ],
)
def test_what_is_no_address_is_refused_with_the_setting_to_mend(address: str, shown: str) -> None:
    with pytest.raises(ModelError) as caught:
        open_llm(endpoint_for(Settings.load({"llm": "openai:x", "llm_base_url": address}, {})))
    advice = "Set FOOTNOTED_LLM_BASE_URL to one that begins with http:// or https://."
    assert str(caught.value) == f"'{shown}' is not an address of a model. {advice}"


@pytest.mark.parametrize("key", ["sk-schlüssel-0123456789", "sk-“quoted”", "sk-two\nlines", "sk-\x00"])
def test_a_key_that_no_request_can_carry_is_refused_without_being_shown(server: EndpointServer, key: str) -> None:
    with pytest.raises(ModelError) as caught:
        speaker(server, api_key=key).reply("Be brief.", "What?")
    assert str(caught.value).replace(server.base_url, "HERE") == (
        "The key for HERE holds a sign that no key can hold. "
        "Copy it anew into FOOTNOTED_API_KEY: letters, digits and plain punctuation only."
    )
    assert server.asked == []


def test_the_roles_own_variables_are_named_in_an_advice(server: EndpointServer) -> None:
    given = {"judge": "openai:j", "judge_base_url": server.base_url, "api_key": KEY}
    endpoint = endpoint_for(Settings.load(given, {}), "judge")
    server.will(status(401, "no"), status(404, "no"))
    asked = Speaker.at(endpoint)
    with pytest.raises(ModelError, match=r"Set FOOTNOTED_JUDGE_API_KEY to a valid key\."):
        asked.reply("Be brief.", "What?")
    advice = r"Choose one with FOOTNOTED_JUDGE=openai:MODEL\. Check FOOTNOTED_JUDGE_BASE_URL; it usually ends in /v1\."
    with pytest.raises(ModelError, match=advice):
        asked.reply("Be brief.", "What?")
    assert KEY not in str([asked.headers for asked in server.asked])


def test_a_model_that_is_picked_is_picked_anew_after_a_question_that_failed(server: EndpointServer) -> None:
    asked = Speaker.at(endpoint_for(settings_for(server, llm="auto")))
    assert (asked.name, asked.reply("Be brief.", "What?").text != "") == ("openai:auto", True)
    assert asked.name == "openai:scripted"
    server.models = whole({"data": [{"id": "/models/other.gguf"}]})
    server.will(status(404, "no such model"))
    with pytest.raises(ModelError):
        asked.reply("Be brief.", "What?")
    assert asked.reply("Be brief.", "What?").text
    assert asked.name == "openai:other.gguf"


# Proxies


ASK = """
import sys
from rag.errors import ModelError
from rag.model.stream import Speaker
from rag.settings import Settings
try:
    print(Speaker.at(Settings.load({"llm": "openai:x"}).endpoint("llm")).reply("Be brief.", "What?").text)
except ModelError as error:
    print(error)
"""
NOWHERE = "http://models.invalid/v1"


def asked_with(**environ: str) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.upper().endswith("_PROXY")}
    done = subprocess.run(
        [sys.executable, "-c", ASK], env={**kept, **environ}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_proxies_in_variables_of_other_programs_are_never_used(server: EndpointServer) -> None:
    proxy = server.base_url.removesuffix("/v1")
    proxies = dict.fromkeys(("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"), proxy)
    assert asked_with(**proxies, FOOTNOTED_BASE_URL=NOWHERE, FOOTNOTED_TIMEOUT="20").startswith(
        "http://models.invalid/v1 cannot be reached."
    )
    assert server.asked == []


def test_the_proxy_that_is_set_is_used_but_not_for_this_machine(server: EndpointServer) -> None:
    proxy = server.base_url.removesuffix("/v1")
    there = Speaker.at(Endpoint("x", NOWHERE, proxy=proxy))
    assert there.reply("Be brief.", "What?").text == "The method halves the time [1]."
    assert [asked.path for asked in server.asked] == ["http://models.invalid/v1/chat/completions"]
    here = Speaker.at(Endpoint("x", server.base_url, proxy="http://127.0.0.1:1"))
    assert here.reply("Be brief.", "What?").text == "The method halves the time [1]."


@pytest.mark.parametrize("proxy", ["proxy:3128", "gopher://proxy", "http://[proxy", "socks5://proxy:1080"])
def test_a_proxy_that_cannot_be_used_is_told_without_its_password(proxy: str) -> None:
    with pytest.raises(ModelError) as caught:
        Speaker.at(Endpoint("x", NOWHERE, proxy=proxy)).reply("Be brief.", "What?")
    assert "FOOTNOTED_PROXY" in str(caught.value)


def test_an_address_with_https_that_has_no_encryption_is_told_so(server: EndpointServer) -> None:
    address = server.base_url.replace("http", "https")
    with pytest.raises(ModelError) as caught:
        Speaker.at(Endpoint("x", address, timeout=10)).reply("Be brief.", "What?")
    assert str(caught.value) == (
        f"{address} does not answer as an https address does. "
        "If it is one without encryption, begin FOOTNOTED_BASE_URL with http://."
    )


def test_addresses_and_keys_in_variables_of_other_programs_are_never_used() -> None:
    code = (
        "from rag.model.endpoint import open_llm; from rag.settings import Endpoint;"
        "llm = open_llm(Endpoint('gpt-4.1-mini')); print(llm.api_base, llm.api_key)"
    )
    environ = {**os.environ, "OPENAI_API_BASE": "http://elsewhere.example/v1", "OPENAI_API_KEY": KEY}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [OPENAI, "none"]
