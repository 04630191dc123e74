"""What a terminal's window can do, without saying how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from gnugo_py.storage.settings import Look
from gnugo_py.tui.screen import Picture


class Click(NamedTuple):
    """A click, or a turn of the wheel.

    row, column -- where.
    turned      -- -1 for the wheel upward, 1 for downward, 0 for a click.
    """

    row: int
    column: int
    turned: int = 0


class Window(Protocol):
    """A terminal's window."""

    def size(self) -> tuple[int, int]:
        """Its width and height in cells."""

    def key(self) -> str:
        """The next key, by name.  Raises KeyboardInterrupt for Ctrl-C."""

    def waiting_keys(self) -> Iterator[str]:
        """The keys that were pressed already.  Raises KeyboardInterrupt for Ctrl-C."""

    def is_alone(self) -> bool:
        """Whether no other key follows the last one at once, as it does within a word."""

    def has_waiting_key(self) -> bool:
        """Whether another key was pressed already."""

    def pasted(self) -> str:
        """The text that was pasted, with a key `PASTE`."""

    def clicks(self) -> list[Click]:
        """What the mouse did that came with a key `MOUSE`, in order; often nothing."""

    def show(self, picture: Picture) -> None:
        """Draw a picture."""

    def dress(self, look: Look) -> None:
        """Put on a theme, and listen to the mouse or not."""

    def ring(self) -> None:
        """Ring the terminal's bell."""
