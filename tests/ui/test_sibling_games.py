"""Tests of whole games of Hex, Amazons and Tanbo in a pseudo-terminal: typed, by cursor, by mouse."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gnugo_py.games.game import Game
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Play
from tests.support.screen import ARROWS, Screen, begun

SIZES = {"hex": 5, "amazons": 6, "tanbo": 9}


def for_two(saves: Path, name: str, columns: int) -> Screen:
    """Start a new game for two people and wait for the first prompt."""
    lines = 24 if columns == 80 else 20
    words = ("--game", name, "--size", str(SIZES[name]), "--opponent", "human")
    return begun(saves, *words, columns=columns, lines=lines)


def moves(game: Game, position: Position, seed: int) -> Iterator[tuple[Position, Play]]:
    """Yield the positions and moves of a random game."""
    rng = random.Random(seed)
    while not position.is_over:
        move = rng.choice(list(position.legal_moves()))
        assert isinstance(move, Play)
        yield position, move
        position = position.play_unchecked(move)


def keys(game: Game, position: Position, point: int, way: str, at: list[tuple[int, int]]) -> str:
    """Return the keys or the click that play a point; `at` contains the cell of the cursor."""
    row, column = row_and_column(point, position.size)
    if way == "typed":
        return position.format_point(point) + "\r"
    if way == "mouse":
        diagram = position.diagram()
        left = max(len(label) for label in diagram.row_labels) + 1 + diagram.slant
        place = f"{left + diagram.slant * row + 2 * column + 1};{row + 3}"
        return f"\x1b[<0;{place}M\x1b[<0;{place}m"
    if not at:
        return ""
    rows, columns = row - at[0][0], column - at[0][1]
    at[0] = (row, column)
    down = ARROWS["down"] * rows if rows > 0 else ARROWS["up"] * -rows
    return down + (ARROWS["right"] * columns if columns > 0 else ARROWS["left"] * -columns) + "\r"


@pytest.mark.parametrize(
    ("name", "way", "columns"),
    [
        ("hex", "mouse", 80),
        ("hex", "cursor", 60),
        ("amazons", "typed", 80),
        ("amazons", "mouse", 60),
        ("tanbo", "cursor", 80),
    ],
)
def test_a_whole_game_is_played_to_its_result(name: str, way: str, columns: int, tmp_path: Path) -> None:
    """Twelve moves are made in the given way; the others are typed ten at a time, which is faster."""
    game = GAMES[name].load()
    screen = for_two(tmp_path, name, columns)
    start = game.start({"size": SIZES[name]})
    shown = ""
    for number, (position, move) in enumerate(moves(game, start, 3), 1):
        if number > 12:
            screen.type(position.format_move(move) + "\r")
            if number % 10 == 0:
                shown = screen.wait(f"Move {number}\\D")
            continue
        for step, point in enumerate(move.points):
            if way == "cursor":
                rows = len(position.diagram().rows)
                screen.type(ARROWS["up"] + ARROWS["up"] * rows + ARROWS["left"] * rows)
            screen.type(keys(game, position, point, way, [(0, 0)]))
            if step + 1 < len(move.points):
                screen.wait(re.escape(game.point_prompts[step + 1]))
        shown = screen.wait(f"Move {number}\\D")
    assert "wins" in screen.wait("wins ")
    assert shown
    assert screen.status("\r") == 0


def test_hex_14x14_fits_80x24_and_19x19_follows_the_cursor_in_smaller_windows(tmp_path: Path) -> None:
    wide = Screen(tmp_path, "--game", "hex", "--size", "14", "--opponent", "human")
    shown = wide.wait("Black, your move\\?$")
    assert shown.count("a b c d e f g h i j k l m n") == 2
    assert wide.status("quit\r") == 0
    large = Screen(tmp_path, "--game", "hex", "--size", "19", "--opponent", "human", columns=60, lines=18)
    assert "19" not in re.findall(r"^ *(\d+) ", large.wait("Black, your move\\?$"), re.MULTILINE)
    large.enter(ARROWS["down"] * 12, "^ *19 ")
    large.type("\r")
    assert re.search("^ *19 .*X", large.still("White, your move\\? \\([a-s]\\d+\\)$"), re.MULTILINE)


def test_escape_removes_a_point_and_a_click_on_another_queen_restarts_the_move(tmp_path: Path) -> None:
    screen = for_two(tmp_path, "amazons", 80)
    screen.enter("b1\r", "to which square")
    screen.enter("e1\r", "e1: \\+ marks")
    screen.enter("e2\r", "where does the arrow land")
    screen.enter("\x1b", "to which square")
    screen.enter("\x1b", "Black, your move\\?$")
    screen.enter("e1 e2\r", "where does the arrow land")
    assert "1 - X - - # -" in screen.enter("e1\r", "White, your move\\?$")


def test_growing_points_are_marked_and_the_root_under_the_cursor_is_described(tmp_path: Path) -> None:
    screen = for_two(tmp_path, "tanbo", 80)
    assert "3 - + -" in screen.enter("moves\r", "^2 \\+ X \\+")
    screen.enter(ARROWS["left"] * 3 + ARROWS["down"] * 3, "B2: Black's root of 1 stone, 4 growing points")
    screen.enter("e5\r", "touches none of your stones")


def test_a_game_of_another_kind_can_be_loaded_during_a_game(tmp_path: Path) -> None:
    screen = for_two(tmp_path, "tanbo", 80)
    screen.enter("b3\r", "White, your move\\?$")
    screen.enter("save oak\r", "Saved as")
    screen.enter("new\r", "< Tanbo >")
    screen.enter(ARROWS["left"] * 2 + "\r", "a b c d e f g h i j k")
    screen.enter("c2\r", "White, your move\\?$")
    assert "3 - X" in screen.enter("load oak\r", "Loaded oak")
    screen.enter("b7\r", "Black, your move\\?$")
