"""How `graph.onnx` was drawn: MiniLM once more, in operations that onnxruntime runs faster than those it came with.

The weights stay in the bundled file; the graph points at them by their place in it. One text at a time is read, so
nothing is padded or masked, and attention, GELU and normalisation are each one fused operation. What comes out is the
same to six digits. Drawing needs the `onnx` package; running does not: `python tests/minilm/drawing.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from rag.minilm.files import GRAPH, verified_files

LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = 1e-12
FUSED = "com.microsoft"  # operations that onnxruntime adds to the standard ones


class Weights:
    """The tensors of the bundled model by what they are for, and where their bytes are in its file."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._bytes = path.read_bytes()
        graph = onnx.load(str(path)).graph
        self._tensors = {tensor.name: tensor for tensor in graph.initializer}
        self._makers = {output: node for node in graph.node for output in node.output}
        self._readers = {name: node for node in graph.node for name in node.input}

    def named(self, name: str) -> TensorProto:
        """A tensor that stays in the bundled file, described by its place there."""
        return self._outside(self._tensors[name])

    def quantized(self, name: str) -> tuple[TensorProto, TensorProto]:
        """The whole numbers of a table of weights, and the scale that each column or row of them has."""
        scaled = self._makers[name]
        cast = self._makers[scaled.input[0]]
        return self.named(cast.input[0]), self.named(scaled.input[1])

    def of_bias(self, bias: str) -> str:
        """The weights that an input is multiplied with before this bias is added."""
        added = self._readers[bias]
        product = next(name for name in added.input if name != bias)
        return str(self._makers[product].input[1])

    def _outside(self, tensor: TensorProto) -> TensorProto:
        raw = numpy_helper.to_array(tensor).tobytes()
        described = TensorProto(name=tensor.name, data_type=tensor.data_type, dims=tensor.dims)
        described.data_location = TensorProto.EXTERNAL
        place = {"location": self._name, "offset": str(self._bytes.index(raw)), "length": str(len(raw))}
        for key, value in place.items():
            described.external_data.add(key=key, value=value)
        return described


@dataclass(slots=True)
class Drawing:
    """A graph while it is drawn."""

    weights: Weights
    nodes: list[NodeProto] = field(default_factory=list)
    tensors: dict[str, TensorProto] = field(default_factory=dict)

    def step(self, operation: str, inputs: Sequence[str], output: str, *, domain: str = "", **settings: Any) -> str:
        """Add an operation with one output, and return that output's name."""
        self.nodes.append(helper.make_node(operation, inputs, [output], domain=domain, **settings))
        return output

    def keep(self, tensor: TensorProto) -> str:
        """Make a tensor part of the graph, and return its name."""
        self.tensors[tensor.name] = tensor
        return str(tensor.name)

    def tensor(self, name: str) -> str:
        """A tensor of the bundled file."""
        return self.keep(self.weights.named(name))

    def table(self, bias: str) -> str:
        """The weights that belong to a bias, as floats."""
        whole, scale = self.weights.quantized(self.weights.of_bias(bias))
        cast = self.step("Cast", [self.keep(whole)], f"{bias}.cast", to=TensorProto.FLOAT)
        return self.step("Mul", [cast, self.keep(scale)], f"{bias}.weights")


def draw(weights: Path) -> onnx.ModelProto:
    """The graph: `input_ids` of shape (1, word pieces) to `states` of shape (1, word pieces, 384)."""
    drawing = Drawing(Weights(weights))
    states = _embeddings(drawing)
    for layer in range(LAYERS):
        states = _layer(drawing, f"inner.encoder.layer.{layer}.", states)
    drawing.step("Identity", [states], "states")
    graph = helper.make_graph(
        drawing.nodes,
        "minilm",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "pieces"])],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, "pieces", WIDTH])],
        list(drawing.tensors.values()),
    )
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    return helper.make_model(graph, opset_imports=versions, ir_version=9)


def _embeddings(drawing: Drawing) -> str:
    """Word and place, added: every text is of one segment, so the first row of that table goes with each word."""
    prefix = "inner.embeddings."
    whole, scale = drawing.weights.quantized(f"{prefix}word_embeddings.weight")
    rows = drawing.step("Gather", [drawing.keep(whole), "input_ids"], "words.rows")
    cast = drawing.step("Cast", [rows], "words.cast", to=TensorProto.FLOAT)
    scales = drawing.step("Gather", [drawing.keep(scale), "input_ids"], "words.scales")
    words = drawing.step("Mul", [cast, scales], "words")
    whole, scale = drawing.weights.quantized(f"{prefix}position_embeddings.weight")
    cast = drawing.step("Cast", [drawing.keep(whole)], "places.cast", to=TensorProto.FLOAT)
    places = drawing.step("Mul", [cast, drawing.keep(scale)], "places.all")
    zero = drawing.keep(helper.make_tensor("zero", TensorProto.INT64, [1], [0]))
    length = drawing.step("Shape", ["input_ids"], "length", start=1, end=2)
    taken = drawing.step("Slice", [places, zero, length, zero], "places")
    segment = drawing.step("Gather", [drawing.tensor(f"{prefix}token_type_embeddings.weight"), zero], "segment")
    placed = drawing.step("Add", [words, taken], "words.placed")
    summed = drawing.step("Add", [placed, segment], "words.summed")
    norm = [drawing.tensor(f"{prefix}LayerNorm.{name}") for name in ("weight", "bias")]
    return drawing.step("LayerNormalization", [summed, *norm], "embeddings", axis=-1, epsilon=EPSILON)


def _layer(drawing: Drawing, prefix: str, states: str) -> str:
    """Attention and the two dense steps after it, each added to what went in and normalised."""
    parts = [f"{prefix}attention.self.{name}.bias" for name in ("query", "key", "value")]
    asked = [
        drawing.step(
            "Add",
            [drawing.step("MatMul", [states, drawing.table(bias)], f"{bias}.product"), drawing.tensor(bias)],
            f"{bias}.out",
        )
        for bias in parts
    ]
    attended = drawing.step("MultiHeadAttention", asked, f"{prefix}attended", domain=FUSED, num_heads=HEADS)
    joined = _added(drawing, f"{prefix}attention.output", attended, states)
    bias = f"{prefix}intermediate.dense.bias"
    wide = drawing.step("MatMul", [joined, drawing.table(bias)], f"{bias}.product")
    curved = drawing.step("BiasGelu", [wide, drawing.tensor(bias)], f"{bias}.out", domain=FUSED)
    return _added(drawing, f"{prefix}output", curved, joined)


def _added(drawing: Drawing, prefix: str, states: str, before: str) -> str:
    bias = f"{prefix}.dense.bias"
    product = drawing.step("MatMul", [states, drawing.table(bias)], f"{bias}.product")
    norm = [drawing.tensor(f"{prefix}.LayerNorm.{name}") for name in ("weight", "bias")]
    inputs = [product, before, *norm, drawing.tensor(bias)]
    return drawing.step("SkipLayerNormalization", inputs, f"{prefix}.out", domain=FUSED, epsilon=EPSILON)


if __name__ == "__main__":
    GRAPH.write_bytes(draw(verified_files()[0]).SerializeToString(deterministic=True))
