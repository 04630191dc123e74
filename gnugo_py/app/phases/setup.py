"""The phase before a game: it offers an unfinished game, then asks for the missing options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import ApplicationEndPhase, Phase, parse_yes_or_no
from gnugo_py.core.game import Game, OptionQuestion
from gnugo_py.core.types import Color, UserError
from gnugo_py.storage.resume import OpenedGame

QUIT_WORDS = ("quit", "exit")
_CONTINUE = "Press Return to continue"
_SIDES = {"": Color.BLACK, "b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


class ResumeOffer(NamedTuple):
    """An unfinished game that is offered before a new one.

    question -- a question to answer with yes or no.
    resume   -- returns the game; raises UserError if it cannot be resumed.
    """

    question: str
    resume: Callable[[], OpenedGame]


class SetupPhase(Phase):
    """The questions before a game.

    options -- the options that are set already; if none is missing, nothing is asked.
    offer   -- an unfinished game to offer first, or None.
    begin   -- returns the phase that plays a game.
    """

    def __init__(
        self,
        context: PhaseContext,
        options: Mapping[str, object],
        offer: ResumeOffer | None,
        begin: Callable[[OpenedGame], Phase],
    ) -> None:
        self.context = context
        self._options = dict(options)
        self._offer = offer
        self._begin = begin
        self._questions = self._open_questions()
        self._introduced = has_all_new_game_answers(context.game, options)

    def _open_questions(self) -> list[OptionQuestion]:
        """Return the questions of the game that are not answered yet."""
        known = self._options
        return [each for each in self.context.game.questions(known) if each.option not in known]

    @property
    def _first(self) -> OptionQuestion | None:
        """The question that may be answered on the introduction page, None if its option is set."""
        first = self.context.game.board_size_question()
        return None if first.option in self._options else first

    def ask(self) -> Phase:
        """Set the prompt to the next question and return this phase, or start the game.

        Raise UserError if the options do not make a valid game.
        """
        if self._offer is not None:
            self.prompt = self._offer.question
        elif not self._introduced:
            if not self.prompt.startswith(_CONTINUE):
                self.context.emit("page", *self._introduction())
            self.prompt = _CONTINUE
        elif self._questions:
            self.prompt = f"{self._questions[0].prompt}?"
        elif "side" not in self._options:
            self.prompt = "Your color, b for Black or w for White?"
        else:
            return self._begin(self.context.services.new_game(self.context.game, self._options))
        return self

    def _introduction(self) -> tuple[str, ...]:
        """Return the introduction page."""
        hint = () if self._first is None else (self._first.prompt,)
        return (
            *self.context.game.how_to_play.splitlines(),
            "",
            *hint,
            "Press Return to accept the default answer.",
            "",
        )

    def handle_line(self, line: str) -> Phase:
        """Handle the answer to the current question and continue; ask again if it is invalid.

        Raise UserError if the options do not make a valid game.
        """
        if line.lower() in QUIT_WORDS:
            return ApplicationEndPhase()
        if line.lower() in ("help", "?"):
            self.context.emit("page", *self._help())
            return self
        try:
            resumed = self._apply_answer(line)
        except UserError as error:
            self.context.emit("refusal", f"{error}.")
            return self.ask()
        return self.ask() if resumed is None else self._begin(resumed)

    def _help(self) -> tuple[str, ...]:
        """Return the help for the current question."""
        if self._offer is not None:
            return ("This game was saved when you left it; type y to resume it, or n to start a new one.",)
        if not self._introduced:
            more = self._first.help if self._first is not None else ""
            return (*self.context.game.how_to_play.splitlines(), "", f"{more}  Type quit to leave.".strip())
        if self._questions:
            return (f"{self._questions[0].help}  Type quit to leave.".strip(),)
        return ("Black moves first, unless there are handicap stones.  Type quit to leave.",)

    def _apply_answer(self, line: str) -> OpenedGame | None:
        """Store an answer; return the unfinished game if the person resumes it, else None.

        Raise UserError if the answer is invalid, or if the game cannot be resumed.
        """
        if self._offer is not None:
            wanted = parse_yes_or_no(line)
            if wanted is None:
                raise UserError("type y or n")
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
            raise UserError("type b or w")
        else:
            self._options["side"] = _SIDES[line.lower()]
        return None


def has_all_new_game_answers(game: Game, options: Mapping[str, object]) -> bool:
    """Return whether the options contain the person's color and the answers to all questions of a game.

    A game without questions still needs the board size, which its introduction asks for.
    """
    asked = {each.option for each in game.questions(options)} or {game.board_size_question().option}
    return {"side", *asked} <= set(options)
