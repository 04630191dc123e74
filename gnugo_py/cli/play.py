"""The command `gnugo-py play`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import click

from gnugo_py.app.application import Application, ApplicationFactory
from gnugo_py.app.new_game_form import (
    GAME_FIELD_NAME,
    MORE_FIELD_NAME,
    RANK_FIELD_NAME,
    RESUME_FIELD_NAME,
    FormFieldsFunction,
    NewGameForm,
)
from gnugo_py.app.opponents import (
    CLASSIC_ENGINE_GAME,
    HUMAN,
    SEARCH_ENGINE_NAME,
    EngineFactory,
    check_time_and_resigns_options,
    has_search,
    installed_engines,
    is_gtp_opponent_named,
)
from gnugo_py.app.phases.choose_game import has_all_new_game_answers
from gnugo_py.app.services import Services
from gnugo_py.app.view import View
from gnugo_py.cli.interfaces import (
    fail_if_unsaved,
    has_screen,
    run_plainly,
)
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
    CLOCK_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    PATTERNS_OPTION,
    PLAIN_OPTION,
    RESIGNS_OPTION,
    SAVES_OPTION,
    SEED_TYPE,
    THEME_OPTION,
    TIME_PER_MOVE_OPTION,
    CommandWithGameOptions,
    add_game_option,
    analyst_command,
    current_settings,
    is_game_chosen_explicitly,
)
from gnugo_py.cli.output import (
    exit_on_interrupt,
    print_to_terminal_stderr,
    print_warning,
)
from gnugo_py.core.files import saves_folder
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.classic.engine import classic_engine
from gnugo_py.engines.engine import Engine, clock_seed
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.record.clock import TimeControl
from gnugo_py.storage.settings import Settings, SettingsStore

_OPTIONS_WITH_LOAD = ("side", "komi", "rules", "opponent", "clock")
"""The options that can be combined with `--load`."""


@click.command(cls=CommandWithGameOptions, epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@add_game_option
@click.option("--color", type=click.Choice(["black", "white"]), help="Your color.")
@click.option(
    "--seed", type=SEED_TYPE, metavar="N", help="Seed for random numbers. The same seed gives the same game."
)
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="classic|search|human|COMMAND",
    help="Your opponent: classic (GNU Go 1.1, the default for Go), search (the default for other games),"
    " human, or the command of a GTP engine. Give the option twice to watch two engines; the first plays"
    " Black.",
)
@click.option(
    "--level", type=click.IntRange(1, MAX_LEVEL), metavar="1-9", help="Level of search (default: 3)."
)
@RESIGNS_OPTION
@click.option(
    "--no-resigns", is_flag=True, help="Search never resigns, and never asks you to accept a resignation."
)
@TIME_PER_MOVE_OPTION
@CLOCK_OPTION
@ANALYST_OPTION
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    help="Continue a saved game (default: the latest unfinished one).",
)
@click.option("--new", is_flag=True, help="Start a new game without offering to continue an unfinished one.")
@click.option(
    "--load", type=click.Path(path_type=Path), metavar="FILE", help="Start from an SGF or gnugo.dat file."
)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@ASCII_OPTION
@THEME_OPTION
@PLAIN_OPTION
@PATTERNS_OPTION
@SAVES_OPTION
def play(**words: Any) -> None:
    """Play a game. The program asks for the choices that the options do not make.

    Every move is saved at once. Use --resume to continue a game later.
    """
    wanted = PlayOptions(**words)
    _check_combinations(wanted)
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("stdin or stdout is closed; a game needs both")
    options = wanted.options
    _check_options(wanted)
    if wanted.resume is not None:
        _warn_unused_options({**wanted.given, **_given(color=wanted.color, clock=wanted.clock)})
    if wanted.load is not None:
        _warn_unused_options(
            {name: value for name, value in wanted.given.items() if name not in _OPTIONS_WITH_LOAD}
        )
    GAMES[wanted.game].load().start(options)
    if wanted.game == CLASSIC_ENGINE_GAME:
        classic_engine(0, wanted.patterns)
    on_screen = not wanted.plain and has_screen()
    with exit_on_interrupt(), ExitStack() as stack:
        engines = stack.enter_context(
            closing(EngineFactory(wanted.seconds, wanted.seed, wanted.resigns, print_to_terminal_stderr))
        )
        others = _named_opponents(wanted, engines)
        services = stack.enter_context(
            Services(
                saves_folder(wanted.saves),
                engines,
                patterns=wanted.patterns,
                named_opponents=others,
                seed=wanted.next_seed,
                warn=print_warning,
                analyst_command=analyst_command(wanted.analyst),
                has_screen=on_screen,
                asks_before_leaving=on_screen or sys.stdin.isatty(),
                offers_resignation=on_screen and not wanted.no_resigns,
            )
        )
        factory = ApplicationFactory(services, wanted.game, options)
        app = _start(factory, wanted, options)
        services.start_analyst(GAMES[wanted.game].load() if app is None else app.context.game)
        if on_screen:
            _play_on_screen(factory, wanted, app)
        else:
            assert app is not None
            run_plainly(app, factory, options)
        fail_if_unsaved(services)


def _check_combinations(wanted: PlayOptions) -> None:
    """Raise UsageError if options exclude each other."""
    if [wanted.resume is not None, wanted.new, wanted.load is not None].count(True) > 1:
        raise click.UsageError("--resume, --new and --load cannot be combined; use one of them")
    if wanted.resigns and wanted.no_resigns:
        raise click.UsageError("--resigns and --no-resigns cannot be combined; use one of them")
    if wanted.clock is not None and wanted.seconds is not None:
        raise click.UsageError("--clock and --time cannot be combined; use one of them")
    if wanted.game_number is not None and wanted.load is None:
        raise click.UsageError("--number requires --load FILE")
    if wanted.encoding is not None and wanted.load is None:
        raise click.UsageError("--encoding requires --load FILE")


def _check_options(wanted: PlayOptions) -> None:
    """Raise UserError if an option applies to none of the named opponents."""
    if wanted.level is not None and wanted.opponents and SEARCH_ENGINE_NAME not in wanted.opponents:
        level = f"--opponent {SEARCH_ENGINE_NAME} --level {wanted.level}"
        raise UserError(f"--level applies to search only. Use {level}, or omit --level")
    check_time_and_resigns_options(wanted.opponent_names, wanted.seconds, wanted.resigns)


class PlayOptions(NamedTuple):
    """The options on the command line.

    given -- the options of the game. The other fields are the options of the command.
    """

    game: str
    given: dict[str, object]
    color: str | None
    seed: int | None
    opponents: tuple[str, ...]
    level: int | None
    resigns: bool
    no_resigns: bool
    seconds: int | None
    clock: TimeControl | None
    analyst: str | None
    resume: str | None
    new: bool
    load: Path | None
    game_number: int | None
    encoding: str | None
    use_ascii: bool
    theme: str | None
    plain: bool
    patterns: str | None
    saves: Path | None

    @property
    def options(self) -> dict[str, object]:
        """The given game options, together with the player's color, the opponent and the clock."""
        named = self.opponent_names[0] if len(self.opponent_names) == 1 else self.opponent_names or None
        if named is None and self.game != CLASSIC_ENGINE_GAME and not has_search(GAMES[self.game].load()):
            named = HUMAN
        return {**self.given, **_given(side=_side(self.color, named), opponent=named, clock=self.clock)}

    @property
    def asks_what_to_do(self) -> bool:
        """Whether a menu asks what to do first, because no option determines it."""
        is_game_given = (
            self.new or self.resume is not None or self.load is not None or is_game_chosen_explicitly()
        )
        return self.has_no_game_options and not is_game_given and self.analyst is None

    @property
    def has_no_game_options(self) -> bool:
        """Whether any game can be offered, because no option belongs to a particular game."""
        options = (
            self.given,
            self.color,
            self.opponents,
            self.level,
            self.seconds,
            self.clock,
            self.resigns,
            self.patterns,
        )
        return not any(options) and self.seed is None and not is_game_chosen_explicitly()

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the opponents; a level without an opponent means search."""
        names = self.opponents or ((SEARCH_ENGINE_NAME,) if self.level is not None else ())
        level = f":{self.level}" if self.level is not None else ""
        return tuple(f"{name}{level}" if name == SEARCH_ENGINE_NAME else name for name in names)

    def next_seed(self) -> int:
        """Return the seed of the next game."""
        return clock_seed() if self.seed is None else self.seed


def _start(
    factory: ApplicationFactory, wanted: PlayOptions, options: dict[str, object]
) -> Application | None:
    """Return the application of the first game, or None if the form on the screen must be filled in first.

    Raise UserError with the problem and a remedy if the game cannot be started.
    """
    if wanted.resume is not None:
        return _check_game(factory.resume(wanted.resume), wanted)
    if wanted.load is not None:
        kept = {name: options[name] for name in _OPTIONS_WITH_LOAD if name in options}
        return _check_game(factory.load_file(wanted.load, kept, wanted.game_number, wanted.encoding), wanted)
    if factory.services.has_screen and not has_all_new_game_answers(GAMES[wanted.game].load(), options):
        return None
    return factory.start_new_game(options, offers=not wanted.new and sys.stdin.isatty())


def _check_game(app: Application, wanted: PlayOptions) -> Application:
    """Return the application. Raise UserError if its game is not the one that `--game` names."""
    game = app.context.game
    if is_game_chosen_explicitly() and game is not GAMES[wanted.game].load():
        what = wanted.load or wanted.resume or "the saved game"
        raise UserError(
            f"{what}: this is a game of {game.display_name}; use --game {game.name}, or omit --game"
        )
    return app


def _given(**options: object) -> dict[str, object]:
    """Return the options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def _play_on_screen(factory: ApplicationFactory, wanted: PlayOptions, app: Application | None) -> None:
    """Play on the screen, game after game."""
    from gnugo_py.cli.screen import build_start_menu, run_screens
    from gnugo_py.tui.form import StartScreenCallbacks

    given, memory = _choices_given(wanted), SettingsStore(current_settings())
    named = factory.services.opponents.others
    engine_named = is_gtp_opponent_named(named)
    stay = ("opponent", "side") if len(wanted.opponent_names) == 2 else ("opponent",) if engine_named else ()
    forms = _first_form(wanted, named, memory.settings)

    def again(view: View | None) -> FormFieldsFunction:
        settings = memory.settings
        known = forms._replace(last=settings.last, rank=settings.rank, asks_rank=not settings.was_rank_asked)
        return known.with_last_game_settings(view).fields({name: given[name] for name in stay}, ())

    form = again(None)
    if app is None:
        form = forms.fields(given, () if wanted.new else factory.services.unfinished_games())
    is_newcomer = app is None and not factory.services.store.has_games

    def begin(values: Mapping[str, object]) -> Application:
        app = factory.start_from_form(values)
        _remember(memory, values, given)
        return app

    start = StartScreenCallbacks(
        forms.title,
        form,
        again,
        begin,
        app,
        forms.help,
        memory.save_display,
        lambda: factory.start_lesson(""),
    )
    if app is None and wanted.asks_what_to_do:
        usual = forms._replace(rank="", asks_rank=False).fields({}, ())
        start = start._replace(menu=lambda: build_start_menu(factory, memory, usual, begin))
    if is_newcomer:
        start = start._replace(notes=forms.welcome)
    run_screens(start, factory, memory, wanted.use_ascii, wanted.theme)


def _choices_given(wanted: PlayOptions) -> dict[str, object]:
    """Return the choices that the form need not ask for, by the names of its fields."""
    given = {**wanted.given, **_given(side=_side(wanted.color, None), clock=wanted.clock)}
    if wanted.opponent_names:
        given["opponent"] = wanted.options["opponent"]
    if len(wanted.opponent_names) == 2 or wanted.opponent_names == (HUMAN,):
        given["side"] = Color.BLACK
    return given


def _first_form(wanted: PlayOptions, named: tuple[Engine | None, ...], settings: Settings) -> NewGameForm:
    """Return the form for the first game, with the last game played selected if the options allow it."""
    played = settings.last.get(GAME_FIELD_NAME, "")
    return NewGameForm(
        wanted.game,
        named,
        settings.last,
        installed_engines,
        played if wanted.has_no_game_options and played in GAMES else "",
        settings.rank,
        asks_rank=not settings.was_rank_asked,
    )


def _remember(memory: SettingsStore, values: Mapping[str, object], given: Mapping[str, object]) -> None:
    """Save the choices of a form, and the rank if the form asked for it.

    If the form did not show the clock, "no clock" is saved.

    given -- the choices that the form did not ask for.
    """
    hidden = {"clock": None} if MORE_FIELD_NAME in values and "clock" not in given else {}
    memory.save_choices(
        {
            name: value
            for name, value in {**hidden, **values}.items()
            if name not in (RESUME_FIELD_NAME, RANK_FIELD_NAME, MORE_FIELD_NAME)
        }
    )
    if RANK_FIELD_NAME in values:
        memory.save_rank(str(values[RANK_FIELD_NAME] or "none"))


def _warn_unused_options(options: dict[str, object]) -> None:
    """Print a warning with the options that do not apply to a saved or loaded game, if there are any."""
    if options:
        unused = " ".join(f"--{name}" for name in options)
        print_warning(f"ignored, because the game keeps its own settings: {unused}")


def _named_opponents(wanted: PlayOptions, engines: EngineFactory) -> tuple[Engine | None, ...]:
    """Return the opponents that were named, with None for a second person. GTP engines are started.

    Raise UserError if one of them cannot play.
    """
    names = wanted.opponent_names
    if len(names) > 2 or (len(names) == 2 and HUMAN in names):
        raise UserError("use --opponent once, or twice to watch two engines")
    return tuple(
        None if name == HUMAN else engines.engine_by_name(name, wanted.game, wanted.patterns)
        for name in names
    )


def _side(color: str | None, opponent: object) -> Color | None:
    """Return the player's color, or None if the program must ask for it.

    The color has no effect in games between two people or two engines.
    """
    if color is None and opponent != HUMAN and not isinstance(opponent, tuple):
        return None
    return Color.WHITE if color == "white" else Color.BLACK
