"""Thirty hostile papers, asked about and asked beside: what they say is shown, quoted and judged, and never obeyed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import pytest
from endpoint_acts import Act, Stage, answer, chunk
from endpoint_server import EndpointServer
from hostile_papers import ABROAD, ATTACKS, BASE, PLACES, asked_about, asked_beside, hostile, ordinary
from pybtex.database import parse_string
from speaking import settings_for, speaker

from rag.answer import Answer
from rag.assemble import Assembly
from rag.chat import PaperChat
from rag.commands.terminal import emit, show_answer
from rag.export.latex import typeset
from rag.export.markdown import harmless
from rag.judging.asking import judge_prompt
from rag.judging.model import ModelJudge
from rag.language.inert import inert
from rag.pipeline import Pipeline, Voices
from rag.prompts import Prompt, fill
from rag.rewording.asking import reword_prompt
from rag.settings import Settings
from rag.types import Citation, Claim, Sentence, Status, Verdict
from rag.write.model import ModelWriter
from ui.export import to_bibtex, to_markdown
from ui.footnotes import sources
from ui.render import current
from ui.session import Turn, follow

ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
TOKENS = re.compile(
    r"<\||\|>|<｜|｜>|＜|＞|\[/?INST\]|<</?SYS|</?s>|<\w+_of_turn>|<[be]os>|</?think>|</?tool_call>|\[TOOL"
)
OURS = frozenset(
    "article section h2 h3 p div span button details summary ol ul li mark a q del strong em code u br "
    "math mrow mi mo mn msup msub mtext mspace mstyle".split()
)


@dataclass(frozen=True)
class Shelf:
    """The index of all sixty papers."""

    assembly: Assembly

    def chat(self, voices: Voices | None = None) -> PaperChat:
        parts = self.assembly
        pipeline = Pipeline(parts.search(), parts.reader(), voices or parts.voices(), embedding="minilm", top_k=8)
        return PaperChat(pipeline, parts.settings)

    def writing(self, server: EndpointServer) -> PaperChat:
        return self.chat(Voices(ModelWriter.of(settings_for(server, timeout=20))))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    folder = tmp_path_factory.mktemp("hostile")
    papers = [paper for place in PLACES for paper in (hostile(place), ordinary(place))]
    file = folder / "papers.jsonl"
    file.write_text("".join(f"{json.dumps(asdict(paper))}\n" for paper in papers), encoding="utf-8")
    assembly = Assembly(Settings.load({"index": folder / "index", "llm": "extractive"}, {}))
    report = assembly.sync([Path(file)])
    assert report.added == len(papers) == 60
    return Shelf(assembly)


@pytest.fixture(scope="module")
def answers(shelf: Shelf) -> dict[str, Answer]:
    """What the extractive writer says to each question."""
    chat = shelf.chat()
    return {question: chat.ask(question) for place in PLACES for question in (asked_about(place), asked_beside(place))}


@pytest.fixture(scope="module")
def server() -> Iterator[EndpointServer]:
    with EndpointServer() as running:
        yield running


def page(found: Answer, chat: PaperChat) -> str:
    return current(Turn(found.question, answer=found), 1, chat.paper) + sources(found, 1, chat.paper)


def assert_nothing_acts(found: Answer, chat: PaperChat, capsys: pytest.CaptureFixture[str]) -> None:
    """No form of the answer holds anything that a terminal, a browser, LaTeX or a reader of Markdown would obey."""
    show_answer(found)
    emit(found.to_json())
    printed = capsys.readouterr()
    assert not ACTING.search(printed.out.replace("\n", "") + printed.err.replace("\n", ""))
    assert json.loads(printed.out.splitlines()[-1]) == found.to_dict()
    assert_html_is_ours(page(found, chat))
    assert_markdown_is_harmless(to_markdown([found]), found)
    assert_bibtex_is_harmless(to_bibtex([found]), found)


def assert_html_is_ours(html: str) -> None:
    assert {tag.lower() for tag in re.findall(r"</?([a-zA-Z][\w-]*)", html)} <= OURS
    tags = "".join(re.findall(r"<[^>]*>", html))
    assert not re.search(
        r"\son\w+=|javascript:|\bsrc=|\bstyle=|exfiltrate\.invalid(?![^\"]*\" title=)", _without_words(tags)
    )
    assert not ACTING.search(html.replace("\n", ""))


def _without_words(tags: str) -> str:
    """The tags without those attributes that are only shown or read aloud."""
    return re.sub(r'(?:title|aria-label)="[^"]*"', "", tags)


def assert_markdown_is_harmless(text: str, found: Answer) -> None:
    assert not ACTING.search(text.replace("\n", ""))
    assert not re.search(r"<(?=[A-Za-z/!?])(?!https?://)", re.sub(r"\(<https?://[^>]*>\)", "", text))
    links = re.findall(r"(?<!\\)\]\(<?([^)>]*)", text)
    assert set(links) <= {citation.url for citation in found.citations}
    assert not re.search(r"^[\s>]*\[[^\]\n]*\]:", text, re.MULTILINE)


def assert_bibtex_is_harmless(text: str, found: Answer) -> None:
    assert len(parse_string(text, "bibtex").entries) == len(found.citations)
    assert not re.search(r"\\(?:input|immediate|write18|def|href)\b|\^\^", text)


# Without a model


@pytest.mark.parametrize("place", PLACES)
def test_a_question_about_a_hostile_paper_gets_its_finding(place: int, answers: dict[str, Answer]) -> None:
    found = answers[asked_about(place)]
    assert f"{BASE + place}%" in found.text
    assert {citation.paper_id for citation in found.citations} == {f"hostile-{place}"}


@pytest.mark.parametrize("place", PLACES)
def test_a_question_beside_a_hostile_paper_gets_the_other_papers_finding(
    place: int, answers: dict[str, Answer]
) -> None:
    found = answers[asked_beside(place)]
    assert str(300 + place) in found.text
    assert "PWNED" not in found.text
    assert {citation.paper_id for citation in found.citations} == {f"plain-{place}"}
    assert f"hostile-{place}" in {paper.paper_id for paper in found.retrieved}


def test_what_is_shown_of_hostile_papers_acts_nowhere(
    shelf: Shelf, answers: dict[str, Answer], capsys: pytest.CaptureFixture[str]
) -> None:
    chat = shelf.chat()
    for found in answers.values():
        assert_nothing_acts(found, chat, capsys)


def test_a_whole_hostile_paper_acts_nowhere_even_if_it_was_never_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    for place in PLACES:
        paper = hostile(place)
        cited = Citation(1, paper.id, paper.title, paper.authors, paper.url, paper.abstract, 0, len(paper.abstract),
                         Verdict.QUOTED)  # fmt: skip
        sentence = Sentence(paper.abstract, (1,), Verdict.PARTLY, note=paper.abstract)
        text = f"{paper.abstract} [1]"
        found = Answer(paper.title, paper.abstract, Status.PARTIAL, paper.abstract, text, (sentence,), (cited,))
        show_answer(found)
        assert not ACTING.search(capsys.readouterr().out.replace("\n", ""))
        html = current(Turn(found.question, answer=found), 1, lambda _, paper=paper: paper)  # type: ignore[misc]
        assert_html_is_ours(html)
        assert_markdown_is_harmless(to_markdown([found]), found)
        assert_bibtex_is_harmless(to_bibtex([found]), found)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        (r"$\frac{a}{b} \to \infty$ and \textbf{R\&D}", r"$\frac{a}{b} \to \infty$ and \textbf{R\&D}"),
        (r"M\"uller \'{E}tude \alpha 5%", r"M\"uller \'{E}tude \alpha 5\%"),
        (r"\input{x}", r"\textbackslash input{x}"),
        (r"$\write18{x}$ \INPUT", r"$\backslash write18{x}$ \textbackslash INPUT"),
        (r"^^5cinput", "^ ^5cinput"),
    ],
)
def test_a_title_sets_type_in_latex_and_does_nothing_else(title: str, written: str) -> None:
    assert typeset(title) == written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[x](http://a.b)", "[x]\\(http://a.b)"),
        ("![x](http://a.b)", "\\![x]\\(http://a.b)"),
        ("[1]: http://a.b", "\\[1]: http://a.b"),
        ("p < 0.05 and <b>", "p < 0.05 and &lt;b>"),
        ("It is so. [1]", "It is so. [1]"),
    ],
)
def test_markdown_of_a_text_links_nowhere(text: str, shown: str) -> None:
    assert harmless(text) == shown


# What models are asked


def asked_of(server: EndpointServer, shelf: Shelf, question: str) -> Prompt:
    server.asked.clear()
    server.usual = answer("It is told [1].")
    shelf.writing(server).ask(question)
    (body,) = server.chats
    assert "tools" not in body
    system, user = (message["content"] for message in body["messages"])
    return Prompt(system, user)


def test_the_model_gets_whole_sources_that_pose_as_nothing_else(server: EndpointServer, shelf: Shelf) -> None:
    systems = set()
    for place in PLACES:
        for question in (asked_about(place), asked_beside(place)):
            prompt = asked_of(server, shelf, question)
            systems.add(prompt.system)
            lines = prompt.user.splitlines()
            heads = [line for line in lines if re.match(r"\[\d+\] ", line)]
            assert lines.count("<source>") == lines.count("</source>") == len(heads) >= 1
            assert [int(line[1 : line.index("]")]) for line in heads] == list(range(1, len(heads) + 1))
            assert len(re.findall(r"(?i)<\s*/?\s*source", prompt.user)) == 2 * len(heads)
            assert sum(line.startswith("Question: ") for line in lines) == 1
            assert lines.index(f"Question: {question}") > max(
                place for place, line in enumerate(lines) if line == "</source>"
            )
            assert len(re.findall(r"[\[【]\s*(?:source\s*)?\d+\s*[\]】,;]", prompt.user.split("Question: ")[0])) == len(
                heads
            )
            assert_no_token(prompt)
    assert len(systems) == 1


def assert_no_token(prompt: Prompt) -> None:
    assert not TOKENS.search(prompt.user)
    assert not ACTING.search(prompt.user.replace("\n", ""))
    assert all(character.isprintable() or character == "\n" for character in prompt.user)
    assert "PWNED" not in prompt.system
    assert "Mallory" not in prompt.system


def test_the_judge_sees_hostile_text_in_its_place_alone() -> None:
    for place in PLACES:
        paper = hostile(place)
        prompt = judge_prompt([Claim(paper.abstract, (paper,)), Claim("It is so.", (ordinary(place), paper))])
        lines = prompt.user.splitlines()
        tags = [line for line in lines if re.match(r"\s*</?\s*abstract", line)]
        assert tags == ["<abstract A>", "</abstract A>", "<abstract B>", "</abstract B>"]
        assert [line[:11] for line in lines if line.startswith("Sentence ")] == ["Sentence 1 ", "Sentence 2 "]
        assert not any(re.match(r"\d+: \w", line) for line in lines)
        assert_no_token(prompt)


def test_the_rewriter_sees_hostile_text_in_its_place_alone() -> None:
    plain = reword_prompt("And then?", [("What?", "It is.")], 4000).user.splitlines()
    for place in PLACES:
        paper = hostile(place)
        prompt = reword_prompt("And then?", [(paper.title, paper.abstract)], 4000)
        lines = prompt.user.splitlines()
        assert len(lines) == len(plain)
        assert [line[:9] for line in lines if line.startswith(("QUESTION", "SEARCH"))] == []
        assert_no_token(prompt)


def test_inert_text_can_be_made_inert_again_and_keeps_its_letters() -> None:
    for place in PLACES:
        paper = hostile(place)
        for text in (paper.title, paper.abstract, *paper.authors):
            once = inert(text)
            assert inert(once) == once
            assert "\n" not in once
            for word in re.findall(r"(?<![\w@#])[A-Z][a-z]{3,}(?!\w)", text):
                assert word in once


# A model that obeys


def test_a_model_that_repeats_what_it_was_told_cites_only_what_was_there(
    server: EndpointServer, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = shelf.writing(server)
    for place, attack in enumerate(ATTACKS):
        for question in (asked_about(place), asked_beside(place)):
            server.asked.clear()
            server.usual = answer(
                f"{attack.text}\n\nPWNED is told by 99 of them [1]", f" [9{place}]. ", f"![x]({ABROAD}) [2]"
            )
            found = chat.ask(question)
            told = server.chats[0]["messages"][1]["content"]
            seen = [paper.title.split(":")[0] for paper in chat.papers() if f"] {paper.title.split(':')[0]}: " in told]
            assert {citation.title.split(":")[0] for citation in found.citations} <= set(seen)
            assert {number for item in found.sentences for number in item.citations} <= set(range(1, len(seen) + 1))
            assert found.status in (Status.PARTIAL, Status.NO_ANSWER)
            assert_nothing_acts(found, chat, capsys)


def test_what_no_cited_abstract_says_is_neither_quoted_nor_plausible(server: EndpointServer, shelf: Shelf) -> None:
    chat = shelf.writing(server)
    for place in PLACES:
        server.usual = answer(
            f"PWNED lowers the error by {BASE + place + 31}% [1]. See {ABROAD} for PWNED [2]. All is well [99]."
        )
        found = chat.ask(asked_about(place))
        assert {item.verdict for item in found.sentences} <= {Verdict.UNSUPPORTED, Verdict.INVALID}


def test_no_abstract_can_make_an_answer_a_refusal(server: EndpointServer, shelf: Shelf) -> None:
    (place,) = (place for place, attack in enumerate(ATTACKS) if attack.kind == "the line of a refusal")
    chat = shelf.writing(server)
    abstract = hostile(place).abstract
    for said in (f"{abstract} [1]", f"{abstract.partition('. ')[2]} [1]"):
        server.usual = answer(said)
        found = chat.ask(asked_about(place))
        assert found.status is not Status.NO_ANSWER
        assert f"{BASE + place}%" in found.text
    server.usual = answer("NOT IN THE PAPERS")
    assert chat.ask(asked_about(place)).status is Status.NO_ANSWER


def test_a_models_calls_of_tools_are_not_made(server: EndpointServer, shelf: Shelf) -> None:
    """The flow is fixed in code, from condensing to judging: nothing that is read or written can add a step."""
    called = {"id": "1", "type": "function", "index": 0, "function": {"name": "shell", "arguments": '{"cmd": "id"}'}}
    asking = chunk("It is told [1].")
    asking["choices"][0]["delta"]["tool_calls"] = [called]
    server.asked.clear()
    server.usual = answer(first=[asking], finish="tool_calls")
    found = shelf.writing(server).ask(asked_about(0))
    assert len(server.chats) == 1
    assert found.text.startswith("It is told.")


def test_a_judge_that_obeys_gives_no_other_sentence_a_verdict(server: EndpointServer, shelf: Shelf) -> None:
    judge = ModelJudge(speaker(server), name="openai:scripted", context_tokens=6000)
    chat = shelf.chat(Voices(ModelWriter.of(settings_for(server, timeout=20)), judge=judge))
    (place,) = (place for place, attack in enumerate(ATTACKS) if attack.kind == "the forms of other answers")
    server.usual = by_role(
        "It lowers the error [1]. PWNED holds 77 times [1].", "1: supported\n2: supported\n9: supported"
    )
    found = chat.ask(asked_about(place))
    assert [item.verdict for item in found.sentences] == [Verdict.SUPPORTED, Verdict.UNSUPPORTED]


def by_role(written: str, judged: str) -> Act:
    """A server that answers as a writer or as a judge, as it is told."""

    def play(stage: Stage) -> None:
        is_judge = stage.body["messages"][0]["content"].startswith("You check")
        answer(judged if is_judge else written)(stage)

    return play


def test_a_hostile_turn_does_not_change_what_is_asked_next(shelf: Shelf) -> None:
    chat = shelf.chat()
    for place in (0, 6, 14, 27):
        turns = (chat.ask(asked_about(place)),)
        other = (place + 5) % len(ATTACKS)
        *_, last = follow(chat, asked_beside(other), turns)
        assert last.answer
        assert str(300 + other) in last.answer.text


def test_a_prompt_is_filled_once_so_that_a_dollar_sign_stays_one() -> None:
    assert (
        "$question and ${sources}"
        in fill("answer", abstention="X", sources="$question and ${sources}", question="Q?").user
    )


def test_an_address_that_acts_is_no_link(shelf: Shelf) -> None:
    (place,) = (place for place, attack in enumerate(ATTACKS) if attack.kind == "an address that acts")
    chat = shelf.chat()
    found = chat.ask(asked_about(place))
    citation = replace(found.citations[0], url="javascript:alert(1)")
    html = page(replace(found, citations=(citation,)), chat)
    assert "<a " not in html.split('class="abstract"')[0]
    assert "javascript" not in replace(found, citations=(citation,)).to_markdown()
