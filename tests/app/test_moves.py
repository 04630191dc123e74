"""Tests of moves in a game: who is asked, what is refused, parts of a move, and how a game ends."""

from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.paths import file_with
from tests.support.plain_game import AGAINST_SEARCH, board, last_board, play, reply
from tests.support.program import TWO_IN_AMAZONS, TWO_IN_HEX, TWO_ON_5X5
from tests.support.screen import begun

ON_5X5 = TWO_ON_5X5[:4]


def against(fault: str) -> tuple[str, ...]:
    """Return the options of a game with Black against the fake engine."""
    return (*ON_5X5, "--color", "black", "--opponent", command(fault))


def test_a_game_begins_with_the_board_the_player_to_move_and_the_signs() -> None:
    lines = play(words=TWO_IN_HEX).splitlines()
    assert lines[1:6] == [f"{' ' * (row - 1)}{row}  - - - - -  {row}" for row in range(1, 6)]
    assert lines[7:10] == [
        "move 0   X Black   O White   X to move",
        "Black joins top and bottom, White left and right.",
        "X Black, top to bottom; O White, left to right; - empty",
    ]


def test_a_move_is_made_and_shown() -> None:
    assert reply("c3") == [
        "  A B C D E",
        "5 - - - - - 5",
        "4 - - - - - 4",
        "3 - - X - - 3",
        "2 - - - - - 2",
        "1 - - - - - 1",
        "  A B C D E",
        "move 1: X C3   X Black   O White   O to move",
        "Black has captured 0, White 0.",
        "White, your move?",
    ]


def test_each_move_is_saved_at_once(a_person_of_its_own: Path) -> None:
    play("c3", "d3", "")
    (file,) = (a_person_of_its_own / "saves").glob("*.sgf")
    assert file.read_text().endswith("\n;B[cc]\n;W[dc])\n")


def test_the_board_is_drawn_once_after_a_move_and_its_answer() -> None:
    first, *lines = reply("c3", words=AGAINST_SEARCH)
    assert first == "my move: C2"
    assert [line.split("  ")[0] for line in lines if line.startswith("move ")] == ["move 2: O C2"]


def test_a_line_that_is_too_long_is_refused_with_the_limit() -> None:
    assert "that line is too long; the limit is 1000 characters." in play("c3".ljust(1001))
    assert last_board("c3".ljust(1001))[2] == "3 - - - - -"
    assert last_board("c3".ljust(999))[2] == "3 - - X - -"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("f1", "illegal move ! F1 is off the board; columns go from A to E, lines from 1 to 5."),
        ("c3", "illegal move ! there is a stone on that point."),
        (
            "flub",
            "not understood: 'flub' is not a point; type a letter and a number, such as C3;"
            " type help for a list of commands.",
        ),
        (
            "undoo",
            "not understood: 'undoo' is not a point; type a letter and a number, such as C3;"
            " did you mean undo?",
        ),
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(line: str, reason: str) -> None:
    assert reply("c3", line) == [reason, "White, your move?"]


def test_a_game_that_is_won_ends_with_its_result(a_person_of_its_own: Path) -> None:
    moves = ("c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5")
    lines = reply(*moves, words=TWO_IN_HEX)
    (file,) = (a_person_of_its_own / "saves").glob("*.sgf")
    assert lines[-2:] == ["Black wins with a chain between its edges.", f"Saved as {file}"]
    assert "RE[B+]" in file.read_text()


@pytest.mark.parametrize(
    ("fault", "announced", "result"),
    [("passes", "I pass.", None), ("resigns", "I resign.", "White resigns; Black wins.")],
)
def test_the_engine_passes_and_resigns_in_words(fault: str, announced: str, result: str | None) -> None:
    lines = reply("c3", words=against(fault))
    assert lines[0] == announced
    assert result is None or lines[-2] == result


def test_two_passes_lead_to_the_count() -> None:
    assert reply("pass")[-1] == "White, your move?"
    assert reply("pass", "pass")[-2:] == [
        "The game is over.",
        "Count the game (y or n, or play to continue playing)?",
    ]


def test_a_loaded_game_begins_with_what_is_unusual_about_it(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;SZ[5]RU[Japanese]KM[0];B[ab];W[cc];B[ba];W[aa])")
    lines = play(words=("--load", str(file), "--opponent", "human")).splitlines()
    assert any("suicide" in line for line in lines), lines


FIRST, SECOND, THIRD = "Black, your move?", "Black, to which square?", "Black, where does the arrow land?"
QUEEN_CHOSEN = "b1: + marks the points that can come next."
CHOSEN_BOARD = [
    "6 - O - - O -",
    "5 O + - - - O",
    "4 - + - - + -",
    "3 - + - + - -",
    "2 X + + - - X",
    "1 + X + + X -",
]


def answer(*lines: str) -> list[str]:
    return reply(*lines, words=TWO_IN_AMAZONS)


def test_a_chosen_point_is_shown_with_the_points_that_can_come_next() -> None:
    lines = answer("b1")
    assert board(lines) == CHOSEN_BOARD
    assert lines[-2:] == [QUEEN_CHOSEN, SECOND]


def test_a_move_may_be_chosen_point_by_point() -> None:
    assert last_board("b1", "b5", "b1", words=TWO_IN_AMAZONS) == [
        "6 - O - - O -",
        "5 O X - - - O",
        "4 - - - - - -",
        "3 - - - - - -",
        "2 X - - - - X",
        "1 - # - - X -",
    ]
    assert answer("b1", "b5", "b1")[-1] == "White, your move?"


def test_a_whole_move_replaces_a_partial_one() -> None:
    assert answer("b1", "e1-e3/e1")[-1] == "White, your move?"
    assert last_board("b1", "e1-e3/e1", words=TWO_IN_AMAZONS)[3:] == [
        "3 - - - - X -",
        "2 X - - - - X",
        "1 - X - - # -",
    ]


def test_a_point_that_cannot_follow_is_refused_and_the_partial_move_stays() -> None:
    lines = answer("b1", "c4")
    assert lines[0].startswith("illegal move ! ")
    assert lines[-2:] == [QUEEN_CHOSEN, SECOND]


def test_back_removes_one_point_at_a_time() -> None:
    assert answer("b1", "b4")[-1] == THIRD
    lines = answer("b1", "b4", "back")
    assert (board(lines), lines[-2:]) == (CHOSEN_BOARD, [QUEEN_CHOSEN, SECOND])
    assert answer("b1", "b4", "back", "back")[-1] == FIRST


@pytest.mark.parametrize(
    ("line", "shown"), [("save", "Saved as "), ("learn nothing", "there is no lesson 'nothing'")]
)
def test_chosen_points_are_shown_again_after_a_command(line: str, shown: str) -> None:
    lines = answer("b1", line)
    assert lines[0].startswith(shown)
    assert lines[-2:] == [QUEEN_CHOSEN, SECOND]


def test_chosen_points_are_shown_after_a_question_that_is_denied_not_before_it() -> None:
    words = ("--new", *TWO_IN_AMAZONS)
    output = play("b1", "resign", "n", "quit", words=words, at_terminal=True)
    between, after = output.split("Resign the game (y or n)? ")
    assert between.count(QUEEN_CHOSEN) == 1
    assert after.count(QUEEN_CHOSEN) == 1


def test_chosen_points_are_shown_again_when_the_person_returns_from_the_form(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_IN_AMAZONS, "--new")
    screen.enter("b1\r", "to which square")
    screen.enter("new\r", "Return: start")
    screen.enter("\x1b", "(?s)The game continues.*to which square")


def test_undo_removes_a_point_before_it_takes_back_a_move() -> None:
    assert answer("b1-b5/b1", "b6", "undo")[0] == "No point is chosen."
    assert answer("b1-b5/b1", "b6", "undo", "undo")[0] == "Move taken back."
