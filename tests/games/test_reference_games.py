"""Tests of Hex, Amazons and Tanbo with games checked by other programs.

The environment variable `GNUGO_PY_GAMES` names another folder of games.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gnugo_py.games.amazons.position import AmazonsPosition
from gnugo_py.games.board import LINES, Board, geometry
from gnugo_py.games.diagram import COLUMN_LETTERS as LETTERS
from gnugo_py.games.game import Game
from gnugo_py.games.points import iter_points, point_set_from_points
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES, words_of
from gnugo_py.games.tanbo.position import TanboPosition
from gnugo_py.games.types import Color, Play
from tests.support.paths import DATA

FOLDER = Path(os.environ.get("GNUGO_PY_GAMES", DATA))
SIDES = {"b": Color.BLACK, "w": Color.WHITE}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def replayed(game: Game, position: Position, moves: list[str], legal: list[int]) -> list[Position]:
    """Return the positions of a game. Check each move and the number of legal moves."""
    positions = [position]
    for text, number in zip(moves, legal, strict=False):
        move = position.parse_move(text)
        assert len(list(position.legal_moves())) == number
        assert position.why_illegal(move) is None
        assert position.format_move(move) == text
        assert not position.is_over
        position = position.play_unchecked(move)
        positions.append(position)
    return positions


def won(position: Position) -> Color | None:
    assert position.outcome_without_count is not None
    return position.outcome_without_count.winner


@pytest.mark.parametrize("name", ["hex", "amazons"])
def test_replayed_games_have_the_same_legal_move_counts_and_winner(name: str) -> None:
    game = GAMES[name].load()
    for each in lines(f"{name}_games.jsonl"):
        start = game.start({"size": each["size"], **game.default_match_options})
        end = replayed(game, start, each["moves"], each["legal"])[-1]
        assert (end.is_over, list(end.legal_moves()), won(end)) == (True, [], SIDES[each["winner"]])


def test_the_first_moves_of_the_hex_games_are_legal() -> None:
    game = GAMES["hex"].load()
    for each in lines("hex_games.jsonl"):
        start = game.start({"size": each["size"]})
        assert start.why_illegal(start.parse_move(each["moves"][0])) is None


@pytest.mark.parametrize(("size", "turns"), [(10, [2176]), (8, [1232]), (6, [544, 238_532])])
def test_the_number_of_amazons_move_sequences_matches_the_known_number(size: int, turns: list[int]) -> None:
    def sequences(position: AmazonsPosition, depth: int) -> int:
        if depth == 1:
            return sum(1 for _ in position.iter_legal_move_points())
        return sum(
            sequences(position.play_unchecked(Play(way)), depth - 1)
            for way in position.iter_legal_move_points()
        )

    start = AmazonsPosition.start(size)
    assert [sequences(start, depth) for depth in range(1, len(turns) + 1)] == turns


def points(vertices: list[str], size: int) -> int:
    return point_set_from_points(
        (size - int(word[1:])) * (size + 1) + LETTERS.index(word[0]) for word in vertices
    )


def vertices(stones: int, size: int) -> set[str]:
    cells = (divmod(point, size + 1) for point in iter_points(stones))
    return {f"{LETTERS[column]}{size - row}" for row, column in cells}


def set_up(each: dict[str, Any]) -> TanboPosition:
    black, white = (points(each["setup"][color], each["size"]) for color in ("black", "white"))
    return TanboPosition(Board(geometry(each["size"], LINES), black, white), SIDES[each.get("to_move", "b")])


def test_replayed_tanbo_games_remove_the_same_roots() -> None:
    game = GAMES["tanbo"].load()
    for each in lines("tanbo_games.jsonl"):
        positions = replayed(game, set_up(each), each["moves"], each["legal"])
        for number, position in enumerate(positions[1:], 1):
            assert isinstance(position, TanboPosition)
            gone = {stone for root in each["removed"].get(str(number), []) for stone in root["stones"]}
            assert vertices(position.captured_stones(), each["size"]) == gone
            assert len(words_of(position).effects()) == bool(gone)
        end = positions[-1]
        assert isinstance(end, TanboPosition)
        final = each["final"]
        assert vertices(end.board.black, each["size"]) == set(final["black"])
        assert vertices(end.board.white, each["size"]) == set(final["white"])
        assert won(end) is SIDES[each["winner"]]


@pytest.mark.parametrize("each", lines("tanbo_cases.jsonl"), ids=lambda each: each["id"])
def test_a_tanbo_move_removes_the_bounded_roots(each: dict[str, Any]) -> None:
    position, size = set_up(each), each["size"]
    legal = {move.points[0] for move in position.legal_moves() if isinstance(move, Play)}
    assert vertices(point_set_from_points(legal), size) == set(each["legal"])
    (point,) = iter_points(points([each["move"]], size))
    after = position.play_unchecked(Play((point,)))
    assert vertices(after.captured_stones(), size) == {
        stone for root in each["removed"] for stone in root["stones"]
    }
    if each["winner"] is None:
        legal = {move.points[0] for move in after.legal_moves() if isinstance(move, Play)}
        assert vertices(point_set_from_points(legal), size) == set(each["legal_after"])
    else:
        assert won(after) is SIDES[each["winner"]]
