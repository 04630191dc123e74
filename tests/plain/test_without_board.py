"""Plain mode with the setting `board no`: no board is drawn, and everything is said in words."""

import re
from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.plain_game import run_at_terminal, sgf_of
from tests.support.program import TWO_IN_AMAZONS, TWO_IN_HEX, TWO_ON_5X5, output_of, run
from tests.support.screen import begun

DRAWN = re.compile(r"^ *\d+ +([-+XO#] +)+\d*$|[\u2800-\u28ff\u2580-\u259f]|^ +A B C|^ +a b c", re.MULTILINE)
"""A row of a board or its letters, or a part of a graph."""
FOR_TWO = ("play", "--plain", *TWO_ON_5X5)
CAPTURE = """
- - - - -
- X - - -
X O - - -
- X - - -
- - - - -
"""


@pytest.fixture(autouse=True)
def _without_board() -> None:
    assert run("settings", "board", "no").stdout == "board = no\n"


def heard(*words: str, typed: tuple[str, ...] = ()) -> str:
    """Return what the program says; check that it draws nothing."""
    shown = output_of(*words, typed="".join(f"{line}\n" for line in typed))
    assert not DRAWN.search(shown), shown
    return shown


def test_moves_are_said_and_no_board_is_drawn() -> None:
    output = heard(*FOR_TWO, typed=("c3", "d4", "read row 4", "describe c3", "chains"))
    assert "Move 1: Black C3.\n" in output
    assert "Move 2: White D4.\n" in output
    assert "Row 4: A to C empty, D White, E empty." in output
    assert "C3: Black's chain of 1 stone, 4 liberties." in output


def test_a_brief_lesson_says_where_the_stones_are() -> None:
    run("settings", "brief", "yes")
    assert "Black: C4 B3 D3.\nWhite: C3.\n" in heard("learn", "capture", "--plain")


def test_an_illegal_move_is_refused_in_words() -> None:
    said = heard("--size", "5", "--color", "black", typed=("c3", "c3"))
    assert "illegal move: there is a stone on that point." in said


def test_a_capture_names_the_stones() -> None:
    output = heard(*FOR_TWO, typed=("b4", "b3", "a3", "e1", "b2", "e2", "c3"))
    assert "Black captures 1 stone.\nTaken off the board: B3.\n" in output
    assert "Black has captured 1, White 0." in output


def test_the_points_that_may_come_next_are_listed() -> None:
    output = heard("play", "--plain", *TWO_IN_AMAZONS, typed=("a2",))
    assert "a2: next, b2, c2, d2, e2, a1, a3, a4, b3, c4 or d5." in output


def test_every_game_reads_its_rows() -> None:
    output = heard("play", "--plain", *TWO_IN_HEX, typed=("c3", "describe c3", "chains", "read row 3"))
    assert "Row 3: a to b empty, c Black, d to e empty." in output


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("describe", "type describe and a point, such as C3."),
        ("describe pass", "type describe and a point, such as C3."),
        ("describe Z9", "Z9 is off the board; columns go from A to E, lines from 1 to 5."),
        ("read", "type read row N with a row from 1 to 5."),
        ("read row 6", "type read row N with a row from 1 to 5."),
        ("chains 3", "chains takes no argument."),
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(line: str, reason: str) -> None:
    assert f"{line}\n{reason}\n" in heard(*FOR_TWO, typed=(line,))


def test_a_review_says_moves_captures_marks_and_the_graph(tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "game.sgf", sgf_of(CAPTURE, moves="C3").replace("B[cc]", "B[cc]LB[aa:A]C[Look at A.]")
    )
    output = heard("review", str(file), typed=("next", "describe c3", "graph", "influence", "score"))
    assert "move 1 of 1: Black C3" in output
    assert "Taken off the board: B3." in output
    assert "Marked: A A5." in output
    assert re.search(r"Move 1: (Black|White) leads by \d+", output)
    assert "Row 5: " in output


def test_a_lesson_reads_its_board_before_the_task() -> None:
    output = heard("learn", "capture", typed=("c2",))
    assert "9x9 board, Black to move.\nBlack: C4 B3 D3.\nWhite: C3.\n" in output
    assert "Taken off the board: C3." in output


def test_the_count_reads_the_territory(tmp_path: Path) -> None:
    file = file_with(tmp_path / "end.sgf", sgf_of(CAPTURE, moves="C3"))
    words = ("play", "--load", str(file), "--opponent", "human")
    output = heard(*words, typed=("stop", "y", "b4", "b4", "read row 5", "stop", "stop"))
    assert "B4: dead black stone.\n" in output
    assert "B4 is marked dead already. To take marks back, type play, then stop, and count again.\n" in output
    assert "Row 5: " in output
    assert "Black wins by" in output


def test_a_resumed_count_says_which_stones_are_marked(tmp_path: Path) -> None:
    file = file_with(tmp_path / "end.sgf", sgf_of(CAPTURE, moves="C3"))
    heard("play", "--load", str(file), "--opponent", "human", typed=("stop", "y", "b4", "quit", "quit"))
    output = heard("play", "--plain", "--resume", typed=("describe b4", "describe e1", "chains", "stop"))
    assert output.count("It is marked dead.\n") == 1
    assert output.count("Marked dead: B4.\n") == 3, "at the start, in the list, and after the question"


def test_the_help_of_the_count_fits_the_question(tmp_path: Path) -> None:
    file = file_with(tmp_path / "end.sgf", sgf_of(CAPTURE, moves="C3"))
    words = ("play", "--load", str(file), "--opponent", "human")
    output = heard(*words, typed=("stop", "y", "help", "stop", "help"))
    first, _, second = output.partition("Neutral point to fill")
    assert "Type the point of each dead stone" in first
    assert "Type a neutral point" in second
    assert "Type the point of each dead stone" not in second
    assert "On the board, x and o" not in first + second


def test_the_setting_selects_plain_mode_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    output = run_at_terminal("play", *TWO_ON_5X5, typed="c3\n").stdout
    assert "Move 1: Black C3." in output


def test_the_words_exist_on_the_screen(tmp_path: Path) -> None:
    run("settings", "board", "yes")
    screen = begun(tmp_path, *TWO_ON_5X5)
    screen.enter("c3\r", "C3")
    screen.enter("describe c3\r", "Liberties: C4 B3 D3 C2")


def test_new_stones_in_atari_are_named_once() -> None:
    output = heard(*FOR_TWO, typed=("a5", "b5", "e1", "d1"))
    assert "Move 2: White B5.\nBlack's stone at A5 is in atari.\n" in output
    assert output.count("A5 is in atari") == 1


def test_the_own_move_that_gives_atari_is_said_before_the_answer(tmp_path: Path) -> None:
    file = file_with(tmp_path / "atari.sgf", "(;GM[1]FF[4]SZ[5]AW[aa][ba]AB[ab]PL[B])")
    words = ("--load", str(file), "--opponent", "search:1", "--color", "black", "--seed", "1")
    output = heard("play", "--plain", *words, typed=("b4",))
    assert "White's stones at A5 and B5 are in atari.\nmy move: " in output


def test_a_hint_says_the_expected_moves_and_whose_they_are() -> None:
    output = heard(*FOR_TWO, typed=("c3", "hint 3"))
    assert re.search(r"^Expected continuation: White [A-E]\d, Black [A-E]\d", output, re.MULTILINE)
    assert "Marked" not in output


def test_the_time_that_is_left_is_said_after_each_move() -> None:
    output = heard(*FOR_TWO, "--clock", "10m", typed=("c3",))
    assert re.search(r"Move 1: Black C3\.\nTime left: Black (10:00|9:59), White (10:00|9:59)\.\n", output)


def test_a_problem_reads_its_position_whenever_it_changes() -> None:
    output = heard(
        "problems", typed=("capture", "describe c2", "read row 1", "mirror", "", "again", "solution")
    )
    position = re.compile(r"^9x9 board, White to move\.\nBlack: .+\.\nWhite: .+\.$", re.MULTILINE)
    assert len(position.findall(output)) > 3
    assert "C2: Black's chain of " in output
    assert "Row 1: " in output
    assert "Marked: 1" not in output


def test_a_guess_reads_the_position_and_the_points_of_the_last_try(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", sgf_of(CAPTURE, moves="C3 E5"))
    output = heard("guess", str(file), typed=("e1", "e5", "chains", "c3"))
    assert "5x5 board, Black to move.\nBlack: B4 A3 B2.\nWhite: B3.\n" in output
    assert "The move is at one of: " in output
    assert "B3: White's chain of 1 stone, 1 liberty" in output


def test_hex_says_at_the_start_which_row_is_on_top_and_which_is_barred() -> None:
    output = heard(
        "play", "--plain", *TWO_IN_HEX, "--first-move", "no-centre", typed=("describe a1", "describe c3")
    )
    assert "Black joins top and bottom, White left and right.\n" in output
    assert "Row 1 is at the top.\nThe first stone may not be in the center row (row 3).\n" in output
    assert "On the top edge, which is Black's.\nOn the left edge, which is White's.\n" in output


def test_a_score_reads_the_rows_of_the_counted_board(tmp_path: Path) -> None:
    file = file_with(tmp_path / "end.sgf", sgf_of(CAPTURE, moves="C3").replace("SZ[", "RE[B+R]SZ["))
    output = heard("score", str(file), "--dead", "none", "--komi", "0.5")
    assert "Row 5: all Black's territory.\n" in output


def test_explanations_draw_no_board(tmp_path: Path) -> None:
    file = file_with(tmp_path / "end.sgf", "(;GM[1]FF[4]SZ[9];B[ee])")
    assert heard("explain", str(file)).startswith("After move 1, White to move: ")


def test_help_says_nothing_about_keys_and_signs(tmp_path: Path) -> None:
    file = file_with(tmp_path / "end.sgf", sgf_of(CAPTURE, moves="C3"))
    for output in (heard(*FOR_TWO, typed=("help",)), heard("review", str(file), typed=("help",))):
        assert "  describe POINT" in output
        assert not re.search(r"\bF\d|Tab|click|In the graph", output)


def test_a_finished_game_has_no_color_to_move(tmp_path: Path) -> None:
    heard(*FOR_TWO, typed=("c3", "save over", "resign"))
    output = heard("play", "--plain", "--resume", "over")
    assert "5x5 board, the game is over.\n" in output
    assert "to move" not in output
