"""Tests of a review on a screen: arrow keys, wheel, clicks, and board sizes."""

import random
import re
import time
from pathlib import Path

import pytest

from docs.screens import as_text
from gnugo_py import read_game
from gnugo_py.app.screen import PlayerLine, ScreenMessage
from gnugo_py.games.go.position import GoPosition
from gnugo_py.storage.settings import DisplaySettings
from gnugo_py.study.graph import GraphData
from gnugo_py.ui.view import View
from tests.cli.test_review import GAME
from tests.support.boards import played
from tests.support.paths import file_with
from tests.support.screen import Screen, begun
from tests.support.views import board_frame, changed, made

NEXT, BACK, UP, DOWN = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[1~", "\x1b[4~", "\x1b[5~", "\x1b[6~"
WHEEL_UP, WHEEL_DOWN = "\x1b[<64;5;5M", "\x1b[<65;5;5M"


def reviewed(tmp_path: Path, columns: int = 80, lines: int = 24) -> Screen:
    file = file_with(tmp_path / "game.sgf", GAME)
    return Screen(tmp_path, columns=columns, lines=lines, words=("review", str(file)), shows="move 0 of 5;")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (40, 14)])
def test_arrows_and_other_keys_go_along_the_game(columns: int, lines: int, tmp_path: Path) -> None:
    screen = reviewed(tmp_path, columns, lines)
    ways = [
        *((NEXT, "1 of 5"), (NEXT, "2 of 5"), (BACK, "1 of 5"), (END, "5 of 5"), (HOME, "0 of 5")),
        *((PAGE_DOWN, "5 of 5"), (PAGE_UP, "0 of 5"), (NEXT * 3, "3 of 5"), (DOWN, "3 of 5"), (UP, "3 of 5")),
    ]
    for keys, place in ways:
        screen.enter(keys, f"^move {place};")
    assert screen.status("quit\r") == 0


def test_no_bar_shows_the_lead_of_another_position(tmp_path: Path) -> None:
    """The first variation is judged with the game, the second one is not."""
    screen, bar = reviewed(tmp_path, 120, 40), re.compile(r"B \d\d % #*-* *\d\d % W")
    screen.enter("mistakes\r", "Press Return for the board")
    assert bar.search(screen.enter("\r" + HOME + NEXT * 3, "Black G7 \\(variation 1 of 2\\)"))
    assert not bar.search(screen.enter(DOWN, "Black C3 \\(variation 2 of 2\\)"))


def test_the_wheel_goes_along_and_a_click_enters_a_variation(tmp_path: Path) -> None:
    screen = reviewed(tmp_path)
    screen.enter(WHEEL_DOWN, "^move 1 of 5;")
    screen.enter(WHEEL_DOWN, "^move 2 of 5;")
    screen.enter(WHEEL_UP, "^move 1 of 5;")
    screen.enter(WHEEL_DOWN, "^move 2 of 5;")
    screen.click(3, 7)
    screen.wait("Black C3 \\(variation 2 of 2\\)")


def test_random_keys_do_no_harm(tmp_path: Path) -> None:
    screen, rng = reviewed(tmp_path), random.Random(3)
    keys = [NEXT, BACK, UP, DOWN, HOME, END, PAGE_UP, PAGE_DOWN, WHEEL_UP, WHEEL_DOWN, "\r", "\x1b ", "\t"]
    keys += [*"nextbackgoto 12", "\x7f", "variation 2\r", "\x1bOQ", "\x1bOR", "\x1b[18~", "\x1b[<0;9;9M"]
    for _ in range(20):
        screen.type("".join(rng.choice(keys) for _ in range(25)))
        screen.read()
        assert not screen.has_ended
    screen.type("\x1b")
    screen.still("move \\d+ of \\d+")
    screen.enter("\x15" + "\x7f" * 60 + "\r\rstart\r", "^move 0 of \\d+;")


def large(size: int = 9, ascii_only: bool = False) -> View:
    position = played(GoPosition.start(size, "gnugo-1.1"), "E5", "C3")
    player_lines = (PlayerLine("X", "Black you", True), PlayerLine("O", "White GNU Go 1.1", False))
    display, panel = DisplaySettings(ascii=ascii_only), ("Move 2", "")
    return made(
        header=player_lines, prompt="your move?", diagram=position.diagram(), display=display, panel=panel
    )


def test_the_header_names_both_players_and_highlights_the_one_to_move() -> None:
    frame = board_frame(large(), 80, 24)
    first = [span for span in frame.spans if span.row == 0]
    assert [(span.text.strip(), span.role) for span in first] == [
        ("\u25cf", "black"),
        ("Black you", "chosen"),
        ("\u25cb", "white"),
        ("White GNU Go 1.1", "plain"),
    ]


def points(*leads: float | None, cursor: int = 0) -> GraphData:
    return GraphData(leads, 10, ("B+10", "W+10", "0"), {1: "b"}, cursor, "Black's lead in points")


def test_a_graph_stands_under_the_board_with_marks() -> None:
    state = changed(large(ascii_only=True), graph=points(0.0, 10.0, -10.0, 5.0, cursor=2))
    lines = as_text(board_frame(state, 80, 40), 80, 40).splitlines()
    top = next(number for number, line in enumerate(lines) if "lead in points" in line)
    shown = [line[:22].rstrip() for line in lines[top:]]
    assert top > 10
    assert re.fullmatch(r" B\+10 +#+\|", shown[1])
    assert re.fullmatch(r" +0 -+\|-+", shown[8])
    assert re.fullmatch(r" +b", shown[15])


def test_a_small_screen_shows_the_graph_beside_the_board() -> None:
    board = GoPosition.start(19, "japanese").diagram()
    state = changed(large(ascii_only=True), diagram=board, graph=points(*(8.0,) * 30))
    lines = as_text(board_frame(state, 80, 24), 80, 24).splitlines()
    assert any("Black's lead in points" in line[43:] for line in lines)
    assert any("B+10 " in line[43:] for line in lines)


def test_escape_ends_the_graph_at_once(tmp_path: Path) -> None:
    file = tmp_path / "long.sgf"
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 19)}{chr(97 + n // 19)}]" for n in range(200))
    file.write_text(f"(;GM[1]SZ[19]{moves})")
    screen = Screen(tmp_path, words=("review", str(file)), shows="move 0 of 200;")
    screen.enter("graph\r", r"is thinking, \d+ s; Esc: interrupt; [1-9]\d* %")
    screen.enter("\x1b", r"Black's lead in points \([1-9]?\d %\)")


def test_quit_while_the_graph_is_made_goes_back_to_the_game(tmp_path: Path) -> None:
    screen = begun(tmp_path, "--size", "19", "--handicap", "0", "--color", "black", "--seed", "3")
    for vertex in ("d4", "q3", "k10"):
        screen.enter(f"{vertex}\r", f"[135] X {vertex.upper()}")
        screen.still("your move\\?$")
    screen.enter("review\r", "move 6 of 6;")
    screen.enter("graph\rquit\r", "Back to the game.")
    screen.wait("your move\\?$")


def test_no_graph_stands_over_the_text_of_a_small_window() -> None:
    state = changed(large(), graph=points(*(8.0,) * 20), messages=(ScreenMessage("m" * 60),))
    for width, height in ((20, 8), (24, 16), (30, 18), (40, 14)):
        assert "lead in points" not in as_text(board_frame(state, width, height), width, height)


def test_after_a_game_the_largest_mistake_is_offered_for_training(tmp_path: Path) -> None:
    screen = begun(
        tmp_path,
        *("--opponent", "search:1", "--size", "9", "--color", "black", "--handicap", "0", "--seed", "3"),
    )
    for vertex in ("a1", "a2", "a3", "a4"):
        screen.enter(f"{vertex}\r", f"[1357] [X\u25cf] {vertex.upper()}")
        screen.still("your move\\?$")
    screen.enter("resign\ry\r", "Look first at move \\d+")
    screen.enter("train\r", "Position 1 of \\d: Black to play")
    screen.enter("quit\r", "solved on")
    screen.enter("r", "move \\d+ of \\d+; next")
    screen.wait("Black's lead in points")


def test_keys_work_while_a_game_is_analyzed(tmp_path: Path) -> None:
    file = tmp_path / "long.sgf"
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n // 19)}{chr(97 + n % 19)}]" for n in range(150))
    file.write_text(f"(;GM[1]SZ[19]{moves})")
    screen = Screen(tmp_path, words=("review", str(file)), shows="Analyzing \\[")
    screen.enter("\x1b[C\x1b[C\x1b[C", "move 3 of 150;")
    screen.type("quit\r")


def test_keys_go_to_the_next_mistake_and_back(tmp_path: Path) -> None:
    (tmp_path / "blunder.sgf").write_text(
        "(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[aa];W[cg];B[cc];W[ia];B[ge])"
    )
    screen = Screen(
        tmp_path,
        words=("review", str(tmp_path / "blunder.sgf")),
        columns=110,
        lines=32,
        shows="F4 back mistake",
    )
    screen.enter("goto 2\r", "move 2 of 7;")
    screen.enter("\x1b[15~", "(?s)3 black A9.*move 2 of 7;")
    screen.enter("\x1b[15~", "move 5 of 7;")
    screen.enter("\x1bOS", "move 2 of 7;")


def test_a_game_without_points_has_no_keys_for_mistakes(tmp_path: Path) -> None:
    (tmp_path / "hex.sgf").write_text("(;GM[11]SZ[5];B[a1])")
    screen = Screen(tmp_path, words=("review", str(tmp_path / "hex.sgf")), columns=110, lines=32)
    assert "mistake" not in screen.wait("F1 help")


def test_auto_goes_on_by_itself_until_a_key_is_pressed(tmp_path: Path) -> None:
    screen = reviewed(tmp_path)
    screen.enter("auto 1\r", "^move 1 of 5;")
    screen.type("x\x7f")
    end = time.monotonic() + 1.3
    while time.monotonic() < end:
        screen.read()
    screen.wait("^move 1 of 5;")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (40, 14)])
def test_tab_gives_the_arrows_to_the_cursor_and_back(columns: int, lines: int, tmp_path: Path) -> None:
    screen = reviewed(tmp_path, columns, lines)
    screen.enter("\t", "\\(E5\\)")
    screen.enter(UP + BACK, "\\(D6\\)")
    screen.enter("\r", "^move 1 of 1;")
    screen.enter(DOWN, "\\(D5\\)")
    screen.enter("\t" + BACK, "^move 0 of 1;")
    screen.enter("quit\r", "save, save NAME, discard or back\\?")
    assert screen.status("save\r") == 0
    assert len(read_game(tmp_path / "game.sgf").root.children) == 2


def test_escape_leaves_the_question_and_a_click_plays(tmp_path: Path) -> None:
    screen = reviewed(tmp_path)
    screen.enter(NEXT, "^move 1 of 5;")
    screen.click(1, 1)
    screen.wait("White A9 \\(variation 2 of 2\\)")
    screen.enter("quit\r", "The changes of this review are not saved")
    screen.enter("\x1b", "^move 2 of 2;")
    screen.enter("quit\r", "save, save NAME, discard or back\\?")
    assert screen.status("discard\r") == 0
    assert [path.name for path in tmp_path.glob("*.sgf")] == ["game.sgf"]


def test_return_plays_a_hint_that_was_just_shown(tmp_path: Path) -> None:
    screen = reviewed(tmp_path)
    screen.enter("end\r", "^move 5 of 5;")
    screen.enter("hint 1\r", "^Return plays [A-J]\\d; move 5 of 5;")
    screen.enter("\r", "^move 6 of 6;")
    screen.enter("delete\ry\r", "^move 5 of 5;")
    screen.type("\r")
    screen.still("^move 5 of 5;")


def test_a_move_of_three_parts_is_entered_with_clicks(tmp_path: Path) -> None:
    file = file_with(tmp_path / "amazons.sgf", "(;GM[18]SZ[6])")
    screen = Screen(tmp_path, words=("review", str(file)), shows="move 0 of 0;")
    screen.enter("e1\r", "to which square\\?")
    screen.click(12, 6)
    screen.wait("where does the arrow land\\?")
    screen.enter("\x1b", "to which square\\?")
    screen.enter("e3\rd3\r", "move 1 of 1: Black e1-e3/d3")
