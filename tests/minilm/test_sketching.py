"""Words in little room: small, and still near what they were near to."""

from __future__ import annotations

import numpy as np

from rag.minilm.model import MiniLM
from rag.minilm.sketch import DIMENSION, content, projected, sketch, unsketched

TEXT = "We present NeuralOS, a framework that renders the screens of an operating system with a diffusion model."


def test_function_words_and_punctuation_are_left_out(minilm: MiniLM) -> None:
    (meaning,) = minilm.read([TEXT])
    kept = [TEXT[word.start : word.end] for word in content(TEXT, meaning.words)]
    assert kept == [
        "present",
        "NeuralOS",
        "framework",
        "renders",
        "screens",
        "operating",
        "system",
        "diffusion",
        "model",
    ]


def test_a_word_takes_64_bytes_and_keeps_its_direction(minilm: MiniLM) -> None:
    (meaning,) = minilm.read([TEXT])
    words = np.stack([word.vector for word in content(TEXT, meaning.words)])
    stored = sketch(TEXT, meaning)
    assert len(stored) == len(words) * DIMENSION
    assert (np.sum(unsketched([stored]) * projected(words), axis=1) > 0.98).all()


def test_the_nearest_word_is_mostly_the_same_in_64_dimensions(minilm: MiniLM) -> None:
    one, other = minilm.read([TEXT, "How does NeuralOS draw the windows of an operating system?"])
    whole = np.stack([word.vector for word in one.words])
    asked = np.stack([word.vector for word in other.words])
    nearest = (asked @ whole.T).argmax(axis=1)
    small = (projected(asked) @ projected(whole).T).argmax(axis=1)
    assert (nearest == small).mean() > 0.6


def test_embedding_and_sketching_are_one_reading(minilm: MiniLM) -> None:
    vectors, sketches = minilm.sketch([TEXT, "Yes."])
    assert np.array_equal(vectors, minilm.embed([TEXT, "Yes."]))
    assert sketches[0] == sketch(TEXT, minilm.read([TEXT])[0])


def test_nothing_to_say_is_an_empty_sketch(minilm: MiniLM) -> None:
    _, sketches = minilm.sketch(["", "of the", "… ???"])
    assert sketches == (b"", b"", b"")
    assert unsketched(sketches).shape == (0, DIMENSION)
