"""What is asked and answered in one game, from its first question to its count.

The plain game and the screen both drive a `Conversation`: they show its prompt, hand it the line
that a person typed, and show what it says.  It knows the words, and nothing of streams or screens.

    questions --> moves and commands --> count? --> dead stones, neutral points --> result
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnugo_py.commands import find_command
from gnugo_py.games.contract import Ending, Game, Move, Pass, Play, Position, Side
from gnugo_py.games.diagram import Grid
from gnugo_py.session import Session
from gnugo_py.table import Kind, Offer, Saying, Table

ILLEGAL = "illegal move !"


class Conversation:
    """One game, line by line.

    table   -- what it needs from outside.
    options -- what was given already; `side`, the person's, is asked with the game's own
               questions unless it is there.  Where nothing is left to ask, nothing is asked.
    resumed -- a game to go on with; then nothing is asked either.
    offer   -- an unfinished game to offer first.

    session -- the game being played, None while the questions are asked.
    prompt  -- what to ask for the next line.
    over    -- True once nothing more is asked.
    grid    -- the board to show, None while there is none.
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
        self.over = False
        self.prompt = ""
        self._options = dict(options)
        self._said: list[Saying] = []
        self._ending: Ending | None = None
        self._take: Callable[[str], None] = self._ask_next
        self._questions = [q for q in table.game.questions(options) if q.option not in options]
        self._offer = offer
        if resumed is not None:
            self._begin(resumed)
        elif offer is not None:
            self._expect(offer.question, self._take_offer)
        elif self._questions or "side" not in options:
            self._say("page", *table.game.introduction.splitlines(), "")
            self._expect("Press Return to continue", self._ask_next)
        else:
            self._ask_next("")

    def answer(self, line: str) -> None:
        """Take the line a person typed at the prompt."""
        self._take(line.strip())

    def sayings(self) -> list[Saying]:
        """What was said since this was last asked."""
        said, self._said = self._said, []
        return said

    @property
    def is_thinking(self) -> bool:
        """Whether a player is to move: `reply` is wanted, not a line."""
        return self._take == self._take_turn and self.session is not None and self.session.player is not None

    def reply(self) -> None:
        """Have the player to move make its move.  Only while `is_thinking`."""
        session = self._playing()
        before = session.position
        announcement = _announcement(session.game, before, session.reply().move)
        self._after_move(before, announcement)

    def stop_early(self) -> None:
        """End without a word more, saving what was played: the input ended, or the terminal closed."""
        self.over = True
        if self.session is not None and len(self.session.turns) > 1:
            self._say("news", self.table.save(self.session, None))

    # What the commands do (see `commands`).

    def play(self, move: Move) -> None:
        """Make a person's move; the reason is said if it is refused."""
        session = self._playing()
        before = session.position
        try:
            session.play(move)
        except ValueError as error:
            self._say("refusal", f"{ILLEGAL} {error}.")
        else:
            self._after_move(before)

    def save(self, name: str) -> None:
        """Save the game, under its own name if none is given, and say where."""
        self._say("news", self.table.save(self._playing(), name or None))

    def go_back(self) -> None:
        """Take back the person's last move and all that came after it."""
        back = self._playing().back_to_person()
        self._show("Taken back." if back else "There is no move to take back.")

    def go_forward(self) -> None:
        """Make again what was taken back, up to the person's next turn."""
        forward = self._playing().on_to_person()
        self._show("Made again." if forward else "Nothing was taken back.")

    def stop(self) -> None:
        """End the playing and come to the count."""
        self._expect("Count the game (y or n)?", self._take_whether_to_count)

    def tell(self, *lines: str) -> None:
        """Say a page."""
        self._say("page", *lines)

    # The questions, one after the other.

    def _take_offer(self, line: str) -> None:
        answer = _yes_or_no(line)
        if answer is None:
            self._say("refusal", "type y or n.")
        elif answer:
            assert self._offer is not None
            try:
                self._begin(self._offer.accept())
            except ValueError as error:
                self._say("refusal", f"{error}.")
                self._ask_next("")
        else:
            self._ask_next("")

    def _ask_next(self, _: str) -> None:
        """Ask the first open question, or begin."""
        if self._questions:
            self._expect(f"{self._questions[0].prompt}?", self._take_option)
        elif "side" not in self._options:
            self._expect("Your colour, b for Black or w for White?", self._take_side)
        else:
            self._begin(self.table.begin(self._options))

    def _begin(self, session: Session) -> None:
        """Start or go on with a game."""
        self.session = session
        self._expect("your move?", self._take_turn)
        self._show()
        if session.position.over:
            self.stop()

    def _take_option(self, line: str) -> None:
        question = self._questions[0]
        try:
            self._options[question.option] = question.parse(line)
        except ValueError as error:
            self._say("refusal", f"{error}.")
            return
        del self._questions[0]
        self._ask_next("")

    def _take_side(self, line: str) -> None:
        side = {"b": Side.BLACK, "black": Side.BLACK, "w": Side.WHITE, "white": Side.WHITE}.get(line.lower())
        if side is None:
            self._say("refusal", "type b or w.")
            return
        self._options["side"] = side
        self._ask_next("")

    # The moves.

    def _take_turn(self, line: str) -> None:
        """A move or a command."""
        word, _, rest = line.partition(" ")
        command = find_command(word)
        if command is not None and (command.takes_argument or not rest):
            command.action(self, rest.strip())
        elif line:
            session = self._playing()
            try:
                point = session.game.parse_point(line, session.position)
            except ValueError as error:
                self._say("refusal", f"{ILLEGAL} {error}.")
            else:
                self.play(Play((point,)))

    def _after_move(self, before: Position, *announcement: str) -> None:
        """Save a move, then tell it and what it did, and go on."""
        session = self._playing()
        trouble = self.table.keep(session)
        self._say("move", *announcement)
        self._say("refusal", *([trouble] if trouble else []))
        self._say("news", *session.game.report(before, session.position))
        if session.position.over:
            self._show()
            self._say("news", "The game is over.")
            self.stop()
        elif session.player is None:
            self._show()
        else:
            self.grid = session.position.grid()

    # The count.

    def _take_whether_to_count(self, line: str) -> None:
        answer = _yes_or_no(line)
        if answer is None:
            self._say("refusal", "type y or n.")
        elif answer:
            session = self._playing()
            person = next((side for side in Side if side not in session.players), Side.BLACK)
            self._settle(session.game.ending(session.position, person))
        else:
            self.stop_early()

    def _take_settling(self, line: str) -> None:
        """A point for the open question of the ending, or `stop`."""
        session, ending = self._playing(), self._ending
        assert ending is not None
        if line.lower() == "stop":
            self._settle(ending.done())
            return
        try:
            point = session.game.parse_point(line, session.position)
            self._settle(ending.answer(point))
        except ValueError as error:
            self._say("refusal", f"{error}.")

    def _settle(self, ending: Ending) -> None:
        """Go on with an ending: its next question, or the result."""
        self._ending = ending
        self.grid = ending.grid()
        if ending.question is not None:
            self._expect(f"{ending.question}, or stop:", self._take_settling)
        else:
            self._playing().outcome = ending.outcome
            self._say("result", *ending.result(), grid=self.grid)
            self.stop_early()

    # The small parts.

    def _expect(self, prompt: str, take: Callable[[str], None]) -> None:
        self.prompt, self._take = prompt, take

    def _say(self, kind: Kind, *lines: str, grid: Grid | None = None) -> None:
        if lines or grid:
            self._said.append(Saying(kind, lines, grid))

    def _show(self, *news: str) -> None:
        """Show the board as it stands, and what there is to tell beside it."""
        session = self._playing()
        self.grid = session.position.grid()
        self._say("news", *news)
        self._say("board", *session.game.status(session.position), grid=self.grid)

    def _playing(self) -> Session:
        assert self.session is not None, "no game has begun"
        return self.session


def _yes_or_no(line: str) -> bool | None:
    """True for yes, False for no, None for neither."""
    return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())


def _announcement(game: Game, before: Position, move: Move) -> str:
    """A player's move, in words."""
    if isinstance(move, Play):
        return f"my move: {game.format_move(move, before)}"
    return "I pass." if isinstance(move, Pass) else "I resign."
