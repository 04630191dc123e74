"""What is asked and answered in one game, from its first question to its count.

The plain game and the screen both drive a `Conversation`: they show its prompt, hand it the line
that a person typed, have players think where there is a task for one, and show what it says.  It knows
the words, and nothing of streams or screens.

    asking --> playing <--> halted
                  |  ^
                  v  |
                counting --> over
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gnugo_py.app.context import Context, Services
from gnugo_py.app.events import Output
from gnugo_py.app.phases.base import Over, Phase, Task, Viewing, ended
from gnugo_py.app.phases.play import begun, picked_points
from gnugo_py.app.phases.setup import Asking, Unfinished
from gnugo_py.core.diagram import Grid
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.engines.engine import Choice, PlayerError
from gnugo_py.play.session import Session

if TYPE_CHECKING:
    from gnugo_py.app.phases.choose_game import Collection
    from gnugo_py.play.game_tree import Story


LONGEST_LINE = 1000


class Conversation:
    """One game, line by line: the phase it is in, and what all phases share.

    services -- what it needs from outside.
    options -- what was given already; `side`, the person's, is asked with the game's own
               questions unless it is there.  Where nothing is left to ask, nothing is asked.
    resumed -- a game to go on with; then nothing is asked either.
    offer   -- an unfinished game to offer first.
    story   -- a game to look through, with none being played.
    collection -- games of which one is to be chosen and looked through.
    lesson  -- the lesson to begin with, empty for the first that is not done; None for no lessons.
    """

    def __init__(
        self,
        services: Services,
        options: Mapping[str, object],
        resumed: Session | None = None,
        offer: Unfinished | None = None,
        story: Story | None = None,
        collection: Collection | None = None,
        lesson: str | None = None,
    ) -> None:
        self._context = context = Context(services)
        self._phase: Phase

        def start(session: Session) -> Phase:
            return begun(context, session)

        if resumed is not None:
            self._phase = start(resumed)
        elif story is not None:
            self._phase = self._reading(story, Over())
        elif collection is not None:
            from gnugo_py.app.phases.choose_game import Choosing

            self._phase = Choosing(context, collection, lambda chosen: self._reading(chosen, Over())).show()
        elif lesson is not None:
            from gnugo_py.app.phases.lesson import learning

            self._phase = learning(context, lesson, Over())
        else:
            self._phase = Asking(context, options, offer, start).ask()

    @property
    def session(self) -> Session | None:
        """The game being played, None while the questions are asked."""
        return self._context.session

    @property
    def playing(self) -> Session:
        """The session, where there must be one."""
        return self._context.playing

    @property
    def game(self) -> Game:
        """The game that is played, or is to be."""
        return self._context.game

    @property
    def grid(self) -> Grid | None:
        """The board to show, None while there is none."""
        return self._context.grid

    @property
    def board(self) -> tuple[Game, Position] | None:
        """The game and the position whose board is shown, None while there is none."""
        if self._phase.board is not None:
            return self._phase.board
        session = self.session
        return None if session is None else (session.game, session.position)

    @property
    def prompt(self) -> str:
        """What to ask for the next line."""
        return self._phase.prompt

    @property
    def over(self) -> bool:
        """True once nothing more is asked."""
        return self._phase.is_over

    @property
    def wants_new(self) -> bool:
        """True if it ended because the person wants another game."""
        return isinstance(self._phase, Over) and self._phase.wants_new

    @property
    def standing(self) -> tuple[str, ...]:
        """The count as it is settled so far, in sentences; empty while there is none."""
        return self._phase.standing

    @property
    def viewing(self) -> Viewing | None:
        """What is looked through, None where a game is played."""
        return self._phase.viewing

    @property
    def lesson(self) -> str:
        """The title of the lesson that is given, empty for none."""
        return self._phase.lesson

    @property
    def is_turn(self) -> bool:
        """Whether a move or a command is wanted."""
        return self._phase.is_turn

    @property
    def is_picking(self) -> bool:
        """Whether a move is begun, some of its points picked."""
        return bool(picked_points(self._phase))

    @property
    def is_watched(self) -> bool:
        """Whether the game is played without a person."""
        return self._context.is_watched

    @property
    def trouble(self) -> str:
        """Why the game as it stands is not in a file, empty if it is or there is nothing to save."""
        return self._context.trouble

    @property
    def task(self) -> Task | None:
        """What a player is to think about before the next line; None if a line is wanted."""
        return self._phase.task

    def answer(self, line: str) -> None:
        """Take the line a person typed at the prompt."""
        if len(line) > LONGEST_LINE:
            self._context.say("refusal", f"that line is too long; one has up to {LONGEST_LINE} letters.")
        else:
            self._phase = self._phase.take(line.strip())

    def think(self) -> None:
        """Have the player of the task think here and now, and go on.  Only while there is a task."""
        task = self.task
        assert task is not None
        try:
            choice = task.think()
        except PlayerError as error:
            self.fail(task, str(error))
        else:
            self.finish(task, choice)

    def finish(self, task: Task, choice: Choice[Any]) -> None:
        """Go on with what was chosen for a task."""
        self._phase = task.done(choice)

    def fail(self, task: Task, reason: str) -> None:
        """Go on without a choice for a task."""
        self._phase = task.failed(reason)

    def outputs(self) -> list[Output]:
        """What was said since this was last asked."""
        return self._context.outputs()

    def review(self) -> None:
        """Look through the game, which may be over."""
        story = self._context.services.story(self._context.playing)
        self._phase = self._reading(story, self._phase)

    def _reading(self, story: Story, before: Phase) -> Phase:
        """The phase that looks through a story."""
        from gnugo_py.app.phases.review import Reviewing

        context = self._context
        return Reviewing(context, story, lambda session: begun(context, session), before).show()

    def end(self) -> None:
        """End without a question more, saving what was played."""
        self._phase = ended(self._context)

    @property
    def can_go_back(self) -> bool:
        """Whether what was left for a new game can go on."""
        is_left = isinstance(self._phase, Over) and self._phase.before is not None
        return is_left and (self.session is None or self.session.outcome is None)

    def go_back(self) -> None:
        """Go on with a game, or a lesson, that was left for a new game after all."""
        if isinstance(self._phase, Over) and self._phase.before is not None:
            before = self._phase.before
            if not before.lesson:
                self._context.show("The game goes on.")
            self._phase = before.come_back()

    def wait_for_new(self, wants_new: bool) -> None:
        """Once it is over: note whether the person wants another game."""
        if isinstance(self._phase, Over):
            self._phase.wants_new = wants_new
