"""The questions before a game: an unfinished game offered, then what was not given."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnugo_py.games.contract import Side
from gnugo_py.session import Session
from gnugo_py.table import Offer, Table

_SIDES = {"": Side.BLACK, "b": Side.BLACK, "black": Side.BLACK, "w": Side.WHITE, "white": Side.WHITE}


class Asking:
    """The questions of one game, until there is a session.

    table   -- begins the session.
    options -- what was given; where nothing is left to ask, nothing is asked.
    offer   -- an unfinished game to offer first, None for none.
    say     -- says something: a kind and lines.

    prompt  -- what to ask now.
    session -- the game, once all is asked.
    """

    def __init__(
        self, table: Table, options: Mapping[str, object], offer: Offer | None, say: Callable[..., None]
    ) -> None:
        self.prompt = ""
        self.session: Session | None = None
        self._table = table
        self._options = dict(options)
        self._offer = offer
        self._say = say
        self._questions = [q for q in table.game.questions(options) if q.option not in options]
        self._introduced = not self._questions and "side" in options

    def ask(self) -> None:
        """Put the next question into the prompt, or begin the game."""
        if self._offer is not None:
            self.prompt = self._offer.question
        elif not self._introduced:
            self._say("page", *self._table.game.introduction.splitlines(), "")
            self.prompt = "Press Return to continue"
        elif self._questions:
            self.prompt = f"{self._questions[0].prompt}?"
        elif "side" not in self._options:
            self.prompt = "Your colour, b for Black or w for White?"
        else:
            self.session = self._table.begin(self._options)

    def answer(self, line: str) -> None:
        """Take the answer to the question in the prompt, and go on; one without sense is asked again."""
        try:
            self._take(line)
        except ValueError as error:
            self._say("refusal", f"{error}.")
        if self.session is None:
            self.ask()

    def _take(self, line: str) -> None:
        """Take an answer.  Raises ValueError saying what to type, or why a game cannot be resumed."""
        if self._offer is not None:
            wanted = yes_or_no(line)
            if wanted is None:
                raise ValueError("type y or n")
            offer, self._offer = self._offer, None
            self.session = offer.accept() if wanted else None
        elif not self._introduced:
            self._introduced = True
        elif self._questions:
            question = self._questions[0]
            self._options[question.option] = question.parse(line)
            del self._questions[0]
        elif line.lower() not in _SIDES:
            raise ValueError("type b or w")
        else:
            self._options["side"] = _SIDES[line.lower()]


def yes_or_no(line: str) -> bool | None:
    """True for yes, False for no, None for neither."""
    return {"y": True, "yes": True, "n": False, "no": False}.get(line.lower())
