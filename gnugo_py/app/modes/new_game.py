"""A new game: the questions of plain mode, and the form on a screen."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.app.app import App
from gnugo_py.app.common_options import SIDE
from gnugo_py.app.mode import Mode, load_mode, parse_yes_or_no
from gnugo_py.app.new_game_form import (
    GAME_FIELD_NAME,
    LESSONS_CHOICE,
    MORE_FIELD_NAME,
    NON_OPTION_FIELD_NAMES,
    RANK_FIELD_NAME,
    RESUME_FIELD_NAME,
    FormFieldsFunction,
    NewGameForm,
    describe_saved_game,
    options_applying_to_game,
)
from gnugo_py.app.open_games import resume_game, start_game, unfinished_games
from gnugo_py.app.players import NAMED_PLAYERS, installed_engines
from gnugo_py.app.screen import Form, FormLine, Screen
from gnugo_py.games.game import Game, Option
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.saved_games import SavedGame

_QUIT_WORDS = ("quit", "exit")
_CONTINUE = "Press Return to continue"
_KEYS = {"k": "UP", "j": "DOWN", "TAB": "DOWN", "h": "LEFT", "l": "RIGHT", " ": "RIGHT"}


def open_new_game(app: App) -> None:
    """Ask for the choices of a new game, in the form or by questions; the current game is saved."""
    if app.current is not None and app.current.has_content:
        notice = app.save_game_as(None)
        app.emit("trouble" if app.save_error else "news", notice)
    if app.has_screen:
        app.push(NewGameFormMode(app, _later_form(app), leaving="back"))
    else:
        ask_for_new_game(app, is_offered=False)


def ask_for_new_game(app: App, is_offered: bool) -> None:
    """Ask for the options that the command line does not name, in the place of everything else.

    is_offered -- whether to offer the latest unfinished game first.

    Raise UserError if the options do not make a valid game.
    """
    choices = app.new_games
    game = GAMES[choices.name].load()
    asks = not has_all_new_game_answers(game, choices.options)
    offer = _latest_unfinished(app) if is_offered and asks else None
    app.draw_seed()
    app.replace(NewGameQuestions(app, game, choices.options, offer))


def _latest_unfinished(app: App) -> SavedGame | None:
    """Return the latest unfinished game, None if there is none or the folder cannot be read."""
    try:
        return next(iter(unfinished_games(app)), None)
    except UserError:
        return None


def has_all_new_game_answers(game: Game, options: Mapping[str, object]) -> bool:
    """Return whether the options contain the person's color and the answers to all questions of a game.

    A game without questions still needs the board size, which its introduction asks for.
    """
    size, *others = game.options(options)
    asked = {each.name for each in others if each.question} or {size.name}
    return {SIDE.name, *asked} <= set(options)


class NewGameQuestions(Mode):
    """The questions before a game; if the options answer all of them, the game starts at once.

    game    -- the game to play.
    options -- the options that are set already.
    offer   -- an unfinished game to offer first, or None.
    """

    def __init__(self, app: App, game: Game, options: Mapping[str, object], offer: SavedGame | None) -> None:
        super().__init__(app)
        self._game, self._options, self._offer = game, dict(options), offer
        self._questions = self._open_questions()
        self._is_introduced = has_all_new_game_answers(game, options)

    def _open_questions(self) -> list[Option]:
        """Return the options to ask for after the introduction."""
        _, *others = self._game.options(self._options)
        return [each for each in (*others, SIDE) if each.question and each.name not in self._options]

    @property
    def _size(self) -> Option | None:
        """The board size, which may be typed on the introduction page; None if it is set."""
        size, *_ = self._game.options(self._options)
        return None if size.name in self._options else size

    def start(self) -> None:
        """Set the prompt to the next question, or start the game.

        Raise UserError if the options do not make a valid game.
        """
        if self._offer is not None:
            self.prompt = f"Resume '{self._offer.name}', {describe_saved_game(self._offer)} (y or n)?"
        elif not self._is_introduced:
            if self.prompt != _CONTINUE:
                self.app.emit("page", *self._introduction())
            self.prompt = _CONTINUE
        elif self._questions:
            self.prompt = f"{self._questions[0].question}?"
        else:
            self.app.play(start_game(self.app, self._game, self._options))

    def _introduction(self) -> tuple[str, ...]:
        """Return the introduction page."""
        hint = () if self._size is None else (self._size.question,)
        lines = self._game.how_to_play.splitlines()
        return (*lines, "", *hint, "Press Return to accept the default answer.", "")

    def handle(self, line: str) -> None:
        """Handle the answer to the current question and continue; ask again if it is invalid.

        Raise UserError if the options do not make a valid game.
        """
        if line.lower() in _QUIT_WORDS:
            self.app.end()
        elif line.lower() in ("help", "?"):
            self.app.emit("page", *self._help())
        elif self._offer is not None:
            self._answer_offer(line, self._offer)
        else:
            try:
                self._apply_answer(line)
            except UserError as error:
                self.refuse(f"{error}.")
            self.start()

    def _help(self) -> tuple[str, ...]:
        """Return the help for the current question."""
        if self._offer is not None:
            return ("This game was saved when you left it; type y to resume it, or n to start a new one.",)
        if not self._is_introduced:
            more = self._size.question_help if self._size is not None else ""
            return (*self._game.how_to_play.splitlines(), "", f"{more}  Type quit to leave.".strip())
        return (f"{self._questions[0].question_help}  Type quit to leave.".strip(),)

    def _answer_offer(self, line: str, offer: SavedGame) -> None:
        """Resume the game that was offered, or go on with a new one."""
        answer = parse_yes_or_no(line)
        if answer is None:
            self.refuse("type y or n.")
            return
        self._offer = None
        if answer:
            try:
                self.app.play(resume_game(self.app, offer.name))
            except UserError as error:
                self.refuse(f"{error}.")
            else:
                return
        self.start()

    def _apply_answer(self, line: str) -> None:
        """Store an answer.  Raise UserError if it is invalid."""
        if not self._is_introduced:
            if line and self._size is not None:
                self._options["size"] = self._size.parse_answer(line)
                self._questions = self._open_questions()
            self._is_introduced = True
        else:
            question = self._questions[0]
            self._options[question.name] = question.parse_answer(line)
            del self._questions[0]


def first_form(app: App) -> NewGameFormMode:
    """Return the form for the first game, with the choices of last time selected."""
    choices = app.new_games
    form = _form(app)
    unfinished = () if choices.is_new else unfinished_games(app)
    is_newcomer = not app.store.has_games
    return NewGameFormMode(app, form, form.fields(choices.given, unfinished), is_newcomer=is_newcomer)


def usual_values(app: App) -> dict[str, object]:
    """Return the values of the form with the choices of last time."""
    form = _form(app)._replace(rank="", asks_rank=False)
    return NewGameFormMode(app, form, form.fields({}, ())).values()


def _form(app: App) -> NewGameForm:
    """Return the data for a form; the last game played is selected if the options allow it."""
    choices, settings = app.new_games, app.settings.settings
    played = settings.last.get(GAME_FIELD_NAME, choices.name)
    is_known = choices.is_any_game and played in GAMES
    last = settings.last
    if choices.size:
        last = {"size": choices.size, **(last if played == choices.name else {})}
    return NewGameForm(
        choices.name,
        app.players.named,
        last,
        installed_engines,
        played if is_known else "",
        settings.rank,
        asks_rank=not settings.was_rank_asked,
    )


def _later_form(app: App) -> NewGameForm:
    """Return the data for a later form, with the settings of the current game selected."""
    return _form(app).with_last_game_settings(app.current)


class NewGameFormMode(Mode):
    """The form for a new game, on a screen.

    form   -- the data for the form.
    fields -- returns the fields for the values selected so far; None for those of a later form.
    leaving -- what Escape does: `quit` or `back`.
    is_newcomer -- whether to show notes for beginners.
    """

    def __init__(
        self,
        app: App,
        form: NewGameForm,
        fields: FormFieldsFunction | None = None,
        leaving: str = "quit",
        is_newcomer: bool = False,
    ) -> None:
        super().__init__(app)
        choices = app.new_games
        lasting = {name: choices.given[name] for name in choices.lasting}
        self._form, self._fields = form, fields or form.fields(lasting, ())
        self.leaving, self._is_newcomer = leaving, is_newcomer
        self._selection: dict[str, tuple[int, object]] = {}
        self._line, self._error = 0, ""

    @property
    def fields(self) -> tuple[Option, ...]:
        """The fields for the present selection."""
        return self._fields(self._values(self._fields({})))

    def values(self) -> dict[str, object]:
        """Return the selected value of each option."""
        return self._values(self.fields)

    def _values(self, fields: tuple[Option, ...]) -> dict[str, object]:
        return {each.name: each.choices[self._number(each)].value for each in fields}

    def _number(self, each: Option) -> int:
        """Return the number of the selected choice of a field, or of the default choice.

        If the field no longer has the selected value, return the number at which that value was selected, or
        the last number if there are fewer choices now.
        """
        if each.name not in self._selection:
            return each.default_index
        number, value = self._selection[each.name]
        values = [choice.value for choice in each.choices]
        return values.index(value) if value in values else min(number, len(values) - 1)

    def screen(self) -> Screen:
        """Return the form."""
        values, lines = self.values(), []
        for each in self.fields:
            choice = each.choices[self._number(each)]
            lines.append(FormLine(each.label, choice.text, choice.note))
        notes = self._form.welcome(values) if self._is_newcomer else ()
        line = min(self._line, len(lines) - 1)
        form = Form(self._form.title(values), tuple(lines), line, self._error, self.leaving, notes)
        return Screen(prompt="press Return to go back:", dialog=form)

    def press(self, key: str) -> str | None:
        """Handle a key; no key enters a line."""
        self._error = ""
        key = _KEYS.get(key, key)
        fields = self.fields
        at = min(self._line, len(fields) - 1)
        if key in ("ESCAPE", "F10", "q"):
            self._leave()
        elif key == "F1":
            self.app.emit("page", *self._form.help(self.values()))
        elif key == "F2":
            load_mode("lesson").open_lesson(self.app, "")
        elif key == "ENTER":
            self._begin()
        elif key in ("UP", "DOWN"):
            self._line = (at + (1 if key == "DOWN" else -1)) % len(fields)
        elif key in ("LEFT", "RIGHT"):
            each = fields[at]
            number = (self._number(each) + (1 if key == "RIGHT" else -1)) % len(each.choices)
            self._line = at
            self._selection[each.name] = (number, each.choices[number].value)
        return None

    def choose_line(self, line: int) -> str | None:
        """Select a line by its index, or change the value of the selected line."""
        if line == self._line:
            return self.press("RIGHT")
        self._line, self._error = line, ""
        return None

    def _begin(self) -> None:
        """Start the game, or show why it cannot start."""
        try:
            start_from_values(self.app, self.values())
        except UserError as error:
            self._error = f"{error}."

    def _leave(self) -> None:
        """Leave the form; a game below it continues."""
        below, game = self.app.below(self), self.app.current
        if below is not None and below.is_played and game is not None and game.outcome is None:
            self.app.show_board("The game continues.")
        self.app.pop(self)


def start_from_values(app: App, values: Mapping[str, object]) -> None:
    """Do what the values of a form say: start a game, resume one, or open the lessons.

    Raise UserError if the game cannot be started.
    """
    resumed = values.get(RESUME_FIELD_NAME)
    if resumed == LESSONS_CHOICE.value:
        load_mode("lesson").open_lesson(app, "")
    elif isinstance(resumed, str):
        app.draw_seed()
        app.play(app.players.in_resumed_game(resume_game(app, resumed)))
    else:
        _start(app, values)
    _remember(app, values)


def _start(app: App, values: Mapping[str, object]) -> None:
    choices = app.new_games
    name = str(values.get(GAME_FIELD_NAME, choices.name))
    is_default = name == choices.name
    options = {
        "size": None,
        "handicap": 0,
        "side": Color.BLACK,
        **options_applying_to_game(choices.options, is_default),
        **{key: value for key, value in values.items() if key not in NON_OPTION_FIELD_NAMES},
    }
    if is_default and (app.players.is_gtp_engine_named or len(app.players.named) == 2):
        options.setdefault("opponent", NAMED_PLAYERS)
    app.draw_seed()
    app.play(start_game(app, GAMES[name].load(), options))


def _remember(app: App, values: Mapping[str, object]) -> None:
    """Save the choices of a form, and the rank if the form asked for it.

    If the form did not show the clock, "no clock" is saved.
    """
    is_clock_hidden = MORE_FIELD_NAME in values and "clock" not in app.new_games.given
    hidden = {"clock": None} if is_clock_hidden else {}
    left_out = (RESUME_FIELD_NAME, RANK_FIELD_NAME, MORE_FIELD_NAME)
    kept = {name: value for name, value in {**hidden, **values}.items() if name not in left_out}
    app.settings.save_choices(kept)
    if RANK_FIELD_NAME in values:
        app.settings.save_rank(str(values[RANK_FIELD_NAME] or "none"))
