"""Tests of the best moves that a review shows while it is stepped through."""

import re
import time
from pathlib import Path

import pytest

from gnugo_py import Analysis, GoPosition
from gnugo_py.app.candidates import compared_moves
from gnugo_py.engines.analysis import Candidate
from gnugo_py.engines.engine import Decision
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.points import row_and_column
from gnugo_py.games.types import PASS
from tests.cli.test_review import reviewed
from tests.support.paths import file_with
from tests.support.screen import ARROWS, Screen

GAME = "(;GM[1]SZ[5]KM[0];B[cc];W[ae];B[cd];W[bb];B[cb])"
ROW = r"^[A-E][1-5]\*? +\d+\.\d +\d+ +\d+ %"
START = GoPosition.start(9, "japanese")
ENGINE = SearchEngine(START.game, 9)


def candidate(vertex: str, lead: float, visits: int, rate: float) -> Candidate:
    move = START.ensure_move(vertex)
    return Candidate(move, rate, 0.5, visits, rate, lead, pv=(move,))


def test_the_table_has_points_lost_visits_and_win_rate_and_the_board_the_points() -> None:
    best = (candidate("E5", 3.2, 90, 0.64), candidate("C3", 3.4, 8, 0.63), candidate("pass", -9.6, 4, 0.1))
    analysis = Analysis(best, 102, win_rate=0.64, score_lead=3.2)
    shown = compared_moves(
        ENGINE,
        START,
        Decision(PASS, analysis=analysis),
        has_lines=False,
        played=candidate("A1", -0.9, 1, 0.35),
    )
    assert shown.lines == (
        "The moves that gnugo-py level 9 compares for Black (* played):",
        "move  points lost  visits  win rate",
        "E5            0.0      90      64 %",
        "C3            0.0       8      63 %",
        "pass         12.8       4      10 %",
        "A1*           4.1       1      35 %",
    )
    assert {cell: mark.text for cell, mark in shown.marks} == {
        row_and_column(candidate(vertex, 0, 0, 0).move.points[0], 9): text  # type: ignore[union-attr]
        for vertex, text in (("E5", "0"), ("C3", "0"), ("A1", "4"))
    }


def test_the_table_stays_while_stepping_until_it_is_turned_off(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", GAME)
    output = reviewed(file, "candidates on", "next", "back", "candidates off", "next", "candidates")
    tables = output.split("compares for ")[1:]
    assert [table.partition(" ")[0] for table in tables] == ["Black", "White", "Black"]
    assert all(re.search(ROW, table, re.MULTILINE) for table in tables)
    assert "A1*" in tables[1]
    assert tables[0].splitlines()[1:3] == tables[2].splitlines()[1:3], "a known table is not computed again"
    assert "type candidates on or candidates off." in output


def test_a_game_that_is_not_counted_has_no_candidates_to_keep(tmp_path: Path) -> None:
    file = file_with(tmp_path / "hex.sgf", "(;GM[11]SZ[5];B[a1])")
    assert "the command candidates is not available in Hex." in reviewed(file, "candidates on")


def test_a_key_interrupts_the_search_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def analyze(self: SearchEngine, position: GoPosition, visits: int = 1, seconds: None = None) -> Analysis:
        end = time.monotonic() + (0 if position.move_number else 30)
        while time.monotonic() < end and not self._stopped.is_set():
            time.sleep(0.01)
        best = position.ensure_move("B2")
        return Analysis((Candidate(best, 0.5, 1.0, visits, 0.5, 1.0, pv=(best,)),), visits)

    file = file_with(tmp_path / "game.sgf", GAME)
    screen = Screen(tmp_path, words=("review", str(file)), shows="move 0 of 5;")
    screen.wait("B\\+")
    monkeypatch.setattr(SearchEngine, "analyze", analyze)
    screen.enter("candidates on\r", "is thinking")
    screen.enter(ARROWS["right"], "move 1 of 5;")
    screen.wait("compares for White")
