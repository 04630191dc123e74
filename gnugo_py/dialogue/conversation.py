"""What is asked and answered in one game, from its first question to its count.

The plain game and the screen both drive a `Conversation`: they show its prompt, hand it the line
that a person typed, and show what it says.  It knows the words, and nothing of streams or screens.

    questions --> moves and commands --> count? --> dead stones, neutral points --> result
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnugo_py.dialogue.asking import Asking, yes_or_no
from gnugo_py.dialogue.commands import announcement, find_command, not_understood
from gnugo_py.dialogue.counting import Counting
from gnugo_py.dialogue.halting import Halting
from gnugo_py.dialogue.table import Kind, Offer, Saying, Table
from gnugo_py.games.contract import IllegalMove, Move, Outcome, Play, Position, Resign, Side
from gnugo_py.games.diagram import Grid
from gnugo_py.play.session import Session
from gnugo_py.players.player import Choice, PlayerError

ILLEGAL = "illegal move !"
TURN = "your move?"
LONGEST_LINE = 1000
LEAVING = ("quit", "exit")


class Conversation:
    """One game, line by line.

    table   -- what it needs from outside.
    options -- what was given already; `side`, the person's, is asked with the game's own
               questions unless it is there.  Where nothing is left to ask, nothing is asked.
    resumed -- a game to go on with; then nothing is asked either.
    offer   -- an unfinished game to offer first.

    session   -- the game being played, None while the questions are asked.
    prompt    -- what to ask for the next line.
    over      -- True once nothing more is asked.
    wants_new -- True if it ended because the person wants another game.
    grid      -- the board to show, None while there is none.
    """

    def __init__(
        self,
        table: Table,
        options: Mapping[str, object],
        resumed: Session | None = None,
        offer: Offer | None = None,
    ) -> None:
        self.table = table
        self.session: Session | None = None
        self.grid: Grid | None = None
        self.over = self.wants_new = False
        self.prompt = ""
        self._said: list[Saying] = []
        self._halting = Halting(self)
        self._confirming: tuple[str, Callable[[], None]] | None = None
        self._counting: Counting | None = None
        self._take: Callable[[str], None] = self._take_answer
        self._asking = Asking(table, options, None if resumed else offer, self.say)
        if resumed is not None:
            self.begin(resumed)
        else:
            self._asking.ask()
            self._ask()

    def answer(self, line: str) -> None:
        """Take the line a person typed at the prompt."""
        if len(line) > LONGEST_LINE:
            self.say("refusal", f"that line is too long; one has up to {LONGEST_LINE} letters.")
        elif self._confirming is not None:
            self._take_confirmation(line.strip(), *self._confirming)
        else:
            self._take(line.strip())

    def sayings(self) -> list[Saying]:
        """What was said since this was last asked."""
        said, self._said = self._said, []
        return said

    @property
    def is_thinking(self) -> bool:
        """Whether a player is to move: `reply` is wanted, not a line."""
        return self._take == self.take_turn and not self.over and self.playing.player is not None

    @property
    def is_watched(self) -> bool:
        """Whether the game is played without a person."""
        return self.session is not None and all(side in self.session.players for side in Side)

    @property
    def standing(self) -> tuple[str, ...]:
        """The count as it is settled so far, in sentences; empty while there is none."""
        return self._counting.standing if self._counting is not None and not self.is_turn else ()

    @property
    def is_turn(self) -> bool:
        """Whether a move or a command is wanted."""
        return self._take in (self.take_turn, self._halting.take) and not self.over

    def is_asking(self, take: Callable[[str], None]) -> bool:
        """Whether the next line goes to somebody."""
        return self._take == take

    @property
    def playing(self) -> Session:
        """The session, where there must be one."""
        assert self.session is not None, "no game has begun"
        return self.session

    def reply(self) -> None:
        """Have the player to move make its move.  Only while `is_thinking`."""
        try:
            self.accept(self.playing.choose())
        except PlayerError as error:
            self.halt(str(error))

    def accept(self, choice: Choice) -> None:
        """Make the move that the player to move chose.  Only while `is_thinking`."""
        before = self.playing.position
        self.playing.accept(choice)
        self._after_move(before, announcement(self, before, choice.move))

    def confirm(self, question: str, act: Callable[[], None]) -> None:
        """Do something that cannot be undone once the person has agreed, if one is there to be asked."""
        if not self.table.confirms:
            act()
            return
        self._confirming = self.prompt, act
        self.prompt = f"{question} (y or n)?"

    def _take_confirmation(self, line: str, prompt: str, act: Callable[[], None]) -> None:
        if yes_or_no(line) is None:
            self.say("refusal", "type y or n.")
            return
        self.prompt, self._confirming = prompt, None
        if yes_or_no(line):
            act()

    def leave(self) -> None:
        """End, saving what was played; where that does not work, ask first."""
        if self.session is not None:
            self.keep()
        self.confirm_if_unsaved("Leave it unsaved", self.end)

    def confirm_if_unsaved(self, question: str, act: Callable[[], None]) -> None:
        """Do something that lets the game go; where it is not saved, tell so and ask first."""
        if self.trouble:
            self.say("refusal", f"The game is not saved: {self.trouble}.")
            self.confirm(question, act)
        else:
            act()

    def go_back(self) -> None:
        """Go on with a game that was left for a new one after all."""
        self.over = self.wants_new = False
        self.show("The game goes on.")

    def halt(self, reason: str) -> None:
        """Stop the playing for a reason, and let the person say how to go on.  Only while `is_thinking`."""
        self._halting.ask(reason)

    @property
    def trouble(self) -> str:
        """Why the game as it stands is not in a file, empty if it is or there is nothing to save."""
        return self.table.trouble() if self.session is not None and self.session.is_touched else ""

    def end(self) -> None:
        """End without a question more, saving what was played."""
        self.over = True
        if self.session is not None and self.session.is_touched:
            said = self.table.save(self.session, None)
            self.say("trouble" if self.trouble else "news", said)

    # What the commands are made of (see `commands`).

    def say(
        self,
        kind: Kind,
        *lines: str,
        grid: Grid | None = None,
        marks: tuple[tuple[tuple[int, int], str], ...] = (),
    ) -> None:
        """Say something; nothing at all is not said."""
        if lines or grid:
            self._said.append(Saying(kind, lines, grid, marks))

    def begin(self, session: Session) -> None:
        """Start or go on with a game."""
        self.session = session
        self.expect_turn()
        self.show()
        self.say("legend", self.table.game.legend)
        self.say("news", *session.remarks)
        if session.outcome is not None:
            self.over = True
            self._counting = Counting(self)
            self._counting.show_finished(session.outcome)
        elif session.position.over or session.settling is not None:
            self.stop()

    def play(self, move: Move) -> None:
        """Make a person's move; the reason is said if it is refused."""
        before = self.playing.position
        try:
            self.playing.play(move)
        except ValueError as error:
            self.say("refusal", f"{ILLEGAL} {error}.")
        else:
            self._after_move(before)

    def keep(self) -> None:
        """Save the game as it stands, and say if that does not work."""
        if self.playing.is_touched:
            self._tell_trouble(self.table.keep(self.playing))

    def _tell_trouble(self, trouble: str) -> None:
        self.say("trouble" if self.trouble else "news", *([trouble] if trouble else []))

    def stop(self) -> None:
        """End the playing and come to the count."""
        self._counting = Counting(self)
        self._counting.ask()

    def show(self, *news: str) -> None:
        """Show the board as it stands, and what there is to tell beside it."""
        self.grid = self.playing.position.grid()
        self.say("news", *news)
        self.say("board", *self.table.game.status(self.playing.position), grid=self.grid)

    def _ask(self) -> None:
        """Ask what is left to ask before the game, or begin it."""
        if self._asking.session is not None:
            self.begin(self._asking.session)
        else:
            self.expect(self._asking.prompt, self._take_answer)

    def _take_answer(self, line: str) -> None:
        if line.lower() in LEAVING:
            self.over = True
            return
        self._asking.answer(line)
        self._ask()

    # The moves.

    def take_turn(self, line: str) -> None:
        """A move or a command."""
        word, _, rest = line.partition(" ")
        command = find_command(word)
        if command is not None and rest and not command.takes_argument:
            self.say("refusal", f"{command.name} takes no further word.")
        elif command is not None:
            command.action(self, rest.strip())
        elif line:
            try:
                point = self.table.game.parse_point(line, self.playing.position)
            except IllegalMove as error:
                self.say("refusal", f"{ILLEGAL} {error}.")
            except ValueError as error:
                self.say("refusal", not_understood(line, str(error)))
            else:
                self.play(Play((point,)))

    def _after_move(self, before: Position, *announcement: str) -> None:
        """Save a move, then tell it and what it did, and go on."""
        session = self.playing
        trouble = self.table.keep(session)
        self.say("move", *announcement)
        self._tell_trouble(trouble)
        self.say("news", *self.table.game.report(before, session.position))
        if isinstance(session.position.last_move, Resign):
            session.outcome = Outcome(before.to_move.other, "resignation")
            self.show()
            self.say("result", f"{before.to_move} resigns; {before.to_move.other} wins.")
            self.end()
        elif session.position.over:
            self.show()
            self.say("news", "The game is over.")
            self.stop()
        elif session.player is None or self.is_watched:
            self.expect_turn()
            self.show()
        else:
            self.grid = session.position.grid()

    def expect_turn(self) -> None:
        """Ask for a move; between two people, say whose."""
        to_move = self.playing.position.to_move
        self.expect(TURN if self.playing.players else f"{to_move}, {TURN}", self.take_turn)

    def expect(self, prompt: str, take: Callable[[str], None]) -> None:
        """Ask for a line, and say who takes it."""
        self.prompt, self._take = prompt, take
