"""Settings: arguments over variables over defaults; what cannot be meant is refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rag.errors import SettingsError
from rag.settings import Settings, default_index

KEY = "sk-secret-0123456789"


def refused(arguments: dict[str, Any] | None = None, environ: dict[str, str] | None = None) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        Settings.load(arguments, environ or {})
    assert caught.value.advice
    return caught.value


def test_without_anything_the_defaults_hold() -> None:
    settings = Settings.load({}, {})
    assert settings == Settings()
    assert (settings.llm, settings.embedding, settings.index) == ("auto", "minilm", default_index())


def test_a_variable_wins_over_the_default_and_an_argument_over_the_variable() -> None:
    environ = {"FOOTNOTED_TOP_K": "3", "FOOTNOTED_LLM": "extractive", "FOOTNOTED_TIMEOUT": "2.5"}
    settings = Settings.load({"top_k": 4}, environ)
    assert (settings.top_k, settings.llm, settings.timeout) == (4, "extractive", 2.5)


def test_an_argument_that_is_none_and_a_blank_variable_count_as_not_given() -> None:
    settings = Settings.load({"top_k": None}, {"FOOTNOTED_TOP_K": "5", "FOOTNOTED_LLM": "  "})
    assert (settings.top_k, settings.llm) == (5, "auto")


def test_the_variables_of_openai_are_taken_where_there_are_none_of_our_own() -> None:
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://one/v1"}
    settings = Settings.load({}, environ)
    assert (settings.api_key, settings.base_url) == (KEY, "http://one/v1")
    own = Settings.load({}, {**environ, "FOOTNOTED_API_KEY": "own", "FOOTNOTED_BASE_URL": "http://two/v1"})
    assert (own.api_key, own.base_url) == ("own", "http://two/v1")
    assert Settings.load({"base_url": ""}, environ).base_url == ""


def test_variables_of_others_do_not_matter() -> None:
    assert Settings.load({}, {"PATH": "/bin", "OPENAI_API_BASE": "x", "XFOOTNOTED_Y": "1"}) == Settings()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("FOOTNOTED_INDX", "FOOTNOTED_INDEX"),
        ("FOOTNOTED_TOPK", "FOOTNOTED_TOP_K"),
        ("FOOTNOTED_API_KYE", "FOOTNOTED_API_KEY"),
    ],
)
def test_a_mistyped_variable_is_refused_with_the_one_that_was_meant(name: str, meant: str) -> None:
    error = refused(environ={name: "1"})
    assert (error.subject, error.advice) == (name, f"Did you mean {meant}?")


def test_a_mistyped_argument_is_refused_with_the_one_that_was_meant() -> None:
    assert refused({"embeding": "minilm"}).advice == "Did you mean embedding?"


def test_an_unknown_name_that_is_near_none_is_refused_with_the_list() -> None:
    assert "FOOTNOTED_INDEX" in refused(environ={"FOOTNOTED_ZZZZZZ": "1"}).advice
    assert "chroma_url" in refused({"zzzzzz": 1}).advice


def test_a_refusal_never_repeats_the_value_of_an_unknown_variable() -> None:
    assert KEY not in str(refused(environ={"FOOTNOTED_API_KYE": KEY}))


@pytest.mark.parametrize("value", ["many", "", "4.5", 4.5, "nan", "inf", "1e400", None, [4], "0", -1, "0x10"])
@pytest.mark.parametrize("name", ["top_k", "answer_tokens"])
def test_a_count_is_a_whole_number_above_0(name: str, value: Any) -> None:
    if value is None:
        assert Settings.load({name: value}, {}) == Settings()
    else:
        assert name in str(refused({name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("timeout", 0),
        ("timeout", "nan"),
        ("timeout", "inf"),
        ("temperature", -1),
        ("temperature", 3),
        ("port", 65536),
        ("port", -1),
    ],
)
def test_a_number_out_of_its_range_is_refused(name: str, value: Any) -> None:
    assert refused({name: value}).subject == name


@pytest.mark.parametrize("value", [4, "4", " 4 ", 4.0, "4.0"])
def test_a_whole_number_may_be_written_in_several_ways(value: Any) -> None:
    assert Settings.load({"top_k": value}, {}).top_k == 4


@pytest.mark.parametrize("name", ["llm", "embedding"])
@pytest.mark.parametrize("value", ["gpt-4", "openai:", "openai: ", "", "OPENAI:x", "minilm2"])
def test_a_model_that_does_not_exist_is_refused_with_what_does(name: str, value: str) -> None:
    error = refused({name: value})
    assert (error.subject, "openai:MODEL" in error.advice) == (name, True)


def test_a_folder_may_be_a_path_or_text_and_begin_with_the_home() -> None:
    assert Settings.load({"index": Path("/x")}, {}).index == Settings.load({"index": "/x"}, {}).index == Path("/x")
    assert Settings.load({}, {"FOOTNOTED_INDEX": "~/papers"}).index == Path.home() / "papers"


@pytest.mark.parametrize("value", ["", "  ", 5, ["x"], "~nobody-has-this-home/x"])
def test_what_is_no_folder_is_refused(value: Any) -> None:
    assert refused({"index": value}).subject == "index"


def test_the_key_is_not_shown() -> None:
    assert KEY not in repr(Settings.load({"api_key": KEY}, {}))
