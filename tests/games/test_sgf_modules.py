"""Tests that the SGF module of each game has the functions of `SgfFunctions`."""

import inspect

import pytest

from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.sgf import SgfFunctions
from gnugo_py.games.amazons import sgf as amazons
from gnugo_py.games.go import sgf as go
from gnugo_py.games.hex import sgf as hex_
from gnugo_py.games.tanbo import sgf as tanbo
from tests import toy

MODULES: list[SgfFunctions] = [go, hex_, amazons, tanbo, toy]
"""The type checker compares their functions with those of the protocol."""
NAMES = {name for name, _ in inspect.getmembers(SgfFunctions, inspect.isfunction) if name[0] != "_"}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_all_functions(name: str) -> None:
    module = sgf_functions(GAMES[name].load())
    assert module in MODULES
    assert {each for each in NAMES if callable(getattr(module, each))} == NAMES
