"""Tests of games that one server writes and another loads: the classic engine continues as before."""

import json
import os
import random
from pathlib import Path

import pytest

from benchmarks.replay import Game
from gnugo_py.games.go.rules import new_game_handicap_points
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.record.sgf_reader import parse_game
from tests.support.golden import RECORDED_GAMES
from tests.support.program import run

LONG = [game for game in RECORDED_GAMES if sum(event[0] in "uc" for event in game["events"]) > 30]
SOME = LONG if "GNUGO_PY_GOLDEN" in os.environ else LONG[:4]


def moves_of(game: Game) -> list[str]:
    """Return the recorded moves as GTP commands, without the illegal ones."""
    user, engine = game["user"], {"b": "w", "w": "b"}[game["user"]]
    moves = (event for event in game["events"] if event[0] in "uc")
    return [f"play {user} {event[1]}" if event[0] == "u" else f"genmove {engine}" for event in moves]


def start(game: Game) -> str:
    """Return the command that places the original's handicap stones."""
    stones = [format_vertex(point, 19) for point in new_game_handicap_points(game["handicap"], 19)]
    return f"set_free_handicap {' '.join(stones)}" if len(stones) > 1 else f"gogui-setup b {' '.join(stones)}"


def answers(printed: str) -> list[str]:
    return [answer for answer in printed.split("\n\n") if answer.strip()]


@pytest.mark.parametrize("game", SOME, ids=[f"seed {game['seed']}" for game in SOME])
def test_a_game_continues_in_another_server_with_the_recorded_decisions(game: Game, tmp_path: Path) -> None:
    moves = moves_of(game)
    cut = random.Random(game["seed"]).randrange(2, len(moves) - 4)
    words = ("gtp", "--rules", "gnugo-1.1", "--saves", str(tmp_path))
    first = [*([start(game)] if game["handicap"] else []), *moves[:cut], "printsgf x"]
    run(*words, "--seed", str(game["seed"]), typed="\n".join(first) + "\n")
    typed = [f"loadsgf {tmp_path / 'x.sgf'}", *moves[cut:]]
    loaded, *rest = answers(run(*words, "--seed", "7", typed="\n".join(typed) + "\n").stdout)
    assert loaded.startswith("= ")
    ours = [answer for answer, move in zip(rest, moves[cut:], strict=True) if move.startswith("genmove")]
    theirs = [event[1] for event in game["events"] if event[0] in "uc"][cut:]
    recorded = [
        vertex for vertex, move in zip(theirs, moves[cut:], strict=True) if move.startswith("genmove")
    ]
    assert ours == [f"= {vertex}" for vertex in recorded]


def decisions(*typed: str, seed: int, saves: Path) -> list[object]:
    """Return the decisions of a server during some commands."""
    words = ("gtp", "--rules", "gnugo-1.1", "--saves", str(saves), "--seed", str(seed))
    printed = run(*words, typed="\n".join(typed) + "\n").stdout
    return [json.loads(answer[2:]) for answer in answers(printed) if answer.startswith("= {")]


BOTH = [command for color in "bwbw" for command in (f"genmove {color}", "gnugopy-decision")]


def test_one_memory_serves_both_colors(tmp_path: Path) -> None:
    whole = decisions(*BOTH, "printsgf x", *BOTH, seed=471995, saves=tmp_path)
    rest = decisions(f"loadsgf {tmp_path / 'x.sgf'}", *BOTH, seed=1, saves=tmp_path)
    assert rest == whole[4:]


def test_a_game_without_moves_contains_the_seed(tmp_path: Path) -> None:
    whole = decisions("printsgf x", *BOTH, seed=471995, saves=tmp_path)
    assert decisions(f"loadsgf {tmp_path / 'x.sgf'}", *BOTH, seed=1, saves=tmp_path) == whole


def test_a_cleared_board_forgets_the_game_that_was_loaded(tmp_path: Path) -> None:
    decisions(*BOTH, "printsgf x", seed=471995, saves=tmp_path)
    load = f"loadsgf {tmp_path / 'x.sgf'}"
    fresh = decisions(*BOTH, seed=3, saves=tmp_path)
    assert decisions(load, "clear_board", *BOTH, seed=3, saves=tmp_path) == fresh
    assert decisions(load, "set_random_seed 3", "clear_board", *BOTH, seed=9, saves=tmp_path) == fresh


def test_a_saved_game_of_a_person_continues_in_a_server(tmp_path: Path) -> None:
    words = ("--size", "19", "--handicap", "0", "--color", "black", "--seed", "5", "--saves", str(tmp_path))
    run(*words, typed="q16\nd4\nr10\nsave x\n")
    (tmp_path / "y.sgf").write_bytes((tmp_path / "x.sgf").read_bytes())
    run("--resume", "y", "--saves", str(tmp_path), typed="c16\nk10\n")
    typed = f"loadsgf {tmp_path / 'x.sgf'}\nplay b c16\ngenmove w\nplay b k10\ngenmove w\nprintsgf z\n"
    run("gtp", "--rules", "gnugo-1.1", "--saves", str(tmp_path), "--seed", "99", typed=typed)
    saved, server = (parse_game((tmp_path / f"{name}.sgf").read_bytes()).main_line() for name in "yz")
    moves = [node.move for node in saved]
    assert len(moves) == 11
    assert moves == [node.move for node in server]


@pytest.mark.parametrize(
    "engine", [{}, [], {"settings": {"player": "classic"}}, {"settings": 1, "memories": 2}]
)
def test_a_damaged_memory_is_left_out(engine: object, tmp_path: Path) -> None:
    file = tmp_path / "x.sgf"
    private = json.dumps({"now": 1, "moves": 1, "engine": engine}).replace("]", "\\]")
    file.write_text(f"(;GM[1]SZ[19]RU[japanese]GNUGOPY[{private}];B[pd])")
    done = run("gtp", typed=f"loadsgf {file}\ngenmove w\n")
    assert done.stdout.startswith("= white\n\n= ")
