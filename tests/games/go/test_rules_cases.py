"""Tests of the rules of Go with cases from other projects' tests and from real games."""

import json
from typing import Any

import pytest

from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.board import LINES, Board, geometry
from gnugo_py.games.go.life import unconditional_status
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import Rules, fixed_handicap_points
from gnugo_py.games.go.vertex import format_vertex, parse_vertex
from gnugo_py.games.types import Color
from tests.support.boards import move, vertices
from tests.support.paths import DATA

Case = dict[str, Any]

DATA = DATA / "rules_cases.jsonl"
CASES: list[Case] = [json.loads(line) for line in DATA.read_text().splitlines()]
FINISHED = [case for case in CASES if case["id"].split("-")[0] in ("jpgame", "realgame")]


def of_type(*types: str) -> pytest.MarkDecorator:
    cases = [case for case in CASES if case["query"]["type"] in types]
    assert cases
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def points(names: list[str], size: int) -> int:
    return sum(1 << parse_vertex(name, size) for name in names)


def position(case: Case) -> GoPosition:
    """Return the position of a case, with its moves by any color in any order."""
    size, query = case["size"], case["query"]
    rules = Rules("case", query.get("ko", "simple"), query.get("suicide", True), "area")
    black, white = (points(case.get("setup", {}).get(color, []), size) for color in ("black", "white"))
    board = Board(geometry(size, LINES), black, white)
    here = GoPosition.from_board(board, Color.BLACK, rules)
    for color, vertex in case["moves"]:
        here = here.with_to_move(Color("bw".index(color))).play_unchecked(move(vertex, size))
    return here


def margin(case: Case, scoring: str, dead: int) -> float:
    here = position(case)
    rules = Rules("count", "simple", True, "territory" if scoring == "territory_score" else "area")
    return here.replace(rules=rules).score(dead).margin


@of_type("legal")
def test_legal(case: Case) -> None:
    query, here = case["query"], position(case)
    here = here.with_to_move(Color("bw".index(query["color"])))
    refusal = here.why_illegal(move(query["vertex"], case["size"]))
    assert (refusal is None) == case["expect"], refusal


@of_type("board")
def test_board(case: Case) -> None:
    board = position(case).board
    found = {"black": vertices(board.black, case["size"]), "white": vertices(board.white, case["size"])}
    assert found == {color: sorted(names) for color, names in case["expect"].items()}


@of_type("chain", "liberties")
def test_chains_and_liberties(case: Case) -> None:
    board, size, query = position(case).board, case["size"], case["query"]
    ask = board.chain if query["type"] == "chain" else board.liberties
    assert vertices(ask(parse_vertex(query["vertex"], size)), size) == sorted(case["expect"])


@of_type("captured")
def test_captured(case: Case) -> None:
    assert position(case).prisoners == (case["expect"]["by_black"], case["expect"]["by_white"])


@of_type("game_over")
def test_game_over(case: Case) -> None:
    assert position(case).is_over == case["expect"]


@of_type("fixed_handicap")
def test_fixed_handicap(case: Case) -> None:
    stones = fixed_handicap_points(case["query"]["stones"], case["size"])
    assert sorted(format_vertex(point, case["size"]) for point in stones) == sorted(case["expect"])


@of_type("unconditional")
def test_unconditional(case: Case) -> None:
    point = parse_vertex(case["query"]["vertex"], case["size"])
    assert unconditional_status(position(case).board, point) == case["expect"]


@of_type("area_score", "territory_score")
def test_the_score_with_dead_stones_given(case: Case) -> None:
    dead = points(case["query"].get("dead", []), case["size"])
    assert margin(case, case["query"]["type"], dead) == case["expect"]


@pytest.mark.large_network
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["id"], marks=[pytest.mark.slow] if number % 4 else [])
        for number, case in enumerate(FINISHED)
    ],
)
def test_the_dead_stones_of_a_finished_game_are_judged_right(case: Case) -> None:
    assert margin(case, case["query"]["type"], dead_stones(position(case).board)) == case["expect"]
