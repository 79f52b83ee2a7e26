"""The embedders that the bench measures with, and what it says when the quickstart is not there."""

from __future__ import annotations

import numpy as np
import pytest

from rag.bench.embedders import Counted, RandomVectors
from rag.bench.footprint import memory
from rag.bench.naive import NaiveMiniLM
from rag.bench.quickstart import missing
from rag.bench.timing import per_second, spread
from rag.bench.wanted import Wanted
from rag.minilm.model import MiniLM


def test_random_vectors_are_units_and_the_same_for_the_same_text() -> None:
    vectors = RandomVectors().embed(["frogs", "rain", "frogs"])
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert np.array_equal(vectors[0], vectors[2])
    assert np.array_equal(vectors, RandomVectors().embed(["frogs", "rain", "frogs"]))
    assert abs(float(vectors[0] @ vectors[1])) < 0.3
    assert RandomVectors().embed([]).shape == (0, 384)


def test_random_sketches_are_as_long_as_real_ones(minilm: MiniLM) -> None:
    text = "Frogs sing in the rain at night, and nobody pairs the socks of a frog."
    (made,), (real,) = RandomVectors().sketch([text])[1], minilm.sketch([text])[1]
    assert len(made) == len(real) > 0
    assert RandomVectors().sketch([text])[1] == (made,)


def test_random_vectors_can_take_the_time_of_a_model() -> None:
    counted = Counted(RandomVectors())
    assert np.array_equal(RandomVectors(counted).embed(["a"]), RandomVectors().embed(["a"]))
    assert counted.texts == 1


def test_a_counted_model_counts_and_changes_nothing() -> None:
    told: list[int] = []
    counted = Counted(RandomVectors(), told.append)
    assert np.array_equal(counted.embed(["a", "b"]), RandomVectors().embed(["a", "b"]))
    assert counted.sketch(["c"])[1] == RandomVectors().sketch(["c"])[1]
    assert (counted.name, counted.texts, told) == ("random-vectors", 3, [2, 3])
    assert counted.seconds > 0


def test_the_naive_way_gives_the_vectors_of_the_bundled_one(minilm: MiniLM) -> None:
    texts = ["A frog.", "Rain falls on the plain, and " * 60, *(f"Paper {number}." for number in range(32))]
    naive = NaiveMiniLM().embed(texts)
    assert naive.shape == (34, 384)
    assert (naive * minilm.embed(texts)).sum(axis=1) == pytest.approx(1, abs=0.02)


def test_a_quickstart_that_is_not_installed_is_said_with_the_way_out() -> None:
    reason = missing("no-such-package")
    assert "pip install 'footnoted[bench]'" in str(reason)
    assert "--no-quickstart" in str(reason)
    assert missing() is None


def test_the_quickstart_is_measured_where_it_is_installed_unless_it_is_refused() -> None:
    assert Wanted().with_quickstart()
    assert Wanted(quickstart=True).with_quickstart()
    assert not Wanted(quickstart=False).with_quickstart()


def test_times_are_spread_in_milliseconds() -> None:
    assert spread([0.001 * number for number in range(1, 101)]) == {"p50": 50.5, "p95": 95.0, "n": 100}
    assert spread([]) == {"p50": None, "p95": None, "n": 0}
    assert per_second(10, 4) == 2.5
    assert per_second(10, 0) is None


def test_the_memory_of_a_process_is_at_most_its_peak() -> None:
    now, peak = memory()["now"], memory()["peak"]
    assert now is not None
    assert peak is not None
    assert 10 < now <= peak
