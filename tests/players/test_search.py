"""The searching player: right where everything can be looked at, the same each time, and told in words."""

import random
import re
import time
from contextlib import suppress
from functools import cache
from threading import Thread, Timer

import pytest

from gnugo_py.core.bitboard import board_of, points_of
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import PASS, Mistake, Move, Pass, Play, Side
from gnugo_py.engines.engine import Choice, PlayerError, Reason
from gnugo_py.engines.search.engine import SearchPlayer
from gnugo_py.engines.search.hex_uct import SEARCH as HEX_SEARCH
from gnugo_py.engines.search.result import Considered, Search, search_of
from gnugo_py.games.go.game import GO
from gnugo_py.games.hex.game import HEX
from gnugo_py.games.hex.position import HexPosition, joins_edges
from gnugo_py.play.session import Session
from tests.boards import board
from tests.toy import PAIRS

NAMES = ["go", "hex", "amazons", "tanbo"]


def started(name: str) -> tuple[Game, Position]:
    game = CATALOG[name].load()
    small = {"go": 9, "hex": 5, "amazons": 6, "tanbo": 9}
    return game, game.start({"size": small[name]})


@cache
def wins(black: int, white: int, to_move: int, size: int) -> bool:
    """Whether the side to move wins a game of Hex, by trying everything."""
    for point in points_of(board_of(size) & ~(black | white)):
        mine = (white if to_move else black) | 1 << point
        if joins_edges(1 << point, mine, size, Side(to_move)):
            return True
        after = (black, mine) if to_move else (mine, white)
        if not wins(*after, 1 - to_move, size):
            return True
    return False


@pytest.mark.parametrize(("other", "is_said"), [(0.75, True), (0.5, False), (0.502, False)])
def test_why_a_move_is_played_that_won_fewer_games_is_said(other: float, is_said: bool) -> None:
    position = HexPosition.start(4, "free")
    mine = Play((0,))
    found = Search((Considered(mine, 0.5, 0.6), Considered(Play((1,)), other, 0.4)), (mine,), 10, 0, "")
    choice: Choice[None] = Choice(mine, (Reason("search", 0, 0, found),), None)
    told = " ".join(SearchPlayer(HEX, 1).explain(position, choice))
    assert ("of what it looked at less it is less sure" in told) is is_said


def test_it_finds_the_winning_moves_of_small_boards_of_hex() -> None:
    chance, player, tried = random.Random(2), SearchPlayer(HEX, 5, 1), 0
    while tried < 12:
        position = HexPosition.start(4, "free")
        while not position.over and position.vacant.bit_count() > 9:
            position = position.play(chance.choice(position.legal_moves()))
        if position.over or not wins(position.black, position.white, int(position.to_move), 4):
            continue
        after = position.play(player.choose(position, None).move)
        assert after.over or not wins(after.black, after.white, int(after.to_move), 4)
        tried += 1


def test_a_random_game_of_hex_fills_the_board_and_keeps_bridges() -> None:
    position = HEX.start({"size": 7, "first-move": "free"})
    for text in ("d3", "a1", "c5", "a2"):
        position = position.play(HEX.parse_move(text, position))
    state, chance = HEX_SEARCH.begin(position), random.Random(1)
    between = sum(1 << HEX.point_at(3, column, position) for column in (2, 3))
    for _ in range(200):
        won, _, (black, white) = state.playout(chance)
        assert black & ~position.vacant == position.black
        assert white & ~position.vacant == position.white
        assert black ^ white == black | white == board_of(7)
        assert black & between
        joined = HexPosition.set_up(7, "free", (black, white), Side.BLACK)
        assert joined.winner is Side(not won)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_position_is_answered_alike_whatever_was_before(name: str) -> None:
    game, start = started(name)
    player = SearchPlayer(game, 2, 7)
    first = player.choose(start, None)
    later = start.play(first.move)
    again = player.choose(later, None)
    assert player.choose(start, None) == first
    assert SearchPlayer(game, 2, 7).choose(later, None) == again


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_legal_and_told_in_words(name: str) -> None:
    game, start = started(name)
    players = {Side.BLACK: SearchPlayer(game, 1, 1), Side.WHITE: SearchPlayer(game, 1, 2)}
    session = Session.begin(game, players, game.bounded(start))
    while not session.position.over:
        before, choice = session.position, session.choose()
        assert before.why_illegal(choice.move) is None
        session.accept(choice)
        told = players[before.to_move].explain(before, choice)
        assert isinstance(choice.move, Pass) or game.format_move(choice.move, before) in told[0]
        cells = [game.cell_of(point, before) for point, _ in players[before.to_move].overlay(before, choice)]
        assert all(0 <= row < len(before.grid().rows) for row, _ in cells)


def go_move(drawing: str, level: int = 5, **rules: object) -> Move:
    """The move of Black on a 9x9 board."""
    position = GO.start({"size": 9, "rules": "chinese", **rules})
    found = board(drawing)
    cells = {
        point: sign
        for sign, stones in (("X", found.black), ("O", found.white))
        for point in points_of(stones)
    }
    start = GO.arranged(position, cells, Side.BLACK)
    return SearchPlayer(GO, level, 1).choose(start, None).move


def vertex(move: Move) -> str:
    return GO.format_move(move, GO.start({"size": 9}))


def test_it_takes_what_is_in_atari() -> None:
    drawing = """
      . . . . . . . . .
      . . . . . . . . .
      . . X X X . . O .
      . . X O O . . . .
      . . X O O X . . .
      . . . X X . O . .
      . . O . . . . . .
      . . . . . . . . .
      . . . . . . . . .
    """
    assert vertex(go_move(drawing, 3)) == "F6"


def test_it_passes_where_all_is_settled_and_the_game_is_won() -> None:
    game, start = started("go")
    player = SearchPlayer(game, 1, 3)
    drawing = [". . . . X O . . ."] * 9
    found = board("\n".join(drawing))
    cells = dict.fromkeys(points_of(found.black), "X") | dict.fromkeys(points_of(found.white), "O")
    position = GO.arranged(start, cells, Side.WHITE).play(PASS)
    choice = player.choose(position, None)
    assert choice.move == PASS
    assert player.explain(position, choice) == ("It wins the game as it stands, so it passes.",)
    assert player.outlook(position, choice) == 1.0
    owners = dict(player.owners(choice))
    assert owners[GO.point_at(0, 4, position)] > 0.5
    data = player.as_data(position, choice)
    assert data["best"] == [{"move": "pass", "value": 1.0, "share": 1.0}]


def test_a_level_there_is_not_and_a_game_that_cannot_be_searched_are_refused() -> None:
    with pytest.raises(Mistake, match="levels 1 to 9"):
        SearchPlayer(GO, 10, 0)
    with pytest.raises(Mistake, match="search does not play Pairs"):
        SearchPlayer(PAIRS, 1)


def test_it_stops_soon_when_it_is_told_to() -> None:
    game, start = started("amazons")
    player = SearchPlayer(game, 9, 1)
    began = time.monotonic()
    Timer(0.2, player.interrupt).start()
    with suppress(PlayerError):
        assert isinstance(player.choose(start, None).move, Play)
    assert time.monotonic() - began < 2


def test_a_search_that_was_told_to_stop_stops_though_another_begins() -> None:
    game, start = started("hex")
    player = SearchPlayer(game, 9, 1)
    thinking = Thread(target=lambda: player.choose(game.start({"size": 11}), None), daemon=True)
    thinking.start()
    while not player.progress():
        time.sleep(0.01)
    player.interrupt()
    player.restart()
    assert isinstance(SearchPlayer(game, 1, 1).choose(start, None).move, Play)
    thinking.join(1.5)
    assert not thinking.is_alive()


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("first_move", ["no-centre", "swap", "free"])
def test_it_plays_on_the_smallest_boards_of_hex(size: int, first_move: str) -> None:
    position: Position = HEX.start({"size": size, "first-move": first_move})
    while not position.over:
        choice = SearchPlayer(HEX, 1, 1).choose(position, None)
        assert position.why_illegal(choice.move) is None
        position = position.play(choice.move)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_told_to_be_less_than_nothing_by_nothing(name: str) -> None:
    game, position = started(name)
    player = SearchPlayer(game, 2, 3)
    for _ in range(6):
        choice = player.choose(position, None)
        said = f"{player.explain(position, choice)} {player.as_data(position, choice)}"
        assert not re.search(r"-0\.0\b|-0 ", said)
        position = position.play(choice.move)


@pytest.mark.parametrize(
    ("name", "size", "level"), [("hex", 11, 1), ("hex", 11, 2), ("go", 19, 1), ("go", 9, 1)]
)
def test_what_it_tells_begins_with_its_move_and_ends_with_what_it_looked_at(
    name: str, size: int, level: int
) -> None:
    game = CATALOG[name].load()
    for seed in range(4):
        position = game.start({"size": size})
        for number in range(3):
            choice = SearchPlayer(game, level, seed).choose(position, None)
            found = search_of(choice)
            assert found is not None
            assert found.line[0] == found.best[0].move == choice.move
            assert all(each.share > 0 for each in found.best)
            assert len(found.line) <= 1 + found.effort
            moves = list(position.legal_moves())
            position = position.play(moves[(seed * 31 + number * 17) % len(moves)])


def test_a_game_that_is_over_leaves_nothing_to_choose() -> None:
    position = HexPosition.start(1, "free").play("a1")
    with pytest.raises(PlayerError, match="the game is over"):
        SearchPlayer(HEX, 1).choose(position, None)
