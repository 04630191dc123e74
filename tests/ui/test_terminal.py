"""Tests of the game on the screen: moves, commands, the form, and the end screen."""

import re
from pathlib import Path

import pytest

from tests.support.program import BLACK_ON_9X9, TWO_ON_5X5, TWO_ON_9X9, run
from tests.support.screen import ARROWS, Screen, begun, board_rows, stones


def count_screen(game: Screen) -> None:
    """Stop the game, count it to its result and leave."""
    game.enter("stop\r", "Dead chain")
    game.enter("\r", "Neutral point to fill for Black")
    game.enter("\r", "(?s)wins by.*Return: quit")
    assert game.status("\r") == 0


def test_the_marks_of_dead_stones_are_explained_while_they_are_chosen(saves: Path) -> None:
    game = begun(saves, *BLACK_ON_9X9, "--opponent", "human")
    shown = " ".join(game.enter("c3\re5\rstop\r", "(?s)Choose a dead stone to mark its.*Dead chain").split())
    assert "belongs to nobody yet, so this count may be far from what the game is worth: type play" in shown
    assert "Choose a dead stone" not in game.enter("\r", "Neutral point to fill for Black")


def test_a_second_game_leaves_the_first_as_it_was(saves: Path) -> None:
    game = Screen(saves, *BLACK_ON_9X9)
    for vertex in ("e5", "c3"):
        game.wait("your move\\?$")
        game.enter(f"{vertex}\r", "my move: ")
        game.enter("new\r", "Opponent")
        game.type(ARROWS["down"] + ARROWS["right"] + "\r")
    game.still("your move\\?$")
    assert game.status("quit\r") == 0
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
def test_return_plays_the_move_of_a_hint(saves: Path) -> None:
    game = begun(saves)
    shown = game.enter("hint\r", "^Return plays [A-J]\\d; your move\\?$")
    move = re.search(r"would play (\w+):", shown)
    assert move is not None
    game.enter("\r", f"1 X {move[1]}")


def test_the_form_is_explained_with_f1_and_clicked(saves: Path) -> None:
    game = Screen(saves, "--new", shows="< Go >")
    game.enter("\x1bOP", "GNU Go 1.1, the program of 1989: a weak player")
    game.enter("\r", "< Go >")
    game.type("\x1b[<0;15;4M\x1b[<0;15;4m")
    before = game.still("Board +<").split("Board")[1].split("\n")[0]
    game.type("\x1b[<0;15;4M\x1b[<0;15;4m")
    after = game.still("Board +<").split("Board")[1].split("\n")[0]
    assert before != after
    assert game.status("\x1b") == 0


def test_a_position_is_set_up_with_the_cursor(saves: Path) -> None:
    game = begun(saves, *TWO_ON_9X9)
    game.enter("setup\r", "Black's stones, Black to move")
    game.enter(f"{ARROWS['right']}\r{ARROWS['down']}{ARROWS['down']}\r", "\\(.\\d\\)$")
    assert stones(game.still("\\)$")) == 2
    game.enter("w\r", "White's stones")
    game.enter("done\r", "Move 0")


@pytest.mark.parametrize(
    "lines",
    [
        ("start", "quit"),
        ("goto 1", "score", "quit"),
        ("start", "comment the beginning", "quit", "discard"),
        ("start", "comment the beginning", "save", "quit"),
        ("goto 1", "e5", "quit", "discard"),
        ("goto 1", "e5", "save", "quit"),
        ("goto 1", "variation 1", "quit"),
    ],
)
def test_the_end_screen_shows_the_final_position_after_a_review(
    lines: tuple[str, ...], tmp_path: Path
) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    final = board_rows(screen.enter("c3\rc2\rd3\rresign\ry\r", "Return: quit"))
    screen.enter("r", "move 3 of 3")
    for line in lines:
        screen.type(f"{line}\r")
    shown = screen.wait("Return: quit")
    assert board_rows(shown) == final
    assert "Black has captured" in shown
    assert "1 X C3" in shown


def test_a_narrow_window_shows_all_that_can_be_done_after_a_game(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5, columns=40, lines=14)
    screen.enter("c3\rresign\ry\r", "^review, again or menu; Return: quit$")


def test_after_a_game_from_the_menu_return_leads_there_and_again_to_the_form(tmp_path: Path) -> None:
    screen = Screen(tmp_path, shows="Have you played")
    screen.enter("2", "your move\\?$")
    screen.enter(
        "c3\rresign\ry\r", "^review, (train, )?(or )?again; Return: menu$|^review or again; Return: menu$"
    )
    screen.enter("a", "< Go >")
    screen.enter("\x1b", "Return: menu$")
    screen.enter("\r", "^ \\d  Quit")
    assert screen.status("\x1b") == 0


def test_menu_leads_to_the_menu_from_a_game_of_the_shell(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    screen.enter("c3\rresign\ry\rmenu\r", "^ \\d  Quit")


def test_plain_mode_says_that_an_engine_plays_on_after_a_pass(tmp_path: Path) -> None:
    words = ("--plain", "--size", "5", "--level", "1", "--color", "black", "--saves", str(tmp_path))
    assert "White plays on; to count the game now, type stop." in run(*words, typed="pass\n").stdout
