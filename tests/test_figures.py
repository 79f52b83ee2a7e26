"""Numbers in sentences as values with units, and whether a text gives them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.checking.numbers import amiss_in_numbers
from rag.language.figures import figures, missing_figures
from rag.language.numbered_names import knows_name, numbered_names
from rag.language.typeset import plainly


def amiss(text: str, source: str) -> list[str]:
    return [written for written, _ in amiss_in_numbers(text, source)]


SAME = [
    ("It saves 18.18 percent.", r"It saves $18.18\%$."),
    ("It saves 18.18%.", r"It saves $18.18\\%$."),
    ("It is 2.5x faster.", r"It is $2.5\times$ faster."),
    ("It is 2.5 times faster.", "It is 2.5× faster."),
    ("It has a 3-fold gain.", "It gains threefold."),
    ("It runs twice as fast, a 2x speed-up.", "It doubles the speed."),
    ("It has 12 billion parameters.", "It has 12B parameters."),
    ("It has 10,000 rows.", "It has 10K rows."),
    ("It has 10 000 rows.", "It has 10,000 rows."),
    ("It has 1.000 rows.", "It has 1,000 rows."),
    ("Es hat 2,5 Millionen Zeilen.", "It has 2.5M rows."),
    ("The error is 1e-3.", r"The error is $10^{-3}$."),
    ("The error is 1.5e-3.", r"The error is $1.5\times10^{-3}$."),
    ("The error is 10⁻³.", r"The error is $10^{-3}$."),
    ("It gains 10% to 20%.", "It gains 10–20%."),
    ("It gains 12.6% and 14.1%.", "It gains 12.6 and 14.1 absolute points."),
    ("It saves about 30%.", "It saves 29.68%."),
    ("It takes over 500 steps.", "It takes 512 steps."),
    ("It takes less than 10% of the data.", "It takes 9.6% of the data."),
    ("It reaches 90% accuracy.", "It reaches an accuracy of 0.90."),
    ("It takes 120 seconds.", "It takes 2 minutes."),
    ("It takes 0.5 s.", "It takes 500 ms."),
    ("It was tried on 5 datasets.", "It was tried on five datasets."),
    ("It was tried on 25 datasets.", "It was tried on twenty-five datasets."),
    ("It covers three areas.", "It covers vision, language and speech."),
    ("It falls by -3.2%.", "It reduces the error by 3.2%."),
    ("The 1st of them wins.", "One wins."),
    ("It does (1) this, (2) that.", "It does this and that."),
    ("A third of the cases, 33%, fail.", "One-third of the cases fail."),
    ("It goes from 0.73 to 0.90.", "It goes 0.73 → 0.90."),
    ("It goes to 0.90 from 0.73.", "It goes from 0.73 to 0.90."),
    ("It has an 8B model.", "We release Qwen3-8B."),
    ("Papers 1 and 2 agree.", "They agree."),
    ("It costs $5 million.", r"It costs \$5M."),
]

DIFFERENT = [
    ("It takes 29.68 ms.", "It saves 29.68%."),
    ("It is 3x better.", "It is 3% better."),
    ("It has 12M parameters.", "It has 12B parameters."),
    ("It has 12 parameters.", "It has 12B parameters."),
    ("It saves 30%.", "It is tried on 30 tasks."),
    ("It saves 30%.", "It saves 29.68%."),
    ("It has 10,500 rows.", "It has 10,000 rows."),
    ("It takes 2 hours.", "It takes 2 minutes."),
    ("It changes by -3.2%.", "It gains +3.2%."),
    ("The error is 1e-4.", r"The error is $10^{-3}$."),
    ("It goes from 0.90 to 0.73.", "It goes from 0.73 to 0.90."),
    ("It is from 2016.", "It is from 2017."),
    ("It was tried on twenty-six datasets.", "It was tried on twenty-five datasets."),
    ("It gains 1%.", "It learns in one shot."),
    ("It gains 14.26 percentage points.", "It gains 14.26%."),
    ("It costs $5.", "It has 5 layers."),
    ("It was tried on 6 datasets.", "It was tried on five datasets."),
]


@pytest.mark.parametrize(("text", "source"), SAME)
def test_a_number_is_known_however_it_is_written(text: str, source: str) -> None:
    assert amiss(text, source) == []


@pytest.mark.parametrize(("text", "source"), DIFFERENT)
def test_another_value_unit_scale_or_order_is_noticed(text: str, source: str) -> None:
    assert len(amiss(text, source)) == 1


def test_a_number_with_another_unit_names_what_the_source_has() -> None:
    assert list(amiss_in_numbers("It takes 29.68 ms.", "It saves 29.68%.")) == [("29.68 ms", "29.68%")]


def test_numbers_in_names_are_no_figures() -> None:
    assert figures("GPT-4o and Qwen2.5-7B on CIFAR-100") == ()
    assert [figure.written for figure in figures("the top-5 of 10 runs")] == ["5", "10"]


def test_names_with_numbers_are_known_in_every_way_to_part_them() -> None:
    assert numbered_names("GPT-4 and COCO-2017 beat it") == ("GPT-4", "COCO-2017")
    assert knows_name("We train Qwen-2.5 7B models.", "Qwen2.5-7B")
    assert knows_name("Qwen3-4B and 8B", "Qwen3-8B")
    assert not knows_name("We compare with GPT-4o.", "GPT-4")
    assert not knows_name("We compare with LLaMA-2.", "LLaMA-3")


def test_formulas_are_read_as_plain_signs_and_money_is_left_alone() -> None:
    assert plainly(r"$2.5\times$ at $\geq$99\%, for $5 and $10") == "2.5× at ≥ 99%, for $5 and $10"


def test_only_values_count_where_units_are_not_compared() -> None:
    assert missing_figures("Does it save 29.68 ms or 31?", "It saves 29.68%.") == ("31",)


@given(st.integers(11, 99_999), st.integers(11, 99_999))
def test_a_number_that_is_not_there_is_always_noticed(true: int, altered: int) -> None:
    source = f"It reaches {true} points of GAIA."
    assert amiss(f"On GAIA it reaches {true} points.", source) == []
    assert bool(amiss(f"On GAIA it reaches {altered} points.", source)) == (true != altered)


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_text_over_any_source_is_read(text: str, source: str) -> None:
    assert all(written for written, _ in amiss_in_numbers(text, source))


@given(st.text(alphabet="0123456789.,kMB%x×$\\^{}-–+~() etimsofro", max_size=60))
def test_a_text_holds_its_own_numbers(text: str) -> None:
    assert amiss(text, text) == []
