from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.latex import to_html
from ui.mathml import formula


def seen(html: str) -> str:
    """The text that a reader sees."""
    text = re.sub(r"<[^>]*>", "", html)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (r"by up $18.18\\%$, a new standard", "by up 18.18%, a new standard"),
        (r"below $10\\%$", "below 10%"),
        (r"less than 10\% on", "less than 10% on"),
        (r"with $4.8\sim14.2\\%$ gains", "with 4.8∼14.2% gains"),
        (r"($\sim2.5$% activity)", "(∼2.5% activity)"),
        (r"based on $ K $-means", "based on K-means"),
        (r"are $\textit{sequential}$, best", "are sequential, best"),
        (r"\textbf{agentic \textit{system}} failure", "agentic system failure"),
        (r"at \textcolor{red}{https://a.io/b_c}.", "at https://a.io/b_c."),
        (r"at: \url{https://a.org/r/X-C7_68/}", "at: https://a.org/r/X-C7_68/"),
        (r"a workflow, \method, which", r"a workflow, \method, which"),
        (r"the Nystr{\"o}m method", "the Nyström method"),
        (r"({\em softmax}) and ``quoted''", "(softmax) and “quoted”"),
        ("we introduce **AutoDA-Timeseries**, *the* first", "we introduce AutoDA-Timeseries, the first"),
        (r"propose **Retro\***, a", "propose Retro*, a"),
        ("unclosed $ and 5 * 3 * 2", "unclosed $ and 5 * 3 * 2"),
        (r"{Who\&When}", "Who&When"),
        (r"\begin{pmatrix}a\\b\end{pmatrix}", "(ab)"),
    ],
)
def test_what_papers_write_becomes_readable(written: str, shown: str) -> None:
    assert seen(to_html(written)) == shown


@pytest.mark.parametrize(
    "prices",
    [
        "from $5 and $10",
        "$5-$10",
        "$5, $10 ($15) or $20/month",
        "costs $5 per run and $7 more",
        "US$3 to US$4",
        "$1M",
    ],
)
def test_amounts_of_money_stay_amounts_of_money(prices: str) -> None:
    assert to_html(prices) == prices


@pytest.mark.parametrize(
    "written", ["$a_i * b_i$", r"\(x\)", r"\[x^2\]", r"$$\begin{matrix}a\\b\end{matrix}$$", "$n$", r"$10^5$"]
)
def test_mathematics_is_drawn_by_the_browser(written: str) -> None:
    assert to_html(written).startswith("<math")
    assert "$" not in to_html(written)


def test_a_price_before_a_formula_does_not_swallow_it() -> None:
    html = to_html(r"costs $5 per token and $x_i$ holds")
    assert html.startswith("costs $5 per token and <math>")


@pytest.mark.parametrize(
    "hostile",
    [
        "<style>body{display:none}</style>",
        '<img src="http://127.0.0.1:9999/">',
        r"$\text{<img src=x onerror=alert(1)>}$",
        r"$\text{</mtext><img src='http://127.0.0.1:9999/'/><mtext>}$",
        r"$\href{javascript:alert(1)}{x}$",
        r"$\style{background:url(http://127.0.0.1:9999/)}{x}$ $\class{card}{x}$",
        r"\href{javascript:alert(1)}{x}",
        "![x](http://127.0.0.1:9999/?q=SECRET)",
        "[x](javascript:alert(1))",
        r"\textbf{<script>alert(1)</script>}",
    ],
)
def test_text_cannot_become_live(hostile: str) -> None:
    html = to_html(hostile)
    assert set(re.findall(r"<\s*/?([a-zA-Z]+)", html)) <= {
        "math",
        "mrow",
        "mi",
        "mo",
        "mn",
        "mtext",
        "strong",
        "span",
    }
    assert not re.search(r"<[^>]*\s(?:href|src|style|on\w+)\s*=", html)
    assert not re.search(r"<[^>]*class=(?!\"formula\")", html)


@given(st.text(alphabet="$\\{}*`[]()<>&\"'abtexfi_^%~ \n1", max_size=80))
def test_no_text_breaks_the_escaping(text: str) -> None:
    html = to_html(text)
    for tag in re.findall(r"<[^>]*>?", html):
        assert re.fullmatch(r"</?(?:strong|em|code|u|m[a-z]+|span)(?: [a-z]+=\"[\w. -]*\")*>", tag), tag


def test_a_broken_formula_shows_its_text() -> None:
    assert seen(formula("x^")) in ("x^", "x")
    assert "abc" in seen(formula(r"\unknown{abc}"))


@pytest.mark.parametrize("piece", ["$", "\\[", "**a", "\\textbf{", "^", "{\\bf ", "\\begin{align}", "a", "$x^{"])
def test_a_hundred_thousand_characters_are_shown_in_seconds(piece: str) -> None:
    began = time.monotonic()
    to_html(piece * (100_000 // len(piece)))
    assert time.monotonic() - began < 5


def test_braces_around_an_escaped_sign_are_not_shown() -> None:
    assert to_html(r"On {Who\&When} benchmark") == "On Who&amp;When benchmark"
    assert to_html("a {plain} pair") == "a {plain} pair"
