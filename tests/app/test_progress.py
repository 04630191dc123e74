"""Tests of work that takes long: its progress is shown, and it can be interrupted."""

from pathlib import Path

import pytest

from gnugo_py import EngineError
from gnugo_py.app import progress
from gnugo_py.app.problem_files import ProblemText
from gnugo_py.app.progress import Work, with_progress
from gnugo_py.study.problem import Problem
from tests.support.program import run
from tests.support.screen import Screen

PROBLEM = "(;GM[1]SZ[9]AB[cc]AW[dc]{}PL[B];B[dd]C[RIGHT])"
GAME = "(;GM[1]SZ[5]KM[0]PB[you]PW[gnugo-py level 1]RE[W+R];B[cc];W[{}])"


def test_progress_is_shown_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.4, 0.9, 1.2, 1.2, 1.9, 2.3, 2.3])
    monkeypatch.setattr("gnugo_py.app.progress.time.monotonic", lambda: next(times))
    shown: list[str] = []
    assert list(with_progress("abcde", shown.append, "letters read")) == list("abcde")
    assert shown == ["3 letters read", "5 letters read"]


def test_work_that_was_interrupted_stops() -> None:
    task = Work()
    letters = task.counted("abc", "letters read")
    assert (next(letters), task.progress_text()) == ("a", "")
    assert (next(letters), task.progress_text()) == ("b", "1 letters read")
    task.interrupt()
    with pytest.raises(EngineError, match="interrupted"):
        next(letters)


def test_copies_of_a_problem_are_left_out_without_reading_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[ProblemText] = []
    parse = ProblemText.parse

    def counted(text: ProblemText, symmetry: int = 0, swaps_colors: bool = False) -> Problem:
        parsed.append(text)
        return parse(text, symmetry, swaps_colors)

    monkeypatch.setattr(ProblemText, "parse", counted)
    (tmp_path / "copies.sgf").write_text((PROBLEM.format("") + "\n") * 500 + PROBLEM.format("AB[aa]"))
    done = run("problems", "--plain", str(tmp_path / "copies.sgf"), typed="d6\nd6\n")
    assert "Left out: 499 problems that you tried before." in done.stdout
    assert "Problems: 2 of 2 solved on the first try." in done.stdout
    assert len(parsed) == 2


def test_the_screen_shows_how_many_problems_were_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_SECONDS", 0.0)
    problems = [PROBLEM.format(f"C[{number}]") for number in range(20)]
    (tmp_path / "copies.sgf").write_text("".join(problems) + PROBLEM.format("AB[aa]"))
    shown: list[str] = []
    screen = Screen(tmp_path, words=("problems", str(tmp_path / "copies.sgf")))
    show_frame = screen.window.show_frame

    def show(frame: object) -> None:
        show_frame(frame)  # type: ignore[arg-type]
        shown.append(screen.window.lines()[-1])

    monkeypatch.setattr(screen.window, "show_frame", show)
    screen.wait("your move")
    screen.enter("d6\r", "Return for the next problem")
    screen.enter("\r", "Left out: 19 problems")
    assert "19 problems read; Ctrl-C ends the program" in shown


def test_the_reading_of_the_saved_games_for_the_report_can_be_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(self: Work, games: object, what: str) -> object:
        while True:
            yield from work_counted(self, ["x"], what)

    work_counted = Work.counted
    monkeypatch.setattr(Work, "counted", endless)
    monkeypatch.setattr("gnugo_py.app.modes.report.find_games", lambda _, __, counted: list(counted([])))
    for number, point in enumerate(("bb", "dd")):
        (tmp_path / f"{number}.sgf").write_text(GAME.format(point))
    screen = Screen(tmp_path, shows="Report on all your games")
    screen.enter("9", "1 games read")
    screen.enter("\x1b", "interrupted")
    screen.enter("quit\r", "Report on all your games")
