"""Settings: arguments over variables over defaults; what cannot be meant is refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rag.errors import SettingsError
from rag.settings import Endpoint, Role, SetBy, Settings, default_index

KEY = "sk-secret-0123456789"
ROLES: tuple[Role, ...] = ("llm", "condenser", "judge", "embedding")


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


# Roles and their endpoints

ONE, TWO = "http://one:8000/v1", "http://two:8000/v1"


def endpoint(role: Role, given: dict[str, Any], environ: dict[str, str] | None = None) -> Endpoint:
    found = Settings.load(given, environ or {}).endpoint(role)
    assert found
    return found


def test_without_anything_no_role_needs_a_model() -> None:
    assert [Settings.load({}, {}).endpoint(role) for role in ROLES] == [None] * 4


def test_one_endpoint_serves_every_role() -> None:
    given = {"llm": "openai:w", "judge": "openai:j", "embedding": "openai:e", "base_url": ONE, "api_key": KEY}
    found = [endpoint(role, given) for role in ROLES]
    assert [each.model for each in found] == ["w", "w", "j", "e"]
    assert {(each.base_url, each.api_key) for each in found} == {(ONE, KEY)}


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_have_an_address_and_a_key_of_its_own(role: Role) -> None:
    given = {role: "openai:m", "base_url": ONE, "api_key": KEY}
    own = endpoint(role, {**given, f"{role}_base_url": TWO, f"{role}_api_key": "own"})
    assert (own.base_url, own.api_key) == (TWO, "own")
    variable = {f"FOOTNOTED_{role.upper()}_BASE_URL": TWO, f"FOOTNOTED_{role.upper()}_API_KEY": "own"}
    assert endpoint(role, given, variable) == own
    assert own.set_by == SetBy(
        f"FOOTNOTED_{role.upper()}", f"FOOTNOTED_{role.upper()}_BASE_URL", f"FOOTNOTED_{role.upper()}_API_KEY"
    )
    assert endpoint(role, given).set_by == SetBy(f"FOOTNOTED_{role.upper()}", "FOOTNOTED_BASE_URL", "FOOTNOTED_API_KEY")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("elsewhere", [TWO, "http://one:8001/v1", "https://one:8000/v1", "http://one.evil/v1", "x"])
def test_the_shared_key_does_not_travel_to_an_address_of_a_role_elsewhere(role: Role, elsewhere: str) -> None:
    given = {role: "openai:m", "base_url": ONE, "api_key": KEY, f"{role}_base_url": elsewhere}
    found = endpoint(role, given)
    assert (found.base_url, found.api_key) == (elsewhere, "")
    assert found.set_by.key == f"FOOTNOTED_{role.upper()}_API_KEY"
    assert endpoint(role, {**given, "base_url": ""}, {"OPENAI_API_KEY": KEY}).api_key == ""


@pytest.mark.parametrize("role", ROLES)
def test_the_shared_key_goes_to_another_path_of_its_own_host(role: Role) -> None:
    given = {role: "openai:m", "base_url": ONE, "api_key": KEY, f"{role}_base_url": "http://ONE:8000/other/v1"}
    assert endpoint(role, given).api_key == KEY


def test_a_key_of_a_role_alone_goes_to_the_shared_address() -> None:
    found = endpoint("judge", {"judge": "openai:j", "base_url": ONE, "api_key": KEY, "judge_api_key": "own"})
    assert (found.base_url, found.api_key) == (ONE, "own")


def test_auto_is_a_model_when_an_address_or_a_key_is_set_for_it() -> None:
    for name in ("base_url", "api_key", "llm_base_url", "llm_api_key"):
        assert endpoint("llm", {name: ONE}).model == ""
    assert Settings.load({"judge_base_url": ONE, "embedding_api_key": KEY}, {}).endpoint("llm") is None


def test_the_condenser_is_the_model_that_writes_unless_it_is_named() -> None:
    given = {"llm": "openai:w", "llm_base_url": ONE, "llm_api_key": "own"}
    assert endpoint("condenser", given) == endpoint("llm", given)
    assert endpoint("condenser", {**given, "condenser": "openai:c"}).model == "c"
    assert Settings.load({**given, "condenser": "none"}, {}).endpoint("condenser") is None
    assert Settings.load({"llm": "extractive", "condenser_base_url": ONE}, {}).endpoint("condenser") is None
    elsewhere = endpoint("condenser", {**given, "condenser_base_url": TWO})
    assert (elsewhere.model, elsewhere.base_url, elsewhere.api_key) == ("w", TWO, "")
    assert endpoint("condenser", {**given, "condenser_api_key": "c"}).base_url == ONE


def test_a_model_file_is_sent_to_no_address() -> None:
    given = {"llm": "gguf:~/models/small.gguf", "judge": "gguf:other.gguf", "base_url": ONE, "api_key": KEY}
    found = endpoint("llm", given)
    assert (found.file, found.base_url, found.api_key) == (Path("~/models/small.gguf"), "", "")
    assert found.name == "gguf:small.gguf"
    assert endpoint("judge", given).file == Path("other.gguf")


def test_a_model_file_rewords_no_questions_unless_it_is_asked_to() -> None:
    assert Settings.load({"llm": "gguf:small.gguf"}, {}).endpoint("condenser") is None
    assert endpoint("condenser", {"llm": "gguf:small.gguf", "condenser": "gguf:small.gguf"}).file == Path("small.gguf")


@pytest.mark.parametrize(
    ("name", "value"),
    [("llm", "none"), ("llm", "gguf:"), ("condenser", "extractive"), ("condenser", "gpt"), ("judge", "auto"),
     ("judge", "gguf: "), ("embedding", "gguf:x.gguf"), ("embedding", "none")],
)  # fmt: skip
def test_a_role_is_played_by_what_can_play_it(name: str, value: str) -> None:
    assert refused({name: value}).subject == name


@pytest.mark.parametrize("value", [True, "true", "1", 1, "yes", "ON"])
def test_strict_can_be_said_in_several_ways(value: Any) -> None:
    assert Settings.load({"strict": value}, {}).strict
    assert Settings.load({}, {"FOOTNOTED_STRICT": str(value)}).strict


@pytest.mark.parametrize("value", [False, "false", "0", 0, "no", "Off"])
def test_so_can_its_opposite(value: Any) -> None:
    assert not Settings.load({"strict": value}, {"FOOTNOTED_STRICT": "on"}).strict


@pytest.mark.parametrize("value", ["maybe", 2, "", []])
def test_what_is_neither_on_nor_off_is_refused(value: Any) -> None:
    assert refused({"strict": value}).advice == "Give on or off."


def test_no_key_is_shown() -> None:
    keys = dict.fromkeys(("api_key", "llm_api_key", "condenser_api_key", "judge_api_key", "embedding_api_key"), KEY)
    settings = Settings.load({**keys, "llm": "openai:m", "proxy": f"http://me:{KEY}@proxy:3128"}, {})
    assert KEY not in repr(settings)
    assert KEY not in repr(settings.endpoint("llm"))
    in_address = Settings.load({"base_url": f"https://me:{KEY}@models.example/v1", "llm": "openai:m"}, {})
    assert KEY not in repr(in_address)
    assert KEY not in repr(in_address.endpoint("llm"))
