"""The endpoint of the language models: any server that speaks the OpenAI protocol, as a LlamaIndex LLM."""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rag.errors import ModelError
from rag.model.faults import NotAnAnswerError, explain
from rag.model.statuses import Place
from rag.model.wire import Call, http_client
from rag.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

OPENAI = "https://api.openai.com/v1"
DEFAULT_MODEL = "gpt-4.1-mini"  # when there is a key for OpenAI and nothing else
NO_KEY = "none"  # local servers want no key, but the client refuses an empty one
LISTING_LIMIT = 15.0  # seconds for the list of models
NOT_FOR_TEXT = re.compile(r"embed|whisper|tts|dall-e|rerank|moderation|image|audio|realtime|transcribe|sora", re.I)


def open_llm(settings: Settings) -> LLM:
    """The model that the settings name, ready to be asked; nothing is sent unless the model is to be picked.

    Raises ModelError when the model is to be picked by `auto` and the endpoint does not list its models.
    """
    import openai.resources.chat  # noqa: F401  the client loads it late, at the cost of the first question's time
    from llama_index.llms.openai_like import OpenAILike

    model = chosen_model(settings)
    try:
        return OpenAILike(model=model, **_arguments(settings))
    except Exception as error:
        raise explain(error, _place(settings, model)).error from error


def _arguments(settings: Settings) -> dict[str, Any]:
    return {
        "api_base": _address(settings),  # never left out: LlamaIndex would read OPENAI_API_BASE
        "api_key": settings.api_key or NO_KEY,
        "is_chat_model": True,
        "context_window": settings.context_tokens + settings.answer_tokens,
        "max_tokens": settings.answer_tokens,
        "temperature": settings.temperature,
        "timeout": settings.timeout,
        "max_retries": 0,  # the stream asks again itself, within its one time limit
        "additional_kwargs": {"stream_options": {"include_usage": True}},
        "http_client": http_client(settings.timeout),
    }


def chosen_model(settings: Settings) -> str:
    """The model's name: the one that is set, else the endpoint's first, else the default of OpenAI.

    Raises ModelError when the endpoint is asked for its models and gives none.
    """
    if settings.llm.startswith("openai:"):
        return settings.llm.removeprefix("openai:")
    if not settings.base_url or urlsplit(settings.base_url).hostname == urlsplit(OPENAI).hostname:
        return DEFAULT_MODEL
    return first_model(settings)


def first_model(settings: Settings) -> str:
    """The first model in the endpoint's list that writes text (GET /models).

    Raises ModelError when there is no list or nothing in it.
    """
    import openai

    limit = min(settings.timeout, LISTING_LIMIT)
    place = _place(settings, "auto", limit)
    key = settings.api_key or NO_KEY
    try:
        with openai.OpenAI(
            base_url=_address(settings), api_key=key, max_retries=0, http_client=http_client(limit)
        ) as client:
            call = Call(lambda: [client.get("/models", cast_to=object)])
            (body,) = call.items(monotonic() + limit)
        names = _names(body)
    except Exception as error:
        raise explain(error, place).error from error
    if not names:
        advice = "Name one with FOOTNOTED_LLM=openai:MODEL, or load one into the server."
        raise ModelError(f"{place.address} offers no model.", subject=place.address, advice=advice)
    return next((name for name in names if not NOT_FOR_TEXT.search(name)), names[0])


def _names(body: object) -> list[str]:
    if not isinstance(body, Mapping):
        raise NotAnAnswerError("The list of models is not JSON.")
    rows = body.get("data") or []
    names = [row.get("id") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return [name for name in names if isinstance(name, str) and name]


def place_of(llm: LLM, limit: float) -> Place:
    """Where a LlamaIndex LLM sends its questions; any LLM will do."""
    address = str(getattr(llm, "api_base", "") or "")
    secret = str(getattr(llm, "api_key", "") or "")
    return Place(shown(address) or llm.class_name(), llm.metadata.model_name, "" if secret == NO_KEY else secret, limit)


def shown(address: str) -> str:
    """An address fit to be shown: without user, password and query."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}".rstrip("/") if host else ""


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


def _address(settings: Settings) -> str:
    return settings.base_url or OPENAI


def _place(settings: Settings, model: str, limit: float = 0.0) -> Place:
    return Place(shown(_address(settings)) or _address(settings), model, settings.api_key, limit or settings.timeout)
