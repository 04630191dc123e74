"""Tests of the escape key while the engine thinks: it moves at once."""

from pathlib import Path

import pytest

from tests.support.screen import Screen, begun

ON_11X11 = ("--game", "hex", "--size", "11", "--first-move", "free", "--color", "black", "--new")


@pytest.mark.parametrize("name", ["go", "hex", "amazons", "tanbo"])
def test_escape_plays_the_best_move_so_far(name: str, tmp_path: Path) -> None:
    words = ("--game", name, "--color", "white", "--new", "--opponent", "search:9")
    size = ("--size", {"go": "13", "hex": "11", "amazons": "10", "tanbo": "19"}[name])
    handicap = ("--handicap", "0") if name == "go" else ()
    game = Screen(tmp_path, *words, *size, *handicap, shows="is thinking, 1 s; Esc: move now")
    shown = game.enter("\x1b", "my move: ")
    assert "interrupted" not in shown
    assert game.interrupted() == 130


def test_escape_forgets_what_was_typed_ahead(tmp_path: Path) -> None:
    game = begun(tmp_path, *ON_11X11, "--opponent", "search:9")
    game.enter("e5\r", "is thinking, 1 s")
    game.enter("c7\rd4", "d4$")
    game.enter("\x1b", "(?s)2 O .*my move: .*your move\\?$")
    assert "3 X" not in game.still("your move\\?$")
