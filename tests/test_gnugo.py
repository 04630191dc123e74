"""Tests that compare positions, legal moves and GTP commands with GNU Go 3.8."""

import re
from pathlib import Path
from random import Random

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, rules_preset
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.points import iter_points
from gnugo_py.games.types import Play
from tests.record.test_round_trip import played_game
from tests.support.boards import vertices
from tests.support.gnugo import gnugo
from tests.support.paths import ROOT


@pytest.mark.parametrize("rules", sorted(PRESETS))
@pytest.mark.parametrize("size", [9, 13, 19])
def test_gnu_go_reads_the_same_position_from_a_saved_game(rules: str, size: int, tmp_path: Path) -> None:
    rng = Random(f"{rules} {size}")
    cursor = played_game(rules, size, rng.randrange(1000), [rng.randrange(10**6) for _ in range(40)])
    file = tmp_path / "game.sgf"
    cursor.tree.save(file)
    position = cursor.position
    assert isinstance(position, GoPosition)
    with gnugo() as other:
        other.ask(f"loadsgf {file}")
        for color, stones in (("black", position.board.black), ("white", position.board.white)):
            assert sorted(other.ask(f"list_stones {color}").split()) == vertices(stones, size)


@pytest.mark.parametrize("size", [9, 13])
def test_legal_moves_and_captures_of_random_games_are_the_same(size: int) -> None:
    rng = Random(size)
    position = GoPosition.start(size, rules_preset("japanese", size))
    with gnugo() as other:
        other.ask(f"boardsize {size}")
        other.ask("clear_board")
        for _ in range(size * size):
            legal = list(iter_points(position.legal_points))
            if not legal:
                break
            color = str(position.to_move).lower()
            assert sorted(other.ask(f"all_legal {color}").split()) == vertices(position.legal_points, size)
            point = rng.choice(legal)
            other.ask(f"play {color} {format_vertex(point, size)}")
            position = position.play_unchecked(Play((point,)))
            taken = (int(other.ask("captures black")), int(other.ask("captures white")))
            assert taken == position.prisoners


def test_the_command_table_in_the_documentation_matches_gnu_go() -> None:
    """Each row of docs/gtp.md states whether GNU Go 3.8 has its commands."""
    rows = [line.split("|") for line in (ROOT / "docs" / "gtp.md").read_text().splitlines() if "| `" in line]
    with gnugo() as other:
        known = set(other.ask("list_commands").split())
    for row in rows:
        named = set(re.findall(r"`([a-z_-]+)`", row[1]))
        assert named <= known if row[3].strip() == "yes" else not named & known, row[1]
