"""The engine's memory is a value: going back and playing on gives the same game."""

import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.core.types import PASS, Move, Play, Side
from gnugo_py.engines.classic.engine import ClassicPlayer
from gnugo_py.engines.classic.genmove import decide
from gnugo_py.engines.classic.memory import Memory
from gnugo_py.engines.classic.pattern_matcher import Knowledge
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.play.session import Session

KNOWLEDGE = own_knowledge()


def session(seed: int, size: int) -> Session:
    return Session.begin(GO, {Side.WHITE: ClassicPlayer(KNOWLEDGE, seed)}, GO.start({"size": size}))


def advance(game: Session, chooser: int) -> Move:
    """One move of the person's, chosen by a number, and the engine's answer."""
    legal = [*game.position.legal_moves(), PASS]
    if chooser % 7 == 0:
        legal = [PASS]
    game.play(legal[chooser % len(legal)])
    return PASS if game.position.over else game.reply().move


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
        if game.position.over:
            break
        first.append(advance(game, chooser))
    back = data.draw(st.integers(1, len(first)))
    while len(game.turns) > 1 + 2 * (len(first) - back):
        game.go_to(len(game.turns) - 2)
    again = []
    for chooser in choosers[len(first) - back : len(first)]:
        if game.position.over:
            break
        again.append(advance(game, chooser))
    assert again == first[len(first) - back :]


@settings(max_examples=10)
@given(st.integers(0, 999_999), st.sampled_from([9, 13, 19]))
def test_the_same_seed_gives_the_same_game(seed: int, size: int) -> None:
    one, other = session(seed, size), session(seed, size)
    for chooser in range(1, 12):
        assert advance(one, chooser * 31) == advance(other, chooser * 31)
    assert one.turn.memories == other.turn.memories


@settings(max_examples=25)
@given(st.integers(0, 999_999), st.sampled_from([9, 19]), st.lists(st.integers(0, 10**6), max_size=60))
def test_what_is_kept_to_be_fast_changes_no_decision(seed: int, size: int, choosers: list[int]) -> None:
    position, memory = GoPosition.start(size, "gnugo-1.1"), Memory.fresh(seed)
    been = [position]
    for chooser in choosers:
        legal = [*position.legal_moves(), PASS]
        position = position.play(PASS if chooser % 4 == 0 else legal[chooser % len(legal)])
        if chooser % 11 == 0:
            position = been[chooser % len(been)]
        fast = decide(position, memory, KNOWLEDGE)
        KNOWLEDGE.matcher(size).surveys.clear()
        slow = decide(position, memory._replace(counted=None), KNOWLEDGE)
        again = decide(position, memory, KNOWLEDGE)
        assert slow == fast == again
        decision, memory = fast
        if chooser % 5:
            position = position.play(PASS if decision.point is None else Play((decision.point,)))
        been.append(position)


def decided() -> tuple[GoPosition, Memory]:
    """A position in a game, and the engine's memory there."""
    position, memory = GoPosition.start(9, "gnugo-1.1"), Memory.fresh(1)
    for number in (40, 12, 33, 55, 21):
        position = position.play(position.legal_moves()[number])
        decision, memory = decide(position, memory, KNOWLEDGE)
        position = position.play(PASS if decision.point is None else Play((decision.point,)))
    return position, memory


def test_a_decision_made_while_another_is_under_way_is_the_same() -> None:
    position, memory = decided()
    surveys = KNOWLEDGE.matcher(9).surveys
    alone = decide(position, memory, KNOWLEDGE)
    taken = surveys.pop()
    assert decide(position, memory, KNOWLEDGE) == alone
    surveys.append(taken)
    assert decide(position, memory, KNOWLEDGE) == alone


def test_games_with_the_same_patterns_do_not_disturb_each_other() -> None:
    position, memory = decided()
    alone = decide(position, memory, KNOWLEDGE)
    other = GoPosition.start(9, "gnugo-1.1").play(Play((40,)))
    for _ in range(3):
        decide(other, Memory.fresh(7), KNOWLEDGE)
        assert decide(position, memory, KNOWLEDGE) == alone


def test_a_copied_memory_decides_the_same() -> None:
    position, memory = decided()
    for copied in (deepcopy(memory), copy(memory), pickle.loads(pickle.dumps(memory))):
        assert copied == memory
        assert decide(position, copied, KNOWLEDGE) == decide(position, memory, KNOWLEDGE)


def test_a_copied_memory_holds_all_but_what_is_kept_to_be_fast() -> None:
    _, counted = decided()
    memory = Memory(1, 2, ("SW", "E"), True, 3, 2, counted.counted)
    for copied in (deepcopy(memory), copy(memory), pickle.loads(pickle.dumps(memory))):
        assert tuple(copied) == (1, 2, ("SW", "E"), True, 3, 2, None)


@pytest.mark.parametrize("orientation", range(1, 4))
def test_memories_that_differ_in_what_they_know_are_not_equal(orientation: int) -> None:
    memory = Memory(1, 2, ("SW", "E"), True, 3)
    assert memory != memory._replace(orientation=orientation)
    assert memory == memory._replace(counted=decided()[1].counted)


@pytest.mark.parametrize("knowledge", [KNOWLEDGE, Knowledge()], ids=["its own patterns", "none"])
def test_a_stored_memory_is_restored(knowledge: Knowledge) -> None:
    engine = ClassicPlayer(knowledge, 2**31 - 1)
    memory = engine.fresh_memory()
    assert engine.restored(engine.stored(memory)) == memory


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
    with pytest.raises(ValueError, match="not a memory of this engine"):
        ClassicPlayer(KNOWLEDGE, 3).restored(data)


@pytest.mark.parametrize("number", [7, 11, 13])
def test_other_patterns_may_go_on_from_a_memory(number: int) -> None:
    position, memory = decided()
    other, bare = Knowledge((KNOWLEDGE.patterns[number],)), memory._replace(counted=None)
    assert decide(position, memory, other) == decide(position, bare, other)


def test_redo_gives_back_position_memory_and_reasons() -> None:
    game = session(5, 19)
    for chooser in (10, 20, 30):
        advance(game, chooser)
    end = game.turn
    game.go_to(0)
    assert len(game.turns) == 1
    game.go_to(len(game.line) - 1)
    assert game.turn is end
    assert end.note
