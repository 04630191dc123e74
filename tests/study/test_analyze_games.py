"""Tests of the analysis of a whole game: points lost, what is searched, and analysts that fail.

The analyst is `judging_engine`: a pass loses 12 points, other moves lose none.
"""

import json

import pytest

from gnugo_py.engines.external import process
from tests.support.analysts import engine_command
from tests.support.program import Finished, run

STEADY = "(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[gg];W[gc])"
WHITE_PASSES = "(;GM[1]SZ[9]KM[7];B[ee];W[];B[cc])"
BLACK_PASSES = "(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[];W[gg])"


def analyze(game: str, *options: str, program: str = "judging_engine") -> Finished:
    """Analyze a game with an engine of the tests."""
    return run("analyze", "-", "--json", "--analyst", engine_command(program, *options), typed=game)


def column(done: Finished, name: str) -> list[object]:
    """Return a value of each move."""
    return [json.loads(line)[name] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("game", "points_lost", "leads"),
    [
        (STEADY, [0, 0, 0, 0], [-1, -1, -1, -1]),
        (WHITE_PASSES, [0, 12, 0], [-1, 11, 11]),
        (BLACK_PASSES, [0, 0, 12, 0], [-1, -1, -13, -13]),
    ],
)
def test_a_color_loses_the_points_that_its_move_changes(
    game: str, points_lost: list[float], leads: list[float]
) -> None:
    done = analyze(game)
    assert column(done, "points_lost") == points_lost
    assert column(done, "score_lead") == leads


@pytest.mark.parametrize("what", ["valid", "junk"])
def test_the_built_in_engine_takes_over_with_one_message(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_MAX_STREAM_BYTES", 500_000)
    done = analyze(STEADY, what, "kata-analyze", program="unruly_engine")
    (message,) = [line for line in done.stderr.splitlines() if "Waiting" not in line]
    assert "analyzes instead" in message
    assert None not in column(done, "score_lead")
    assert len(column(done, "visits")) == 4
