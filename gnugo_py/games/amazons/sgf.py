"""Games of Amazons in SGF files."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.core import sgf
from gnugo_py.core.position import Position
from gnugo_py.core.sgf import SgfProperties
from gnugo_py.games.amazons.game import AMAZONS


def read_options(root: SgfProperties) -> dict[str, object]:
    """Return the board size, if the file specifies it.  Raise UserError if it is not valid."""
    return sgf.read_size(root, AMAZONS.display_name)


def read_start(root: SgfProperties, private: Mapping[str, object] | None) -> Position:
    """Return the standard start, or the board that the root node sets up."""
    return sgf.set_up_start(AMAZONS.start(read_options(root)), root)
