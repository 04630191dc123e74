"""Tests of the game on the screen: moves, commands and the form."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.program import BLACK_ON_9X9, TWO_ON_9X9
from tests.support.screen import ARROWS, Screen, begun, board_rows, stones


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def count_screen(game: Screen) -> None:
    """Stop the game, count it to its result and leave."""
    game.enter("stop\r", "Dead chain")
    game.enter("\r", "Neutral point to fill for Black")
    game.enter("\r", "(?s)wins by.*Return: quit")
    game.type("\r")
    assert game.status() == 0


def test_the_marks_of_dead_stones_are_explained_while_they_are_chosen(saves: Path) -> None:
    game = begun(saves, *BLACK_ON_9X9, "--opponent", "human")
    shown = " ".join(game.enter("c3\re5\rstop\r", "(?s)Choose a dead stone to mark its.*Dead chain").split())
    assert "belongs to nobody yet: type play to finish the game first." in shown
    assert "Choose a dead stone" not in game.enter("\r", "Neutral point to fill for Black")


def test_a_second_game_leaves_the_first_as_it_was(saves: Path) -> None:
    game = Screen(saves, *BLACK_ON_9X9)
    for vertex in ("e5", "c3"):
        game.wait("your move\\?$")
        game.enter(f"{vertex}\r", "my move: ")
        game.enter("new\r", "Opponent")
        game.type(ARROWS["down"] + ARROWS["right"] + "\r")
    game.still("your move\\?$")
    game.type("quit\r")
    assert game.status() == 0
    kept = sorted(file.read_text() for file in saves.glob("*.sgf"))
    assert len(kept) == 2
    assert sum("B[ee]" in text for text in kept) == 1


def test_only_the_first_board_mentions_help(saves: Path) -> None:
    game = begun(saves)
    assert "or press F1 for help" in game.wait("your move\\?$")
    assert "or press F1 for help" not in game.enter("e5\r", "(?s)my move: .*your move\\?$")


def test_a_game_is_typed_from_the_form_to_the_count(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnugo_py.app.app.clock_seed", lambda: 5)
    game = Screen(saves, "--new", shows="Handicap")
    assert stones(game.enter("size 9\rclassic\rrules gnugo-1.1\r\r", "your move\\?$")) == 0
    for number, vertex in enumerate(["c3", "g7", "c7", "g3", "e5"], 1):
        shown = game.enter(f"{vertex}\r", f"(?s) {2 * number} O [A-J]\\d.*my move: .*your move\\?")
        assert stones(shown) == 2 * number
    game.enter("c3\r", "illegal move: there is a stone on that")
    count_screen(game)
    (saved,) = saves.glob("*.sgf")
    assert b"]RE[" in saved.read_bytes()


def test_a_game_is_played_with_the_cursor(saves: Path) -> None:
    game = begun(saves)
    game.type("vi-keys\r")
    for keys in (ARROWS["left"], ARROWS["right"] * 2, "hhhjjj", "kkkkkklllll"):
        game.type(keys)
        game.type("\r")
        shown = game.still("your move\\? \\([A-J]\\d\\)$")
    assert stones(shown) >= 6
    count_screen(game)


@pytest.mark.usefixtures("quick_hints")
def test_commands_show_their_results(saves: Path) -> None:
    game = begun(saves)
    game.enter("e5\r", "my move: ")
    shows = {
        "hint": "level 9 would play",
        "why": "Why White played",
        "score": "B W: points of Black and White",
        "help": "show what the engine suggests and why",
        "save": "Saved as",
        "load": "load needs a",
        "undo": "Move taken back.",
        "redo": "Move restored.",
        "pass": "3 X pass",
        "influence": "Black is likely to own",
    }
    for word, pattern in shows.items():
        assert not re.search(pattern, game.still("\\?$|:$")), word
        game.enter(f"{word}\r", pattern)
        game.type("" if word == "hint" else "\r")
    game.enter("resign\r", "Resign the game \\(y or n\\)\\?")
    game.enter("y\r", "Black resigns; White wins")
    game.type("\r")
    assert game.status() == 0


@pytest.mark.usefixtures("quick_hints")
def test_return_plays_the_move_of_a_hint(saves: Path) -> None:
    game = begun(saves)
    shown = game.enter("hint\r", "^Return plays [A-J]\\d; your move\\?$")
    move = re.search(r"would play (\w+):", shown)
    assert move is not None
    game.enter("\r", f"1 X {move[1]}")


def test_a_game_is_renamed_and_opened_from_the_list(saves: Path) -> None:
    game = begun(saves)
    game.enter("e5\r", "my move: ")
    game.enter("save monday\r", "Saved as")
    game.enter("new\r", "Opponent")
    game.enter("\x1b", "The game continues")
    assert "monday" in game.enter("games\r", "Saved games: 1 of 1")
    game.enter("xyz", "No game contains these words")
    game.enter("\x1b", "Type to search")
    game.enter("\r", "Loaded monday")
    assert game.interrupted() == 130


@pytest.mark.parametrize(("word", "pattern"), [("new", "Opponent"), ("stop", "Dead chain to change")])
def test_new_and_stop_leave_the_moves(word: str, pattern: str, saves: Path) -> None:
    game = begun(saves)
    game.enter("e5\r", "my move: ")
    game.enter(f"{word}\r", pattern)
    assert game.interrupted() == 130


@pytest.mark.usefixtures("quick_hints")
def test_a_function_key_is_a_command_and_quit_leaves(saves: Path) -> None:
    game = begun(saves)
    game.enter("\x1b[[B", "would play")
    game.type("quit\r")
    assert game.status() == 0
    assert not list(saves.glob("*.sgf"))


def test_undo_to_the_start_and_redo_to_the_end_restore_every_board(saves: Path) -> None:
    game = Screen(saves, *BLACK_ON_9X9)
    boards = [board_rows(game.wait("your move\\?$"))]
    for vertex in ("e5", "c3", "g7", "c7", "g3"):
        game.type(f"{vertex}\r")
        boards.append(board_rows(game.still("your move\\?$")))
    turns = [boards[0], *(after for before, after in pairwise(boards) if after != before)]
    for number, rows in reversed(list(enumerate(turns[:-1]))):
        assert (
            board_rows(game.enter("undo\r", f"(?s)Move {2 * number},.*Move taken back.*your move\\?$"))
            == rows
        )
    for number, rows in enumerate(turns[1:], 1):
        assert (
            board_rows(game.enter("redo\r", f"(?s)Move {2 * number},.*Move restored.*your move\\?$")) == rows
        )
    assert game.interrupted() == 130


def test_options_that_name_a_game_skip_the_question(saves: Path) -> None:
    Screen(saves, "--size", "9").wait("your move\\?$")
    Screen(saves, "--theme", "mono").wait("Have you played Go before")


def test_the_form_is_changed_with_the_arrows(saves: Path) -> None:
    game = Screen(saves, "--new", shows="< Go >")
    game.enter(ARROWS["down"], "< 19x19 >")
    game.enter(ARROWS["right"], "< 9x9 >")
    game.enter(ARROWS["down"] * 3 + ARROWS["right"], "< White >")
    assert stones(game.enter("\r", "your move\\?$")) == 1
    assert game.interrupted() == 130


def test_a_page_is_closed_by_escape_at_once(saves: Path) -> None:
    game = begun(saves)
    game.enter("help\r", "reset the board|Return|RETURN_X")
    game.enter("\x1b", "A B C D E F G H J")
    assert game.interrupted() == 130


def test_what_is_typed_is_shown_and_can_be_corrected(saves: Path) -> None:
    game = begun(saves, "--handicap", "0", "--color", "black")
    game.enter("q17\x7f6", "your move\\? q16$")
    game.enter("\x1b", "your move\\?$")
    assert game.interrupted() == 130


def test_the_form_is_explained_with_f1_and_clicked(saves: Path) -> None:
    game = Screen(saves, "--new", shows="< Go >")
    game.enter("\x1bOP", "GNU Go 1.1, the program of 1989: a weak player")
    game.enter("\r", "< Go >")
    game.type("\x1b[<0;15;4M\x1b[<0;15;4m")
    before = game.still("Board +<").split("Board")[1].split("\n")[0]
    game.type("\x1b[<0;15;4M\x1b[<0;15;4m")
    after = game.still("Board +<").split("Board")[1].split("\n")[0]
    assert before != after
    game.type("\x1b")
    assert game.status() == 0


def test_a_position_is_set_up_with_the_cursor(saves: Path) -> None:
    game = begun(saves, *TWO_ON_9X9)
    game.enter("setup\r", "Black's stones, Black to move")
    game.enter(f"{ARROWS['right']}\r{ARROWS['down']}{ARROWS['down']}\r", "\\(.\\d\\)$")
    assert stones(game.still("\\)$")) == 2
    game.enter("w\r", "White's stones")
    game.enter("done\r", "Move 0")
