"""The end of a game: whether to count, then what the game's ending asks, to the result."""

from __future__ import annotations

from collections.abc import Callable

from gnugo_py.app.commands import ALIASES, COUNT_HELP, save
from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import Over, Phase, ended, left, yes_or_no
from gnugo_py.core.game import Ending
from gnugo_py.core.types import IllegalMove, Mistake, Outcome, Play, Point, Side
from gnugo_py.play.session import Session, Settling

SETTLED = "stop"
COUNT = "Count the game (y or n, play to play on)?"
SETTLING = "(stop when done, play to play on):"


class _Stopped(Phase):
    """A game that has stopped; its players may go back to it, or leave.

    turns -- asks for moves again.
    """

    def __init__(self, context: Context, turns: Callable[[], Phase]) -> None:
        self._context = context
        self._turns = turns

    def _keep(self, settling: Settling | None) -> None:
        """Have the session, and its file, hold how far the count has come."""
        self._context.playing.settling = settling
        self._context.keep()

    def _led_away(self, line: str) -> Phase | None:
        """What comes after a line that is no answer: the moves again, or the end; None for an answer."""
        context, word = self._context, line.lower()
        word = ALIASES.get(word, word)
        if word in ("play", "undo"):
            return self._play_on()
        if word == "quit":
            return left(context, lambda: ended(context), self)
        if word.partition(" ")[0] == "save":
            save(context, line.partition(" ")[2].strip())
        elif word == "help":
            context.say("page", *COUNT_HELP)
        else:
            return None
        return self

    def _play_on(self) -> Phase:
        """Go back to the moves: passes that ended the game are taken back."""
        context, playing = self._context, self._context.playing
        while playing.position.over and playing.back_to_person():
            pass
        if playing.position.over:
            context.say("refusal", "the game is over, and there is nobody to play on.")
            return self
        self._keep(None)
        context.show("The game goes on.")
        return self._turns()


class WhetherToCount(_Stopped):
    """The question that comes first."""

    prompt = COUNT

    def take(self, line: str) -> Phase:
        """Yes, no, or away from the count."""
        context, answer = self._context, yes_or_no(line)
        away = self._led_away(line)
        if away is not None:
            return away
        if answer is None:
            context.say("refusal", "type y or n, play to go on playing, or quit.")
            return self
        if not answer:
            return left(context, lambda: ended(context), self)
        proposes = context.services.proposes
        self._keep(Settling(proposes))
        return Counting(context, self._turns, _begun(context.playing, proposes)).shown()


class Counting(_Stopped):
    """The questions of a game's ending, answered with points.

    ending -- as far as it has come.
    """

    def __init__(self, context: Context, turns: Callable[[], Phase], ending: Ending) -> None:
        super().__init__(context, turns)
        self._ending = ending
        self.prompt = f"{ending.question} {SETTLING}"

    @property
    def standing(self) -> tuple[str, ...]:  # type: ignore[override]
        """The count as it is settled so far, in sentences."""
        return self._ending.result()

    def shown(self) -> Phase:
        """The phase itself, its board shown; or the end with its result, if nothing is left to ask."""
        context, ending = self._context, self._ending
        context.grid = ending.grid()
        if ending.question is not None:
            context.say("remark", *ending.remark, grid=ending.grid() if ending.remark else None)
            return self
        context.playing.outcome = ending.outcome
        context.say("result", *ending.result(), grid=context.grid)
        return ended(context, before=self)

    def take(self, line: str) -> Phase:
        """A point for the open question of the ending, or `stop`."""
        if line.lower() == SETTLED:
            return self._answered(None, self._ending.done())
        away = self._led_away(line)
        if away is not None:
            return away
        context = self._context
        try:
            move = context.game.parse_move(line, context.playing.position)
            if isinstance(move, Play):
                return self._answered(move.points[0], self._ending.answer(move.points[0]))
            context.say("refusal", "name a point, or type stop when done.")
        except IllegalMove as error:
            context.say("refusal", f"{error}.")
        except Mistake as error:
            context.say("refusal", f"{error}; or type stop when done, play, save, help or quit.")
        return self

    def _answered(self, answer: Point | None, ending: Ending) -> Phase:
        """Go on with the ending that an answer leads to; the last one's file is written with the result."""
        settling = self._context.playing.settling
        assert settling is not None
        settling = settling._replace(answers=(*settling.answers, answer))
        if ending.question is None:
            self._context.playing.settling = settling
        else:
            self._keep(settling)
        return Counting(self._context, self._turns, ending).shown()


def counted(context: Context, turns: Callable[[], Phase]) -> Phase:
    """The count of a game that has stopped, from its beginning or from where it was left.

    turns -- asks for moves again.
    """
    session = context.playing
    if session.settling is None:
        session.settling = Settling()
        context.keep()
    ending = _resumed(session)
    if ending is not None:
        return Counting(context, turns, ending).shown()
    return WhetherToCount(context, turns)


def finished(context: Context, outcome: Outcome) -> Phase:
    """The end of a game that was finished already, shown as it ended."""
    session = context.playing
    ending = _resumed(session) if session.game.has_count else None
    standing: tuple[str, ...] = ()
    if outcome.reason == "resignation" and outcome.winner is not None:
        context.say("result", f"{outcome.winner.other} has resigned; this game is finished.")
    elif ending is not None and ending.question is None and _agree(ending.outcome, outcome):
        context.grid, standing = ending.grid(), ending.result()
        context.say("result", *ending.result(), "This game is finished.", grid=context.grid)
    else:
        context.say("result", f"This game is finished.  {outcome.sentence}")
    return Over(standing=standing)


def _resumed(session: Session) -> Ending | None:
    """The ending as far as the session holds it, None before it is begun."""
    settling = session.settling
    if settling is None or settling.proposed is None:
        return None
    ending = _begun(session, settling.proposed)
    for answer in settling.answers:
        if ending.question is None:
            break
        try:
            ending = ending.done() if answer is None else ending.answer(answer)
        except IllegalMove:
            break
    return ending


def _begun(session: Session, proposed: bool) -> Ending:
    """The ending before anything is named."""
    person = next((side for side in Side if side not in session.players), Side.BLACK)
    game = session.game
    return (game.agreement if proposed else game.ending)(session.position, person)


def _agree(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same, but for words."""
    return (one.winner, one.margin or 0) == (other.winner, other.margin or 0)
