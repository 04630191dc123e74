"""Tests of the commands that change the display, of the page of help, and of what is kept for other games."""

import re
from pathlib import Path

import pytest

from gnugo_py.storage.settings import THEME_NAMES, read_settings
from tests.support.program import TWO_IN_HEX, TWO_ON_5X5, TWO_ON_9X9
from tests.support.screen import Screen, begun


@pytest.fixture
def game(tmp_path: Path) -> Screen:
    """A game after one move on a high screen."""
    screen = begun(tmp_path, *TWO_ON_9X9, lines=70)
    screen.enter("e5\r", "White, your move\\?$")
    return screen


def enter(game: Screen, line: str) -> str:
    """Enter a line, and return the screen after it."""
    game.type(f"{line}\r")
    return "\n".join(game.read())


@pytest.mark.parametrize(
    ("word", "in_one_state"),
    [
        ("ascii", "5 - - - - X - - - - 5"),
        ("coordinates", "A B C D E F G H J"),
        ("moves", "+ + +"),
        ("mouse", "mouse: on"),
        ("bell", "bell: on"),
        ("atari", "atari: on"),
    ],
)
def test_a_command_switches_the_display_back_and_forth(word: str, in_one_state: str, game: Screen) -> None:
    shown = [enter(game, word) for _ in range(4)]
    is_shown = [in_one_state in each for each in shown]
    assert is_shown in ([True, False, True, False], [False, True, False, True])


@pytest.mark.parametrize("word", ["ascii", "coordinates", "mouse", "bell"])
def test_the_window_learns_of_a_switch(word: str, game: Screen) -> None:
    before = getattr(game.window.display, word)
    enter(game, word)
    assert getattr(game.window.display, word) is not before


def test_themes_follow_each_other(game: Screen) -> None:
    found = []
    for _ in THEME_NAMES:
        enter(game, "theme")
        found.append(game.window.display.theme)
    assert sorted(found) == sorted(THEME_NAMES)


def test_an_unknown_theme_is_refused_with_the_names(game: Screen) -> None:
    shown = " ".join(enter(game, "theme pink").split())
    names = "classic, dark, light, high-contrast, mono"
    assert f"there is no theme pink; the themes are {names}." in shown


WORDS = (
    "pass undo redo hint why show score influence describe chains read what resign review mistakes next train"
    " teach learn setup save diagram html load games new stop help quit moves atari coordinates theme ascii"
    " vi-keys bell mouse"
)


def test_the_help_lists_every_word_and_key_in_80_columns(game: Screen) -> None:
    shown = enter(game, "help")
    words = re.findall(r"^  ([a-z-]{2,}) ", shown.partition("Arrows: cursor")[0], re.MULTILINE)
    assert sorted(words) == sorted(WORDS.split())
    assert all(f" F{number} " in shown for number in range(1, 13))
    assert "-- more" not in shown
    assert not any(line.endswith("...") for line in shown.splitlines())


def test_the_help_explains_the_signs_on_the_board(game: Screen) -> None:
    enter(game, "ascii")
    shown = enter(game, "help")
    assert "\u25cf Black, \u25cb White, \u253c empty, \u254b a star point" in shown
    assert "  underlined  or a dot: stones in atari, which the next move may capture\n" in shown
    assert "bold, or a dot in another color: stones caught in a ladder\n" in shown
    assert "  x o         in the count: dead stones; after score and influence: likely dead" in shown


def test_the_help_of_hex_explains_its_own_signs(tmp_path: Path) -> None:
    game = begun(tmp_path, "--game", "hex", "--size", "5", "--opponent", "human", lines=70)
    shown = enter(game, "help")
    assert "X Black, top to bottom; O White, left to right; - empty" in shown
    assert "1 2 3       after hint and why" in shown
    assert "A D P" not in shown


def test_tab_completes_every_word(game: Screen) -> None:
    for word in ("hint", "influence", "coordinates", "resign"):
        game.enter(f"{word[:-1]}\t", f"your move\\? {word}$")
        game.type("\x1b")


def test_marks_that_were_switched_on_are_for_this_game_alone(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    assert "+ +" not in "\n".join(screen.read())
    screen.enter("moves\r", "(?s)5 \\+ \\+ \\+ \\+ \\+ 5.*moves: on")
    screen.enter("theme mono\rnew\r", "New game|Handicap|Play")
    assert "+ +" not in screen.enter("\r", "your move\\?$")
    assert (read_settings().display.theme, read_settings().display.moves) == ("mono", False)


def test_with_vi_keys_letters_move_the_cursor_while_the_line_is_empty(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    screen.enter("vi-keys\r", "vi-keys: on")
    screen.enter("h", "your move\\? \\(B3\\)$")
    screen.type("undo")
    screen.enter("h", "your move\\? undoh$")
    assert read_settings().display.vi_keys


def test_a_game_has_only_its_own_commands_in_help_completion_and_advice(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_IN_HEX)
    for line in ("atari", "influence"):
        screen.enter(f"{line}\r", f"the command {line} is not available in Hex")
    assert "did you mean" not in screen.enter("influenc\r", "not understood")
    screen.type("a\t")
    assert "atari" not in "\n".join(screen.read()[-3:])
    page = screen.enter("\x1bhelp\r", "Press Return")
    screen.type(" " * 3)
    page += "\n".join(screen.read())
    assert not [word for word in ("pass", "atari", "captured", "ladder") if f"  {word}" in page]
