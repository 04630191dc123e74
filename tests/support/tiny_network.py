"""Network files of KataGo's format with few random weights, for tests of the reader."""

import gzip
from collections.abc import Iterable, Sequence

import numpy as np

CHANNELS, INNER = 4, 6
MARKS = {"text": b"", "float32": b"@BIN@", "float16": b"@F16@"}


class TinyNetwork:
    """Writes a network file.

    version -- the version of the format.
    blocks  -- the kinds of the blocks.
    form    -- how arrays are written, one of `MARKS`.
    spread  -- the standard deviation of the weights.
    """

    def __init__(
        self,
        version: int = 8,
        blocks: Sequence[str] = ("ordinary_block",),
        form: str = "text",
        spread: float = 0.5,
    ) -> None:
        self._version, self._blocks, self._form, self._spread = version, blocks, form, spread
        self._rng, self._parts = np.random.default_rng(1), list[bytes]()

    def content(self) -> bytes:
        """Return the file, compressed."""
        return gzip.compress(self.plain())

    def plain(self) -> bytes:
        """Return the file, not compressed."""
        self._words("tiny", self._version, 22, 19)
        if self._version >= 13:
            self._words(20, 20, 20, 20, 40, 0.25, 150)
        if self._version >= 15:
            self._words(0, *[0] * 7)
        self._trunk()
        self._policy_head()
        self._value_head()
        return b"".join(self._parts)

    def _words(self, *words: object) -> None:
        self._parts.append("".join(f"{word}\n" for word in words).encode())

    def _array(self, *shape: int, positive: bool = False) -> None:
        values = self._rng.normal(0, self._spread, shape)
        values = (np.abs(values) + 0.5 if positive else values).astype(np.float16).astype(np.float32)
        if self._form == "text":
            self._words(" ".join(map(str, values.ravel().tolist())))
            return
        kind = "<f4" if self._form == "float32" else "<f2"
        self._parts.append(MARKS[self._form] + values.astype(kind).tobytes() + b"\n")

    def _matrix(self, inputs: int, outputs: int) -> None:
        self._words("matrix", inputs, outputs)
        self._array(inputs, outputs)

    def _bias(self, channels: int) -> None:
        self._words("bias", channels)
        self._array(channels)

    def _convolution(self, width: int, inputs: int, outputs: int) -> None:
        self._words("conv", width, width, inputs, outputs, 1, 1)
        self._array(width * width * inputs, outputs)

    def _activation(self) -> None:
        self._words("activation", *(["ACTIVATION_MISH"] if self._version >= 11 else []))

    def _norm(self, channels: int) -> None:
        self._words("norm", channels, 0.001, 1, 1)
        for positive in (False, True, True, False):
            self._array(channels, positive=positive)
        self._activation()

    def _root_mean_square(self, channels: int) -> None:
        self._words("rms", channels, 0.001)
        self._array(channels, positive=True)

    def _trunk(self) -> None:
        is_transformer = any(kind.startswith("transformer") for kind in self._blocks)
        self._words("trunk", len(self._blocks), CHANNELS, INNER, INNER, 2, 2)
        if self._version >= 15:
            self._words(int(is_transformer), *[0] * 5)
        self._convolution(3, 22, CHANNELS)
        self._matrix(19, CHANNELS)
        self._write_blocks(self._blocks)
        if is_transformer:
            self._words("last", CHANNELS, 0.001, 0, 0)
            self._array(CHANNELS, positive=True)
            self._array(CHANNELS)
            self._activation()
        else:
            self._norm(CHANNELS)

    def _write_blocks(self, kinds: Iterable[str], channels: int = CHANNELS) -> None:
        for kind in kinds:
            self._words(kind, "block")
            match kind:
                case "ordinary_block":
                    self._norm(channels)
                    self._convolution(3, channels, INNER)
                    self._norm(INNER)
                    self._convolution(3, INNER, channels)
                case "gpool_block":
                    self._norm(channels)
                    self._convolution(3, channels, INNER)
                    self._convolution(3, channels, 2)
                    self._norm(2)
                    self._matrix(6, INNER)
                    self._norm(INNER)
                    self._convolution(3, INNER, channels)
                case "nested_bottleneck_block":
                    self._words(1)
                    self._norm(channels)
                    self._convolution(1, channels, 2)
                    self._write_blocks(["ordinary_block"], 2)
                    self._norm(2)
                    self._convolution(1, 2, channels)
                case "transformer_attention_block":
                    self._words(2, 2, 4, 2, 1, 0)
                    self._root_mean_square(channels)
                    for shape in ((channels, 8), (channels, 8), (channels, 4), (4, channels)):
                        self._matrix(*shape)
                    self._words("rope", 100)
                case "transformer_ffn_block":
                    self._words(channels, INNER, 1)
                    self._root_mean_square(channels)
                    for shape in ((channels, INNER), (channels, INNER), (INNER, channels)):
                        self._matrix(*shape)

    def _policy_head(self) -> None:
        self._words("policy", *([0] * 4 if self._version >= 17 else []))
        self._convolution(1, CHANNELS, 2)
        self._convolution(1, CHANNELS, 2)
        self._norm(2)
        self._matrix(6, 2)
        self._norm(2)
        self._convolution(1, 2, 1)
        self._matrix(6, 2 if self._version >= 15 else 1)
        if self._version >= 15:
            self._bias(2)
            self._activation()
            self._matrix(2, 1)

    def _value_head(self) -> None:
        self._words("value", *([0] * 3 if self._version >= 17 else []))
        self._convolution(1, CHANNELS, 2)
        self._norm(2)
        self._matrix(6, 5)
        self._bias(5)
        self._activation()
        self._matrix(5, 3)
        self._bias(3)
        self._matrix(5, 4)
        self._bias(4)
        self._convolution(1, 2, 1)
