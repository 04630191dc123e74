"""A phase of a conversation: it asks, takes a line, and says what comes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gnugo_py.app.context import Context
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move, Point
from gnugo_py.engines.engine import Choice, Player
from gnugo_py.play.session import Session

if TYPE_CHECKING:
    from gnugo_py.play.game_tree import Moment, Story


class Task(NamedTuple):
    """Something for a player to think about, beside whatever shows the conversation.

    player -- who thinks.
    think  -- does it; raises PlayerError if there is no choice to give.
    done   -- goes on with what was chosen.
    failed -- goes on without, for a reason.
    so_far -- how far it is, a few words; what the player says of itself unless there is more to know.
    is_move -- whether what is chosen is made as a move of the game.
    """

    player: Player
    think: Callable[[], Choice[Any]]
    done: Callable[[Choice[Any]], Phase]
    failed: Callable[[str], Phase]
    so_far: Callable[[], str] | None = None
    is_move: bool = False

    @property
    def progress(self) -> str:
        """How far it is, a few words; often nothing."""
        return self.player.progress() if self.so_far is None else self.so_far()


class Viewing(NamedTuple):
    """A game that is looked through.

    story   -- the game.
    moment  -- where it is.
    line    -- the moments of the line that is looked along, from the first to its end.
    chances -- how likely Black was to win along it, as far as that was asked for.
    """

    story: Story
    moment: Moment
    line: Sequence[Moment]
    chances: Sequence[float | None] = ()


class Phase:
    """A phase.

    prompt   -- what it asks.
    standing -- the count as it is settled so far, in sentences; empty while there is none.
    task     -- what a player is to think about before the next line is taken, None for nothing.
    viewing  -- what is looked through, None where a game is played.
    lesson   -- the title of the lesson that is given, empty for none.
    is_turn  -- whether it takes moves and commands.
    is_over  -- whether nothing more is asked.
    """

    prompt: str = ""
    standing: tuple[str, ...] = ()
    is_turn = False
    is_over = False

    @property
    def task(self) -> Task | None:
        """Nothing to think about, for most."""
        return None

    @property
    def viewing(self) -> Viewing | None:
        """Nothing looked through, for most."""
        return None

    @property
    def lesson(self) -> str:
        """No lesson, for most."""
        return ""

    @property
    def board(self) -> tuple[Game, Position] | None:
        """The board that is shown where it is not that of the game being played; None for most."""
        return None

    def take(self, line: str) -> Phase:
        """The phase that comes after a line, which has no spaces at its ends."""
        raise NotImplementedError

    def come_back(self) -> Phase:
        """The phase that goes on here after something else was shown."""
        return self


class Turns(Phase):
    """The phase that takes moves and commands, as the commands see it."""

    context: Context
    picked: tuple[Point, ...]

    def make(self, move: Move) -> Phase:
        """Make a person's move; the reason is said if it is refused."""
        raise NotImplementedError

    def give_up(self) -> Phase:
        """Have the person resign, whoever's turn it is; where two people play, who is to move."""
        raise NotImplementedError

    def step_back(self) -> Phase:
        """Give up the last point that was picked."""
        raise NotImplementedError

    def stop(self) -> Phase:
        """End the playing and come to the count."""
        raise NotImplementedError

    def start(self, session: Session) -> Phase:
        """Play a game that was opened."""
        raise NotImplementedError

    def again(self) -> Phase:
        """Ask for a move; what is picked stays so, and is shown, while the position is the same."""
        raise NotImplementedError


class Over(Phase):
    """The end.

    wants_new -- whether the person wants another game.
    before    -- what would go on if they want this one after all, None for nothing.
    standing  -- the count as it was settled.
    """

    is_over = True

    def __init__(
        self, wants_new: bool = False, before: Phase | None = None, standing: tuple[str, ...] = ()
    ) -> None:
        self.wants_new = wants_new
        self.before = before
        self.standing = standing

    def take(self, line: str) -> Phase:
        """Nothing is taken any more."""
        return self


class Confirming(Phase):
    """A question before something that cannot be undone.

    question -- what is to be agreed to.
    act      -- does it.
    before   -- the phase that goes on if the person does not agree.
    """

    def __init__(self, context: Context, question: str, act: Callable[[], Phase], before: Phase) -> None:
        self.prompt = f"{question} (y or n)?"
        self.standing, self.is_turn = before.standing, before.is_turn
        self._context, self._act, self._before = context, act, before

    def take(self, line: str) -> Phase:
        """Yes, no, or the question again."""
        answer = yes_or_no(line)
        if answer is None:
            self._context.say("refusal", "type y or n.")
            return self
        return self._act() if answer else self._before.come_back()


class Considering(Phase):
    """A question to a player that changes nothing; its task is all there is to it.

    task_at_hand -- the question.
    """

    def __init__(self, task_at_hand: Task, before: Phase) -> None:
        self._task = task_at_hand
        self.prompt, self._before = before.prompt, before
        self.is_turn = before.is_turn

    @property
    def task(self) -> Task:
        """The question."""
        return self._task

    @property
    def viewing(self) -> Viewing | None:
        """What the phase before looks through."""
        return self._before.viewing

    def take(self, line: str) -> Phase:
        """A line that comes too early is for the phase before."""
        return self._before.take(line)


def confirmed(context: Context, question: str, act: Callable[[], Phase], before: Phase) -> Phase:
    """Do something that cannot be undone once the person has agreed, if one is there to be asked."""
    return Confirming(context, question, act, before) if context.services.confirms else act()


def left(context: Context, act: Callable[[], Phase], before: Phase) -> Phase:
    """Do something that lets the game go; where it is not saved, tell so and ask first."""
    if context.session is not None:
        context.keep()
    if not context.trouble:
        return act()
    context.say("refusal", f"The game is not saved: {context.trouble}.")
    return confirmed(context, "Leave it unsaved", act, before)


def ended(context: Context, wants_new: bool = False, before: Phase | None = None) -> Over:
    """The end without a question more, what was played saved."""
    if context.session is not None and context.session.is_touched:
        said = context.services.save(context.session, None)
        context.say("trouble" if context.trouble else "news", said)
    return Over(wants_new, before, before.standing if before is not None else ())


def yes_or_no(line: str) -> bool | None:
    """True for yes, False for no, None for neither."""
    return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())
