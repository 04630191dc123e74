"""The questions before a game: an unfinished game offered, then what was not given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gnugo_py.app.context import Context
from gnugo_py.app.phases.base import Over, Phase, yes_or_no
from gnugo_py.core.game import Game
from gnugo_py.core.options import Question
from gnugo_py.core.types import Mistake, Side
from gnugo_py.play.session import Session

LEAVING = ("quit", "exit")
CONTINUE = "Press Return to continue"
_SIDES = {"": Side.BLACK, "b": Side.BLACK, "black": Side.BLACK, "w": Side.WHITE, "white": Side.WHITE}


class Unfinished(NamedTuple):
    """An unfinished game that is offered before a new one is begun.

    question -- to be answered with yes or no.
    resume   -- makes its session; raises Mistake if it cannot after all.
    """

    question: str
    resume: Callable[[], Session]


class Asking(Phase):
    """The questions of one game.

    options -- what was given; where nothing is left to ask, nothing is asked.
    offer   -- an unfinished game to offer first, None for none.
    begin   -- the phase in which a session is played.
    """

    def __init__(
        self,
        context: Context,
        options: Mapping[str, object],
        offer: Unfinished | None,
        begin: Callable[[Session], Phase],
    ) -> None:
        self._context = context
        self._options = dict(options)
        self._offer = offer
        self._begin = begin
        self._questions = self._open_questions()
        self._introduced = leaves_nothing_open(context.game, options)

    def _open_questions(self) -> list[Question]:
        """The game's questions that are not answered yet."""
        known = self._options
        return [each for each in self._context.game.questions(known) if each.option not in known]

    @property
    def _first(self) -> Question | None:
        """What may be answered along with the introduction, None if that is known already."""
        first = self._context.game.first_question()
        return None if first.option in self._options else first

    def ask(self) -> Phase:
        """Put the next question into the prompt, or begin the game.  Raises Mistake if none can be."""
        if self._offer is not None:
            self.prompt = self._offer.question
        elif not self._introduced:
            if not self.prompt.startswith(CONTINUE):
                self._context.say("page", *self._introduction())
            self.prompt = CONTINUE
        elif self._questions:
            self.prompt = f"{self._questions[0].prompt}?"
        elif "side" not in self._options:
            self.prompt = "Your colour, b for Black or w for White?"
        else:
            return self._begin(self._context.services.begin(self._options))
        return self

    def _introduction(self) -> tuple[str, ...]:
        """The page that comes first."""
        hint = () if self._first is None else (self._first.prompt,)
        return (
            *self._context.game.introduction.splitlines(),
            "",
            *hint,
            "Where nothing is typed, the usual answer is taken.",
            "",
        )

    def take(self, line: str) -> Phase:
        """Take the answer to the question in the prompt, and go on; one without sense is asked again.

        Raises Mistake if there can be no game such as was asked for.
        """
        if line.lower() in LEAVING:
            return Over()
        if line.lower() in ("help", "?"):
            self._context.say("page", *self._help())
            return self
        try:
            resumed = self._taken(line)
        except Mistake as error:
            self._context.say("refusal", f"{error}.")
            return self.ask()
        return self.ask() if resumed is None else self._begin(resumed)

    def _help(self) -> tuple[str, ...]:
        """What a newcomer needs to know to answer the question that is open."""
        if self._offer is not None:
            return ("The game was saved when it was left; y goes on with it, n begins another.",)
        if not self._introduced:
            more = self._first.help if self._first is not None else ""
            return (*self._context.game.introduction.splitlines(), "", f"{more}  quit leaves.".strip())
        if self._questions:
            return (f"{self._questions[0].help}  quit leaves.".strip(),)
        return ("Black has the first move, unless there are handicap stones.  quit leaves.",)

    def _taken(self, line: str) -> Session | None:
        """Take an answer; the session, if an unfinished game is wanted.

        Raises Mistake saying what to type, or why a game cannot be resumed.
        """
        if self._offer is not None:
            wanted = yes_or_no(line)
            if wanted is None:
                raise Mistake("type y or n")
            offer, self._offer = self._offer, None
            return offer.resume() if wanted else None
        if not self._introduced:
            if line and self._first is not None:
                self._options[self._first.option] = self._first.parse(line)
                self._questions = self._open_questions()
            self._introduced = True
        elif self._questions:
            question = self._questions[0]
            self._options[question.option] = question.parse(line)
            del self._questions[0]
        elif line.lower() not in _SIDES:
            raise Mistake("type b or w")
        else:
            self._options["side"] = _SIDES[line.lower()]
        return None


def leaves_nothing_open(game: Game, options: Mapping[str, object]) -> bool:
    """Whether options answer all that is asked before a game; its size is asked where nothing else is."""
    asked = {each.option for each in game.questions(options)} or {game.first_question().option}
    return {"side", *asked} <= set(options)
