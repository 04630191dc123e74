"""What all phases of a conversation share: the game being played, what is said, what comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from gnugo_py.app.events import Marks, Output, OutputKind
from gnugo_py.core.diagram import Grid
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.engines.engine import Choice, Player
from gnugo_py.play.session import Session

if TYPE_CHECKING:
    from gnugo_py.lessons.lesson import Course
    from gnugo_py.play.game_tree import Story


class Services(NamedTuple):
    """What a conversation needs from outside.

    game  -- which game is played, unless a saved one of another is opened.
    begin -- makes the session of the options that were given and asked; raises Mistake.
    keep  -- writes a session as it stands, after every move; returns trouble to tell, or nothing.
    save  -- writes a session under a name, or under its own for None; returns what to tell.
    trouble -- why the game as it stands is not in a file, empty if it is.
    open  -- the session of a saved game, by name; raises Mistake, the game played before then kept.
    adviser -- who gives hints in a position of a game: of a level, or for None where no player of it does;
             None for nobody.
    story -- a session as a game to look through.
    proposes -- whether a count is to begin with a proposal.
    confirms -- whether a person is there to be asked before something that cannot be undone.
    course -- the lessons, None for none.  Raises Mistake if they cannot be read.
    """

    game: Game
    begin: Callable[[Mapping[str, object]], Session]
    keep: Callable[[Session], str]
    save: Callable[[Session, str | None], str]
    trouble: Callable[[], str]
    open: Callable[[str], Session]
    adviser: Callable[[Game, Position, int | None], Player | None]
    story: Callable[[Session], Story]
    proposes: bool = False
    confirms: bool = False
    course: Callable[[], Course | None] = lambda: None


class Context:
    """What the phases of one conversation work on.

    services -- what it needs from outside.

    session -- the game being played, None while the questions are asked.
    grid    -- the board to show, None while there is none.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self.session: Session | None = None
        self.grid: Grid | None = None
        self._said: list[Output] = []

    @property
    def playing(self) -> Session:
        """The session, where there must be one."""
        assert self.session is not None, "no game has begun"
        return self.session

    @property
    def game(self) -> Game:
        """The game that is played, or is to be."""
        return self.services.game if self.session is None else self.session.game

    @property
    def is_watched(self) -> bool:
        """Whether the game is played without a person."""
        return self.session is not None and len(self.session.players) == 2

    def adviser(self, level: int | None) -> Player | None:
        """Who can be asked for advice: a player of the game who gives any, else one from outside.

        level -- of one from outside, None for anybody.
        """
        players = self.playing.players.values() if level is None else ()
        own = next((player for player in players if player.is_adviser), None)
        return own or self.services.adviser(self.game, self.playing.position, level)

    @property
    def trouble(self) -> str:
        """Why the game as it stands is not in a file, empty if it is or there is nothing to save."""
        return self.services.trouble() if self.session is not None and self.session.is_touched else ""

    def say(self, kind: OutputKind, *lines: str, grid: Grid | None = None, marks: Marks = ()) -> None:
        """Say something; nothing at all is not said."""
        if lines or grid:
            self._said.append(Output(kind, lines, grid, marks))

    def explain(
        self, lines: tuple[str, ...], position: Position, player: Player, choice: Choice[Any] | None
    ) -> None:
        """Show a choice: its reasons in words and, over the board it was made on, in pictures."""
        overlay = player.overlay(position, choice) if choice is not None else ()
        marks = tuple((self.game.cell_of(point, position), sign) for point, sign in overlay)
        self.say("why", *lines, grid=position.grid(), marks=marks)

    def estimate(self, game: Game, position: Position) -> None:
        """Tell how a game stands: in words and, where there is something to count, over the board."""
        lines, settled = game.estimate(position), game.as_it_stands(position)
        grid = position.grid()
        if settled is None:
            self.say("news", *lines)
            return
        marks = tuple(
            ((row, column), sign)
            for row, line in enumerate(settled.rows)
            for column, sign in enumerate(line)
            if sign != grid.rows[row][column]
        )
        self.say("why", *lines, grid=grid, marks=marks)

    def outputs(self) -> list[Output]:
        """What was said since this was last asked."""
        said, self._said = self._said, []
        return said

    def show(self, *news: str) -> None:
        """Show the board as it stands, and what there is to tell beside it."""
        position = self.playing.position
        self.grid = position.grid()
        self.say("news", *news)
        self.say("board", *self.game.status(position), grid=self.grid)

    def keep(self) -> None:
        """Save the game as it stands, and say if that does not work."""
        if self.playing.is_touched:
            self.tell_of_saving(self.services.keep(self.playing))

    def tell_of_saving(self, news: str) -> None:
        """Tell what there is to tell of saving, often nothing."""
        self.say("trouble" if self.trouble else "news", *([news] if news else []))
