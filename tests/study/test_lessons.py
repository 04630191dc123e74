"""Tests of the lessons' boards and of error messages for lesson files."""

from pathlib import Path

import pytest

from gnugo_py.app.course import load_course
from gnugo_py.games.game import Game
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import FileError, Play, UserError
from gnugo_py.study.lesson import Lesson, LessonExercise, judge_lesson_answer, parse_lesson
from tests.support.lesson_claims import false_claims
from tests.support.lesson_goals import right_answers

COURSE = load_course(None)
BOARDS = [(lesson, exercise) for lesson in COURSE.lessons for exercise in lesson.exercises]
NAMES = [f"{lesson.name}-{number}" for lesson in COURSE.lessons for number in range(len(lesson.exercises))]


def right_words(exercise: LessonExercise) -> list[str]:
    """Return the right answers that a board lists."""
    return [word for answer in exercise.answers if answer.is_right for word in answer.answers]


boards = pytest.mark.parametrize(("lesson", "exercise"), BOARDS, ids=NAMES)


def game_of(name: str) -> Game:
    return GAMES[name].load()


@pytest.mark.slow
@boards
def test_the_right_answers_are_exactly_the_proven_solutions(lesson: Lesson, exercise: LessonExercise) -> None:
    proven = right_answers(lesson, exercise)
    shown = {word.lower() for word in right_words(exercise)}
    assert shown
    assert proven is None or shown == proven


@pytest.mark.slow
@boards
def test_what_the_replies_to_all_answers_claim_is_true(lesson: Lesson, exercise: LessonExercise) -> None:
    if exercise.ask != "move" or lesson.game is not game_of("go"):
        return
    answers = [exercise.position.format_move(move) for move in exercise.position.legal_moves()]
    false = {answer: claims for answer in answers if (claims := false_claims(lesson, exercise, answer))}
    assert not false


@boards
def test_right_answers_are_called_right_and_wrong_ones_wrong(
    lesson: Lesson, exercise: LessonExercise
) -> None:
    for answer in exercise.answers:
        for word in answer.answers:
            found = judge_lesson_answer(exercise, word)
            assert found.is_right is answer.is_right
            assert found.text == answer.reply_text


@boards
def test_other_answers_are_wrong_and_get_a_reply(lesson: Lesson, exercise: LessonExercise) -> None:
    other = [answer for answer in exercise.answers if not answer.answers]
    assert len(other) == 1
    if exercise.ask != "move":
        return
    position = exercise.position
    solution = {word.lower() for word in right_words(exercise)}
    written = [position.format_move(move) for move in list(position.legal_moves())[:150]]
    found = [judge_lesson_answer(exercise, each) for each in written if each.lower() not in solution]
    assert not any(each.is_right for each in found)
    if other[0].replies:
        assert any(each.reply for each in found)


@boards
def test_texts_are_short_enough_for_a_small_window(lesson: Lesson, exercise: LessonExercise) -> None:
    for text in (*exercise.text, *(answer.reply_text for answer in exercise.answers)):
        assert len(text) < 260
        assert text[-1] in ".!?"


def test_every_game_has_enough_exercises() -> None:
    by_game = {name: sum(board[0].game is game_of(name) for board in BOARDS) for name in GAMES}
    assert by_game["go"] >= 60
    assert all(by_game[name] >= 5 for name in ("hex", "amazons", "tanbo"))


FIRST = "title: A lesson\n\n"
BOARD = "board: One\nright: C3: Yes.\n  . . .\n  . X .\n"
QUEENS = "title: A lesson\ngame: amazons\n\nboard: One\n"
HALF = "that move is incomplete"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", "line 1: a lesson must start with 'title: ...'"),
        (QUEENS + "moves: b1-b4\nright: a2-b2/c2: Yes.\n", f"line 5: b1-b4: {HALF}"),
        (QUEENS + "right: b1-b4: Yes.\n", f"line 5: b1-b4: {HALF}"),
        (QUEENS + "right: b1-b4/b5: Yes.\nwrong: b1-b3: No.\n", f"line 6: b1-b3: {HALF}"),
        (QUEENS + "right: b1-b4/b5: Yes.\nwrong: any -> e6-e5: No.\n", f"line 6: e6-e5: {HALF}"),
        ("board: One\nright: C3: Yes.\n", "line 1: a lesson must start with 'title: ...'"),
        ("titel: A lesson\n", "line 1: unknown field 'titel'"),
        ("title: A lesson\n", "line 1: this lesson has no board"),
        ("title: A lesson\ngame: chess\n\n" + BOARD, "line 2: unknown game 'chess'"),
        ("title: A lesson\nsize: 1\n\n" + BOARD, "line 2: the board has 2 to 25 lines per side"),
        ("title: A lesson\nsize: many\n\n" + BOARD, "line 2: type a whole number"),
        (FIRST + "board: One\n  . . .\n", "line 3: this board needs a line 'right: ...'"),
        (FIRST + "right: C3: Yes.\n", "line 3: this entry needs a line 'board: ...'"),
        (FIRST + "board: One\nright: C3\n", "line 4: 'right' must have the form 'right: D4: text'"),
        (FIRST + "board: One\nright: Z9: Yes.\n", "line 4: Z9: "),
        (FIRST + "board: One\nright: B1: Yes.\n  X X\n", "line 4: B1: there is a stone on that point"),
        (FIRST + "board: One\nright: : Yes.\n", "line 4: 'right' "),
        (
            FIRST + "board: One\nask: what\nright: C3: Yes.\n",
            "line 4: 'ask' must be move or name or game or capture",
        ),
        (FIRST + "board: One\nto play: B\nright: C3: Yes.\n", "line 4: 'to play' must be X or O"),
        (FIRST + "board: One\nboard: Two\nright: C3: Yes.\n", "line 4: a second 'board' in one entry"),
        (
            FIRST + "board: One\nmoves: C3, C3\nright: C4: Yes.\n",
            "line 4: C3: there is a stone on that point",
        ),
        (FIRST + BOARD + "  . . q .\n", "line 7: not a row of a drawing: '. . q .'; fields are title"),
        (FIRST + BOARD + "and so on\n", "line 7: neither a field nor a row of a drawing"),
        (FIRST + "board: One\nrihgt: C3: Yes.\n", "line 4: unknown field 'rihgt'; fields are title"),
        (FIRST + "board: One\nright: C3: Yes.\nright: c3: No.\n", "line 3: c3 appears in two answers"),
        (FIRST + "board: One\ngame: hex\nright: C3: Yes.\n", "line 4: 'game' is not allowed here"),
        (FIRST + "board: One\nright: C3 -> Z9: Yes.\n", "line 4: Z9: "),
        (FIRST + "board: One\nright: C3: Yes.\n  # X\n", "line 5: # has no meaning in Go"),
        (FIRST + BOARD + "  . . . . . . . . . .\n", "line 7: this row has more than 9 signs"),
        (FIRST + BOARD + "  . .\n" * 8, "line 14: the drawing has more than 9 rows"),
        (FIRST + "board: One\nright: C3: Yes.\n  O X\n  X .\n  O X\n  X O\n", "line 3: a chain would"),
    ],
)
def test_an_error_in_a_lesson_is_reported_with_file_and_line(text: str, shown: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_lesson(text, "mine.txt", "mine")
    assert str(caught.value).startswith(f"mine.txt, {shown}")


def test_a_drawing_is_the_lower_left_corner_and_comments_are_left_out() -> None:
    lesson = parse_lesson("# mine\n#\n" + FIRST + "# a board\n" + BOARD, "mine.txt", "mine")
    (exercise,) = lesson.exercises
    assert (
        exercise.position.diagram().rows[7:] == ("-X-------", "---------")
        or exercise.position.diagram().rows[8][1] == "X"
    )
    assert lesson.title == "A lesson"


def test_a_text_may_go_on_in_the_next_line() -> None:
    text = FIRST + "board: One\ntext: This is\n  long.\ntext: This is not.\nright: C3: Yes.\n"
    (exercise,) = parse_lesson(text, "mine.txt", "mine").exercises
    assert exercise.text == ("This is long.", "This is not.")


def test_a_row_that_starts_with_an_arrow_is_not_a_comment() -> None:
    text = "title: A\ngame: amazons\n\nboard: One\nask: name\nright: a1: Yes.\n# X O - - -\n# - - - - -\n"
    (exercise,) = parse_lesson(text, "mine.txt", "mine").exercises
    assert exercise.position.diagram().rows[4:] == ("#XO---", "#-----")


def test_the_opponent_answers_with_the_first_reply_that_is_legal() -> None:
    text = FIRST + "board: One\nright: C3: Yes.\nwrong: any -> D4, D5: No.\n"
    (exercise,) = parse_lesson(text, "mine.txt", "mine").exercises
    assert judge_lesson_answer(exercise, "e5").reply == "D4"
    found = judge_lesson_answer(exercise, "d4")
    assert (found.reply, found.text) == ("D5", "No.")
    assert isinstance(found.position.last_move, Play)


def test_unusable_lesson_folders_are_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="lesson files have names like 01-stones"):
        load_course(str(tmp_path))
    with pytest.raises(UserError, match="gone: No such file or directory; specify a folder"):
        load_course(str(tmp_path / "gone"))
    for name in ("1-a.txt", "2-a.txt"):
        (tmp_path / name).write_text(FIRST + BOARD)
    with pytest.raises(UserError, match="two lessons are named a"):
        load_course(str(tmp_path))
