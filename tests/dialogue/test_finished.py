"""Games that were finished before, shown as they ended."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gnugo_py.core.types import Outcome, Point, Side
from gnugo_py.games.go.game import GO
from tests.dialogue.talk import Talk, drawn, pairs, points, stopped

SETTLED = (*points("D2"), None, None)


def shown(outcome: Outcome, answers: Sequence[Point | None] = SETTLED) -> Talk:
    """A finished game that is opened again."""
    session = stopped(answers)
    session.outcome = outcome
    return Talk(GO).begun(session)


def test_a_finished_count_is_shown_with_its_territory() -> None:
    talk = shown(Outcome(Side.WHITE, "by 16.5 points", 16.5))
    result = talk.outputs()[-1]
    assert result.lines[-2:] == ("White wins by 16.5 points.", "This game is finished.")
    assert drawn(result.grid) == drawn(talk.here.grid)
    assert drawn(result.grid) != drawn(talk.session.position.grid())
    assert talk.here.standing == result.lines[:-1]
    assert (talk.here.over, talk.calls) == (True, [])


@pytest.mark.parametrize(
    ("outcome", "answers", "told"),
    [
        (Outcome(Side.WHITE, "time"), SETTLED, "This game is finished.  White wins on time."),
        (
            Outcome(Side.BLACK, "by 16.5 points", 16.5),
            SETTLED,
            "This game is finished.  Black wins by 16.5 points.",
        ),
        (
            Outcome(Side.WHITE, "by 3 points", 3),
            SETTLED,
            "This game is finished.  White wins by 3 points.",
        ),
        (
            Outcome(Side.WHITE, "by 16.5 points", 16.5),
            SETTLED[:-1],
            "This game is finished.  White wins by 16.5 points.",
        ),
        (Outcome(Side.BLACK, "resignation"), SETTLED, "White has resigned; this game is finished."),
        (Outcome(None, "no result"), SETTLED, "This game is finished.  The game has no result."),
    ],
)
def test_a_game_finished_otherwise_is_shown_with_the_result_of_its_file(
    outcome: Outcome, answers: Sequence[Point | None], told: str
) -> None:
    talk = shown(outcome, answers)
    result = talk.outputs()[-1]
    assert (result.kind, result.lines, result.grid) == ("result", (told,), None)
    assert talk.here.standing == ()
    assert talk.here.over


def test_a_game_that_is_won_without_a_word_of_it_in_its_file_is_shown_as_won() -> None:
    """As one of another program's, or one that lost its result."""
    session = pairs("a1 b1", "a3 b3", "c1 c2")
    talk = Talk().begun(session)
    assert talk.outputs()[-1].lines == ("This game is finished.  Black wins with three in a row.",)
    assert talk.here.over
    assert session.outcome == session.position.decided
