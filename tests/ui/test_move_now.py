"""Tests of the escape key while the engine thinks: it moves at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.screen import Screen

ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "5", "--new")
ON_11X11 = ("--game", "hex", "--size", "11", "--first-move", "free", "--color", "black", "--new")


@pytest.mark.parametrize("name", ["go", "hex", "amazons", "tanbo"])
def test_escape_plays_the_best_move_so_far(name: str, tmp_path: Path) -> None:
    words = ("--game", name, "--color", "white", "--new", "--opponent", "search:9")
    size = ("--size", {"go": "13", "hex": "11", "amazons": "10", "tanbo": "19"}[name])
    handicap = ("--handicap", "0") if name == "go" else ()
    game = Screen(tmp_path, *words, *size, *handicap)
    game.wait("is thinking, 1 s; Esc: move now")
    game.type("\x1b")
    shown = game.wait("my move: ")
    assert "interrupted" not in shown
    assert game.interrupted() == 130


def test_escape_forgets_what_was_typed_ahead(tmp_path: Path) -> None:
    game = Screen(tmp_path, *ON_11X11, "--opponent", "search:9")
    game.wait("your move\\?$")
    game.type("e5\r")
    game.wait("is thinking, 1 s")
    game.type("c7\rd4")
    game.wait("d4$")
    game.type("\x1b")
    game.wait("(?s)2 O .*my move: .*your move\\?$")
    assert "3 X" not in game.still("your move\\?$")


def test_escape_interrupts_an_engine_that_has_no_move_yet(tmp_path: Path) -> None:
    game = Screen(tmp_path, *ON_9X9, "--opponent", command("stuck"))
    game.wait("your move\\?$")
    game.type("e5\r")
    game.wait("is thinking, 1 s; Esc: interrupt")
    game.type("\x1b")
    game.wait("was interrupted")
