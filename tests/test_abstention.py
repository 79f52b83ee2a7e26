"""How a model's refusal is recognised, whatever it makes of the line it was given."""

from __future__ import annotations

import pytest

from rag.write.abstention import ABSTENTION, abstains


@pytest.mark.parametrize(
    "text",
    [
        ABSTENTION,
        "not in the papers",
        "Not in the papers.",
        "**NOT IN THE PAPERS**",
        '"NOT IN THE PAPERS"',
        "`NOT IN THE PAPERS`\n",
        "  NOT  IN THE\tPAPERS!",
        "NOT_IN_THE_PAPERS",
        "Answer: NOT IN THE PAPERS",
        "The answer is NOT IN THE PAPERS.",
        "The authors of the MemAgent paper are NOT IN THE PAPERS",
        "NOT IN THE PAPERS [1].",
        "[1] NOT IN THE PAPERS",
        "NOT IN THE PAPERS. The sources discuss rewards but give no learning rate at all for this model.",
        "NOT IN THE PAPERS\n\nThe sources discuss rewards [1].",
        "The learning rate used to train CoMAS was not specified in the sources.",
        "The authors of the MemAgent paper are not mentioned in the provided sources.",
        "The sources do not contain this information.",
        "The provided abstracts don't say which learning rate was used.",
        "The provided abstracts don’t say which learning rate was used.",
        "I'm sorry, there is no information about this in the papers.",
    ],
)
def test_a_refusal_is_recognised(text: str) -> None:
    assert abstains(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It halves the training time [1].",
        "It halves the training time.",
        "It halves the training time [1]. NOT IN THE PAPERS",
        "Prior work is not mentioned in the abstract of Halver, which halves the training time [1].",
        "CoMAS does not need external supervision [2].",
        "No external reward is given to the agents.",
        "The method was not trained on images [1]. It uses text from papers [2].",
        "Halver finds that claims not in the papers of a retrieval set are judged unsupported [1].",
    ],
)
def test_an_answer_is_not_taken_for_a_refusal(text: str) -> None:
    assert not abstains(text)


def test_a_denial_that_cites_the_paper_it_misses_the_answer_in_is_an_abstention() -> None:
    assert abstains("The learning rate used to train CoMAS was not specified in the paper. [1]")
    assert not abstains("The method needs no labels [1].")
    assert not abstains("It does not alter the agent's architecture, the paper reports [1].")
