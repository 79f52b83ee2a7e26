"""The graph that is run instead of the one the weights came with: where it is from, and that it says the same."""

from __future__ import annotations

import numpy as np
import onnxruntime
from drawing import draw
from tokenizers import Tokenizer

from rag.minilm.files import GRAPH, verified_files
from rag.minilm.model import MiniLM

TEXT = "Tool calls fail silently: agents built on language models retry 29.68% of them without saying so."


def test_the_graph_that_is_shipped_is_the_one_that_the_program_draws() -> None:
    assert draw(verified_files()[0]).SerializeToString(deterministic=True) == GRAPH.read_bytes()


def test_it_gives_the_vectors_of_the_model_as_it_was_published(minilm: MiniLM) -> None:
    weights, tokenizer = verified_files()
    published = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
    pieces = np.array([tokenized(TEXT, str(tokenizer))], dtype=np.int64)
    fed = {"input_ids": pieces, "attention_mask": np.ones_like(pieces), "token_type_ids": np.zeros_like(pieces)}
    pooled = published.run(None, fed)[0][0].mean(axis=0)
    assert np.allclose(minilm.embed([TEXT])[0], pooled / np.linalg.norm(pooled), atol=1e-5)


def tokenized(text: str, tokenizer: str) -> list[int]:
    reader = Tokenizer.from_file(tokenizer)
    reader.no_padding()
    ids: list[int] = reader.encode(text).ids
    return ids


def test_a_vector_does_not_depend_on_the_texts_beside_it(minilm: MiniLM) -> None:
    alone = minilm.embed([TEXT])[0]
    for beside in (["Yes."], ["A much longer text about something else. " * 20], []):
        assert np.array_equal(minilm.embed([*beside, TEXT])[-1], alone)
