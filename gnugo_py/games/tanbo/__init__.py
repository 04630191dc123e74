"""The game of Tanbo."""

from gnugo_py.games.tanbo.game import TANBO

__all__ = ["TANBO"]
