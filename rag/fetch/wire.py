"""One request to a service and its answer, bounded in time and size: only this file of the package knows httpx."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import current_thread
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rag.fetch.trouble import TroubleError, plain
from rag.model.wire import Call

if TYPE_CHECKING:
    import httpx

OWN_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, whole: `kind` is its content type, `retry_after` and `location` are headers, empty when not there."""

    status: int
    kind: str
    retry_after: str
    location: str
    body: bytes


class Wire:
    """Asks one service, one request at a time, and goes nowhere else: redirects are not followed.

    `token` is sent to OpenReview over https, and to this machine (a proxy of one's own), nowhere else.
    """

    def __init__(self, api: str, agent: str, *, timeout: float, most_bytes: int, token: str = "") -> None:
        import httpx

        self._api = api
        self._timeout = timeout
        self._most_bytes = most_bytes
        self._token = token.encode()
        headers = {"User-Agent": agent, "Accept": "application/json"}
        if token and trusted(api):
            headers["Authorization"] = f"Bearer {token}"
        try:
            self._client = httpx.Client(
                headers=headers,
                timeout=timeout,
                follow_redirects=False,
                limits=httpx.Limits(max_keepalive_connections=0),  # one that is kept open can't be hung up on
            )
        except (ValueError, ImportError, httpx.InvalidURL) as error:
            raise TroubleError(f"The proxy that the environment names cannot be used ({plain(str(error))}).") from error

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._client.close()

    def get(self, path: str, parameters: Mapping[str, str], deadline: float) -> Reply:
        """The answer to a GET; `deadline` is of `time.monotonic`, and the timeout of the wire may come before it.

        Raises TroubleError for everything that keeps an answer from coming whole.
        """
        import httpx

        until = min(deadline, monotonic() + self._timeout)
        try:
            head, *chunks = Call(lambda: self._received(path, parameters)).items(until)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise TroubleError(f"{self._api} did not answer in time.", "Try later.", again=True) from error
        except httpx.ConnectError as error:
            reason = f" ({plain(str(error))})" if str(error) else ""
            raise TroubleError(
                f"{self._api} cannot be reached{reason}.",
                "Check the network and --api.",
                again="CERTIFICATE" not in reason,
            ) from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise TroubleError(f"{self._api} is no address that can be asked.", "Check --api.") from error
        except httpx.HTTPError as error:
            raise TroubleError(
                f"The connection to {self._api} broke off.", "Check the network and --api.", again=True
            ) from error
        assert isinstance(head, Reply)
        body = b"".join(chunk for chunk in chunks if isinstance(chunk, bytes))
        if self._token:  # it is in no message, not even when the service sends it back
            body = body.replace(self._token, b"[token]")
        return Reply(head.status, head.kind, head.retry_after, head.location, body)

    def _received(self, path: str, parameters: Mapping[str, str]) -> Iterator[Reply | bytes]:
        """The head of the answer without a body, then the pieces of the body; runs in the thread of its call."""
        call, size = current_thread(), 0
        extensions = {"trace": call.watch} if isinstance(call, Call) else {}
        address = f"{self._api}{path}"
        with self._client.stream("GET", address, params=dict(parameters), extensions=extensions) as response:
            yield _head(response)
            for chunk in response.iter_bytes():
                size += len(chunk)
                if size > self._most_bytes:
                    raise TroubleError(
                        f"{self._api} sent more than {self._most_bytes:,} bytes in one answer.", "Check --api."
                    )
                yield chunk


def trusted(api: str) -> bool:
    """Whether a token of an OpenReview account may be sent to an address."""
    parts = urlsplit(api)
    host = parts.hostname or ""
    if host in OWN_HOSTS:
        return True
    return parts.scheme == "https" and (host == "openreview.net" or host.endswith(".openreview.net"))


def _head(response: httpx.Response) -> Reply:
    headers = response.headers
    kind, after, location = (headers.get(name, "") for name in ("content-type", "retry-after", "location"))
    return Reply(response.status_code, kind, after, location, b"")
