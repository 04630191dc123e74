"""The games there are: a name and how to get each, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from gnugo_py.games.contract import Game


def _lazily(module: str, name: str) -> Callable[[], Game]:
    return lambda: cast(Game, getattr(import_module(module), name))


CATALOG: dict[str, Callable[[], Game]] = {
    "go": _lazily("gnugo_py.go.game", "GO"),
}
