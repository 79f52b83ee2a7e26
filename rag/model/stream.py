"""Asking a LlamaIndex LLM: streamed, within one time limit, asked again only while nothing was said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from threading import Lock
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from rag.errors import ModelError
from rag.model.endpoint import amended, load_packages, open_llm, place_of
from rag.model.faults import NothingSaidError, explain
from rag.model.statuses import Fault, Place
from rag.model.thoughts import spoken
from rag.model.wire import Call
from rag.settings import Endpoint
from rag.tokens import count_tokens
from rag.types import Usage

if TYPE_CHECKING:
    from llama_index.core.llms import LLM, ChatMessage, ChatResponse

ATTEMPTS = 3
WITHHELD = "content_filter"
CUT = ("length", "max_tokens", WITHHELD)


@dataclass(frozen=True, slots=True)
class Said:
    """What a model has said so far, without its thinking.

    `finish` is the reason it gave for stopping, empty before; `cut_off` says that it stopped before its end.
    """

    text: str = ""
    finish: str = ""
    cut_off: bool = False
    usage: Usage = field(default_factory=Usage)


class Speaker:
    """A LlamaIndex LLM that answers on time and whose errors are plain words.

    `opener` is called at the first question; `limit` (seconds) covers connecting, asking again and the whole
    answer; `pause` is the first wait (seconds) before asking again. `name` is what an answer calls the model, by
    default its own name; `endpoint` is where it is, if the settings say so. What an endpoint refuses is remembered
    until a question fails.
    """

    def __init__(
        self,
        opener: Callable[[], LLM],
        *,
        limit: float,
        pause: float = 0.5,
        name: str = "",
        endpoint: Endpoint | None = None,
    ) -> None:
        self._opener = opener
        self._limit = limit
        self._pause = pause
        self._name = name
        self._endpoint = endpoint
        self._known = ""
        self._opened: LLM | None = None
        self._refused: frozenset[str] = frozenset()
        self._amending = Lock()

    @classmethod
    def at(cls, endpoint: Endpoint) -> Speaker:
        """The model at an endpoint; nothing is sent, and no file loaded, before the first question."""
        name = endpoint.name if endpoint.model or endpoint.file else ""
        return cls(lambda: open_llm(endpoint), limit=endpoint.timeout, name=name, endpoint=endpoint)

    def open(self) -> LLM:
        """The model, opened at the first question and after one that failed. Raises ModelError when that fails."""
        opened = self._opened or self._opener()
        self._opened, self._known = opened, str(opened.metadata.model_name)
        return opened

    @property
    def model(self) -> str:
        """The model's name; empty as long as it was never open."""
        return self._known

    @property
    def name(self) -> str:
        """What an answer calls the model: `openai:MODEL`, `openai:auto` as long as it is to be picked.

        Of a model that a local server names by its file only the file's name is told, not its folder.
        """
        known = self.model or "auto"
        return self._name or f"openai:{PurePath(known).name if known.startswith('/') else known}"

    def deadline(self) -> float:
        """When the limit is reached (as `monotonic` counts) for calls that begin now and share it."""
        if self._opened is None:
            load_packages()
        return monotonic() + self._limit

    def reply(self, system: str, user: str) -> Said:
        """The whole answer. Raises ModelError as `say` does."""
        *_, last = self.say(system, user)
        return last

    def say(self, system: str, user: str, *, deadline: float | None = None) -> Iterator[Said]:
        """Yield what is said as it grows; the last one is whole and has the usage, counted if not reported.

        Several calls that share one limit are given its `deadline`.

        Raises ModelError when nothing usable comes, the answer breaks off, or the limit is reached.
        """
        deadline = deadline or self.deadline()  # opening may ask for the list of models, or load a file
        place = place_of(self.open(), self._limit, self._endpoint)
        calls = failures = 0
        while True:
            calls, said, llm = calls + 1, Said(), self.open()
            try:
                for said in self._once(llm, _messages(system, user), deadline):
                    if said.text:
                        yield said
                _check(said, place)
                break
            except Exception as error:
                fault = explain(error, place)
                if said.text or not (
                    self._amend(fault, llm) or self._waited(fault, failures := failures + 1, deadline)
                ):
                    self._forget(llm)
                    raise fault.error from error
        yield replace(said, usage=_counted(said, system + user, calls))

    def _once(self, llm: LLM, messages: Sequence[ChatMessage], deadline: float) -> Iterator[Said]:
        def start() -> Iterable[ChatResponse]:
            return [llm.chat(messages)] if "stream" in self._refused else llm.stream_chat(messages)

        text, said, reported = "", Said(), False
        for response in Call(start).items(deadline):
            whole = response.message.content or ""
            text = whole if response.delta is None else text + response.delta
            choices = _part(response.raw, "choices")
            reported = reported or choices is not None
            finish = str(_part(choices[0], "finish_reason") or "") if choices else ""
            if said.finish == WITHHELD:  # no later reason takes that back
                finish = WITHHELD
            said = Said(spoken(text), finish or said.finish, False, _usage(response) or said.usage)
            yield said
        broken_off = reported and not said.finish and "stream" not in self._refused
        cut_off = said.finish in CUT or broken_off
        yield replace(said, text=spoken(text, whole=True), cut_off=cut_off)

    def _amend(self, fault: Fault, used: LLM) -> bool:
        """Leave out what was refused; whether there is something new to try."""
        if not fault.refused:
            return False
        with self._amending:
            if self._opened is not used:  # another thread met the same refusal before
                return True
            changed = amended(used, fault.refused)
            if changed is None or fault.refused in self._refused:
                return False
            self._refused |= {fault.refused}
            self._opened = changed
            return True

    def _waited(self, fault: Fault, failures: int, deadline: float) -> bool:
        """Wait before asking again; False at once when that can't help."""
        pause = self._pause * 2 ** (failures - 1) if fault.wait is None else fault.wait
        if not fault.again or failures >= ATTEMPTS or monotonic() + pause >= deadline:
            return False
        sleep(pause)
        return True

    def _forget(self, failed: LLM) -> None:
        """Open the model anew at the next question: another may run there by then, or a file's server be gone."""
        if self._opened is failed:
            self._opened, self._refused = None, frozenset()


def _messages(system: str, user: str) -> list[ChatMessage]:
    from llama_index.core.llms import ChatMessage, MessageRole

    return [
        ChatMessage(role=MessageRole.SYSTEM, content=system),
        ChatMessage(role=MessageRole.USER, content=user),
    ]


def _check(said: Said, place: Place) -> None:
    if said.text.strip():
        return
    if said.finish == "length":
        happened = f"{place.model} used up its answer length before it said anything."
        raise ModelError(happened, subject=place.model, advice="Raise FOOTNOTED_ANSWER_TOKENS.")
    if said.finish == WITHHELD:
        happened = f"{place.address} withheld the answer (content filter)."
        raise ModelError(happened, subject=place.address, advice="Put the question in other words.")
    if said.finish in ("tool_calls", "function_call"):
        happened = f"{place.model} wanted to call a tool instead of answering."
        raise ModelError(happened, subject=place.model, advice="Choose another model.")
    raise NothingSaidError("The answer is empty.")


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


def _usage(response: ChatResponse) -> Usage | None:
    used = _part(response.raw, "usage")
    prompt, completion = _part(used, "prompt_tokens"), _part(used, "completion_tokens")
    return Usage(prompt, completion) if isinstance(prompt, int) and isinstance(completion, int) else None


def _counted(said: Said, asked: str, calls: int) -> Usage:
    usage = said.usage
    if not usage.prompt_tokens:
        usage = Usage(count_tokens(asked), count_tokens(said.text))
    return replace(usage, calls=calls)
