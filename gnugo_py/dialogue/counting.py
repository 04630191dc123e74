"""The end of a game: whether to count, then what the game's ending asks, to the result."""

from __future__ import annotations

from gnugo_py.dialogue.asking import yes_or_no
from gnugo_py.dialogue.commands import ALIASES, COUNT_HELP, save
from gnugo_py.dialogue.talk import Talk
from gnugo_py.games.contract import Ending, IllegalMove, Outcome, Point, Side
from gnugo_py.play.session import Settling

SETTLED = "stop"
COUNT = "Count the game (y or n, play to play on)?"
SETTLING = "(stop when done, play to play on):"


class Counting:
    """The count of one game that has stopped, answer by answer.

    How far it has come is part of the session, and so of the file.

    talk -- the conversation it is part of.
    """

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._ending: Ending | None = None

    @property
    def standing(self) -> tuple[str, ...]:
        """The count as it is settled so far, in sentences; empty before it has begun."""
        return self._ending.result() if self._ending is not None else ()

    def ask(self) -> None:
        """Ask whether to count, or go on where it was left."""
        session = self._talk.playing
        if session.settling is None:
            self._keep(Settling())
        ending = self._resumed()
        if ending is not None:
            self._settle(ending)
        else:
            self._talk.expect(COUNT, self._take_whether_to_count)

    def show_finished(self, outcome: Outcome) -> None:
        """Show how a game ended that is finished already."""
        talk, ending = self._talk, self._resumed()
        if outcome.reason == "resignation" and outcome.winner is not None:
            talk.say("result", f"{outcome.winner.other} has resigned; this game is finished.")
        elif ending is not None and ending.question is None and _agree(ending.outcome, outcome):
            talk.grid, self._ending = ending.grid(), ending
            talk.say("result", *ending.result(), "This game is finished.", grid=talk.grid)
        else:
            talk.say("result", f"This game is finished.  {outcome.sentence}")

    def _resumed(self) -> Ending | None:
        """The ending as far as the session holds it, None before it is begun."""
        settling = self._talk.playing.settling
        if settling is None or settling.proposed is None:
            return None
        ending = self._begun(settling.proposed)
        for answer in settling.answers:
            try:
                ending = ending.done() if answer is None else ending.answer(answer)
            except IllegalMove:
                break
        return ending

    def _begun(self, proposed: bool) -> Ending:
        """The ending before anything is named."""
        session = self._talk.playing
        person = next((side for side in Side if side not in session.players), Side.BLACK)
        return self._talk.table.settle(session.position, person, proposed)

    def _keep(self, settling: Settling | None) -> None:
        """Have the session, and its file, hold how far the count has come."""
        self._talk.playing.settling = settling
        self._talk.keep()

    def _take_whether_to_count(self, line: str) -> None:
        talk, answer = self._talk, yes_or_no(line)
        if self._turned_away(line):
            return
        if answer is None:
            talk.say("refusal", "type y or n, play to go on playing, or quit.")
        elif answer:
            proposes = talk.table.proposes
            self._keep(Settling(proposes))
            self._settle(self._begun(proposes))
        else:
            talk.leave()

    def _take_settling(self, line: str) -> None:
        """A point for the open question of the ending, or `stop`."""
        assert self._ending is not None
        if line.lower() == SETTLED:
            self._answer(None, self._ending.done())
        elif not self._turned_away(line):
            talk = self._talk
            try:
                point = talk.table.game.parse_point(line, talk.playing.position)
                self._answer(point, self._ending.answer(point))
            except IllegalMove as error:
                talk.say("refusal", f"{error}.")
            except ValueError as error:
                talk.say("refusal", f"{error}; or type stop when done, play, save, help or quit.")

    def _answer(self, answer: Point | None, ending: Ending) -> None:
        """Go on with the ending that an answer leads to; the last one's file is written with the result."""
        settling = self._talk.playing.settling
        assert settling is not None
        settling = settling._replace(answers=(*settling.answers, answer))
        if ending.question is None:
            self._talk.playing.settling = settling
        else:
            self._keep(settling)
        self._settle(ending)

    def _turned_away(self, line: str) -> bool:
        """Whether a line leads away from the count: on with playing, or out; or only asks something."""
        talk, word = self._talk, line.lower()
        word = ALIASES.get(word, word)
        if word in ("play", "undo"):
            self._play_on()
        elif word == "quit":
            talk.leave()
        elif word.partition(" ")[0] == "save":
            save(talk, line.partition(" ")[2].strip())
        elif word == "help":
            talk.say("page", *COUNT_HELP)
        else:
            return False
        return True

    def _settle(self, ending: Ending) -> None:
        """Go on with an ending: its next question, or the result."""
        talk, self._ending = self._talk, ending
        talk.grid = ending.grid()
        if ending.question is not None:
            talk.say("remark", *ending.remark, grid=ending.grid() if ending.remark else None)
            talk.expect(f"{ending.question} {SETTLING}", self._take_settling)
        else:
            talk.playing.outcome = ending.outcome
            talk.say("result", *ending.result(), grid=talk.grid)
            talk.end()

    def _play_on(self) -> None:
        """Go back to the moves: passes that ended the game are taken back."""
        playing = self._talk.playing
        while playing.position.over and playing.back_to_person():
            pass
        if playing.position.over:
            self._talk.say("refusal", "the game is over, and there is nobody to play on.")
            return
        self._keep(None)
        self._talk.expect_turn()
        self._talk.show("The game goes on.")


def _agree(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same, but for words."""
    return (one.winner, one.margin or 0) == (other.winner, other.margin or 0)
