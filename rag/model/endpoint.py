"""The endpoint of the language models: any server that speaks the OpenAI protocol, as a LlamaIndex LLM."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rag.errors import ModelError
from rag.model.faults import NotAnAnswerError, explain
from rag.model.local import served
from rag.model.statuses import Place
from rag.model.wire import Call
from rag.settings import Endpoint
from rag.settings.roles import OPENAI

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

DEFAULT_MODEL = "gpt-4.1-mini"  # when there is a key for OpenAI and nothing else
NO_KEY = "none"  # local servers want no key, but the client refuses an empty one
LISTING_LIMIT = 15.0  # seconds for the list of models
NOT_FOR_TEXT = re.compile(r"embed|whisper|tts|dall-e|rerank|moderation|image|audio|realtime|transcribe|sora", re.I)


def open_llm(endpoint: Endpoint) -> LLM:
    """The model of an endpoint, ready to be asked; nothing is sent unless the model is to be picked.

    A model file is loaded and served first. Raises ModelError when that fails, and when the endpoint is to list its
    models and does not.
    """
    from llama_index.llms.openai_like import OpenAILike

    try:
        endpoint = served(endpoint) if endpoint.file else endpoint
        refuse_unusable(endpoint)
        model = chosen_model(endpoint)
        return OpenAILike(model=model, **_arguments(endpoint))
    except Exception as error:
        raise explain(error, place_at(endpoint)).error from error


def load_packages() -> None:
    """Import what a model is asked with: it takes seconds the first time, which are not the endpoint's."""
    for name in ("openai.resources.chat", "llama_index.llms.openai_like", "rag.model.client"):
        import_module(name)


def _arguments(endpoint: Endpoint) -> dict[str, Any]:
    from rag.model.client import http_client

    return {
        "api_base": endpoint.base_url or OPENAI,  # never left out: LlamaIndex would read OPENAI_API_BASE
        "api_key": endpoint.api_key or NO_KEY,
        "is_chat_model": True,
        "context_window": endpoint.context_tokens + endpoint.answer_tokens,
        "max_tokens": endpoint.answer_tokens,
        "temperature": endpoint.temperature,
        "timeout": endpoint.timeout,
        "max_retries": 0,  # the stream asks again itself, within its one time limit
        "additional_kwargs": {"stream_options": {"include_usage": True}},
        "http_client": http_client(endpoint.timeout, endpoint.proxy),
    }


def chosen_model(endpoint: Endpoint) -> str:
    """The model's name: the one that is set, else the endpoint's first, else the default of OpenAI.

    Raises ModelError when the endpoint is asked for its models and gives none.
    """
    if endpoint.model:
        return endpoint.model
    if not endpoint.base_url or urlsplit(endpoint.base_url).hostname == urlsplit(OPENAI).hostname:
        return DEFAULT_MODEL
    return first_model(endpoint)


def first_model(endpoint: Endpoint) -> str:
    """The first model in the endpoint's list that writes text (GET /models).

    Raises ModelError when there is no list or nothing in it.
    """
    import openai

    from rag.model.client import http_client

    limit = min(endpoint.timeout, LISTING_LIMIT)
    place = replace(place_at(endpoint), limit=limit)
    key = endpoint.api_key or NO_KEY
    try:
        with openai.OpenAI(
            base_url=endpoint.base_url, api_key=key, max_retries=0, http_client=http_client(limit, endpoint.proxy)
        ) as client:
            call = Call(lambda: [client.get("/models", cast_to=object)])
            (body,) = call.items(monotonic() + limit)
        names = _names(body)
    except Exception as error:
        raise explain(error, place).error from error
    if not names:
        advice = f"Name one with {endpoint.set_by.model}=openai:MODEL, or load one into the server."
        raise ModelError(f"{place.address} offers no model.", subject=place.address, advice=advice)
    return next((name for name in names if not NOT_FOR_TEXT.search(name)), names[0])


def _names(body: object) -> list[str]:
    if not isinstance(body, Mapping):
        raise NotAnAnswerError("The list of models is not JSON.")
    rows = body.get("data") or []
    names = [row.get("id") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return [name for name in names if isinstance(name, str) and name]


def place_at(endpoint: Endpoint) -> Place:
    """Where an endpoint's questions go, as its faults name it."""
    model = endpoint.model or "auto"
    address = endpoint.name if endpoint.file else shown(endpoint.base_url or OPENAI) or endpoint.base_url
    return Place(address, model, endpoint.api_key, endpoint.timeout, endpoint.set_by, served=bool(endpoint.file))


def place_of(llm: LLM, limit: float, endpoint: Endpoint | None = None) -> Place:
    """Where a LlamaIndex LLM sends its questions; any LLM will do. `endpoint` is where it was opened, if anywhere."""
    model = str(llm.metadata.model_name)
    if endpoint:
        return replace(place_at(endpoint), model=model, limit=limit)
    address = str(getattr(llm, "api_base", "") or "")
    secret = str(getattr(llm, "api_key", "") or "")
    return Place(shown(address) or llm.class_name(), model, "" if secret == NO_KEY else secret, limit)


def shown(address: str) -> str:
    """An address fit to be shown: without user, password and query."""
    try:
        parts = urlsplit(address)
    except ValueError:  # as of an address with half a bracket
        return address.rpartition("@")[2]
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}".rstrip("/") if host else ""


def refuse_unusable(endpoint: Endpoint) -> None:
    """Raise ModelError for an address, a key or a proxy that no request can do with: the client's words help nobody."""
    address, key = endpoint.base_url or OPENAI, endpoint.api_key
    if not _is_address(address) or " " in address:
        said = shown(address) or address.rpartition("@")[2]
        raise ModelError(
            f"{said!r} is not an address of a model.",
            subject=said,
            advice=f"Set {endpoint.set_by.address} to one that begins with http:// or https://.",
        )
    if not (key.isascii() and key.isprintable()):
        said = shown(address)
        raise ModelError(
            f"The key for {said} holds a sign that no key can hold.",
            subject=said,
            advice=f"Copy it anew into {endpoint.set_by.key}: letters, digits and plain punctuation only.",
        )
    if endpoint.proxy and not _is_address(endpoint.proxy):
        raise ModelError(  # it is not shown: it may hold a password
            "The proxy that is set is not one that can be used.",
            subject="proxy",
            advice="Set FOOTNOTED_PROXY to an address that begins with http:// or https://.",
        )


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and text.isprintable()
    except ValueError:  # half a bracket, a port that is none
        return False


def amended(llm: LLM, refused: str) -> LLM | None:
    """The same model asked without a parameter that its endpoint refused; None when that cannot be done."""
    if not isinstance(getattr(llm, "additional_kwargs", None), dict):
        return None
    from openai import omit

    extra: dict[str, Any] = dict(getattr(llm, "additional_kwargs"))  # noqa: B009
    change: dict[str, Any] = {"additional_kwargs": extra}
    if refused == "stream_options":
        extra.pop(refused, None)
    elif refused == "max_tokens":
        extra["max_completion_tokens"] = getattr(llm, "max_tokens", None) or omit
        change["max_tokens"] = None
    elif refused in ("temperature", "max_completion_tokens"):
        extra[refused] = omit
    return llm.model_copy(update=change)
