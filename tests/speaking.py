"""Asking a scripted server the way the product does."""

from __future__ import annotations

import time
from typing import Any

import pytest
from endpoint_acts import Act
from endpoint_server import EndpointServer

from rag.errors import ModelError
from rag.model.endpoint import open_llm
from rag.model.stream import Said, Speaker
from rag.settings import Endpoint, Role, Settings

KEY = "sk-secret-0123456789"
LIMIT = 2.0  # seconds
PAUSE = 0.02  # seconds


def settings_for(server: EndpointServer, **more: Any) -> Settings:
    given = {"base_url": server.base_url, "llm": "openai:scripted", "api_key": KEY, "timeout": LIMIT, **more}
    return Settings.load(given, {})


def endpoint_for(settings: Settings, role: Role = "llm") -> Endpoint:
    endpoint = settings.endpoint(role)
    assert endpoint
    return endpoint


def speaker(server: EndpointServer, **more: Any) -> Speaker:
    endpoint = endpoint_for(settings_for(server, **more))
    return Speaker(lambda: open_llm(endpoint), limit=endpoint.timeout, pause=PAUSE, endpoint=endpoint)


def ask(server: EndpointServer, *acts: Act, **more: Any) -> Said:
    server.will(*acts)
    return speaker(server, **more).reply("Be brief.", "What?")


def sentence(server: EndpointServer, *acts: Act, **more: Any) -> str:
    """What the user sees when the asking fails; the address is put as HERE."""
    server.will(*acts)
    asked = speaker(server, **more)
    asked.open()
    started = time.monotonic()
    with pytest.raises(ModelError) as caught:
        asked.reply("Be brief.", "What?")
    assert time.monotonic() - started < 1.2 * asked._limit
    assert caught.value.__cause__ is None or KEY not in str(caught.value.__cause__)
    assert caught.value.subject
    assert KEY not in str(caught.value)
    return str(caught.value).replace(server.base_url, "HERE")
