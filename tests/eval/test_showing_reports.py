from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest
from fake_chats import ANSWERABLE, CASES, PAPERS, AlwaysRefusing, Breaking, KnowingChat, given
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from rich.console import Console

from eval.case import Case
from eval.page.markup import element, joined
from eval.plain import encodable, plain, readable
from eval.report import html, table
from eval.run import Report, evaluate
from eval.wording import number
from rag.answer import Answer
from rag.types import Citation, Ranked, Verdict

HOSTILE = (
    "</style></script><script>alert(1)</script><img src=http://127.0.0.1:9999/x onerror=alert(1)>"
    "<style>body{display:none}</style>\"'><a href=javascript:alert(1)>"
    "![x](http://127.0.0.1:9999/y) ${style} [bold]"
)


class Tags(HTMLParser):
    """Collects what a browser would see as elements and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


class HostileChat(Breaking):
    """Every text that can come from outside is an attack."""

    def answer(self, case: Case) -> Answer:
        address = f"javascript:{HOSTILE}"
        citation = Citation(1, HOSTILE, HOSTILE, (HOSTILE,), address, HOSTILE, 0, 5, Verdict.PLAUSIBLE)
        return replace(
            given(case.question, [(HOSTILE, ["p1"]), ("More.", [])]),
            standalone_question=HOSTILE,
            reason=HOSTILE,
            citations=(citation,),
            retrieved=(Ranked(HOSTILE, HOSTILE, 0.5),),
            nearest=(Ranked(HOSTILE, HOSTILE, 0.5),),
        )


def hostile_report() -> Report:
    cases = [
        replace(ANSWERABLE[0], id=HOSTILE, kind=HOSTILE, facts=(re.escape(HOSTILE),), papers=(HOSTILE,)),
        Case("no", (HOSTILE, HOSTILE), answerable=False, kind=HOSTILE),
        replace(ANSWERABLE[1], id="breaks"),
    ]
    return evaluate(HostileChat(errors={ANSWERABLE[1].question: ValueError(HOSTILE)}), cases, data_hash=HOSTILE)


def printed(report: Report, width: int = 200) -> str:
    file = StringIO()
    Console(width=width, file=file).print(table(report))
    return file.getvalue()


def test_the_table_shows_measures_gates_kinds_and_what_went_wrong() -> None:
    words = printed(evaluate(AlwaysRefusing(), CASES, papers=PAPERS))
    assert re.search(r"missed refusals +│ +0\.000 │ 0\.000 … 0\.000 │ +0/5 │ +≤ 0\.24 ✓", words)
    assert re.search(r"false refusals +│ +1\.000 │ 1\.000 … 1\.000 │ +5/5 │ ≤ 0\.05 ✗", words)
    assert re.search(r"citation precision +│ +– │", words)
    assert re.search(r"missing-detail +5/5 ", words)
    assert re.search(r"yes-1 +│ refused │ Refused, though the papers hold the answer\.", words)


def test_the_table_of_a_good_run_lists_no_case() -> None:
    assert "what went wrong" not in printed(evaluate(KnowingChat(), CASES, papers=PAPERS))


def test_the_table_takes_no_markup_or_escape_sequence_from_a_case() -> None:
    case = replace(ANSWERABLE[0], id="[bold]id[/nonsense]\x1b[2J", kind="[link=http://x]k")
    words = printed(evaluate(AlwaysRefusing(), [case]), width=400)
    assert "[bold]id[/nonsense]\ufffd[2J" in words
    assert "[link=http://x]k" in words
    assert "\x1b" not in words


def test_an_empty_run_can_be_shown() -> None:
    report = evaluate(KnowingChat(), [])
    assert "0 questions" in printed(report)
    assert "0 questions" in html(report)


def test_on_the_page_every_case_can_be_read_with_its_footnotes_and_why_it_failed() -> None:
    class Partly(KnowingChat):
        def answer(self, case: Case) -> Answer:
            return given(case.question, [("It saves a lot.", ["p9"])])

    words = " ".join(Tags(html(evaluate(Partly(), CASES, papers=PAPERS))).words)
    for case in CASES:
        assert case.question in words
        assert case.id in words
    assert "It saves a lot." in words
    assert PAPERS["p9"] in words
    assert "Title of p9" in words
    assert "stands in the abstract" in words
    assert "Cites p9, which does not answer the question." in words
    assert r"✗ /\b10 percent\b/" in words
    assert "The papers do not say." in words
    assert "Not passed" in words


def test_a_failed_case_is_on_the_page_with_its_message() -> None:
    page = html(evaluate(Breaking(errors={CASES[0].question: OSError("disk gone")}), CASES))
    assert "Failed: OSError: disk gone." in page


def test_the_page_of_a_good_run_says_passed_and_holds_earlier_turns() -> None:
    follow_up = replace(ANSWERABLE[0], id="f", turns=(ANSWERABLE[1].question, ANSWERABLE[0].question))
    page = html(evaluate(KnowingChat(), [*CASES, follow_up], papers=PAPERS))
    assert "All 7 gates are met." in page
    assert "Asked before: " in page
    assert PAPERS["p2"].split(". ")[1] in page


def test_the_page_has_no_reference_to_anything_outside() -> None:
    page = html(hostile_report())
    tags = Tags(page)
    assert not {tag for tag, _ in tags.seen} & {
        "script",
        "link",
        "img",
        "iframe",
        "a",
        "object",
        "base",
        "form",
    }
    names = {name for _, attributes in tags.seen for name in attributes}
    assert names <= {"lang", "charset", "http-equiv", "content", "name", "class", "dir", "open", "scope"}
    style = page.split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style
    assert "default-src 'none'" in page


def test_hostile_text_is_shown_as_text_and_changes_no_structure() -> None:
    tags = Tags(html(hostile_report()))
    assert [tag for tag, _ in tags.seen].count("style") == 1
    shown = " ".join(tags.words)
    assert shown.count(HOSTILE) > 10
    assert all(attributes.get("class") != HOSTILE for _, attributes in tags.seen)


def test_the_page_can_be_written_whatever_the_texts_hold() -> None:
    class Broken(KnowingChat):
        def answer(self, case: Case) -> Answer:
            return given(case.question, [("half \ud835 letter \x00\x1b[31m red", case.papers)])

    page = html(evaluate(Broken(), CASES))
    page.encode("utf-8")
    assert "half \ufffd letter \ufffd\ufffd[31m red" in page


@settings(deadline=None)
@over(st.text())
def test_text_put_into_an_element_comes_out_as_the_same_text(content: str) -> None:
    assert "".join(Tags(element("p", content, css=content)).words) == readable(content)


def test_markup_is_only_what_was_built_as_markup() -> None:
    assert element("p", "<b>", element("b", "&")) == "<p>&lt;b&gt;<b>&amp;</b></p>"
    assert joined(["a<", element("i", "b")]) == "a&lt;<i>b</i>"
    assert element("p", css="\"'><x>") == '<p class="&quot;&#x27;&gt;&lt;x&gt;"></p>'


@settings(deadline=None)
@over(st.text(alphabet=st.characters(codec="utf-8")))
def test_text_without_lone_surrogates_is_left_alone(content: str) -> None:
    assert encodable(content) == content


@settings(deadline=None)
@over(st.text())
def test_any_text_can_be_written_once_it_is_encodable(content: str) -> None:
    assert encodable(content).encode("utf-8").decode("utf-8") == encodable(content)


def test_what_json_cannot_hold_is_made_plain() -> None:
    value = {"a": (1, {Verdict.QUOTED}), 2: [float("inf"), True, None], "c": Ranked("p", "t", 0.5), "d": b"x"}
    assert plain(value) == {
        "a": [1, ["quoted"]],
        "2": [None, True, None],
        "c": {"paper_id": "p", "title": "t", "score": 0.5},
        "d": "b'x'",
    }


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("facts_found", 0.5, "0.500"),
        ("facts_found", None, "–"),
        ("latency_p95", 0.0123, "12 ms"),
        ("latency_p95", 12.34, "12.3 s"),
        ("failed_cases", 2.0, "2"),
        ("words_per_answer", 20.25, "20.2"),
    ],
)
def test_numbers_are_written_in_their_unit(name: str, value: float | None, written: str) -> None:
    assert number(name, value) == written
