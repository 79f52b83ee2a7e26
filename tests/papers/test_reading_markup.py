"""Markup and wrongly decoded text are put right; everything else stays as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers_written import only, read

from rag.papers import read_papers
from rag.papers.markup import without_markup
from rag.papers.words import mended


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        (
            "<jats:title>Aim</jats:title><jats:p>p &lt; 0.05 in <jats:italic>E. coli</jats:italic></jats:p>",
            "Aim p < 0.05 in E. coli",
        ),
        ("<p>One.</p>\n  <p class='x'>Two.</p>", "One. Two."),
        ("<jats:title>Abstract</jats:title><jats:p>We sort.</jats:p>", "We sort."),
        ("We<br>sort<br/>socks", "We sort socks"),
        ("H<sub>2</sub>O and un<b>split</b>ted", "H2O and unsplitted"),
        ("10<sup>-5</sup> m<sup>2</sup>, the 1<sup>st</sup>", "10^-5 m^2, the 1st"),
        ('<a href="http://x.org/?a=1&amp;b=2">Code</a>d', "Coded"),
        ("<mml:math><mml:mi>x</mml:mi><mml:mo>&lt;</mml:mo><mml:mn>3</mml:mn></mml:math>", "x<3"),
        ("&lt;p&gt;Escaped&lt;/p&gt;&#8211;twice &amp;lt; once", "Escaped –twice < once"),
        ("R&amp;D&nbsp;&mdash; caf&eacute; &#x3b1;", "R&D — café α"),
        ("a <!-- not shown -->b <i>c</i>", "a b c"),
    ],
)
def test_tags_go_and_entities_are_decoded(tmp_path: Path, text: str, read_as: str) -> None:
    paper = only(tmp_path, abstract=text, title=text)
    assert (paper.abstract, paper.title) == (read_as, read_as)


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c > d", "p<0.05 and q>3", "<x, y> is <k,v>", "a<b>c", "if x<i>y then", "<|endoftext|> and <s> </s>",
        "<think> first </think>", "<https://github.com/x/y>", "R&D, AT&T, a&copy=1, &unknown;", "$a<b$ and $c>d$",
        r"\textbf{x} & \emph{y} \\ 5\% <SO$G_k$>", "<MASK\\> <BOS>", "List<p> of T", "1 <2> 3 & 4;",
    ],
)  # fmt: skip
def test_what_only_looks_like_markup_stays(tmp_path: Path, text: str) -> None:
    paper = only(tmp_path, abstract=text, title=text)
    assert (paper.abstract, paper.title) == (text, text)


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("MÃ¶bius and GrÃ¼n", "Möbius and Grün"),
        ("the worldâ€™s â€œbestâ€\x9d", "the world’s “best”"),
        ("pages 1\x964 \x93so\x94", "pages 1–4 “so”"),
        ("Ã\xa0 la carte", "à la carte"),
        ("å¼·åŒ–å\xad¦ç¿’", "強化学習"),
        ("Ãƒ¶dl", "ödl"),
        ("left \x81 over", "left   over"),
    ],
)
def test_wrongly_decoded_text_is_put_right(tmp_path: Path, text: str, read_as: str) -> None:
    assert only(tmp_path, abstract=text).abstract == read_as


@pytest.mark.parametrize(
    "text",
    [
        "naïve café – 5° “x” ‘y’ … ﬁ ﬂ x² ½ Å µm", "Ünïcödé Ã É", "論文 の 要約。", "Привет, Ça va? Â", "α-β ≤ γ ∈ ℝ",
        "e\u0301 decomposed", "\u200bzero\u200d width 👩‍🔬", "São Paulo, Łódź, Đà Nẵng", "½ ± 3 § 4 ¶", "don’t “quote”",
    ],
)  # fmt: skip
def test_text_that_was_decoded_rightly_stays(tmp_path: Path, text: str) -> None:
    assert only(tmp_path, abstract=text).abstract == text


def test_the_shipped_papers_come_out_exactly_as_they_are_written() -> None:
    path = Path(__file__).parents[2] / "data" / "papers.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row, paper in zip(rows, read_papers(path).papers, strict=True):
        for name, value in row.items():
            assert getattr(paper, name) == (tuple(value) if isinstance(value, list) else value)


@given(st.text())
def test_text_without_brackets_and_ampersands_has_no_markup(text: str) -> None:
    plain = text.replace("<", "").replace("&", "")
    assert without_markup(plain) == plain


@given(st.text(st.characters(max_codepoint=126, min_codepoint=32)))
def test_plain_ascii_is_never_mended(text: str) -> None:
    assert mended(text) == text.strip()


@pytest.mark.parametrize(
    "text",
    ["<" * 400_000, "<!--" * 100_000, "<p" + " a='b'" * 50_000, "& " * 200_000, "x" + " " * 400_000 + "<p>y</p>",
     ". " * 200_000 + "this", "Ã" * 400_000, "<p>" * 100_000 + "</p>", "\x96" * 400_000, "! _" * 100_000,
     "Ã¶ " * 90_000],
)  # fmt: skip
def test_monstrous_texts_are_judged_and_not_pondered_without_end(tmp_path: Path, text: str) -> None:
    row = {"id": "x", "abstract": text, "title": text[:19_000], "authors": text, "comments": text, "venue": text}
    assert read(tmp_path, "p.jsonl", [row, {**row, "abstract": text[:49_000]}]).rows == 2
