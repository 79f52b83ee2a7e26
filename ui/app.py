"""The page itself: layout, events and the web server. The only file that knows gradio."""

from __future__ import annotations

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported; the page calls nobody

import gradio as gr
from starlette.middleware import Middleware

from rag.answer import Answer
from rag.errors import FootnotedError, UsageError
from rag.types import Paper
from ui import frame, render
from ui.footnotes import sources
from ui.guard import Guard
from ui.session import LONGEST_QUESTION, STOPPED, UNSHOWN, Chat, Turn, answer_of, failed, follow

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
_AT_ONCE = 32  # questions answered side by side
_SHOW_TURN = "() => document.querySelector('#current .turn')?.scrollIntoView({behavior: 'smooth', block: 'start'})"
# An answer that grew below the window is brought into it. The question box gets the focus back
# only where there is a keyboard, and never away from a note or button that the reader has gone to.
_AFTERWARDS = """() => {
  const turn = document.querySelector('#current .turn');
  if (turn && turn.getBoundingClientRect().top > innerHeight / 2) turn.scrollIntoView({behavior: 'smooth'});
  if (matchMedia('(pointer: fine)').matches && document.activeElement === document.body)
    document.querySelector('#question textarea')?.focus({preventScroll: true});
}"""

_BARE: dict[str, Any] = {"apply_default_css": False, "js_on_load": None}

Update = dict[Any, Any]


def build(chat: Chat) -> gr.Blocks:
    """The page as a gradio app, not yet served; one chat answers in every tab, each with its conversation."""
    page = gr.Blocks(title="Footnoted", analytics_enabled=False, fill_width=True)
    with page:
        _Page(chat).wire(page)
    page.queue(default_concurrency_limit=_AT_ONCE)
    return page


def start(chat: Chat, *, host: str, port: int) -> gr.Blocks:
    """Serve the page in the background; `local_url` is its address and `close(verbose=False)` ends it.

    Raises UsageError when the host or port cannot be had.
    """
    page = build(chat)
    try:
        page.launch(
            server_name=host,
            server_port=port,
            prevent_thread_lock=True,
            quiet=True,
            share=False,
            inbrowser=False,
            show_error=False,
            footer_links=[],
            run_history=False,
            enable_monitoring=False,
            ssr_mode=False,
            allowed_paths=[],
            max_file_size=1,
            app_kwargs={"middleware": [Middleware(Guard)]},
            theme=_theme(),
            css_paths=HERE / "page.css",
            favicon_path=HERE / "icon.png",
        )
    except OSError as error:
        raise UsageError(
            f"The page cannot be served at {host}:{port}; another program may be using that port.",
            subject=f"{host}:{port}",
            advice="Choose another with --port.",
        ) from error
    return page


def serve(chat: Chat, *, host: str, port: int, open_browser: bool = False) -> None:
    """Serve the page until interrupted; its address goes to standard error."""
    page = start(chat, host=host, port=port)
    address = str(page.local_url)
    try:
        print(f"Footnoted is at {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if open_browser:
            webbrowser.open(address)
        threading.Event().wait()
    except KeyboardInterrupt:
        pass
    finally:
        page.close(verbose=False)


class _Page:
    """The components of one page and what happens between them."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat
        self.turns = gr.State(())  # tuple[Answer, ...]: the conversation of this tab
        self.asked = gr.State(None)  # the question under way, None when there is none
        with gr.Column(elem_id="page"):
            with gr.Row(elem_id="top"):
                self.title = gr.HTML(frame.title(), elem_id="title", **_BARE)
                self.keep = gr.HTML("", elem_id="keep", **_BARE)
                self.new = gr.Button("New conversation", size="sm", elem_id="new", visible=False)
            with gr.Column(elem_id="chat"):
                with gr.Column(elem_id="welcome") as self.welcome:
                    gr.HTML(frame.WELCOME, **_BARE)
                    self.examples = [gr.Button(text, elem_classes="example") for text in frame.EXAMPLES]
                self.history = gr.HTML("", elem_id="history", **_BARE)
                self.current = gr.HTML("", elem_id="current", **_BARE)
            self.sources = gr.HTML("", elem_id="sources", **_BARE)
            self._composer()

    def _composer(self) -> None:
        with gr.Row(elem_id="composer"):
            self.box = gr.Textbox(
                label="Your question",
                placeholder="Ask the papers…",
                elem_id="question",
                lines=1,
                max_lines=6,
                autofocus=True,
                container=False,
            )
            self.ask = gr.Button("Ask", variant="primary", elem_id="ask")
            self.stop = gr.Button("Stop", variant="stop", elem_id="stop", visible=False)

    def wire(self, page: gr.Blocks) -> None:
        """Connect the events."""
        private: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
        asking = [gr.on([self.box.submit, self.ask.click], self._begin, [self.box, self.turns], self._all(), **private)]
        for button, text in zip(self.examples, frame.EXAMPLES, strict=True):
            example = gr.State(text)
            asking.append(button.click(self._begin, [example, self.turns], self._all(), **private))
        running = []
        for begun in asking:
            begun.then(None, js=_SHOW_TURN, **private)
            # Once stopped, an answer may still count as under way in the browser; the next must not wait for it.
            answering = begun.then(
                self._answer, [self.asked, self.turns], self._all(), trigger_mode="multiple", **private
            )
            answering.then(None, js=_AFTERWARDS, **private)
            running.append(answering)
        stops: dict[str, Any] = {"cancels": running, "queue": False, **private}
        self.stop.click(self._stopped, [self.asked, self.turns], self._all(), **stops)
        self.new.click(self._fresh, None, self._all(), **stops)
        page.load(self._title, None, self.title, **private)
        self._interface()

    def _interface(self) -> None:
        """The one call for programs: a question in, the answer's fields out, a conversation per session."""
        question, answer = gr.Textbox(visible=False), gr.JSON(visible=False)
        gr.Button(visible=False).click(
            self._answered,
            [question, self.turns],
            [answer, self.turns],
            api_name="ask",
            show_progress="hidden",
        )

    def _answered(self, question: str, turns: tuple[Answer, ...]) -> tuple[dict[str, Any], tuple[Answer, ...]]:
        """Answer one question of a conversation."""
        answer = answer_of(self.chat, question, turns)
        return answer.to_dict(), (*turns, answer)

    def _title(self) -> str:
        try:
            return frame.title(frame.identity(self.chat.describe()))
        except FootnotedError as error:  # the page still opens, and says what is wrong
            return frame.title(escape(str(error)))

    def _all(self) -> list[Any]:
        return [
            self.turns, self.asked, self.welcome, self.history, self.current, self.sources,
            self.box, self.ask, self.stop, self.new, self.keep,
        ]  # fmt: skip

    def _begin(self, question: str, turns: tuple[Answer, ...]) -> Update:
        question = question or ""
        text = question if len(question) > LONGEST_QUESTION else ""  # too long: it stays there to be shortened
        return {
            self.asked: question,
            self.welcome: gr.update(visible=False),
            self.history: render.history(turns, self._find),
            self.current: render.current(Turn(question[:LONGEST_QUESTION]), len(turns) + 1, self._find),
            self.sources: "",
            self.box: gr.update(value=text, interactive=False),
            self.ask: gr.update(visible=False),
            self.stop: gr.update(visible=True),
            self.new: gr.update(visible=True),
        }

    def _answer(self, asked: str | None, turns: tuple[Answer, ...]) -> Iterator[Update]:
        if asked is None:  # gradio may start a stopped answer anew
            return
        for turn in follow(self.chat, asked, turns):
            if turn.answer is None:
                yield {self.current: render.current(turn, len(turns) + 1, self._find)}
            else:
                yield self._shown(turn.answer, turns)

    def _shown(self, answer: Answer, turns: tuple[Answer, ...]) -> Update:
        try:
            return self._ended(answer, turns)
        except Exception:  # the page stays usable, and the log says what happened
            log.exception("An answer could not be shown")
            return self._ended(failed(answer.question, UNSHOWN), turns)

    def _ended(self, answer: Answer, turns: tuple[Answer, ...]) -> Update:
        turns, number = (*turns, answer), len(turns) + 1
        return {
            self.turns: turns,
            self.asked: None,
            self.current: render.current(Turn(answer.question, answer=answer), number, self._find),
            self.sources: sources(answer, number, self._find),
            self.keep: frame.downloads(turns),
            **self._ready(),
        }

    def _stopped(self, asked: str | None, turns: tuple[Answer, ...]) -> Update:
        if asked is None:  # it ended by itself in the same moment
            return self._ready()
        return self._ended(failed(asked, STOPPED), turns)

    def _find(self, paper_id: str) -> Paper | None:
        try:
            return self.chat.paper(paper_id)
        except FootnotedError:  # the answer can be read without it
            return None

    def _fresh(self) -> Update:
        empty = dict.fromkeys((self.history, self.current, self.sources, self.keep), "")
        return {
            **empty,
            self.asked: None,
            self.turns: (),
            self.welcome: gr.update(visible=True),
            self.new: gr.update(visible=False),
            **self._ready(),
        }

    def _ready(self) -> Update:
        return {
            self.box: gr.update(interactive=True),
            self.ask: gr.update(visible=True),
            self.stop: gr.update(visible=False),
        }


def _theme() -> gr.themes.Base:
    system = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Liberation Sans", "sans-serif")
    return gr.themes.Base(font=system, font_mono=("ui-monospace", "Consolas", "monospace"), text_size="md")
