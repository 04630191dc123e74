"""The game of Hex."""

from gnugo_py.games.hex.game import HEX

__all__ = ["HEX"]
