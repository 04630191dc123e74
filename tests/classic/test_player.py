"""The engine within rules that are not its own."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.replay import own_knowledge
from gnugo_py.core.types import PASS, Play, Side
from gnugo_py.engines.classic.engine import ClassicPlayer
from gnugo_py.engines.classic.genmove import decide
from gnugo_py.engines.classic.memory import Memory
from gnugo_py.engines.classic.pattern_matcher import Knowledge
from gnugo_py.engines.engine import Choice
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import PRESETS, preset
from gnugo_py.games.go.vertex import format_vertex
from tests.boards import move, played, position

KNOWLEDGE = own_knowledge()
MODERN = sorted(set(PRESETS) - {"gnugo-1.1"})


@settings(max_examples=30)
@given(st.sampled_from(MODERN), st.sampled_from([9, 13]), st.integers(0, 999_999))
@example("chinese", 9, 23)  # the original's own move would bring an earlier board back in these two
@example("tromp-taylor", 9, 246)
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
def test_a_ko_is_not_taken_back_at_once_but_later(rules: str) -> None:
    player, taken = ClassicPlayer(KNOWLEDGE, 7), played(position(KO, Side.WHITE, rules), "B8")
    assert player.choose(taken, Memory.fresh(7)).move != move("C8", 9)
    later = played(taken, "E3", "E6")
    assert player.choose(later, Memory.fresh(7)).move == move("C8", 9)


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
"""White adds a stone on A9, Black takes the two from C9; now B9 takes C9 and brings this board back."""

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


def chosen(drawing: str, rules: str, knowledge: Knowledge) -> tuple[list[str], Choice[Memory]]:
    """What the finders answer after White's A9 and Black's C9, best first, and what White plays."""
    here = played(position(drawing, Side.WHITE, rules), "A9", "C9")
    decision, _ = decide(here, Memory.fresh(7), knowledge)
    answers = [format_vertex(found.point, 9) for found in decision.findings]
    choice = ClassicPlayer(knowledge, 7).choose(here, Memory.fresh(7))
    assert here.why_illegal(choice.move) is None
    return answers, choice


@pytest.mark.parametrize(
    ("rules", "vertex"),
    [("gnugo-1.1", "B9"), ("japanese", "B9"), ("aga", "B9"), ("chinese", "D8"), ("tromp-taylor", "D8")],
)
def test_the_best_of_its_answers_that_the_rules_allow_is_played(rules: str, vertex: str) -> None:
    answers, choice = chosen(SENT_BACK, rules, KNOWLEDGE)
    assert answers[:2] == ["B9", "D8"]
    assert choice.move == move(vertex, 9)


def test_where_the_rules_allow_none_of_its_answers_it_plays_at_random() -> None:
    answers, choice = chosen(LONE_ANSWER, "chinese", Knowledge())
    assert answers == ["B9"]
    assert isinstance(choice.move, Play)
    assert [(reason.finder, reason.point) for reason in choice.reasons][1:] == [
        ("random", choice.move.points[0])
    ]
    assert choice.memory != Memory.fresh(7)


def test_where_no_random_move_is_allowed_either_it_passes() -> None:
    answers, choice = chosen(NO_ANSWER, "chinese", Knowledge())
    assert answers == ["B9"]
    assert choice.move == PASS
    assert (choice.reasons[-1].finder, choice.reasons[-1].value) == ("random", 400)


@pytest.mark.parametrize("seed", range(5))
def test_under_its_own_rules_it_plays_what_it_decides(seed: int) -> None:
    start = GoPosition.start(19, "gnugo-1.1")
    decision, _ = decide(start, Memory.fresh(seed), KNOWLEDGE)
    assert decision.point is not None
    assert ClassicPlayer(KNOWLEDGE, seed).choose(start, Memory.fresh(seed)).move == Play((decision.point,))


def test_reasons_name_every_finder_that_answered_and_the_random_tries() -> None:
    alone = ClassicPlayer(KNOWLEDGE, 471995)
    opening = alone.choose(GoPosition.start(19, "gnugo-1.1"), alone.fresh_memory())
    assert [reason.finder for reason in opening.reasons] == ["pattern"]
    bare = ClassicPlayer(type(KNOWLEDGE)(), 471995)
    drawn = bare.choose(GoPosition.start(19, "gnugo-1.1"), bare.fresh_memory())
    assert [reason.finder for reason in drawn.reasons] == ["random"]
    assert drawn.reasons[0].value >= 1
