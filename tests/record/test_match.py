"""Tests of the result of a match: how a game ends, and how wins, ties and forfeits are counted."""

import json
import math
from typing import Any

import pytest

from tests.support.gtp_engines import command
from tests.support.program import run


def match(black: str, white: str, *words: str) -> dict[str, Any]:
    """Return the JSON output of a match, by default of two games on 5x5.

    black, white -- `search:1`, or a fault of the fake engine.
    """
    names = [name if ":" in name else command(name) for name in (black, white)]
    result = run("match", *names, "--json", *(words or ("--size", "5", "--games", "2")), "--seed", "1")
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def ends(result: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Return the result, the reason and the number of moves of each game."""
    return [(game["result"], game["reason"], game["moves"]) for game in result["games"]]


ALTERNATING = ("--size", "5", "--games", "3", "--alternate")


def test_a_resignation_is_no_move() -> None:
    assert ends(match("resigns", "passes")) == [("W+R", "resignation", 0)] * 2
    assert ends(match("passes", "resigns")) == [("B+R", "resignation", 1)] * 2


@pytest.mark.parametrize(("komi", "result"), [("6.5", "W+6.5"), ("0", "0")])
def test_a_game_that_stops_is_counted_as_it_stands(komi: str, result: str) -> None:
    found = match("passes", "passes", "--size", "5", "--games", "1", "--komi", komi)
    assert [(each, moves) for each, _, moves in ends(found)] == [(result, 2)]


def test_the_stones_on_the_board_are_counted() -> None:
    found = match("search:1", "passes", "--size", "5", "--games", "1", "--komi", "0.5")
    assert ends(found)[0][0] == "B+24.5"


@pytest.mark.parametrize(
    ("black", "white", "result", "moves"), [("crashes", "passes", "W+F", 0), ("passes", "crashes", "B+F", 1)]
)
def test_an_engine_that_fails_forfeits(black: str, white: str, result: str, moves: int) -> None:
    ((found, reason, number), _) = ends(match(black, white))
    assert (found, number) == (result, moves)
    assert "Faulty 1.0 exited with status 3" in reason


@pytest.mark.parametrize(
    ("faults", "first", "second"),
    [
        (("passes", "resigns"), (3, 0, [2, 2], [1, 1], 0), (0, 0, [0, 1], [0, 2], 0)),
        (("passes", "passes"), (1, 0, [0, 2], [1, 1], 0), (2, 0, [0, 1], [2, 2], 0)),
        (("passes", "crashes"), (3, 0, [2, 2], [1, 1], 0), (0, 0, [0, 1], [0, 2], 3)),
    ],
)
def test_wins_are_counted_for_each_engine_by_color(
    faults: tuple[str, str], first: tuple[object, ...], second: tuple[object, ...]
) -> None:
    names = ("wins", "ties", "as_black", "as_white", "forfeits")
    players = match(*faults, *ALTERNATING)["players"]
    assert [tuple(player[name] for name in names) for player in players] == [first, second]


def test_a_tie_is_half_a_win() -> None:
    players = match("passes", "passes", *ALTERNATING, "--komi", "0")["players"]
    assert [(player["wins"], player["ties"], player["rate"]) for player in players] == [(0, 3, 0.5)] * 2


@pytest.mark.parametrize(("komi", "rates"), [("0", [0.5, 0.5]), ("1", [1 / 3, 2 / 3])])
def test_the_interval_is_that_of_wilson(komi: str, rates: list[float]) -> None:
    """Both ends of the interval are 1.96 standard deviations away from the rate."""
    players = match("passes", "passes", *ALTERNATING, "--komi", komi)["players"]
    for player, rate in zip(players, rates, strict=True):
        assert player["rate"] == pytest.approx(rate)
        for end in player["interval"]:
            assert abs(rate - end) == pytest.approx(1.96 * math.sqrt(end * (1 - end) / 3))


def test_an_interval_stays_within_zero_and_one() -> None:
    winner, loser = match("passes", "resigns", *ALTERNATING)["players"]
    assert (winner["interval"][1], loser["interval"][0]) == (pytest.approx(1), pytest.approx(0, abs=1e-12))
    assert winner["interval"][0] == pytest.approx(1 - loser["interval"][1])
