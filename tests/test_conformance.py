"""What every game of the catalogue keeps to, played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date

import pytest
from sgfmill.sgf import Sgf_game

from gnugo_py.core.base_game import next_points
from gnugo_py.core.diagram import parse, render
from gnugo_py.core.game import Game, judged
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG, name_in_file
from gnugo_py.core.types import PASS, RESIGN, IllegalMove, Move, Play, Point, Resign, Side
from gnugo_py.engines.engine import Player
from gnugo_py.play.session import Session
from gnugo_py.sgf.reader import read_sgf
from gnugo_py.sgf.writer import can_be_written_again, is_game, to_foreign_sgf, to_sgf
from gnugo_py.storage.resume import foreign, resumed
from tests.toy import ENTRY

DAY = date(2026, 11, 22)
KNOWN = {**CATALOG, "pairs": ENTRY}
SEEDS = range(3)


@pytest.fixture(autouse=True)
def _catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CATALOG, "pairs", ENTRY)


def starts(game: Game) -> list[Position]:
    """The start on every board."""
    sizes = [choice for field in game.form({}) if field.option == "size" for _, choice in field.choices]
    return [game.start({"size": size}) for size in sizes]


def small(game: Game) -> Position:
    """The start on the smallest board."""
    return min(starts(game), key=lambda start: len(start.grid().rows))


def walk(start: Position, seed: int, longest: int = 400) -> Iterator[tuple[Position, Move]]:
    """A random game: each position and the move made there."""
    chance, position = random.Random(seed), start
    for _ in range(longest):
        if position.over:
            return
        moves = list(position.legal_moves())
        move = chance.choice(moves) if moves else PASS
        yield position, move
        position = position.play(move)


def last(start: Position, seed: int, longest: int = 400) -> Position:
    """Where a random game leads."""
    position, move = list(walk(start, seed, longest))[-1]
    return position.play(move)


def cells(game: Game, position: Position) -> dict[Point, str]:
    """The board as signs by point."""
    return {
        game.point_at(row, column, position): sign
        for row, line in enumerate(position.grid().rows)
        for column, sign in enumerate(line)
        if sign in "XO#"
    }


@pytest.fixture(params=KNOWN)
def game(request: pytest.FixtureRequest) -> Game:
    return KNOWN[request.param].load()


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_moves_play_and_only_they(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    for position, _ in walk(small(game), seed, 60):
        legal = set(position.legal_moves())
        points = [
            game.point_at(row, column, position)
            for row, line in enumerate(position.grid().rows)
            for column in range(len(line))
        ]
        assert all(position.why_illegal(move) is None for move in chance.sample(sorted(legal, key=str), 1))
        for _ in range(20):
            move = Play(tuple(chance.choices(points, k=len(game.steps))))
            assert (position.why_illegal(move) is None) == (move in legal)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_beginning_is_legal_where_a_legal_move_begins_so(game: Game, seed: int) -> None:
    for position, move in walk(small(game), seed, 25):
        assert isinstance(move, Play)
        for number in range(1, len(game.steps)):
            begun = move.points[:number]
            assert position.why_illegal(Play(begun)) is None
            assert move.points[number] in next_points(position, begun)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_leaves_the_position_as_it_was(game: Game, seed: int) -> None:
    for position, move in walk(small(game), seed, 40):
        before = (position.grid(), position.to_move, hash(position))
        after = position.play(move)
        assert (position.grid(), position.to_move, hash(position)) == before
        assert (after.previous, after.mover, after.last_move) == (position, position.to_move, move)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_that_is_written_is_read_back(game: Game, seed: int) -> None:
    for position, move in walk(small(game), seed, 60):
        written = game.format_move(move, position)
        assert game.parse_move(written, position) == move
        assert game.parse_move(written.upper(), position) == move
        value = game.notation.nodes(position.play(move))[0]
        ((_, (text,)),) = value.items()
        assert game.notation.parse_move(text, position) == move


def test_cells_and_points_are_each_others_inverse(game: Game) -> None:
    for position in starts(game):
        grid = position.grid()
        for row, line in enumerate(grid.rows):
            for column in range(len(line)):
                point = game.point_at(row, column, position)
                assert game.cell_of(point, position) == (row, column)
                assert game.parse_move(game.format_point(point, position), position) == Play((point,))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_that_is_drawn_is_read_back(game: Game, seed: int) -> None:
    for position, _ in walk(small(game), seed, 30):
        assert parse(render(position.grid())) == position.grid()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_can_be_set_up(game: Game, seed: int) -> None:
    for position, _ in walk(small(game), seed, 12):
        again = game.arranged(position, cells(game, position), position.to_move)
        assert (again.grid(), again.to_move, again.previous) == (position.grid(), position.to_move, None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_comes_to_an_end_with_an_outcome(game: Game, seed: int) -> None:
    end = last(game.bounded(small(game)), seed)
    assert end.over
    assert end.why_illegal(Play((game.point_at(0, 0, end),))) is not None
    assert not list(end.legal_moves())
    outcome = judged(game, end)
    assert outcome.sentence.endswith(".")
    assert (end.decided is None) == game.has_count


def test_who_resigns_has_lost(game: Game) -> None:
    end = small(game).play(RESIGN)
    assert end.over
    assert end.decided is not None
    assert (end.decided.winner, end.decided.reason) == (Side.WHITE, "resignation")


def test_what_cannot_be_read_as_a_move_is_refused_with_a_remedy(game: Game) -> None:
    position = small(game)
    for text in ("", "?", "hello world", "99", "a", "a0b", "\x1b[0m", "d4" * 40, "d" * 10_000):
        with pytest.raises(ValueError, match=r"\w"):
            game.parse_move(text, position)
    with pytest.raises(IllegalMove, match="off the board"):
        game.parse_move("a99", position)


def test_settings_start_the_same_game_again(game: Game) -> None:
    for start in starts(game):
        assert game.start(game.settings(start)) == start


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_that_is_saved_is_resumed_with_what_was_taken_back(game: Game, seed: int) -> None:
    session = Session.begin(game, {}, small(game))
    for position, move in walk(session.position, seed, 30):
        assert session.position == position
        session.play(move)
    session.go_to(len(session.turns) // 2)
    content = to_sgf(session, DAY)
    record = read_sgf(content)
    again = resumed(record, _nobody)
    assert record.game is game
    assert is_game(content, session)
    assert can_be_written_again(content, session)
    assert [turn.position for turn in again.line] == [turn.position for turn in session.line]
    assert len(again.turns) == len(session.turns)


def test_a_game_is_saved_and_resumed_at_every_move(game: Game) -> None:
    session = Session.begin(game, {}, small(game))
    for _, move in walk(session.position, 11, 40):
        session.play(move)
        again = resumed(read_sgf(to_sgf(session, DAY)), _nobody)
        assert again.position == session.position
        assert again.position.mover is session.position.mover
        assert len(again.turns) == len(session.turns)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_is_sound_to_another_reader(game: Game, seed: int) -> None:
    session = Session.begin(game, {}, small(game))
    for _, move in walk(session.position, seed, 30):
        session.play(move)
    read = Sgf_game.from_bytes(to_sgf(session, DAY))
    nodes = read.get_main_sequence()
    moves = [node for node in nodes if node.has_property("B") or node.has_property("W")]
    assert len(moves) == len(session.turns) - 1
    written = [game.notation.nodes(turn.position)[0] for turn in session.turns[1:]]
    raw = [
        {name: [node.get_raw(name).decode()] for name in ("B", "W") if node.has_property(name)}
        for node in moves
    ]
    assert raw == written


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_of_another_program_goes_on(game: Game, seed: int) -> None:
    session = Session.begin(game, {}, small(game))
    for _, move in walk(session.position, seed, 30):
        session.play(move)
    record = read_sgf(to_foreign_sgf(session, DAY))
    again = foreign(record, {}, {})
    assert record.private is None
    assert [turn.position.grid() for turn in again.turns] == [turn.position.grid() for turn in session.turns]
    assert [turn.move for turn in again.turns] == [turn.move for turn in session.turns]


def test_a_board_set_up_by_another_program_is_read(game: Game) -> None:
    middle = last(small(game), 1, 4)
    if middle.over:
        return
    start = game.arranged(middle, cells(game, middle), middle.to_move)
    content = to_foreign_sgf(Session.begin(game, {}, start), DAY)
    record = read_sgf(content)
    assert (record.positions[0].grid(), record.positions[0].to_move) == (start.grid(), start.to_move)


def test_a_file_tells_which_game_it_is_of(game: Game) -> None:
    record = read_sgf(to_sgf(Session.begin(game, {}, small(game)), DAY))
    assert CATALOG[str(name_in_file(record.root))].load() is game


def test_taken_back_and_made_again_is_the_same(game: Game) -> None:
    session = Session.begin(game, {}, small(game))
    for _, move in walk(session.position, 7, 20):
        session.play(move)
    line = session.turns
    while session.back_to_person():
        pass
    assert session.turns == line[:1]
    while session.on_to_person():
        pass
    assert session.turns == line[: len(session.turns)]
    assert len(line) - len(session.turns) <= int(line[-1].position.over)


def test_words_for_people_are_there(game: Game) -> None:
    position = last(small(game), 3, 6)
    words = [game.name, game.introduction, game.legend, game.example, *game.steps]
    words += [*game.status(position), *game.details(position), *game.estimate(position)]
    assert all(isinstance(word, str) for word in words)
    assert game.parse_move(game.example, max(starts(game), key=lambda start: len(start.grid().rows)))
    marked = game.marks(position)
    assert isinstance(position.last_move, Play | Resign)
    assert marked.last


def _nobody(settings: object) -> Player:
    raise AssertionError("these games have no players")
