"""Tests of lessons: in plain mode, on a screen and during a game, and of the recorded progress."""

import re
import shutil
from pathlib import Path

import pytest

from gnugo_py.app.course import load_course
from gnugo_py.study.lesson import Lesson
from gnugo_py.system.files import study_folder
from tests.support.program import output_of, run
from tests.support.screen import Screen, begun


def said(*words: str, typed: str = "") -> str:
    return output_of("learn", "--plain", *words, typed=typed)


def test_right_and_wrong_answers_are_explained() -> None:
    shown = said("capture", typed="b2\nc2\n\nquit\n")
    assert "Not yet. White plays C2. Now White has added a stone" in shown
    assert "Right. The stone is gone" in shown
    assert "At the edge (board 2 of 5)" in shown


def test_learn_without_a_name_continues_at_the_first_unsolved_board() -> None:
    said(typed="e5\n\na1\n\nquit\n")
    assert "The edge (board 3 of 3)" in said(typed="quit\n").split("your move?")[0]
    said(typed="c1\nquit\n")
    assert "Liberties: In the middle (board 1 of 4)" in said(typed="quit\n")
    assert re.search(r"^\* stones .*3", said(typed="lessons\nquit\n"), re.MULTILINE)


def test_a_lesson_that_has_more_boards_than_before_continues_at_the_first_new_one() -> None:
    said("snapback", typed="c1\nquit\n")
    shown = said("snapback", typed="lessons\nquit\n")
    assert "The snapback: At the edge (board 2 of 5)" in shown
    assert re.search(r"^\. snapback .*5", shown, re.MULTILINE)


def test_numbers_words_points_and_passes_are_answers() -> None:
    assert "Right." in said("liberties", typed="4\nquit\n")
    assert "Right." in said("komi", typed="White\nquit\n")
    assert "Not yet. Beyond the edge" in said("liberties", typed="9\nquit\n")
    assert "Right." in said("suicide", typed="a1\nquit\n")
    assert "Right." in said("ending", typed="d5\n\npass\nquit\n").split("Nothing left")[-1]


@pytest.mark.parametrize("line", ["four", "a2", "xyz"])
def test_what_is_no_number_is_refused_where_a_number_is_asked_for(line: str) -> None:
    shown = said("liberties", typed=f"{line}\nquit\n")
    assert f"not understood: '{line}' is not a number, such as 3; type help" in shown
    assert "Not yet." not in shown


@pytest.mark.parametrize("line", ["y", "undo", "xyz"])
def test_what_is_no_point_is_refused_where_a_point_is_asked_for(line: str) -> None:
    shown = said("suicide", typed=f"{line}\nk10\na1\nquit\n")
    assert f"not understood: '{line}'" in shown
    assert "illegal move: K10 is off the board" in shown
    assert "Not yet." not in shown
    assert "Right." in shown


def test_a_solved_board_stays_solved_after_a_refused_answer() -> None:
    shown = said("stones", typed="e5\nz9\n\nquit\n")
    assert "illegal move: Z9 is off the board" in shown
    assert "board 2 of 3" in shown


def test_a_move_of_amazons_is_answered_whole_or_point_by_point() -> None:
    assert "Right." in said("amazons", typed="next\na1-a3/a4\nquit\n")
    assert "illegal move: " in said("amazons", typed="next\na3\nquit\n")
    shown = said("amazons", typed="next\na1\na3\na4\nquit\n")
    assert "a1: " in shown
    assert "Right." in shown


def test_a_board_that_was_shown_says_that_it_does_not_count_when_it_is_solved() -> None:
    after = said("capture", typed="show\n\nC2\nquit\n").partition("Right.")[2]
    assert "This board does not count yet: come back to it later, and solve it without show." in after
    assert "does not count" not in said("capture", typed="C2\n\nback\nshow\nquit\n")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("show", "Correct: C2. The stone is gone"),
        ("show", "This board does not count yet: come back to it later, and solve it without show."),
        ("text", "If you fill the last liberty of"),
        ("help", "open another lesson: learn NAME"),
        ("back", "Beside other stones (board 4 of 4)"),
        ("learn ko", "Ko: Take (board 1 of 3)"),
        ("learn 9", "Ko: Take (board 1 of 3)"),
        ("learn nothing", "there is no lesson 'nothing'; the lessons are stones"),
        ("menu", "type quit to go back; run gnugo-py for the menu."),
        ("undo", "not understood: "),
        ("xyzzy", "not understood: "),
        ("c3", "illegal move: there is a stone on that point."),
        ("z9", "illegal move: "),
    ],
)
def test_commands_of_a_lesson_and_lines_that_are_none(line: str, shown: str) -> None:
    assert shown in said("capture", typed=f"{line}\nquit\n")


def test_a_game_is_offered_after_the_last_board() -> None:
    shown = said("tanbo", typed="back\nlearn tanbo\n" + "next\n" * 5 + "play\nquit\n")
    assert "that was the last board; type lessons for" in shown
    assert "O White gnugo-py level 1" in shown


def test_a_game_from_a_lesson_has_its_board_and_an_easy_opponent() -> None:
    shown = said("hex", typed="play\nquit\n")
    assert "move 0   X Black you   O White gnugo-py level 1" in shown
    assert "    5  - - - - -  5\n" in shown


def test_the_path_goes_on_at_the_first_board_that_is_not_solved_and_shown_answers_do_not_count() -> None:
    assert said(typed="quit\n").startswith(
        "Path: 0 % of 133 boards.\nStones and points: A point (board 1 of 3)"
    )
    said("stones", typed="e5\nquit\n")
    said("liberties", typed="show\n4\nquit\n")
    assert said(typed="quit\n").startswith("Path: 1 %. Continue at Stones and points 2.\n")
    said("liberties", typed="show\nnext\n3\nquit\n")
    passed = "Not counted: 3 boards passed over, until solved without show."
    assert said(typed="quit\n").startswith(f"Path: 2 %. Continue at Stones and points 2. {passed}\n")


def test_the_problems_of_the_program_are_opened_and_left_for_the_lesson() -> None:
    shown = said("capture", typed="problems\nquit\nc2\nquit\n")
    assert "\nCapture 1 (30k)\n" in shown
    assert "Right. The stone is gone" in shown


def test_lessons_of_another_folder_are_read(tmp_path: Path) -> None:
    shutil.copy(Path(study_folder("lessons")) / "03-capture.txt", tmp_path / "01-mine.txt")
    file = tmp_path / "01-mine.txt"
    file.write_text(file.read_text().replace("The stone is gone", "Off it goes"))
    assert "Right. Off it goes" in said("mine", "--lessons", str(tmp_path), typed="c2\nquit\n")


def test_a_mistake_in_a_lesson_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "01-mine.txt"
    text = (Path(study_folder("lessons")) / "03-capture.txt").read_text()
    file.write_text(text.replace("right: C2: ", "right: C2 "))
    done = run("learn", "--lessons", str(tmp_path), "--list")
    assert done.returncode == 2
    assert re.search(r"01-mine.txt, line \d+: 'right' must have the form", done.stderr)
    assert "Traceback" not in done.stderr


def test_escape_sequences_in_a_lesson_do_not_reach_the_terminal(tmp_path: Path) -> None:
    text = "title: \033[31mred\n\nboard: \033]0;x\007\ntext: \033[2J\nright: C3: \033[31mok\n"
    (tmp_path / "01-a.txt").write_text(text)
    shown = said("a", "--lessons", str(tmp_path), typed="c3\nshow\ntext\nlessons\nquit\n")
    shown += run("learn", "--list", "--lessons", str(tmp_path)).stdout
    assert "\033" not in shown
    assert "\x07" not in shown
    assert shown.splitlines()[-1] == "a\t1\t\\x1b[31mred"


@pytest.mark.parametrize(
    ("name", "reason"),
    [("none", "No such file or directory; specify a folder with lesson files"), (".", "no lessons in this")],
)
def test_a_folder_without_lessons_is_reported(name: str, reason: str, tmp_path: Path) -> None:
    done = run("learn", "--list", "--lessons", str(tmp_path / name))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert reason in done.stderr


def test_an_unknown_lesson_is_reported_in_one_line() -> None:
    done = run("learn", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no lesson 'chess'; the lessons are stones, " in done.stderr


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40), (40, 14)])
def test_a_lesson_is_taken_on_a_screen_of_any_size(columns: int, lines: int, tmp_path: Path) -> None:
    screen = Screen(
        tmp_path,
        columns=columns,
        lines=lines,
        words=("learn", "capture"),
        shows="(?s)last liberty.*your move\\?",
    )
    screen.enter("b2\r", "(?s)Not yet.*another answer")
    screen.enter("\r", "your move\\?")
    screen.enter("c2\r", "(?s)Right\\..*Press Return")
    screen.enter("\r", "three")
    assert screen.status("quit\r") == 0


@pytest.mark.slow
@pytest.mark.parametrize("lesson", load_course(None).lessons, ids=lambda lesson: lesson.name)
def test_a_lesson_is_walked_through_in_a_window_of_80_by_24(lesson: Lesson, tmp_path: Path) -> None:
    screen = Screen(tmp_path, columns=80, lines=24, words=("learn", lesson.name))
    for number, exercise in enumerate(lesson.exercises, 1):
        asked = "Press Return to play:" if exercise.is_game else "your (move|answer)\\?"
        assert "-- more" not in screen.wait(f"(?s)board {number}\\b.*{asked}")
        if exercise.is_game:
            continue
        answer = next(each.answers[0] for each in exercise.answers if each.is_right)
        assert "-- more" not in screen.enter(f"{answer}\r", "Right\\.")
        screen.type("\r")
    screen.type("quit\r")


def test_a_click_on_the_board_is_an_answer(tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("learn", "capture"), shows="your move\\?$")
    screen.click(3, 7)  # C2, in the second row from the bottom of a board without a header
    screen.wait("Right\\.")


def test_a_game_is_played_from_a_lesson_and_a_lesson_taken_in_a_game(tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("learn", "stones"), shows="your move\\?$")
    screen.enter("play\r", "White gnugo-py level 1")
    screen.enter("learn ko\r", "Ko: Take")
    screen.enter("quit\r", "Back to the game.")
    screen.enter("quit\r", "board 1 of")
    assert screen.status("quit\r") == 0


def test_a_small_window_shows_that_a_text_continues(tmp_path: Path) -> None:
    screen = Screen(tmp_path, columns=40, lines=14, words=("learn", "ko"), shows="-- more: PgDn --$")
    screen.enter("\x1b[6~", "Take the white stone on C3")
    screen.enter("text\r", "(?s)Sometimes.*Take the white stone on C3")


def test_lessons_opened_from_the_form_keep_its_values(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "--new", shows="Return: start")
    screen.enter("  ", "< Amazons >")
    screen.enter("\x1b[[B", "Amazons: queens and arrows(?s:.)*your answer\\?$")
    screen.enter("quit\r", "< Amazons >")


def test_the_cursor_is_described_on_the_board_of_the_lesson(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--new")
    screen = begun(tmp_path, *words)
    screen.enter("e5\r", "my move: ")
    screen.enter("learn capture\r", "Taking stones: .*board 1 of 5")
    screen.enter("\x1b[D" * 2 + "\x1b[B" * 2, "C3: White's chain of 1 stone, 1 liberty")
    screen.type("\x1b[A" * 2 + "\x1b[C" * 2)
    assert "chain of" not in screen.still("\\(E5\\)$")


def test_solution_does_the_same_as_show() -> None:
    assert said("capture", typed="solution\nquit\n").count("Correct: ") == 1


def test_a_screen_says_where_the_path_goes_on_and_what_does_not_count(tmp_path: Path) -> None:
    said("stones", typed="show\nnext\na1\nquit\n")
    screen = Screen(tmp_path / "saves", words=("learn",), columns=80, lines=24)
    screen.wait("(?s)Path: 1 %.*Not counted:\\s+1 board.*Two players")
