"""Which endpoint plays which role: the shared one, or the role's own.

A key belongs to its address: what is set for the endpoint of every role is not sent to a role's own address elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rag.settings.endpoint import Endpoint, Role, SetBy

if TYPE_CHECKING:
    from rag.settings import Settings

OPENAI = "https://api.openai.com/v1"  # the address when none is set
WITHOUT_MODEL = ("extractive", "none", "", "minilm")


def endpoint_of(settings: Settings, role: Role) -> Endpoint | None:
    """The endpoint that the settings give a role; None when the role is played without a model.

    A condenser that is `auto` is the model that writes, at its address unless it has one of its own; a model file is
    spared that call, which costs it seconds and found no more (eval/README.md).
    """
    name = str(getattr(settings, role))
    if name == "auto" and role == "condenser":
        writer = endpoint_of(settings, "llm")
        if writer is None or writer.file:
            return None
        if not (settings.condenser_base_url or settings.condenser_api_key):
            return writer
        return _endpoint(settings, role, settings.llm, writer)
    shared = Endpoint("", settings.base_url, settings.api_key)
    if name == "auto" and not (settings.llm_base_url or settings.llm_api_key or shared.base_url or shared.api_key):
        return None
    return None if name in WITHOUT_MODEL else _endpoint(settings, role, name, shared)


def _endpoint(settings: Settings, role: Role, name: str, shared: Endpoint) -> Endpoint:
    kind, _, model = name.partition(":")
    own_address: str = getattr(settings, f"{role}_base_url")
    own_key: str = getattr(settings, f"{role}_api_key")
    address = own_address or shared.base_url
    at_home = _origin(address) == _origin(shared.base_url)
    own = f"FOOTNOTED_{role.upper()}"
    limits = Endpoint(
        model=model if kind == "openai" else "",
        timeout=settings.timeout,
        context_tokens=settings.context_tokens,
        answer_tokens=settings.answer_tokens,
        temperature=settings.temperature,
        proxy=settings.proxy,
        set_by=SetBy(
            own,
            f"{own}_BASE_URL" if own_address else shared.set_by.address,
            f"{own}_API_KEY" if own_key or not at_home else shared.set_by.key,
        ),
    )
    if kind == "gguf":
        return replace(limits, file=Path(model))
    return replace(limits, base_url=address, api_key=own_key or (shared.api_key if at_home else ""))


def _origin(address: str) -> tuple[str, str | None, int | None]:
    """Scheme, host and port: what has to be the same for a key to be sent along."""
    try:
        parts = urlsplit(address or OPENAI)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:  # no address at all: it is equal to itself alone
        return address, None, None
