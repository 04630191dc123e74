"""Tests of the classic engine under rules other than its own."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.engines.classic.classic_engine import ClassicEngine
from gnugo_py.engines.classic.gnugo import ClassicMemory, GnuGo
from gnugo_py.engines.classic.pattern_files import PatternFiles
from gnugo_py.engines.engine import Decision
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, rules_preset
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.games.types import PASS, Color, Play
from tests.support.boards import move, played, position

KNOWLEDGE = own_knowledge()
MODERN = sorted(set(PRESETS) - {"gnugo-1.1"})


@settings(max_examples=30)
@given(st.sampled_from(MODERN), st.sampled_from([9, 13]), st.integers(0, 999_999))
@example("chinese", 9, 23)  # in these two games the original's move would repeat an earlier position
@example("tromp-taylor", 9, 246)
def test_the_engine_plays_legal_moves_under_modern_rules(name: str, size: int, seed: int) -> None:
    player, rng = ClassicEngine(KNOWLEDGE, seed), Random(seed)
    here, memory = GoPosition.start(size, rules_preset(name, size)), player.initial_memory()
    for _ in range(150):
        if here.is_over:
            break
        if here.to_move is Color.WHITE:
            decision = player.choose(here, memory)
            assert isinstance(decision.memory, ClassicMemory)
            memory, chosen = decision.memory, decision.move
        else:
            legal = here.legal_moves()
            chosen = rng.choice(legal) if legal else PASS
        here = here.play(chosen)


KO = """
- X O - - - - - -
X - X O - - - - -
- X O - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""


@pytest.mark.parametrize("rules", ["gnugo-1.1", "japanese", "chinese"])
def test_a_ko_is_retaken_only_after_another_move(rules: str) -> None:
    player, taken = ClassicEngine(KNOWLEDGE, 7), played(position(KO, Color.WHITE, rules), "B8")
    assert player.choose(taken, ClassicMemory.initial(7)).move != move("C8", 9)
    later = played(taken, "E3", "E6")
    assert player.choose(later, ClassicMemory.initial(7)).move == move("C8", 9)


SENT_BACK = """
- O - O - - - - -
X X O - - - - - -
X - O - - - - - -
X X O - - - - - -
- X O - - - - - -
- X O - - - - - -
- X O - - - - - -
- X O - - - - - -
- X O - - - - - -
"""
"""White plays A9 and Black captures the two stones from C9; then B9 captures C9 and repeats this position."""

LONE_ANSWER = """
- O - O O O O O O
X X O - - - - - O
- X O - - - - - O
X X O - - - - - O
- X O - - - - - O
X X O - - - - - O
X X O - - - - - O
X X O - - - - - O
X X O O O O O O O
"""
NO_ANSWER = """
- O - O O O O O O
X X O O O O O O O
- X O O - O - O O
X X O O O O O O O
- X O O O O O O O
X X O O O O O O O
X X O O O O O O O
X X O O O O O O O
X X O O O O O O O
"""


def chosen(
    drawing: str, rules: str, pattern_files: PatternFiles
) -> tuple[list[str], Decision[ClassicMemory]]:
    """Return the results of the finders after White A9 and Black C9, best first, and White's decision."""
    here = played(position(drawing, Color.WHITE, rules), "A9", "C9")
    proposals = GnuGo(here, ClassicMemory.initial(7), pattern_files).genmove().reasons
    best_first = sorted(proposals, key=lambda reason: -reason.value)
    answers = [format_vertex(reason.point, 9) for reason in best_first if reason.point is not None]
    made = ClassicEngine(pattern_files, 7).choose(here, ClassicMemory.initial(7))
    assert here.why_illegal(made.move) is None
    return answers, made


@pytest.mark.parametrize(
    ("rules", "vertex"),
    [("gnugo-1.1", "B9"), ("japanese", "B9"), ("aga", "B9"), ("chinese", "D8"), ("tromp-taylor", "D8")],
)
def test_the_best_proposal_that_the_rules_allow_is_played(rules: str, vertex: str) -> None:
    answers, decision = chosen(SENT_BACK, rules, KNOWLEDGE)
    assert answers[:2] == ["B9", "D8"]
    assert decision.move == move(vertex, 9)


def test_a_random_move_is_played_if_all_proposals_are_illegal() -> None:
    answers, decision = chosen(LONE_ANSWER, "chinese", PatternFiles())
    assert answers == ["B9"]
    assert isinstance(decision.move, Play)
    assert [(reason.source, reason.point) for reason in decision.reasons][1:] == [
        ("random", decision.move.points[0])
    ]
    assert decision.memory != ClassicMemory.initial(7)


def test_the_engine_passes_if_no_random_move_is_legal() -> None:
    answers, decision = chosen(NO_ANSWER, "chinese", PatternFiles())
    assert answers == ["B9"]
    assert decision.move == PASS
    assert (decision.reasons[-1].source, decision.reasons[-1].value) == ("random", 400)


@pytest.mark.parametrize("seed", range(5))
def test_the_decision_is_played_under_gnugo_1_1_rules(seed: int) -> None:
    start = GoPosition.start(19, "gnugo-1.1")
    decision = GnuGo(start, ClassicMemory.initial(seed), KNOWLEDGE).genmove()
    assert ClassicEngine(KNOWLEDGE, seed).choose(start, ClassicMemory.initial(seed)) == decision


def test_reasons_name_the_finders_and_the_number_of_random_tries() -> None:
    alone = ClassicEngine(KNOWLEDGE, 471995)
    opening = alone.choose(GoPosition.start(19, "gnugo-1.1"), alone.initial_memory())
    assert [reason.source for reason in opening.reasons] == ["pattern"]
    bare = ClassicEngine(type(KNOWLEDGE)(), 471995)
    drawn = bare.choose(GoPosition.start(19, "gnugo-1.1"), bare.initial_memory())
    assert [reason.source for reason in drawn.reasons] == ["random"]
    assert drawn.reasons[0].value >= 1
