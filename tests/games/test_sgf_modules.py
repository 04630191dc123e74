"""Tests that each game has the functions of `SgfFunctions`, with the parameters that callers pass."""

import inspect

import pytest

from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.sgf import SgfFunctions

FUNCTIONS = dict(inspect.getmembers(SgfFunctions, inspect.isfunction))
NAMES = sorted(name for name in FUNCTIONS if name[0] != "_")


@pytest.mark.parametrize("function", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_functions(game: str, function: str) -> None:
    own = inspect.signature(getattr(sgf_functions(GAMES[game].load()), function))
    _, *asked = inspect.signature(FUNCTIONS[function]).parameters
    own.bind(*asked)
    assert list(own.parameters)[: len(asked)] == asked
