"""Tests of the search engine: exact where exhaustive search is possible, reproducible, and explained."""

import random
import re
import time
from contextlib import suppress
from threading import Thread, Timer
from typing import Any

import pytest

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.engines.engine import Decision, EngineError
from gnugo_py.engines.network.network import Network
from gnugo_py.engines.search import go_reasons, go_search
from gnugo_py.engines.search.hex_state import hex_search_state
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.game import Game
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.hex.position import HEX, HexPosition
from gnugo_py.games.points import full_board, iter_points, point_at, row_and_column, signs_by_point
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import PASS, Color, Pass, Play, UserError
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import choose_move, new_game, play_decision
from tests.support.boards import board
from tests.support.lesson_goals_other_games import winning_cells
from tests.toy import PAIRS

NAMES = ["go", "hex", "amazons", "tanbo"]
SMALL_SIZES = {"go": 9, "hex": 5, "amazons": 6, "tanbo": 9}


def started(name: str) -> tuple[Game, Position]:
    game = GAMES[name].load()
    return game, game.start({"size": SMALL_SIZES[name]})


@pytest.mark.parametrize(("other", "is_said"), [(0.75, True), (0.5, False), (0.502, False)])
def test_a_move_with_a_lower_win_rate_is_explained(other: float, is_said: bool) -> None:
    position = HexPosition.start(4, "free")
    mine = Play((0,))
    found = Analysis((Candidate(mine, 0.5, 0.6), Candidate(Play((1,)), other, 0.4, win_rate=other)), 10)
    decision: Decision[None] = Decision(mine, analysis=found)
    shown = " ".join(SearchEngine(HEX, 1).explain(position, decision))
    assert ("win rates from fewer visits are less reliable" in shown) is is_said


def test_it_finds_the_winning_moves_of_small_boards_of_hex() -> None:
    rng, player, tried = random.Random(2), SearchEngine(HEX, 5, 1), 0
    while tried < 12:
        position = HexPosition.start(4, "free")
        while not position.is_over and position.empty_points.bit_count() > 9:
            position = position.play_unchecked(rng.choice(position.legal_moves()))
        won = [] if position.is_over else winning_cells(position, [])
        if not won:
            continue
        assert position.format_move(player.choose(position, None).move) in won
        tried += 1


def test_a_random_game_of_hex_fills_the_board_and_keeps_bridges() -> None:
    position = HexPosition.start(7, "free")
    for text in ("d3", "a1", "c5", "a2"):
        position = position.play_unchecked(position.parse_move(text))
    state, rng = hex_search_state(position), random.Random(1)
    between = sum(1 << point_at(3, column, position.size) for column in (2, 3))
    for _ in range(200):
        won, (_, filled), black = state.playout(rng)
        white = position.board.white | filled
        assert black & ~position.empty_points == position.board.black
        assert not filled & ~position.empty_points
        assert black ^ white == black | white == full_board(7)
        assert black & between
        joined = position.with_board(signs_by_point({"X": black, "O": white}), Color.BLACK)
        assert joined.winner is Color(not won)


@pytest.mark.parametrize("name", NAMES)
def test_the_move_does_not_depend_on_earlier_searches(name: str) -> None:
    game, start = started(name)
    player = SearchEngine(game, 2, 7)
    first = player.choose(start, None)
    later = start.play_unchecked(first.move)
    again = player.choose(later, None)
    assert player.choose(start, None) == first
    assert SearchEngine(game, 2, 7).choose(later, None) == again


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_a_whole_game_is_legal_and_explained(name: str) -> None:
    game = GAMES[name].load()
    start = game.start({"size": SMALL_SIZES[name] if name != "go" else 5})
    players = {Color.BLACK: SearchEngine(game, 1, 1), Color.WHITE: SearchEngine(game, 1, 2)}
    cursor = Cursor(new_game(start.with_move_limit(), players))
    while not cursor.position.is_over:
        before, player = cursor.position, players[cursor.position.to_move]
        decision = choose_move(cursor.node, player)
        assert before.why_illegal(decision.move) is None
        play_decision(cursor, player, decision)
        shown = players[before.to_move].explain(before, decision)
        assert shown
        if name != "go":
            assert isinstance(decision.move, Pass) or before.format_move(decision.move) in " ".join(shown)
        cells = [
            row_and_column(point, before.size)
            for point, _ in players[before.to_move].decision_marks(before, decision)
        ]
        assert all(0 <= row < len(before.diagram().rows) for row, _ in cells)


def test_a_pass_is_reported_with_its_reason_win_rate_and_ownership() -> None:
    game, start = started("go")
    player = SearchEngine(game, 1, 3)
    drawing = [". . . . X O . . ."] * 9
    found = board("\n".join(drawing))
    cells = dict.fromkeys(iter_points(found.black), "X") | dict.fromkeys(iter_points(found.white), "O")
    position = start.with_board(cells, Color.WHITE).play_unchecked(PASS)
    decision = player.choose(position, None)
    assert decision.move == PASS
    assert player.explain(position, decision) == ("No move gains a point anymore.",)
    assert decision.analysis is not None
    assert decision.analysis.win_rate > 0.5
    owners = dict(decision.analysis.ownership)
    assert owners[point_at(0, 4, position.size)] > 0.5
    data = player.decision_as_data(position, decision)
    best: Any = data["best"]
    assert best[0]["move"] == "pass"


def test_an_invalid_level_and_an_unsupported_game_are_refused() -> None:
    with pytest.raises(UserError, match="levels 1 to 9"):
        SearchEngine(GO, 10, 0)
    with pytest.raises(UserError, match="search does not play Pairs"):
        SearchEngine(PAIRS, 1)


def test_an_interrupted_search_stops_quickly() -> None:
    game, start = started("amazons")
    player = SearchEngine(game, 9, 1)
    began = time.monotonic()
    Timer(0.2, player.interrupt).start()
    with suppress(EngineError):
        assert isinstance(player.choose(start, None).move, Play)
    assert time.monotonic() - began < 2


def test_an_interrupted_search_stops_even_if_another_one_starts() -> None:
    game, start = started("hex")
    player = SearchEngine(game, 9, 1)
    thinking = Thread(target=lambda: player.choose(game.start({"size": 11}), None), daemon=True)
    thinking.start()
    while not player.progress_text():
        time.sleep(0.01)
    player.interrupt()
    player.recover()
    assert isinstance(SearchEngine(game, 1, 1).choose(start, None).move, Play)
    thinking.join(1.5)
    assert not thinking.is_alive()


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("first_move", ["no-centre", "swap", "free"])
def test_it_plays_on_the_smallest_boards_of_hex(size: int, first_move: str) -> None:
    position: Position = HEX.start({"size": size, "first-move": first_move})
    while not position.is_over:
        decision = SearchEngine(HEX, 1, 1).choose(position, None)
        assert position.why_illegal(decision.move) is None
        position = position.play_unchecked(decision.move)


@pytest.mark.parametrize("name", NAMES)
def test_negative_zero_is_not_reported(name: str) -> None:
    game, position = started(name)
    player = SearchEngine(game, 2, 3)
    for _ in range(6):
        decision = player.choose(position, None)
        output = f"{player.explain(position, decision)} {player.decision_as_data(position, decision)}"
        assert not re.search(r"-0\.0\b|-0 ", output)
        position = position.play_unchecked(decision.move)


@pytest.mark.parametrize(
    ("name", "size", "level"), [("hex", 11, 1), ("hex", 11, 2), ("go", 19, 1), ("go", 9, 1)]
)
@pytest.mark.slow
def test_the_principal_variation_and_the_candidates_start_with_the_move(
    name: str, size: int, level: int
) -> None:
    game = GAMES[name].load()
    for seed in range(4):
        position = game.start({"size": size})
        for number in range(3):
            decision = SearchEngine(game, level, seed).choose(position, None)
            found = decision.analysis
            assert found is not None
            assert found.pv[0] == found.candidates[0].move == decision.move
            assert all(each.visit_share > 0 for each in found.candidates)
            assert len(found.pv) <= 1 + found.visits
            moves = list(position.legal_moves())
            position = position.play_unchecked(moves[(seed * 31 + number * 17) % len(moves)])


def test_no_move_can_be_chosen_in_a_finished_game() -> None:
    position = HexPosition.start(1, "free").play("a1")
    with pytest.raises(EngineError, match="the game is over"):
        SearchEngine(HEX, 1).choose(position, None)


def test_a_move_of_a_level_without_the_judge_is_played_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_judge() -> Network:
        raise AssertionError("the judge was asked")

    for module in (go_search, go_reasons):
        monkeypatch.setattr(module, "judge", no_judge)
    engine = SearchEngine(GO, 3)
    cursor = Cursor(new_game(GoPosition.start(9), {}))
    node = play_decision(cursor, engine, engine.choose(cursor.position))
    assert node.has_move
