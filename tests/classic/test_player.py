"""The engine within rules that are not its own."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.classic.genmove import decide
from gnugo_py.classic.memory import Memory
from gnugo_py.classic.player import ClassicPlayer
from gnugo_py.games.contract import PASS, Move, Play, Side
from gnugo_py.go.position import GoPosition
from gnugo_py.go.rules import PRESETS, preset
from tests.boards import move, played, position

KNOWLEDGE = own_knowledge()
MODERN = sorted(set(PRESETS) - {"gnugo-1.1"})


@settings(max_examples=30)
@given(st.sampled_from(MODERN), st.sampled_from([9, 13]), st.integers(0, 999_999))
def test_it_never_makes_a_move_the_rules_forbid(name: str, size: int, seed: int) -> None:
    player, chance = ClassicPlayer(KNOWLEDGE, seed), Random(seed)
    here, memory = GoPosition.start(size, preset(name, size)), player.fresh_memory()
    for _ in range(150):
        if here.over:
            break
        if here.to_move is Side.WHITE:
            choice = player.choose(here, memory)
            assert isinstance(choice.memory, Memory)
            memory, chosen = choice.memory, choice.move
        else:
            legal = here.legal_moves()
            chosen = chance.choice(legal) if legal else PASS
        here = here.play_checked(chosen)


def test_it_does_not_take_back_a_ko_the_rules_protect() -> None:
    ko = "\n".join(
        ["- X O - - - - - -", "X - X O - - - - -", "- X O - - - - - -"] + ["- - - - - - - - -"] * 6
    )
    taken = played(position(ko, Side.WHITE, "japanese"), "B8")
    choice = ClassicPlayer(KNOWLEDGE, 7).choose(taken, Memory.fresh(7))
    forbidden: Move = move("C8", 9)
    assert choice.move != forbidden
    assert taken.why_illegal(choice.move) is None


@pytest.mark.parametrize("seed", range(5))
def test_under_its_own_rules_it_plays_what_it_decides(seed: int) -> None:
    start = GoPosition.start(19)
    decision, _ = decide(start, Memory.fresh(seed), KNOWLEDGE)
    assert decision.point is not None
    assert ClassicPlayer(KNOWLEDGE, seed).choose(start, Memory.fresh(seed)).move == Play((decision.point,))


def test_reasons_name_every_finder_that_answered_and_the_random_tries() -> None:
    alone = ClassicPlayer(KNOWLEDGE, 471995)
    opening = alone.choose(GoPosition.start(19), alone.fresh_memory())
    assert [reason.finder for reason in opening.reasons] == ["pattern"]
    bare = ClassicPlayer(type(KNOWLEDGE)(), 471995)
    drawn = bare.choose(GoPosition.start(19), bare.fresh_memory())
    assert [reason.finder for reason in drawn.reasons] == ["random"]
    assert drawn.reasons[0].value >= 1
