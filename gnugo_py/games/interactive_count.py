"""The base class of the count at the end of a game."""

from __future__ import annotations

from gnugo_py.games.diagram import Diagram
from gnugo_py.games.types import Outcome, Point


class InteractiveCount:
    """The count after play has stopped, as a series of questions that are answered with points.

    Go asks for dead stones and for neutral points. Most games have no count. Instances are immutable.
    """

    __slots__ = ()

    @property
    def prompt(self) -> str | None:
        """The current question, or None if there are no more questions."""
        raise NotImplementedError

    @property
    def explanation(self) -> str:
        """An explanation of the current question for a person at a screen; empty if there is none."""
        return ""

    @property
    def has_answers(self) -> bool:
        """Whether a point can answer the current question."""
        return True

    @property
    def help(self) -> tuple[str, ...]:
        """The lines of the help page about the answers to the current question."""
        raise NotImplementedError

    @property
    def signs(self) -> tuple[str, ...]:
        """The lines of the help page about the signs on the board."""
        return ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines to show with the board before the current question; usually empty."""
        return ()

    def with_point_entered(self, point: Point) -> InteractiveCount:
        """Return the count after a point is entered.

        Raise IllegalMove, with the reason, if the point is not a valid answer to the current question.
        """
        raise NotImplementedError

    def at_next_stage(self) -> InteractiveCount:
        """Return the count after the current question is closed."""
        raise NotImplementedError

    def diagram(self) -> Diagram:
        """Return the board at the present stage of the count."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome:
        """The outcome of the game when there are no more questions."""
        raise NotImplementedError

    def summary(self) -> tuple[str, ...]:
        """Return the result as sentences when there are no more questions."""
        raise NotImplementedError
