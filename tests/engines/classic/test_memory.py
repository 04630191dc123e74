"""Tests that the engine's memory is a value: undoing and replaying moves gives the same game."""

import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.engines.classic.classic_engine import ClassicEngine
from gnugo_py.engines.classic.gnugo import ClassicMemory, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles
from gnugo_py.games.go.position import GO, GoPosition
from gnugo_py.games.types import PASS, Color, Move
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import choose_move, new_game, play_decision

KNOWLEDGE = own_knowledge()


class Game(Cursor):
    """A game of a person with Black against the engine."""

    def __init__(self, seed: int, size: int) -> None:
        self.engine = ClassicEngine(KNOWLEDGE, seed)
        super().__init__(new_game(GO.start({"size": size}), {Color.WHITE: self.engine}))


def advance(game: Game, chooser: int) -> Move:
    """Play a move of the person, chosen by a number, and return the engine's answer."""
    legal = [*game.position.legal_moves(), PASS]
    if chooser % 7 == 0:
        legal = [PASS]
    game.play(legal[chooser % len(legal)])
    if game.position.is_over:
        return PASS
    decision = choose_move(game.node, game.engine)
    play_decision(game, game.engine, decision)
    return decision.move


@settings(max_examples=25)
@given(
    st.integers(0, 999_999),
    st.sampled_from([9, 13, 19]),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=25),
    st.data(),
)
def test_undoing_and_replaying_moves_gives_the_same_game(
    seed: int, size: int, choosers: list[int], data: st.DataObject
) -> None:
    game = Game(seed, size)
    first = []
    for chooser in choosers:
        if game.position.is_over:
            break
        first.append(advance(game, chooser))
    back = data.draw(st.integers(1, len(first)))
    while game.node.number > 2 * (len(first) - back):
        game.back()
    again = []
    for chooser in choosers[len(first) - back : len(first)]:
        if game.position.is_over:
            break
        again.append(advance(game, chooser))
    assert again == first[len(first) - back :]


@settings(max_examples=10)
@given(st.integers(0, 999_999), st.sampled_from([9, 13, 19]))
def test_the_same_seed_gives_the_same_game(seed: int, size: int) -> None:
    one, other = Game(seed, size), Game(seed, size)
    for chooser in range(1, 12):
        assert advance(one, chooser * 31) == advance(other, chooser * 31)
    assert one.node.memory("White") == other.node.memory("White")


def decided() -> tuple[GoPosition, ClassicMemory]:
    """Return a position in a game, and the engine's memory there."""
    position, memory = GoPosition.start(9, "gnugo-1.1"), ClassicMemory.initial(1)
    for number in (40, 12, 33, 55, 21):
        position = position.play_unchecked(position.legal_moves()[number])
        decision = GnuGo(position, memory, KNOWLEDGE).genmove()
        position, memory = position.play_unchecked(decision.move), decision.memory
    return position, memory


def test_games_of_the_same_size_do_not_disturb_each_other() -> None:
    position, memory = decided()
    alone = GnuGo(position, memory, KNOWLEDGE).genmove()
    other = GoPosition.start(9, "gnugo-1.1").play("E5")
    for _ in range(3):
        GnuGo(other, ClassicMemory.initial(7), KNOWLEDGE).genmove()
        assert GnuGo(position, memory, KNOWLEDGE).genmove() == alone


def test_a_copied_memory_is_equal() -> None:
    _, memory = decided()
    for copied in (deepcopy(memory), copy(memory), pickle.loads(pickle.dumps(memory))):
        assert copied == memory


@pytest.mark.parametrize("pattern_files", [KNOWLEDGE, PatternFiles()], ids=["its own patterns", "none"])
def test_a_stored_memory_is_restored(pattern_files: PatternFiles) -> None:
    engine = ClassicEngine(pattern_files, 2**31 - 1)
    memory = engine.initial_memory()
    assert engine.memory_from_json(engine.memory_to_json(memory)) == memory


@pytest.mark.parametrize(
    "data",
    [
        [-1, ["NW"], False, 0, 0],
        [2**31, ["NW"], False, 0, 0],
        [1, ["NE", "X"], False, 0, 0],
        [1, ["NW"], 0, 0, 0],
        [1, ["NW"], False, -1, 0],
        [1, ["NW"], False, len(KNOWLEDGE.opening), 0],
        [1, ["NW"], False, 0, -1],
        [1, ["NW"], False, 0, 4],
        [1, ["NW"], False, 0],
        None,
    ],
)
def test_invalid_memory_data_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="the saved state is not valid for this engine"):
        ClassicEngine(KNOWLEDGE, 3).memory_from_json(data)


def test_redo_gives_back_position_memory_and_reasons() -> None:
    game = Game(5, 19)
    for chooser in (10, 20, 30):
        advance(game, chooser)
    end, position, memory = game.node, game.position, game.node.memory("White")
    game.go_to(game.tree.root)
    while game.next():
        pass
    assert game.node is end
    assert (game.position, end.memory("White")) == (position, memory)
    assert end.comment
