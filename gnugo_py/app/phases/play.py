"""The phases in which a game is played: moves and commands, and a player that cannot move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnugo_py.app.commands import Command, announcement, find_command, not_understood
from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import Phase, Task, Turns, ended
from gnugo_py.app.phases.count import counted, finished
from gnugo_py.core.base_game import next_points
from gnugo_py.core.position import Position
from gnugo_py.core.types import RESIGN, IllegalMove, Mistake, Move, Outcome, Play, Point, Resign
from gnugo_py.engines.engine import Choice
from gnugo_py.play.session import Session

ILLEGAL = "illegal move !"


class Playing(Turns):
    """Moves and commands, a line each; the points of a move may come one by one.

    picked -- the points of a move that is begun.
    """

    is_turn = True

    def __init__(self, context: Context, picked: tuple[Point, ...] = ()) -> None:
        self.context = context
        self.picked = picked
        session = context.playing
        self._position = session.position
        asked = session.game.steps[len(picked)]
        self.prompt = asked if session.players else f"{session.position.to_move}, {asked}"

    @property
    def task(self) -> Task | None:
        """The move of the player to move, None if it is a person's."""
        session = self.context.playing
        player = session.player
        if player is None or session.position.over:
            return None
        halted = lambda why: Halted(self.context, why)  # noqa: E731 -- too short for a name of its own
        return Task(player, session.choose, self._accepted, halted, is_move=True)

    def take(self, line: str) -> Phase:
        """A move, a part of one, or a command."""
        word, _, rest = line.partition(" ")
        context, command = self.context, find_command(word)
        if command is not None:
            return self._commanded(command, rest.strip())
        if not line:
            return self
        try:
            move = context.game.parse_move(line, context.playing.position)
        except IllegalMove as error:
            context.say("refusal", f"{ILLEGAL} {error}.")
        except Mistake as error:
            context.say("refusal", not_understood(line, str(error)))
        else:
            return self._picked(move.points) if isinstance(move, Play) else self.make(move)
        return self

    def _commanded(self, command: Command, rest: str) -> Phase:
        """What a command leads to, if the game has it."""
        context = self.context
        if not command.fits(context.game):
            context.say("refusal", f"there is no {command.name} in {context.game.name}.")
        elif rest and not command.takes_argument:
            context.say("refusal", f"{command.name} takes no further word.")
        else:
            return command.action(self, rest)
        return self

    def _picked(self, points: tuple[Point, ...]) -> Phase:
        """Go on with points that were picked, after those before or, where that makes sense alone, anew."""
        position, number = self.context.playing.position, len(self.context.game.steps)
        ways = [self.picked + points, points] if self.picked else [points]
        fitting = [way for way in ways if len(way) <= number]
        legal = [way for way in fitting if position.why_illegal(Play(way)) is None]
        picked = (legal or fitting)[0]
        if len(picked) == number:
            return self.make(Play(picked))
        if not legal:
            self.context.say("refusal", f"{ILLEGAL} {position.why_illegal(Play(picked))}.")
            return self.again()
        return self._shown(picked)

    def _shown(self, picked: tuple[Point, ...]) -> Phase:
        """A move that is begun, and how it may go on."""
        context, position = self.context, self.context.playing.position
        context.grid = context.game.begun(position, picked)
        if picked:
            written = context.game.format_move(Play(picked), position)
            ways = next_points(position, picked)
            marks = tuple((context.game.cell_of(point, position), "+") for point in ways)
            context.say("choice", f"{written}: + shows how it may go on.", grid=context.grid, marks=marks)
        else:
            context.show("Nothing is picked.")
        return Playing(context, picked)

    def step_back(self) -> Phase:
        """Give up the last point that was picked."""
        return self._shown(self.picked[:-1])

    def again(self) -> Phase:
        """Ask for a move; what is picked stays so while the position is the same."""
        if self.context.playing.position is not self._position:
            return _standing(self.context)
        return self._shown(self.picked) if self.picked else self

    def come_back(self) -> Phase:
        """Ask for a move again."""
        return self.again()

    def start(self, session: Session) -> Phase:
        """Play a game that was opened."""
        return begun(self.context, session)

    def stop(self) -> Phase:
        """End the playing and come to the count."""
        return counted(self.context, self.again)

    def make(self, move: Move) -> Phase:
        """Make a person's move; the reason is said if it is refused."""
        before = self.context.playing.position
        try:
            self.context.playing.play(move)
        except IllegalMove as error:
            self.context.say("refusal", f"{ILLEGAL} {error}.")
            return self.again()
        return self._moved(before)

    def give_up(self) -> Phase:
        """Have the person resign, whoever's turn it is; where two people play, who is to move."""
        context, session = self.context, self.context.playing
        if session.player is None:
            return self.make(RESIGN)
        side = session.position.to_move.other
        session.outcome = Outcome(side.other, "resignation")
        context.tell_of_saving(context.services.keep(session))
        context.show()
        context.say("result", f"{side} resigns; {side.other} wins.")
        return ended(context)

    def _accepted(self, choice: Choice[Any]) -> Phase:
        """Make the move that the player to move chose."""
        before = self.context.playing.position
        self.context.playing.accept(choice)
        return self._moved(before, announcement(self.context, before, choice.move))

    def _moved(self, before: Position, *announced: str) -> Phase:
        """Save a move, then tell it and what it did, and go on."""
        context, session = self.context, self.context.playing
        position = session.position
        session.outcome = position.decided
        news = context.services.keep(session)
        context.say("move", *announced)
        context.tell_of_saving(news)
        context.say("news", *context.game.report(before, position))
        if position.decided is not None:
            context.show()
            context.say("result", _result_in_words(before, position))
            return ended(context)
        if position.over:
            context.show()
            context.say("news", "The game is over.")
            return self.stop()
        if session.player is None or context.is_watched:
            context.show()
        else:
            context.grid = position.grid()
        return self.again()


class Halted(Playing):
    """A player that has no move to give: again, with another, or a command that is no move.

    reason -- why it has none.
    """

    def __init__(self, context: Context, reason: str) -> None:
        super().__init__(context)
        self._player = context.playing.player
        self._adviser = context.services.adviser(context.game, context.playing.position, None)
        self._word = ""
        if self._adviser is not None and self._player is not None and self._adviser.name != self._player.name:
            self._word = str(self._adviser.settings()["player"])
        self.prompt = f"Return, {self._word}, or a command?" if self._word else "Return, or a command?"
        context.show()
        context.say("trouble", f"{reason}.")
        self._tell()

    def _tell(self) -> None:
        """Tell what there is to choose from."""
        context = self.context
        name = "" if self._adviser is None else self._adviser.name
        command = "why" if context.is_watched else "undo"
        instead = f" {self._word} has {name} play instead;" if self._word else ""
        context.say("news", f"Return goes on;{instead} or type a command, like {command}, save or quit.")

    @property
    def task(self) -> None:
        """Nothing, until the person says so."""

    def again(self) -> Phase:
        """The same question, unless it is somebody else's turn now."""
        return self if self.context.playing.player is self._player else Playing(self.context)

    def come_back(self) -> Phase:
        """The same, told again, unless it is somebody else's turn now."""
        phase = self.again()
        if phase is self:
            self._tell()
        return phase

    def take(self, line: str) -> Phase:
        """Take the answer."""
        context, session, word = self.context, self.context.playing, line.lower()
        command = find_command(line.partition(" ")[0])
        if not word:
            assert self._player is not None
            self._player.restart()
            return Playing(context)
        if word == self._word and self._adviser is not None:
            session.seat(session.position.to_move, self._adviser)
            context.say("news", f"{self._adviser.name} plays on for {session.position.to_move}.")
            return Playing(context)
        if command is None or command.is_move:
            other = f"{self._word} or " if self._word else ""
            context.say("refusal", f"press Return, or type {other}a command that is no move.")
            return self
        return super().take(line)


def begun(context: Context, session: Session) -> Phase:
    """Start or go on with a game: its moves, its count, or its end."""
    context.session = session
    context.show()
    context.say("legend", context.game.legend)
    context.say("news", *session.remarks)
    return _standing(context)


def _standing(context: Context) -> Phase:
    """The phase that fits where a game stands: its moves, its count, or its end."""
    session = context.playing
    session.outcome = session.outcome or session.position.decided
    if session.outcome is not None:
        return finished(context, session.outcome)
    if session.position.over or session.settling is not None:
        return counted(context, lambda: Playing(context))
    return Playing(context)


def picked_points(phase: Phase) -> Sequence[Point]:
    """The points of a move that is begun in a phase; often none."""
    return phase.picked if isinstance(phase, Playing) else ()


def _result_in_words(before: Position, position: Position) -> str:
    """How a game has ended with a move."""
    assert position.decided is not None
    if isinstance(position.last_move, Resign):
        return f"{before.to_move} resigns; {before.to_move.other} wins."
    return position.decided.sentence
