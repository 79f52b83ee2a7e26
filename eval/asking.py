"""Asking one case. Whatever goes wrong becomes part of its outcome; no case is ever left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from queue import Empty, Queue
from threading import Thread
from time import perf_counter

from eval.case import Case
from eval.chat import Chat
from eval.outcome import Outcome, is_verbatim
from rag.answer import Answer
from rag.errors import FootnotedError
from rag.types import Status


@dataclass(slots=True)
class _Replay:
    """The turns of a case as they were asked, in a thread of their own."""

    answers: list[Answer] = field(default_factory=list)
    wall: float = 0.0
    error: BaseException | None = None


def attempt(chat: Chat, case: Case, *, patience: float | None, papers: Mapping[str, str] | None) -> Outcome:
    """Ask the turns of a case in order, each with the answers before it, and return what came of the last.

    A case that raises, gives no answer within `patience` seconds (None: for ever), or ends in status `error`
    is an outcome with a `failure`. Only an interrupt by the user gets through.
    """
    replay = _replayed(chat, case, patience)
    if replay is None:
        return Outcome(case, None, failure=f"no answer within {patience:g} s", wall=patience or 0.0)
    if replay.error is not None:
        return _raised(case, replay)
    *earlier, answer = replay.answers
    outcome = Outcome(case, answer, wall=replay.wall, earlier=tuple(earlier))
    if papers is not None:
        outcome = replace(outcome, verbatim=tuple(is_verbatim(citation, papers) for citation in answer.citations))
    if answer.status is Status.ERROR:
        outcome = replace(outcome, failure=answer.reason or "ended in status 'error' without a reason")
    return outcome


def _replayed(chat: Chat, case: Case, patience: float | None) -> _Replay | None:
    done: Queue[_Replay] = Queue()
    # A thread, because a call that hangs can be abandoned but not stopped; a daemon, so that it cannot hold
    # up the end.
    Thread(target=_replay, args=(chat, case, done), daemon=True).start()
    try:
        return done.get(timeout=patience)
    except Empty:
        return None


def _replay(chat: Chat, case: Case, done: Queue[_Replay]) -> None:
    replay = _Replay()
    started = perf_counter()
    try:
        for turn in case.turns:
            started = perf_counter()
            answer: object = chat.ask(turn, turns=tuple(replay.answers))
            if not isinstance(answer, Answer):
                raise TypeError(f"{type(answer).__name__} came back instead of an Answer")
            replay.answers.append(answer)
    except BaseException as error:  # a panic in native code is no Exception, yet only this case failed
        replay.error = error
    replay.wall = perf_counter() - started
    done.put(replay)


def _raised(case: Case, replay: _Replay) -> Outcome:
    error = replay.error
    if isinstance(error, KeyboardInterrupt | SystemExit):
        raise error
    message = str(error) if isinstance(error, FootnotedError) else f"{type(error).__name__}: {error}"
    turn = f"turn {len(replay.answers) + 1} of {len(case.turns)}: " if len(case.turns) > 1 else ""
    return Outcome(case, None, failure=turn + message, wall=replay.wall, earlier=tuple(replay.answers))
