"""Tests of training: answers, refutations, what is recorded, and the offer after a game.

The analyst is an engine that knows what each move loses; see `oracle_engine`.
"""

from pathlib import Path
from threading import Event

import pytest

from gnugo_py import EngineError
from gnugo_py.study.game_analysis import BackgroundAnalysis
from gnugo_py.study.losses import MoveLoss
from tests.support.analysts import ORACLE
from tests.support.paths import file_with
from tests.support.program import output_of, run
from tests.support.screen import Screen, begun

GAME = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[ec]{};W[fd])"
MISTAKES = (";B[ia]", ";W[fb];B[ii]", ";W[fc];B[ie]")
"""Mistakes of Black at J9, J1 and J5."""


def game(folder: Path, mistakes: int = 1) -> Path:
    """Return a file with a game in which Black makes some mistakes."""
    return file_with(folder / "game.sgf", GAME.format("".join(MISTAKES[:mistakes])))


def train(folder: Path, *lines: str, mistakes: int = 1) -> str:
    """Return the output of the training on such a game after some typed lines."""
    typed = "".join(f"{line}\n" for line in lines)
    return output_of("train", str(game(folder, mistakes)), "--plain", "--analyst", ORACLE, typed=typed)


def due_tomorrow() -> str:
    """Return how many positions are due on the next day, as `1 of N`; empty if there are none."""
    done = run("train", "--plain", "--analyst", ORACLE, typed="quit\n", GNUGO_PY_TODAY="2026-11-26")
    return done.stdout.partition("Position ")[2].partition(":")[0]


def test_the_position_is_shown_with_the_move_that_was_played(tmp_path: Path) -> None:
    shown = train(tmp_path)
    assert shown.startswith("Position 1 of 1: Black to play\n")
    assert "\n9 - - - - - - - - ? 9\n" in shown
    assert "Move 3: Black played J9, marked ?, and lost about 6 points.\n" in shown


def test_mistakes_in_a_decided_game_are_said_to_be_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MoveLoss, "was_decided", property(lambda _: True))
    shown = train(tmp_path)
    assert (
        shown
        == "Black made all mistakes when the game was already decided; in its review, mistakes lists them.\n"
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("c3", "correct: C3 is the best move. The game may continue: A1 B1 C1."),
        ("D4", "correct: D4 is good; the best move is C3."),
        ("G7", "not yet: G7: it loses about 5.0 points."),
        ("J9", "not yet: J9: that is the move that was played, which lost 6.5 points."),
    ],
)
def test_an_answer_is_correct_if_it_loses_less_than_half_of_the_limit(
    line: str, answer: str, tmp_path: Path
) -> None:
    assert answer in train(tmp_path, line)


def test_return_shows_the_refutation_of_a_wrong_answer_move_by_move(tmp_path: Path) -> None:
    shown = train(tmp_path, "G7", "", "", "").partition("not yet:")[2]
    moves = [line for line in shown.splitlines() if " plays " in line]
    assert moves == ["White plays A1.", "Black plays B1.", "White plays C1."]
    assert "The engine looked no further; try another move, or type 'again' to reset the board." in shown


def test_the_solution_is_shown(tmp_path: Path) -> None:
    assert "solution: C3. The game may continue: A1 B1 C1." in train(tmp_path, "solution")


def test_the_solution_is_played_out_on_the_board_move_by_move(tmp_path: Path) -> None:
    shown = train(tmp_path, "solution")
    moves = [line for line in shown.splitlines() if line.startswith("solution: ")]
    assert moves[1:] == ["solution: White A1.", "solution: Black B1.", "solution: White C1."]
    assert "\n1 O X O - - - - - - 1\n" in shown.partition("solution: White C1.")[0]


def test_the_solution_says_what_its_moves_do(tmp_path: Path) -> None:
    run("settings", "board", "no")
    shown = train(tmp_path, "solution").partition("solution: C3.")[2]
    assert shown.splitlines()[1].startswith("It ")


def test_on_a_screen_return_plays_the_next_move_of_the_solution(tmp_path: Path) -> None:
    words = ("train", str(game(tmp_path, mistakes=2)))
    screen = Screen(tmp_path / "saves", "--analyst", ORACLE, words=words, shows="Position 1 of 2")
    screen.enter("solution\r", "Press Return for the next move of the solution")
    screen.enter("\r", "solution: White A1")
    screen.enter("\r", "solution: Black B1")
    screen.enter("\r", "(?s)solution: White C1.*Press Return for the next position")
    screen.enter("\r", "Position 2 of 2")


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (("C3", "G7", "C7", "solution"), "1 of 2"),
        (("G7", "skip", "skip", "G3"), "1 of 1"),
        (("C3", "C7", "G3"), ""),
        (("skip", "quit"), ""),
    ],
)
def test_only_a_position_that_was_missed_is_due_again(
    lines: tuple[str, ...], due: str, tmp_path: Path
) -> None:
    train(tmp_path, *lines, mistakes=3)
    assert due_tomorrow() == due


def test_the_end_counts_the_positions_solved_on_the_first_try(tmp_path: Path) -> None:
    shown = train(tmp_path, "C3", "G7", "C7", "solution", mistakes=3)
    assert shown.endswith("Training: 1 of 3 positions solved on the first try.\n")


def test_ignore_shows_the_next_move_if_the_opponent_passes(tmp_path: Path) -> None:
    assert "If White ignores J9, Black plays C7." in train(tmp_path, "ignore")
    assert "If White ignores G7, Black plays C7." in train(tmp_path, "G7", "ignore")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("zz", "not understood: 'zz' is not a point"),
        ("E5", "illegal move: there is a stone on that point."),
        ("resign", "not understood: "),
        ("J99", "illegal move: J99 is off the board"),
        ("\u00e4", "not understood: "),
    ],
)
def test_what_is_no_legal_move_is_refused(line: str, reason: str, tmp_path: Path) -> None:
    assert reason in train(tmp_path, line)


def test_a_screen_shows_the_answer_until_return(tmp_path: Path) -> None:
    words = ("train", str(game(tmp_path, mistakes=2)))
    screen = Screen(tmp_path / "saves", "--analyst", ORACLE, words=words, shows="Position 1 of 2")
    assert "Position 2 of 2" not in screen.enter("c3\r", "correct: C3")
    screen.enter("d4\r", "this position is solved")
    screen.enter("\r", "Position 2 of 2")


def test_the_offer_is_about_the_game_that_has_just_ended(tmp_path: Path) -> None:
    """After a review, the person may play on from it and end another game in the same run."""
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--opponent", "search:1", "--seed", "1")
    screen = begun(tmp_path, *words, "--analyst", ORACLE, columns=100, lines=40)
    screen.enter("e5\r", "(?s)my move: .*your move\\?$")
    screen.enter("j9\r", "(?s)J9.*my move: .*your move\\?$")
    screen.enter("resign\ry\r", "Look first at move 3 \\(about 6 points\\)")
    screen.enter("r", "move 4 of 4")
    screen.enter("play\r", "your move\\?$")
    screen.enter("j1\r", "(?s)my move: .*your move\\?$")
    screen.enter("resign\ry\r", "Look first at move 5 \\(about 8 points\\)")


def test_a_wrong_answer_is_kept_at_the_end_of_input(tmp_path: Path) -> None:
    assert train(tmp_path, "j9").endswith("End of input.\n")
    assert due_tomorrow() == "1 of 1"


def test_without_a_board_the_position_is_read_out(tmp_path: Path) -> None:
    run("settings", "board", "no")
    shown = train(tmp_path, "describe e5", "C3")
    assert "9x9 board, Black to move.\nBlack: E5.\nWhite: E7.\nGo\nMove 3: Black played J9" in shown
    assert "E5: Black's chain of 1 stone, 4 liberties." in shown
    assert "\n9 " not in shown


def test_show_does_the_same_as_solution(tmp_path: Path) -> None:
    answer = train(tmp_path, "solution").partition("solution: ")[2]
    assert train(tmp_path, "show").partition("solution: ")[2] == answer != ""


def test_a_page_of_help_leaves_the_mark_of_the_move_that_was_played(tmp_path: Path) -> None:
    screen = Screen(
        tmp_path, "--analyst", ORACLE, words=("train", str(game(tmp_path))), shows="9 - - - - - - - - \\?"
    )
    screen.enter("\x1b[[A", "Press Return for the board")
    screen.enter("\r", "9 - - - - - - - - \\?")


@pytest.fixture
def endless_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses that go on until they are interrupted."""

    def finish(analysis: BackgroundAnalysis) -> None:
        interrupted.wait()
        raise EngineError("it was interrupted")

    interrupted = Event()
    monkeypatch.setattr(BackgroundAnalysis, "finish", finish)
    monkeypatch.setattr(BackgroundAnalysis, "interrupt", lambda _: interrupted.set())


@pytest.mark.usefixtures("endless_analysis")
@pytest.mark.parametrize("keys", ["quit\r", "q\r", "\x1b[21~", "new\rundo\rresign\rc3\rquit\r", "\x1b"])
def test_a_file_can_be_left_while_it_is_analyzed(keys: str, tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("train", str(game(tmp_path))), shows="is thinking")
    assert screen.status(keys) == 0


@pytest.mark.usefixtures("endless_analysis")
@pytest.mark.parametrize("keys", ["quit\r", "\x1b"])
def test_the_menu_is_back_after_the_analysis_of_the_last_game_was_left(keys: str, tmp_path: Path) -> None:
    words = ("--size", "5", "--handicap", "0", "--color", "black", "--opponent", "search:1")
    run("play", "--plain", *words, "--saves", str(tmp_path), typed="c3\nresign\n")
    screen = Screen(tmp_path, shows="Train: your last game")
    screen.enter("6", "is thinking")
    screen.enter(keys, "Train: your last game")
