"""The game of Amazons."""

from gnugo_py.games.amazons.game import AMAZONS

__all__ = ["AMAZONS"]
