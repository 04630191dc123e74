"""Tests of finished games that are opened again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gnugo_py.core.types import Color, Outcome, Point
from gnugo_py.games.go.game import GO
from tests.support.application import Talk, drawn, pairs, points, stopped

SETTLED = (*points("D2"), None, None)


def shown(outcome: Outcome, answers: Sequence[Point | None] = SETTLED) -> Talk:
    """Return an application with a finished game that is opened again."""
    session = stopped(answers)
    session.outcome = outcome
    return Talk(GO).begun(session)


def test_a_finished_count_is_shown_with_its_territory() -> None:
    app = shown(Outcome(Color.WHITE, "by 16.5 points", 16.5))
    result = app.outputs()[-1]
    assert result.lines[-2:] == ("White wins by 16.5 points.", "This game is finished.")
    assert drawn(result.diagram) == drawn(app.here.view.diagram)
    assert drawn(result.diagram) != drawn(app.session.position.diagram())
    assert app.here.view.count_lines == result.lines[:-1]
    assert (app.here.is_over, app.calls) == (True, [])


@pytest.mark.parametrize(
    ("outcome", "answers", "sentence"),
    [
        (Outcome(Color.WHITE, "time"), SETTLED, "This game is finished.  White wins on time."),
        (
            Outcome(Color.BLACK, "by 16.5 points", 16.5),
            SETTLED,
            "This game is finished.  Black wins by 16.5 points.",
        ),
        (
            Outcome(Color.WHITE, "by 3 points", 3),
            SETTLED,
            "This game is finished.  White wins by 3 points.",
        ),
        (
            Outcome(Color.WHITE, "by 16.5 points", 16.5),
            SETTLED[:-1],
            "This game is finished.  White wins by 16.5 points.",
        ),
        (Outcome(Color.BLACK, "resignation"), SETTLED, "White has resigned; this game is finished."),
        (Outcome(None, "no result"), SETTLED, "This game is finished.  The game has no result."),
    ],
)
def test_a_game_finished_otherwise_is_shown_with_the_result_of_its_file(
    outcome: Outcome, answers: Sequence[Point | None], sentence: str
) -> None:
    app = shown(outcome, answers)
    result = app.outputs()[-1]
    assert (result.kind, result.lines, result.diagram) == ("result", (sentence,), None)
    assert app.here.view.count_lines == ()
    assert app.here.is_over


def test_a_game_that_is_won_without_a_word_of_it_in_its_file_is_shown_as_won() -> None:
    """The game may come from another program, or its file may have lost the result."""
    session = pairs("a1 b1", "a3 b3", "c1 c2")
    app = Talk().begun(session)
    assert app.outputs()[-1].lines == ("This game is finished.  Black wins with three in a row.",)
    assert app.here.is_over
    assert session.outcome == session.position.outcome_without_count
