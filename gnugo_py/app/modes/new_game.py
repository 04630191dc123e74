"""A new game: the questions of plain mode, and the form on a screen."""

from __future__ import annotations

from collections.abc import Mapping

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.common_options import SIDE
from gnugo_py.app.mode import STEPS, Mode, parse_yes_or_no
from gnugo_py.app.new_game_form import (
    GAME_FIELD_NAME,
    MORE_FIELD_NAME,
    NON_OPTION_FIELD_NAMES,
    RANK_FIELD_NAME,
    NewGameForm,
    describe_saved_game,
    options_applying_to_game,
    with_level,
)
from gnugo_py.app.open_games import recent_games, resume_game, start_game, unfinished_games
from gnugo_py.app.players import NAMED_PLAYERS, SEARCH_ENGINE_NAME
from gnugo_py.app.screen import Form, FormLine, Screen
from gnugo_py.engines.level_ranks import estimate_rank
from gnugo_py.games.game import Choice, Game, Option
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, UserError
from gnugo_py.storage.save_store import SavedGame

_QUIT_WORDS = ("quit", "exit")
_CONTINUE = "Press Return to continue"
_FOLLOWING_FROM_RANKS = ("side", "handicap", "komi")
_CHANGES = {"LEFT": -1, "h": -1, "RIGHT": 1, "l": 1, " ": 1}
"""How many choices the keys of the form go on in a line."""


def open_new_game(app: App) -> None:
    """Ask for the choices of a new game, in the form or by questions; the current game is saved."""
    if app.current is not None and app.current.has_content:
        app.save_as()
    if app.has_screen:
        form = _form(app, app.new_games.lasting).with_last_game_settings(app.current)
        app.push(NewGameFormMode(app, form, leaving="back"))
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
    offers = unfinished_games(app) if is_offered and asks else []
    app.draw_seed()
    app.replace(NewGameQuestions(app, game, choices.options, next(iter(offers), None)))


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
        self._is_introduced = has_all_new_game_answers(game, options)

    @property
    def _question(self) -> Option | None:
        """The option to ask for next, after the introduction; None if there is none."""
        _, *others = self._game.options(self._options)
        asked = (each for each in (*others, SIDE) if each.question and each.name not in self._options)
        return next(asked, None)

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
                hint = () if self._size is None else (self._size.question,)
                lines = self._game.how_to_play.splitlines()
                self.app.emit("page", *lines, "", *hint, "Press Return to accept the default answer.", "")
            self.prompt = _CONTINUE
        elif (question := self._question) is not None:
            self.prompt = f"{question.question}?"
        else:
            navigation.play(self.app, start_game(self.app, self._game, self._options))

    def fail(self, error: UserError) -> None:
        """Ask again if an answer is invalid.  Raise the error if the answers do not make a valid game."""
        if self._is_introduced and self._question is None:
            raise error
        super().fail(error)

    def handle(self, line: str) -> None:
        if line.lower() in _QUIT_WORDS:
            self.app.end()
        elif line.lower() in ("help", "?"):
            self.app.emit("page", *self._help())
        elif self._offer is not None:
            self._answer_offer(line, self._offer)
        elif not self._is_introduced:
            if line and self._size is not None:
                self._options["size"] = self._size.parse_answer(line)
            self._is_introduced = True
            self.start()
        else:
            if (question := self._question) is not None:
                self._options[question.name] = question.parse_answer(line)
            self.start()

    def _help(self) -> tuple[str, ...]:
        """Return the help for the current question."""
        if self._offer is not None:
            return ("This game was saved when you left it; type y to resume it, or n to start a new one.",)
        if self._question is None or not self._is_introduced:
            more = self._size.question_help if self._size is not None else ""
            return (*self._game.how_to_play.splitlines(), "", f"{more}  Type quit to leave.".strip())
        return (f"{self._question.question_help}  Type quit to leave.".strip(),)

    def _answer_offer(self, line: str, offer: SavedGame) -> None:
        """Resume the game that was offered, or go on with a new one."""
        answer = parse_yes_or_no(line)
        if answer is None:
            raise UserError("type y or n")
        self._offer = None
        try:
            if answer:
                navigation.play(self.app, resume_game(self.app, offer.name))
                return
        except UserError as error:
            self.refuse(f"{error}.")
        self.start()


def first_form(app: App, leaving: str = "quit") -> NewGameFormMode:
    """Return the form for the first game, with the choices of last time selected."""
    return NewGameFormMode(app, _form(app, app.new_games.given), leaving, is_newcomer=not app.store.has_games)


def usual_values(app: App) -> dict[str, object]:
    """Return the values of the form with the choices of last time, of which none is replaced as unfair."""
    mode = NewGameFormMode(app, _form(app, {}))
    mode.select_last_choices()
    return mode.values()


def _form(app: App, given: Mapping[str, object]) -> NewGameForm:
    """Return a form; the last game played is selected if the options of the command line allow it.

    given -- the options that the form does not ask for.
    """
    choices, settings = app.new_games, app.settings.settings
    played = settings.last.get(GAME_FIELD_NAME, choices.name)
    is_known = choices.is_any_game and played in GAMES
    last = settings.last
    if "size" not in choices.given and (size := choices.options.get("size")):
        last = {"size": str(size), **(last if played == choices.name else {})}
    return NewGameForm(
        choices.name,
        app.players,
        given,
        last,
        played if is_known else "",
        settings.rank,
        _suggested_level(app),
    )


def _suggested_level(app: App) -> int | None:
    """Return the level that suits the results of the last saved games, None if there are too few."""
    results = (game.result_against_level for game in recent_games(app))
    rank = estimate_rank(result for result in results if result is not None)
    return None if rank is None else rank.level


class NewGameFormMode(Mode):
    """The form for a new game, on a screen.

    form    -- the form.
    leaving -- what Escape does: `quit` or `back`.
    is_newcomer -- whether to show notes for beginners.
    """

    def __init__(self, app: App, form: NewGameForm, leaving: str = "quit", is_newcomer: bool = False) -> None:
        super().__init__(app)
        self._form, self._leaving, self._is_newcomer = form, leaving, is_newcomer
        self._selection: dict[str, tuple[int, Choice]] = {}
        self._line = 0

    @property
    def fields(self) -> tuple[Option, ...]:
        """The fields for the present selection: some of their defaults follow from other fields."""
        fields = self._form.fields({})
        values: dict[str, object] = {}
        while values != (values := self._values(fields)):
            fields = self._form.fields(values)
        return fields

    def values(self) -> dict[str, object]:
        """Return the selected value of each option."""
        return with_level(self._values(self.fields))

    def select_last_choices(self) -> None:
        """Select the choices of last time as if they were made by hand."""
        for each in self.fields:
            for number, choice in enumerate(each.choices):
                if str(choice.value) == self._form.last.get(each.name):
                    self._selection[each.name] = (number, choice)

    def _values(self, fields: tuple[Option, ...]) -> dict[str, object]:
        return {each.name: each.choices[self._number(each)].value for each in fields}

    def _number(self, each: Option) -> int:
        """Return the number of the choice made by hand in a field, or of the default choice.

        The choice is found by its text or else by its value, since the default value can mean something else
        after a change in another field.  If the field no longer has it, return its former number, or the last
        number if there are fewer choices now.
        """
        if each.name not in self._selection:
            return each.default_index
        number, made = self._selection[each.name]
        for word in (0, 1):
            words = [choice[word] for choice in each.choices]
            if made[word] in words:
                return words.index(made[word])
        return min(number, len(each.choices) - 1)

    def screen(self) -> Screen:
        values, lines = self.values(), []
        for each in self.fields:
            choice = each.choices[self._number(each)]
            lines.append(FormLine(each.label, choice.text, choice.note))
        notes = self._form.welcome(values) if self._is_newcomer else ()
        line = min(self._line, len(lines) - 1)
        error = " ".join(each.text for each in self.app.shown.messages if each.is_refusal)
        form = Form(self._form.title(values), tuple(lines), line, error, self._leaving, notes)
        return Screen(prompt="press Return to go back:", dialog=form)

    def handle(self, line: str) -> None:
        raise UserError("choose with the arrow keys, and start the game with Return")

    def press(self, key: str) -> None:
        fields = self.fields
        at = min(self._line, len(fields) - 1)
        if key in ("ESCAPE", "F10", "q"):
            self._leave()
        elif key == "F1":
            self.app.emit("page", *self._form.help(self._values(self.fields)))
        elif key == "F2":
            navigation.lesson(self.app)
        elif key == "ENTER":
            start_from_values(self.app, self.values())
        elif key in STEPS:
            self._line = (at + STEPS[key]) % len(fields)
        elif key in _CHANGES:
            each = fields[at]
            number = (self._number(each) + _CHANGES[key]) % len(each.choices)
            self._line = at
            self._selection[each.name] = (number, each.choices[number])

    def choose_line(self, line: int) -> None:
        """Select a line by its index, or change the value of the selected line."""
        if line == self._line:
            self.press("RIGHT")
        else:
            self._line = line

    def _leave(self) -> None:
        """Leave the form; a game below it continues."""
        below, game = self.app.below(self), self.app.current
        if below is not None and below.is_played and game is not None and game.outcome is None:
            self.app.show_board("The game continues.")
        self.app.pop(self)


def start_easy_game(app: App, name: str, size: int) -> None:
    """Start a game for a beginner: with Black against level 1.

    name -- the game, by its key in `GAMES`.

    Raise UserError if the game cannot be started.
    """
    start_from_values(
        app,
        {GAME_FIELD_NAME: name, "size": size, "side": Color.BLACK, "opponent": f"{SEARCH_ENGINE_NAME}:1"},
    )


def start_from_values(app: App, values: Mapping[str, object]) -> None:
    """Start a game with the values of a form, and save them.

    Raise UserError if the game cannot be started.
    """
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
    navigation.play(app, start_game(app, GAMES[name].load(), options))
    _remember(app, values)


def _remember(app: App, values: Mapping[str, object]) -> None:
    """Save the choices of a form, and the rank if the form asked for it.

    If the form did not show the clock and teaching, they are saved as off.  A color, a handicap and a komi
    that follow from the ranks are not saved: they are no choice of the person.
    """
    given = app.new_games.given
    hidden = {name: None for name in ("clock", "teach") if MORE_FIELD_NAME in values and name not in given}
    usual = {each.name: each.default for each in _form(app, given)._replace(last={}).fields(values)}
    follow = {
        name: None for name in _FOLLOWING_FROM_RANKS if name in values and values[name] == usual.get(name)
    }
    left_out = (RANK_FIELD_NAME, MORE_FIELD_NAME)
    kept = {name: value for name, value in {**hidden, **values, **follow}.items() if name not in left_out}
    app.settings.save_choices(kept)
    if RANK_FIELD_NAME in values:
        app.settings.save_rank(str(values[RANK_FIELD_NAME] or "none"))
