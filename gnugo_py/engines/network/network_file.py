"""Reading of the network files of KataGo.

A file is compressed with gzip.  It lists names, numbers and arrays in the order in which the layers are
computed.  Arrays are written as text, or in binary form after a mark: `@BIN@` before 32-bit numbers, which is
KataGo's own format, or `@F16@` before 16-bit numbers, which `docs/halve_network.py` writes.
"""

from __future__ import annotations

import gzip
import math
from typing import IO, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float32]

_TYPES = {b"@BIN@": "<f4", b"@F16@": "<f2"}
_MAX_LINE = 2**26
_MAX_WORD, _MAX_WORDS = 200, 100_000
MAX_NUMBERS = 250_000_000
"""The maximum number of weights; the largest networks that are published have fewer."""
_MAX_DIMENSION = 100_000


class NetworkFile:
    """A network file that is being read.

    file -- the compressed file, at its beginning.

    name    -- the name of the network.
    version -- the version of the format.
    weights_read -- the number of numbers in the arrays that were read.

    Every method reads the next part of the file, and raises ValueError, or an exception of `gzip` or `zlib`,
    if the file does not have it.  Nothing larger than the bounds of this module is read.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = gzip.GzipFile(fileobj=file)
        self._words: list[bytes] = []
        self._words_left, self.weights_read = _MAX_WORDS, 0
        head = self._file.peek(8192)
        self._is_binary = any(mark in head for mark in _TYPES)
        self.name, self.version = self.word(), self.integer()

    def word(self) -> str:
        """Return the next word."""
        while not self._words:
            line = self._line()
            if not line:
                raise ValueError("it ends early")
            self._words = line.split()[::-1]
        word = self._words.pop()
        self._words_left -= 1
        if len(word) > _MAX_WORD or self._words_left < 0:
            raise ValueError("it contains words that are too long, or too many of them")
        return word.decode("ascii", "backslashreplace")

    def integer(self) -> int:
        """Return the next word as an integer."""
        return int(self.word())

    def dimension(self) -> int:
        """Return the next word as a number of channels, points or layers."""
        number = self.integer()
        if not 1 <= number <= _MAX_DIMENSION:
            raise ValueError(f"a layer has the size {number}")
        return number

    def decimals(self, count: int) -> list[float]:
        """Return the next words as numbers."""
        numbers = [float(self.word()) for _ in range(count)]
        if not all(map(math.isfinite, numbers)):
            raise ValueError("some of its numbers are not finite")
        return numbers

    def decimal(self) -> float:
        """Return the next word as a number."""
        return self.decimals(1)[0]

    def array(self, *shape: int) -> Array:
        """Return the next array, which has the given shape."""
        count = math.prod(shape)
        self.weights_read += count
        if self.weights_read > MAX_NUMBERS:
            raise ValueError("it is too large")
        array = self._binary_array(count) if self._is_binary else self._text_array(count)
        if not np.isfinite(array).all():
            raise ValueError("some of its weights are not finite")
        return array.reshape(shape)

    def require_end(self) -> None:
        """Raise ValueError if anything but white space follows."""
        if self._words or self._file.read(_MAX_WORD).strip():
            raise ValueError("something follows its end")

    def _line(self) -> bytes:
        line = self._file.readline(_MAX_LINE)
        if len(line) == _MAX_LINE:
            raise ValueError("one of its lines is too long")
        return line

    def _binary_array(self, count: int) -> Array:
        mark = self._file.read(len(next(iter(_TYPES))))
        if self._words or mark not in _TYPES:
            raise ValueError("an array is missing")
        array = np.empty(count, _TYPES[mark])
        if self._read_into(memoryview(array.data).cast("B")) < array.nbytes:
            raise ValueError("it ends early")
        if self._file.read(1).strip():
            raise ValueError("an array is not followed by a new line")
        return array.astype(np.float32, copy=False)

    def _read_into(self, target: memoryview) -> int:
        """Fill memory from the file, and return the number of bytes that were there."""
        done = 0
        while done < len(target) and (number := self._file.readinto(target[done:])):
            done += number
        return done

    def _text_array(self, count: int) -> Array:
        array, done = np.empty(count, np.float32), 0
        while done < count:
            words = self._words[::-1] or self._line().split()
            if not words:
                raise ValueError("it ends early")
            part = words[: count - done]
            array[done : done + len(part)] = part
            done, self._words = done + len(part), words[len(part) :][::-1]
        return array
