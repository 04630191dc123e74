"""Tests that the engine's memory is a value: undoing and replaying moves gives the same game."""

import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.core.types import PASS, Color, Move, Play
from gnugo_py.engines.classic.engine import ClassicEngine
from gnugo_py.engines.classic.genmove import genmove
from gnugo_py.engines.classic.memory import ClassicMemory
from gnugo_py.engines.classic.pattern_matcher import PatternFiles
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.play.session import Session

KNOWLEDGE = own_knowledge()


def session(seed: int, size: int) -> Session:
    return Session.from_position(GO, {Color.WHITE: ClassicEngine(KNOWLEDGE, seed)}, GO.start({"size": size}))


def advance(game: Session, chooser: int) -> Move:
    """Play a move of the person, chosen by a number, and return the engine's answer."""
    legal = [*game.position.legal_moves(), PASS]
    if chooser % 7 == 0:
        legal = [PASS]
    game.play(legal[chooser % len(legal)])
    return PASS if game.position.is_over else game.play_engine_move().move


@settings(max_examples=25)
@given(
    st.integers(0, 999_999),
    st.sampled_from([9, 13, 19]),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=25),
    st.data(),
)
def test_taking_back_and_playing_on_gives_what_the_first_line_gave(
    seed: int, size: int, choosers: list[int], data: st.DataObject
) -> None:
    game = session(seed, size)
    first = []
    for chooser in choosers:
        if game.position.is_over:
            break
        first.append(advance(game, chooser))
    back = data.draw(st.integers(1, len(first)))
    while len(game.turns) > 1 + 2 * (len(first) - back):
        game.go_to(len(game.turns) - 2)
    again = []
    for chooser in choosers[len(first) - back : len(first)]:
        if game.position.is_over:
            break
        again.append(advance(game, chooser))
    assert again == first[len(first) - back :]


@settings(max_examples=10)
@given(st.integers(0, 999_999), st.sampled_from([9, 13, 19]))
def test_the_same_seed_gives_the_same_game(seed: int, size: int) -> None:
    one, other = session(seed, size), session(seed, size)
    for chooser in range(1, 12):
        assert advance(one, chooser * 31) == advance(other, chooser * 31)
    assert one.current_turn.memories == other.current_turn.memories


@settings(max_examples=25)
@given(st.integers(0, 999_999), st.sampled_from([9, 19]), st.lists(st.integers(0, 10**6), max_size=60))
def test_what_is_kept_to_be_fast_changes_no_decision(seed: int, size: int, choosers: list[int]) -> None:
    position, memory = GoPosition.start(size, "gnugo-1.1"), ClassicMemory.initial(seed)
    been = [position]
    for chooser in choosers:
        legal = [*position.legal_moves(), PASS]
        position = position.play_unchecked(PASS if chooser % 4 == 0 else legal[chooser % len(legal)])
        if chooser % 11 == 0:
            position = been[chooser % len(been)]
        fast = genmove(position, memory, KNOWLEDGE)
        KNOWLEDGE.matcher(size).idle_surveys.clear()
        slow = genmove(position, memory._replace(last_survey=None), KNOWLEDGE)
        again = genmove(position, memory, KNOWLEDGE)
        assert slow == fast == again
        decision, memory = fast
        if chooser % 5:
            position = position.play_unchecked(PASS if decision.point is None else Play((decision.point,)))
        been.append(position)


def decided() -> tuple[GoPosition, ClassicMemory]:
    """Return a position in a game, and the engine's memory there."""
    position, memory = GoPosition.start(9, "gnugo-1.1"), ClassicMemory.initial(1)
    for number in (40, 12, 33, 55, 21):
        position = position.play_unchecked(position.legal_moves()[number])
        decision, memory = genmove(position, memory, KNOWLEDGE)
        position = position.play_unchecked(PASS if decision.point is None else Play((decision.point,)))
    return position, memory


def test_a_decision_made_while_another_is_under_way_is_the_same() -> None:
    position, memory = decided()
    surveys = KNOWLEDGE.matcher(9).idle_surveys
    alone = genmove(position, memory, KNOWLEDGE)
    taken = surveys.pop()
    assert genmove(position, memory, KNOWLEDGE) == alone
    surveys.append(taken)
    assert genmove(position, memory, KNOWLEDGE) == alone


def test_games_with_the_same_patterns_do_not_disturb_each_other() -> None:
    position, memory = decided()
    alone = genmove(position, memory, KNOWLEDGE)
    other = GoPosition.start(9, "gnugo-1.1").play_unchecked(Play((40,)))
    for _ in range(3):
        genmove(other, ClassicMemory.initial(7), KNOWLEDGE)
        assert genmove(position, memory, KNOWLEDGE) == alone


def test_a_copied_memory_decides_the_same() -> None:
    position, memory = decided()
    for copied in (deepcopy(memory), copy(memory), pickle.loads(pickle.dumps(memory))):
        assert copied == memory
        assert genmove(position, copied, KNOWLEDGE) == genmove(position, memory, KNOWLEDGE)


def test_a_copied_memory_holds_all_but_what_is_kept_to_be_fast() -> None:
    _, counted = decided()
    memory = ClassicMemory(1, 2, ("SW", "E"), True, 3, 2, counted.last_survey)
    for copied in (deepcopy(memory), copy(memory), pickle.loads(pickle.dumps(memory))):
        assert tuple(copied) == (1, 2, ("SW", "E"), True, 3, 2, None)


@pytest.mark.parametrize("orientation", range(1, 4))
def test_memories_that_differ_in_what_they_know_are_not_equal(orientation: int) -> None:
    memory = ClassicMemory(1, 2, ("SW", "E"), True, 3)
    assert memory != memory._replace(orientation=orientation)
    assert memory == memory._replace(last_survey=decided()[1].last_survey)


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
def test_what_is_no_memory_of_the_engine_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="the saved state is not valid for this engine"):
        ClassicEngine(KNOWLEDGE, 3).memory_from_json(data)


@pytest.mark.parametrize("number", [7, 11, 13])
def test_other_patterns_may_go_on_from_a_memory(number: int) -> None:
    position, memory = decided()
    other, bare = PatternFiles((KNOWLEDGE.patterns[number],)), memory._replace(last_survey=None)
    assert genmove(position, memory, other) == genmove(position, bare, other)


def test_redo_gives_back_position_memory_and_reasons() -> None:
    game = session(5, 19)
    for chooser in (10, 20, 30):
        advance(game, chooser)
    end = game.current_turn
    game.go_to(0)
    assert len(game.turns) == 1
    game.go_to(len(game.turns_including_undone) - 1)
    assert game.current_turn is end
    assert end.explanation
