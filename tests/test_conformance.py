"""Tests of the rules that every registered game must follow, with random games."""

import random
from collections.abc import Iterator

import pytest
from sgfmill.sgf import Sgf_game

from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.game import Game
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES, sgf_functions, words_of
from gnugo_py.games.types import PASS, RESIGN, Color, IllegalMove, Move, Play, Point, Resign
from gnugo_py.record.engine_moves import new_game
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import import_game, restore_saved_game
from tests.toy import ENTRY

KNOWN = {**GAMES, "pairs": ENTRY}
SEEDS = range(3)


@pytest.fixture(autouse=True)
def _catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pairs", ENTRY)


def starts(game: Game) -> list[Position]:
    """Return the start position on each board size."""
    sizes = [each.value for each in game.options({})[0].choices]
    return [game.start({"size": size}) for size in sizes]


def small(game: Game) -> Position:
    """Return the start position on the smallest board."""
    return min(starts(game), key=lambda start: len(start.diagram().rows))


def walk(start: Position, seed: int, max_length: int = 400) -> Iterator[tuple[Position, Move]]:
    """Yield each position of a random game and the move played there."""
    rng, position = random.Random(seed), start
    for _ in range(max_length):
        if position.is_over:
            return
        moves = list(position.legal_moves())
        move = rng.choice(moves) if moves else PASS
        yield position, move
        position = position.play_unchecked(move)


def last(start: Position, seed: int, max_length: int = 400) -> Position:
    """Return the last position of a random game."""
    position, move = list(walk(start, seed, max_length))[-1]
    return position.play_unchecked(move)


def drawn_cells(game: Game, position: Position) -> dict[Point, str]:
    """Return the signs on the drawn board by point."""
    return {
        point_at(row, column, position.size): sign
        for row, line in enumerate(position.diagram().rows)
        for column, sign in enumerate(line)
        if sign in "XO#"
    }


@pytest.fixture(params=KNOWN)
def game(request: pytest.FixtureRequest) -> Game:
    return KNOWN[request.param].load()


def test_every_choice_for_an_option_starts_a_game(game: Game) -> None:
    for option in game.options({}):
        assert option.choices[option.default_index].value == option.default
        for choice in option.choices:
            assert game.start({option.name: choice.value}).move_number == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_moves_agree_with_why_illegal(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for position, _ in walk(small(game), seed, 60):
        legal = set(position.legal_moves())
        points = [
            point_at(row, column, position.size)
            for row, line in enumerate(position.diagram().rows)
            for column in range(len(line))
        ]
        assert all(position.why_illegal(move) is None for move in rng.sample(sorted(legal, key=str), 1))
        for _ in range(20):
            move = Play(tuple(rng.choices(points, k=len(game.point_prompts))))
            assert (position.why_illegal(move) is None) == (move in legal)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_points_of_a_legal_move_are_legal(game: Game, seed: int) -> None:
    for position, move in walk(small(game), seed, 25):
        assert isinstance(move, Play)
        for number in range(1, len(game.point_prompts)):
            begun = move.points[:number]
            assert position.why_partial_move_illegal(Play(begun)) is None
            assert move.points[number] in position.next_points(begun)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_leaves_the_position_as_it_was(game: Game, seed: int) -> None:
    for position, move in walk(small(game), seed, 40):
        before = (position.diagram(), position.to_move, hash(position))
        after = position.play_unchecked(move)
        assert (position.diagram(), position.to_move, hash(position)) == before
        assert (after.previous, after.last_color, after.last_move) == (position, position.to_move, move)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_that_is_written_is_read_back(game: Game, seed: int) -> None:
    for position, move in walk(small(game), seed, 60):
        written = position.format_move(move)
        assert position.parse_partial_move(written) == move
        assert position.parse_partial_move(written.upper()) == move
        value = sgf_functions(game.name).move_value(position.play_unchecked(move))
        assert sgf_functions(game.name).parse_move(value, position) == move


def test_coordinates_and_points_are_converted_in_both_directions(game: Game) -> None:
    for position in starts(game):
        diagram = position.diagram()
        for row, line in enumerate(diagram.rows):
            for column in range(len(line)):
                point = point_at(row, column, position.size)
                assert row_and_column(point, position.size) == (row, column)
                assert position.parse_partial_move(position.format_point(point)) == Play((point,))


@pytest.mark.parametrize("seed", SEEDS)
def test_cells_equal_the_diagram_in_board_order(game: Game, seed: int) -> None:
    for position, _ in walk(small(game), seed):
        assert list(position.cells().items()) == list(drawn_cells(game, position).items())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_can_be_set_up(game: Game, seed: int) -> None:
    for position, _ in walk(small(game), seed, 12):
        again = position.with_board(position.cells(), position.to_move)
        assert (again.diagram(), again.to_move, again.previous) == (
            position.diagram(),
            position.to_move,
            None,
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_comes_to_an_end_with_an_outcome(game: Game, seed: int) -> None:
    end = last(small(game).with_move_limit(), seed)
    assert end.is_over
    assert end.why_illegal(Play((point_at(0, 0, end.size),))) is not None
    assert not list(end.legal_moves())
    outcome = end.outcome(dead_stones(end))
    assert outcome is not None
    assert outcome.sentence.endswith(".")
    assert (end.outcome_without_count is None) == game.has_count


def test_the_player_who_resigns_loses(game: Game) -> None:
    end = small(game).play_unchecked(RESIGN)
    assert end.is_over
    assert end.outcome_without_count is not None
    assert (end.outcome_without_count.winner, end.outcome_without_count.reason) == (
        Color.WHITE,
        "resignation",
    )


def test_text_that_is_not_a_move_is_refused(game: Game) -> None:
    position = small(game)
    for text in ("", "?", "hello world", "99", "a", "a0b", "\x1b[0m", "d4" * 40, "d" * 10_000):
        with pytest.raises(ValueError, match=r"\w"):
            position.parse_partial_move(text)
    with pytest.raises(IllegalMove, match="off the board"):
        position.parse_partial_move("a99")


def test_settings_start_the_same_game_again(game: Game) -> None:
    for start in starts(game):
        assert game.start(start.start_options()) == start


def played(tree: Tree, seed: int, max_length: int) -> list[Node]:
    """Play a random game, and return its nodes."""
    line = [tree.root]
    for position, move in walk(tree.root.position, seed, max_length):
        assert line[-1].position == position
        line.append(line[-1].add(move))
    return line


@pytest.mark.parametrize("seed", SEEDS)
def test_a_saved_game_is_resumed_with_the_moves_that_were_taken_back(game: Game, seed: int) -> None:
    tree = new_game(small(game), {})
    line = played(tree, seed, 30)
    tree.current = line[len(line) // 2]
    again = restore_saved_game(parse_game(tree.write()), {}).tree
    assert again.game is game
    assert [node.position for node in again.main_line()] == [node.position for node in line]
    assert again.current.number == tree.current.number


def test_a_game_is_saved_and_resumed_at_every_move(game: Game) -> None:
    tree = new_game(small(game), {})
    for node in played(tree, 11, 40):
        tree.current = node
        again = restore_saved_game(parse_game(tree.write()), {}).tree.current
        assert again.position == node.position
        assert again.position.last_color is node.position.last_color
        assert again.number == node.number


@pytest.mark.parametrize("seed", SEEDS)
def test_sgfmill_reads_the_same_moves(game: Game, seed: int) -> None:
    tree = new_game(small(game), {})
    line = played(tree, seed, 30)
    nodes = Sgf_game.from_bytes(tree.write()).get_main_sequence()
    moves = [node for node in nodes if node.has_property("B") or node.has_property("W")]
    raw = [(name, node.get_raw(name).decode()) for node in moves for name in "BW" if node.has_property(name)]
    positions = [node.position for node in line[1:]]
    assert raw == [
        ("W" if each.last_color else "B", sgf_functions(game.name).move_value(each)) for each in positions
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_without_private_data_is_imported_with_the_same_moves(game: Game, seed: int) -> None:
    tree = Tree(small(game))
    line = played(tree, seed, 30)
    read = parse_game(tree.write())
    assert read.root.private is None
    again = list(import_game(read, {}, {}).tree.main_line())
    assert [node.position.diagram() for node in again] == [node.position.diagram() for node in line]
    assert [node.move for node in again] == [node.move for node in line]


def test_a_file_with_setup_is_read(game: Game) -> None:
    middle = last(small(game), 1, 4)
    if middle.is_over:
        return
    start = middle.with_board(middle.cells(), middle.to_move)
    read = parse_game(Tree(start).write()).root.position
    assert (read.diagram(), read.to_move) == (start.diagram(), start.to_move)


def test_a_file_determines_its_game(game: Game) -> None:
    assert parse_game(new_game(small(game), {}).write()).game is game


def test_a_game_has_all_its_texts(game: Game) -> None:
    position = last(small(game), 3, 6)
    words = [game.display_name, game.how_to_play, game.legend, game.example_move, *game.point_prompts]
    words += [
        *words_of(position).status_lines(position.is_over),
        *words_of(position).detail_lines(),
        *position.score_lines(0),
    ]
    assert all(isinstance(word, str) for word in words)
    assert max(starts(game), key=lambda start: len(start.diagram().rows)).parse_partial_move(
        game.example_move
    )
    marked = position.marks()
    assert isinstance(position.last_move, Play | Resign)
    assert marked.last_move
