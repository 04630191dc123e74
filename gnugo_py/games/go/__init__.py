"""Go."""

from gnugo_py.games.go.game import GO

__all__ = ["GO"]
