"""The page itself: layout and events. The only file that knows gradio."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from functools import partial
from html import escape
from typing import Any

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported; the page calls nobody

import gradio as gr

from rag.answer import Answer
from rag.errors import FootnotedError
from rag.types import Paper
from ui import filters, frame, render
from ui.filters import Filter
from ui.footnotes import sources
from ui.session import LONGEST_QUESTION, STOPPED, UNSHOWN, Chat, Question, Turn, answer_of, failed, follow

log = logging.getLogger(__name__)

_AT_ONCE = 32  # questions answered side by side
_BARE: dict[str, Any] = {"apply_default_css": False, "js_on_load": None}

Blocks = gr.Blocks
Update = dict[Any, Any]


def build(chat: Chat) -> gr.Blocks:
    """The page as a gradio app, not yet served; one chat answers in every tab, each with its conversation."""
    page = gr.Blocks(title="Footnoted", analytics_enabled=False, fill_width=True)
    with page:
        _Page(chat).wire(page)
    page.queue(default_concurrency_limit=_AT_ONCE)
    return page


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
        with gr.Column(elem_id="composer"):
            self.filter = _FilterBoxes(self.chat)
            self._asking()

    def _asking(self) -> None:
        with gr.Row(elem_id="asking"):
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
        known = [self.turns, *self.filter.boxes.values()]
        asking = [gr.on([self.box.submit, self.ask.click], self._begin, [self.box, *known], self._all(), **private)]
        for button, text in zip(self.examples, frame.EXAMPLES, strict=True):
            asking.append(button.click(self._begin, [gr.State(text), *known], self._all(), **private))
        running = []
        for begun in asking:
            begun.then(None, js=frame.SHOW_TURN, **private)
            # Once stopped, an answer may still count as under way in the browser; the next must not wait for it.
            answering = begun.then(
                self._answer, [self.asked, self.turns], self._all(), trigger_mode="multiple", **private
            )
            answering.then(None, js=frame.AFTERWARDS, **private)
            running.append(answering)
        stops: dict[str, Any] = {"cancels": running, "queue": False, **private}
        self.stop.click(self._stopped, [self.asked, self.turns], self._all(), **stops)
        self.new.click(self._fresh, None, self._all(), **stops)
        page.load(self._title, None, self.title, **private)
        self.filter.wire(page, private)
        self._interface()

    def _interface(self) -> None:
        """The one call for programs: question and filter in, the answer's fields out, a conversation per session."""
        question, where, answer = gr.Textbox(visible=False), gr.JSON(visible=False), gr.JSON(visible=False)
        gr.Button(visible=False).click(
            self._answered,
            [question, self.turns, where],
            [answer, self.turns],
            api_name="ask",
            show_progress="hidden",
        )

    def _answered(
        self, question: str, turns: tuple[Answer, ...], where: Any = None
    ) -> tuple[dict[str, Any], tuple[Answer, ...]]:
        """Answer one question of a conversation."""
        answer = answer_of(self.chat, question, turns, where)
        return answer.to_dict(), (*turns, answer)

    def _title(self) -> str:
        try:
            return frame.title(frame.identity(self.chat.describe()))
        except FootnotedError as error:  # the page still opens, and says what is wrong
            return frame.title(escape(str(error)))

    def _all(self) -> list[Any]:
        return [
            self.turns, self.asked, self.welcome, self.history, self.current, self.sources,
            self.box, self.ask, self.stop, self.new, self.keep, self.filter.fold,
        ]  # fmt: skip

    def _begin(self, question: str, turns: tuple[Answer, ...], *chosen: Any) -> Update:
        question = question or ""
        text = question if len(question) > LONGEST_QUESTION else ""  # too long: it stays there to be shortened
        return {
            self.asked: Question(question, Filter.of(*chosen).where()),
            self.welcome: gr.update(visible=False),
            self.history: render.history(turns, self._find),
            self.current: render.current(Turn(question[:LONGEST_QUESTION]), len(turns) + 1, self._find),
            self.sources: "",
            self.box: gr.update(value=text, interactive=False),
            self.ask: gr.update(visible=False),
            self.stop: gr.update(visible=True),
            self.new: gr.update(visible=True),
            self.filter.fold: gr.update(open=False),  # it says what is on, and leaves room for the answer
        }

    def _answer(self, asked: Question | None, turns: tuple[Answer, ...]) -> Iterator[Update]:
        if asked is None:  # gradio may start a stopped answer anew
            return
        for turn in follow(self.chat, asked.text, turns, asked.where):
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

    def _stopped(self, asked: Question | None, turns: tuple[Answer, ...]) -> Update:
        if asked is None:  # it ended by itself in the same moment
            return self._ready()
        return self._ended(failed(asked.text, STOPPED), turns)

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


class _FilterBoxes:
    """The boxes that narrow what may answer; each value says how many papers it would keep."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self.boxes: dict[str, Any] = {}
        offered = self._offered(Filter())
        with gr.Accordion(filters.heading(), open=False, elem_id="filter") as self.fold:
            for name, label in filters.LABELS.items():
                common: dict[str, Any] = {"value": filters.NOTHING[name], "label": label, "elem_id": f"filter-{name}"}
                if name in offered:
                    several, known = name in filters.SEVERAL, any(value for _, value in offered[name])
                    self.boxes[name] = gr.Dropdown(offered[name], multiselect=several, visible=known, **common)
                else:
                    self.boxes[name] = gr.Textbox(placeholder="any", max_lines=1, **common)
            self.clear = gr.Button("Clear the filter", size="sm", elem_id="clear")

    def wire(self, page: gr.Blocks, private: dict[str, Any]) -> None:
        """Connect the events: what is chosen in one box changes the counts in the others."""
        boxes = list(self.boxes.values())
        for name, box in self.boxes.items():
            others = [self.fold, *(other for other in boxes if other is not box)]
            changed = box.input if name in filters.NUMBERED else box.change  # pasted text is no `input`
            changed(partial(self._chosen, name), boxes, others, trigger_mode="always_last", **private)
        page.load(partial(self._chosen, ""), boxes, [self.fold, *boxes], **private)
        self.clear.click(self._cleared, None, [self.fold, *boxes], **private)

    def _chosen(self, changed: str, *values: Any) -> Update:
        chosen = Filter.of(*values)
        offered = self._offered(chosen).items()
        return {
            self.fold: gr.update(label=filters.heading(chosen)),
            **{self.boxes[name]: gr.update(choices=found) for name, found in offered if name != changed},
        }

    def _cleared(self) -> Update:
        offered = self._offered(Filter()).items()
        return {
            self.fold: gr.update(label=filters.heading()),
            self.boxes["author"]: "",
            **{self.boxes[name]: gr.update(choices=found, value=filters.NOTHING[name]) for name, found in offered},
        }

    def _offered(self, chosen: Filter) -> dict[str, filters.Choices]:
        try:
            return filters.choices(chosen, self._chat.counts(chosen.where()))
        except FootnotedError:  # the page's title says what is wrong
            return filters.choices(chosen, {})


def theme() -> gr.themes.Base:
    """The fonts of the page: those that the reader's system has."""
    system = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Liberation Sans", "sans-serif")
    return gr.themes.Base(font=system, font_mono=("ui-monospace", "Consolas", "monospace"), text_size="md")
