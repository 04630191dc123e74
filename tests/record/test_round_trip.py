"""Tests of reading files of other programs and of this one."""

import json
import os
import random
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards, sgf

from benchmarks.replay import own_knowledge
from gnugo_py.engines.classic.classic_engine import ClassicEngine
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, rules_preset
from gnugo_py.games.points import iter_points, row_and_column
from gnugo_py.games.types import PASS, Color
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import choose_move, new_game, play_decision
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.resume import restore_saved_game, saved_engines
from tests.support.boards import all_warnings
from tests.support.paths import DATA
from tests.support.sgf_files import SAVED

OWN = DATA / "sgf"
FOLDER = Path(os.environ.get("GNUGO_PY_SGF", OWN))
FILES: list[dict[str, Any]] = json.loads((FOLDER / "MANIFEST.json").read_text())
NOT_GO = {"021_malformed_backgammon.sgf"}
"""A file that a reader without a check of GM accepts as Go, and that is refused here."""
GOOD = [
    each
    for each in FILES
    if (
        each["sgfmill"] == "parses"
        and each["file"] not in NOT_GO
        and each["size"] in (9, 13, 19)
        and not str(each.get("mainline_moves", "")).startswith("error: ")
    )
    or "setup properties" in str(each.get("mainline_moves"))
]
BAD = [each for each in FILES if each not in GOOD]
KNOWLEDGE = own_knowledge()


def sgfmills_replay(content: bytes) -> boards.Board:
    game = sgf.Sgf_game.from_bytes(content)
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        black, white, empty = node.get_setup_stones()
        board.apply_setup(black, white, empty)
        color, move = node.get_move()
        if move is not None:
            board.play(*move, color)
    return board


def stones(position: GoPosition) -> set[tuple[str, tuple[int, int]]]:
    size = position.size
    found = set()
    for color, points in (("b", position.board.black), ("w", position.board.white)):
        for point in iter_points(points):
            row, column = row_and_column(point, size)
            found.add((color, (size - 1 - row, column)))
    return found


@pytest.mark.parametrize("each", GOOD, ids=[each["file"] for each in GOOD])
def test_a_real_file_is_read_as_sgfmill_reads_it(each: dict[str, Any]) -> None:
    content = (FOLDER / each["file"]).read_bytes()
    tree = parse_game(content)
    final = tree.end.position
    assert isinstance(final, GoPosition)
    assert final.size == each["size"]
    if isinstance(each["mainline_moves"], int):
        assert tree.end.number == each["mainline_moves"]
    assert stones(final) == set(sgfmills_replay(content).list_occupied_points())


@pytest.mark.parametrize("each", BAD, ids=[each["file"] for each in BAD])
def test_a_damaged_file_is_read_with_a_warning_or_refused_in_one_line(each: dict[str, Any]) -> None:
    try:
        reports = all_warnings(parse_game((FOLDER / each["file"]).read_bytes()))
    except SgfError as error:
        reports = (str(error),)
    assert reports
    assert not any("\n" in report for report in reports)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("014_edge_invalidmove.sgf", 2),
        ("018_edge_verbose-property-names.sgf", 184),
        ("025_malformed_extra_square_bracket.sgf", 8),
    ],
)
def test_all_playable_moves_of_a_damaged_file_are_read(name: str, moves: int) -> None:
    tree = parse_game((OWN / name).read_bytes())
    assert tree.end.number == moves
    assert all_warnings(tree)


def test_passes_are_read_both_ways() -> None:
    nodes = list(parse_game(b"(;SZ[9];B[];W[tt];B[ee])").main_line())
    assert [node.move for node in nodes[1:3]] == [PASS, PASS]
    assert len(nodes) == 4


def played_game(name: str, size: int, seed: int, choosers: list[int]) -> Cursor:
    """Return the end of a game against the engine, with the person's moves chosen by numbers."""
    rules = rules_preset(name, size)
    engine = ClassicEngine(KNOWLEDGE, seed)
    cursor = Cursor(new_game(GoPosition.start(size, rules), {Color.WHITE: engine}))
    for chooser in choosers:
        if cursor.position.is_over:
            break
        legal = [*cursor.position.legal_moves(), PASS]
        cursor.play(legal[chooser % len(legal)])
        if not cursor.position.is_over:
            play_decision(cursor, engine, choose_move(cursor.node, engine))
    return cursor


@settings(max_examples=40)
@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from([9, 13, 19]),
    st.integers(0, 999_999),
    st.lists(st.integers(0, 10**6), max_size=20),
)
def test_a_written_game_is_read_back_with_memories_reasons_and_rules(
    name: str, size: int, seed: int, choosers: list[int]
) -> None:
    cursor = played_game(name, size, seed, choosers)
    content = cursor.tree.write(SAVED)
    again = restore_saved_game(parse_game(content), {Color.WHITE: ClassicEngine(KNOWLEDGE, seed)}).tree
    nodes, line = list(again.main_line()), cursor.node.path()
    assert [node.position for node in nodes] == [node.position for node in line]
    assert [node.memory("White") for node in nodes] == [node.memory("White") for node in line]
    assert [node.comment for node in nodes] == [node.comment for node in line]
    assert again.write(SAVED) == content


def mutated(rng: random.Random, content: bytes) -> bytes:
    """Return a file with a few bytes changed, deleted, inserted, duplicated or cut off."""
    data = bytearray(content)
    for _ in range(rng.randint(1, 6)):
        where = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0 if data:
                data[where % len(data)] = rng.randrange(256)
            case 1:
                del data[where : where + rng.randint(1, 40)]
            case 2:
                data[where:where] = bytes(rng.choices(b"()[];:\\BWASZKMGabct0189", k=rng.randint(1, 12)))
            case 3:
                data[where:where] = data[where : where + rng.randint(1, 200)]
            case _:
                del data[where:]
    return bytes(data)


def test_mutated_files_are_read_or_refused_and_never_hang() -> None:
    """Set `GNUGO_PY_FUZZ=100000` for a long run."""
    rng = random.Random(int(os.environ.get("GNUGO_PY_FUZZ_SEED", "1")))
    sources = [(OWN / each["file"]).read_bytes() for each in FILES if each["file"] in os.listdir(OWN)]
    sources.append(played_game("gnugo-1.1", 19, 7, [5, 70, 300, 12]).tree.write())
    slowest = 0.0
    for _ in range(int(os.environ.get("GNUGO_PY_FUZZ", "500"))):
        content = mutated(rng, rng.choice(sources))
        start = time.process_time()
        with suppress(SgfError):
            tree = parse_game(content)
            if tree.root.private is not None:
                restore_saved_game(
                    tree, {color: ClassicEngine(KNOWLEDGE, 7) for color in saved_engines(tree)}
                )
        slowest = max(slowest, time.process_time() - start)
    assert slowest < 1
