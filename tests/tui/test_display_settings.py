"""Tests of the display commands in a pseudo-terminal."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gnugo_py.storage.settings import THEME_NAMES
from gnugo_py.tui.display_commands import DISPLAY_COMMANDS
from gnugo_py.tui.themes import THEMES
from tests.support.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


LISTENING = 1000 << 5
"""The mode that pyte records when the program enables mouse reports."""
LOOKS: dict[str, Callable[[Terminal], object]] = {
    "ascii": lambda game: "\u25cf" in "".join(game.read()),
    "coordinates": lambda game: any("A B C D E" in line for line in game.read()),
    "moves": lambda game: "+ + +" in "\n".join(game.read()),
    "theme": lambda game: game.screen.buffer[3][2].bg,
    "atari": lambda game: "atari: no" in "\n".join(game.read()),
    "bell": lambda game: "bell: yes" in "\n".join(game.read()),
    "mouse": lambda game: LISTENING in game.screen.mode,
}


@pytest.mark.parametrize("word", LOOKS)
def test_a_command_of_the_screen_changes_what_is_seen_until_it_is_given_again(
    word: str, tmp_path: Path
) -> None:
    ways = len(THEMES) if word == "theme" else 2
    looks = ways - 1 if word == "theme" else ways  # with 8 colors, two themes have a black background
    given = ["--size", "9", "--seed", "5", "--handicap", "0", "--color", "black"]
    game = Terminal(tmp_path, *given, term="xterm")
    game.wait("your move\\?$")
    game.type("e5\r")
    game.still("my move: ")
    seen = [LOOKS[word](game)]
    for _ in range(ways):
        game.type(f"{word}\r")
        end = time.monotonic() + PATIENCE
        while LOOKS[word](game) == seen[-1] and time.monotonic() < end:
            game.read()
        seen.append(LOOKS[word](game))
        assert seen[-1] != seen[-2]
    assert len(set(seen)) == looks
    assert seen[0] == seen[-1]


def test_every_command_of_the_screen_is_looked_at() -> None:
    assert set(LOOKS) == {each.name for each in DISPLAY_COMMANDS}


def test_the_settings_offer_the_themes_of_the_screen() -> None:
    assert tuple(THEMES) == THEME_NAMES
