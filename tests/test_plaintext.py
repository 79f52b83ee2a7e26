"""LaTeX and Markdown as plain text for a terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.assemble import shipped
from rag.export.plaintext import readable
from rag.papers import read_papers


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"below $10\\%$ on {Who\&When}", "below 10% on Who&When"),
        (r"up to $18.18\\%$", "up to 18.18%"),
        (r"\textbf{failure attribution}", "failure attribution"),
        ("**NeuralOS** draws", "NeuralOS draws"),
        (r"$\alpha_1 \leq 5\%$", "α_1 ≤ 5%"),
        ("$ K $-means", "K-means"),
        ("100% of 5 < 6 & 7", "100% of 5 < 6 & 7"),
        ("It costs $5 and $10 per run.", "It costs $5 and $10 per run."),
        ("$5 million to $10", "$5 million to $10"),
        (r"\$5 for $x$", "$5 for x"),
        ("about ~5 hours", "about ~5 hours"),
        ("an unclosed $ sign", "an unclosed $ sign"),
        ("snake_case", "snake_case"),
    ],
)
def test_markup_is_resolved_and_amounts_of_money_stay(written: str, read: str) -> None:
    assert readable(written) == read


@settings(deadline=None)
@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["$", "\\", "{", "}", "%", "a", "\\textbf", "^", "_", " "])).map("".join)
)
def test_no_text_makes_it_fail(text: str) -> None:
    assert isinstance(readable(text), str)


def test_no_shipped_paper_shows_markup() -> None:
    for paper in read_papers(shipped("papers.jsonl")).papers:
        assert not re.search(r"\\[a-z]|\$|\*\*", readable(paper.title) + readable(paper.abstract)), paper.id
