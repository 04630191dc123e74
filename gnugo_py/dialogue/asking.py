"""The questions before a game: an unfinished game offered, then what was not given."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnugo_py.dialogue.table import Offer, Table
from gnugo_py.games.contract import Side
from gnugo_py.games.questions import Question
from gnugo_py.play.session import Session

CONTINUE = "Press Return to continue"
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
        self._questions = self._open_questions()
        self._introduced = not self._questions and "side" in options

    def _open_questions(self) -> list[Question]:
        """The game's questions that are not answered yet."""
        known = self._options
        return [each for each in self._table.game.questions(known) if each.option not in known]

    @property
    def _first(self) -> Question | None:
        """What may be answered along with the introduction, None if that is known already."""
        first = self._table.game.first_question()
        return None if first.option in self._options else first

    def ask(self) -> None:
        """Put the next question into the prompt, or begin the game."""
        if self._offer is not None:
            self.prompt = self._offer.question
        elif not self._introduced:
            if not self.prompt.startswith(CONTINUE):
                self._say("page", *self._introduction())
            self.prompt = CONTINUE
        elif self._questions:
            self.prompt = f"{self._questions[0].prompt}?"
        elif "side" not in self._options:
            self.prompt = "Your colour, b for Black or w for White?"
        else:
            self.session = self._table.begin(self._options)

    def _introduction(self) -> tuple[str, ...]:
        """The page that comes first."""
        hint = () if self._first is None else (self._first.prompt,)
        return (
            *self._table.game.introduction.splitlines(),
            "",
            *hint,
            "Where nothing is typed, the usual answer is taken.",
            "",
        )

    def answer(self, line: str) -> None:
        """Take the answer to the question in the prompt, and go on; one without sense is asked again."""
        if line.lower() in ("help", "?"):
            self._say("page", *self._help())
            return
        try:
            self._take(line)
        except ValueError as error:
            self._say("refusal", f"{error}.")
        if self.session is None:
            self.ask()

    def _help(self) -> tuple[str, ...]:
        """What a newcomer needs to know to answer the question that is open."""
        if self._offer is not None:
            return ("The game was saved when it was left; y goes on with it, n begins another.",)
        if not self._introduced:
            more = self._first.help if self._first is not None else ""
            return (*self._table.game.introduction.splitlines(), "", f"{more}  quit leaves.".strip())
        if self._questions:
            return (f"{self._questions[0].help}  quit leaves.".strip(),)
        return ("Black has the first move, unless there are handicap stones.  quit leaves.",)

    def _take(self, line: str) -> None:
        """Take an answer.  Raises ValueError saying what to type, or why a game cannot be resumed."""
        if self._offer is not None:
            wanted = yes_or_no(line)
            if wanted is None:
                raise ValueError("type y or n")
            offer, self._offer = self._offer, None
            self.session = offer.accept() if wanted else None
        elif not self._introduced:
            if line and self._first is not None:
                self._options[self._first.option] = self._first.parse(line)
                self._questions = self._open_questions()
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
