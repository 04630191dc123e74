"""The command `gnugo-py play`, and running the program on the screen or in plain mode."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click

from gnugo_py.app.app import App
from gnugo_py.app.common_options import CLOCK, SIDE, TEACH
from gnugo_py.app.mode import load_mode
from gnugo_py.app.modes.new_game import ask_for_new_game, first_form, has_all_new_game_answers
from gnugo_py.app.new_game_form import NewGameOptions
from gnugo_py.app.open_games import open_file, resume_game, start_game
from gnugo_py.app.players import (
    CLASSIC_ENGINE_GAME,
    CLASSIC_ENGINE_NAME,
    HUMAN,
    SEARCH_ENGINE_NAME,
    Engines,
    Players,
    check_time_and_resigns_options,
    has_search,
    prepare_engine,
)
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
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
    parsed,
)
from gnugo_py.cli.output import (
    STATUS_BAD_INPUT,
    exit_on_interrupt,
    fail,
    print_to_terminal_stderr,
    print_warning,
    require_streams,
)
from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.engines.engine import Engine, EngineCommand
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import sanitize
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.clock import TimeControl, parse_time_control
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.system.files import saves_folder
from gnugo_py.ui.plain import run_plain_interface

_OPTIONS_WITH_LOAD = ("side", "komi", "rules", "opponent", "clock")
"""The options that can be combined with `--load`."""


@click.command(cls=CommandWithGameOptions, epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@add_game_option
@click.option("--color", type=click.Choice(SIDE.values), callback=parsed(SIDE.parse), help=SIDE.help)
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
@click.option("--clock", callback=parsed(parse_time_control), metavar=CLOCK.metavar, help=CLOCK.help)
@click.option("--teach", is_flag=True, help=TEACH.help)
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

    With --opponent or --level, a game on the screen starts at once, with defaults for everything else.

    Every move is saved at once. Use --resume to continue a game later.
    """
    wanted = PlayOptions(**words)
    _check_combinations(wanted)
    require_streams("a game needs")
    options = wanted.options
    _check_options(wanted)
    if wanted.resume is not None:
        _warn_unused_options({**wanted.given, **_given(color=wanted.color, clock=wanted.clock)})
    if wanted.load is not None:
        _warn_unused_options(
            {name: value for name, value in wanted.given.items() if name not in _OPTIONS_WITH_LOAD}
        )
    start = GAMES[wanted.game].load().start(options)
    if wanted.game == CLASSIC_ENGINE_GAME:
        classic = classic_engine(0, wanted.patterns)
        if CLASSIC_ENGINE_NAME in wanted.opponents and wanted.load is None and wanted.resume is None:
            prepare_engine(classic, start)
    on_screen = not wanted.plain and has_screen()
    own = Engines(wanted.seconds, wanted.seed, wanted.resigns, print_to_terminal_stderr, wanted.patterns)
    with (
        exit_on_interrupt(),
        closing(own) as engines,
        App(
            saves_folder(wanted.saves),
            Players(engines, _named_players(wanted, engines)),
            current_settings(),
            seed=wanted.seed,
            warn=print_warning,
            analyst_command=analyst_command(wanted.analyst),
            has_screen=on_screen,
            asks_before_leaving=on_screen or sys.stdin.isatty(),
            offers_resignation=on_screen and not wanted.no_resigns,
        ) as app,
    ):
        app.new_games = _new_game_options(wanted, app.players)
        app.teaches = wanted.teach
        _start(app, wanted)
        app.start_analyst(GAMES[wanted.game].load() if app.current is None else app.current.game)
        run_in_either_interface(app, wanted.use_ascii, wanted.theme)


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
    color: Color | None
    seed: int | None
    opponents: tuple[str, ...]
    level: int | None
    resigns: bool
    no_resigns: bool
    seconds: int | None
    clock: TimeControl | None
    teach: bool
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
            self.opponents,
            self.level,
            self.seconds,
            self.clock,
            self.resigns,
            self.patterns,
        )
        is_any_given = any(options) or self.color is not None or self.seed is not None
        return not is_any_given and not is_game_chosen_explicitly()

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the opponents; a level without an opponent means search."""
        names = self.opponents or ((SEARCH_ENGINE_NAME,) if self.level is not None else ())
        level = f":{self.level}" if self.level is not None else ""
        return tuple(f"{name}{level}" if name == SEARCH_ENGINE_NAME else name for name in names)


def _start(app: App, wanted: PlayOptions) -> None:
    """Start the first game, or what must be filled in or chosen first.

    Raise UserError with the problem and a remedy if the game cannot be started.
    """
    app.draw_seed()
    game = GAMES[wanted.game].load()
    if wanted.resume is not None:
        opened = app.players.in_resumed_game(resume_game(app, wanted.resume))
        app.play(_check_game(opened, wanted))
    elif wanted.load is not None:
        kept = {name: value for name, value in wanted.options.items() if name in _OPTIONS_WITH_LOAD}
        opened = open_file(app, wanted.load, kept, wanted.game_number, wanted.encoding)
        app.play(_check_game(opened, wanted))
    elif wanted.asks_what_to_do and app.has_screen:
        app.push(load_mode("menu").MenuMode(app))
    elif app.has_screen and wanted.opponent_names:
        app.play(start_game(app, game, {SIDE.name: SIDE.default, **wanted.options}))
    elif app.has_screen and not has_all_new_game_answers(game, wanted.options):
        app.push(first_form(app))
    else:
        ask_for_new_game(app, is_offered=not wanted.new and sys.stdin.isatty())
    app.set_clock()


def _check_game(opened: OpenedGame, wanted: PlayOptions) -> OpenedGame:
    """Return a game. Raise UserError if it is not the one that `--game` names."""
    game = opened.tree.game
    if is_game_chosen_explicitly() and game is not GAMES[wanted.game].load():
        what = wanted.load or wanted.resume or "the saved game"
        raise UserError(
            f"{what}: this is a game of {game.display_name}; use --game {game.name}, or omit --game"
        )
    return opened


def _given(**options: object) -> dict[str, object]:
    """Return the options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def _new_game_options(wanted: PlayOptions, players: Players) -> NewGameOptions:
    """Return what the command line says about new games."""
    named = {"opponent": wanted.options.get("opponent"), SIDE.name: SIDE.default}
    is_pair = len(wanted.opponent_names) == 2
    return NewGameOptions(
        wanted.game,
        wanted.options,
        {**wanted.given, **_given(side=_side(wanted.color, None), clock=wanted.clock)},
        named if is_pair else {"opponent": named["opponent"]} if players.is_gtp_engine_named else {},
        is_any_game=wanted.has_no_game_options,
    )


def _warn_unused_options(options: dict[str, object]) -> None:
    """Print a warning with the options that do not apply to a saved or loaded game, if there are any."""
    if options:
        unused = " ".join(f"--{name}" for name in options)
        print_warning(f"ignored, because the game keeps its own settings: {unused}")


def _named_players(wanted: PlayOptions, engines: Engines) -> tuple[Engine | None, ...]:
    """Return the opponents that were named, with None for a second person. GTP engines are started.

    Raise UserError if one of them cannot play.
    """
    names, game = wanted.opponent_names, GAMES[wanted.game].load()
    if len(names) > 2 or (len(names) == 2 and HUMAN in names):
        raise UserError("use --opponent once, or twice to watch two engines")
    return tuple(None if name == HUMAN else engines.named(name, game) for name in names)


def _side(color: Color | None, opponent: object) -> Color | None:
    """Return the player's color, or None if the program must ask for it.

    The color has no effect in games between two people or two engines.
    """
    if color is None and opponent != HUMAN and not isinstance(opponent, tuple):
        return None
    return Color.BLACK if color is None else color


def has_screen() -> bool:
    """Return whether the board is to be drawn, and stdin and stdout are a terminal that can show it."""
    if not current_settings().draws_board:
        return False
    unnamed = "windows" if os.name == "nt" else "dumb"
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", unnamed) in ("", "dumb"):
        return False
    try:
        from gnugo_py.ui.window import is_curses_supported
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    if is_curses_supported():
        return True
    terminal = sanitize(os.environ.get("TERM", ""))
    print_warning(
        f"plain mode, because this system does not know the terminal {terminal!r}"
        " (if it is similar to xterm, set TERM=xterm-256color)"
    )
    return False


def run_in_either_interface(app: App, use_ascii: bool, theme: str | None) -> None:
    """Run the program on the screen or in plain mode; the display options override the saved settings.

    Exit with an error if a game or a result could not be saved.
    """
    if app.has_screen:
        _run_on_screen(app, use_ascii, theme)
    else:
        run_plain_interface(app)
    trouble = app.autosave.error or app.autosave.detached_error
    if trouble:
        fail(f"the game is not saved: {trouble}", STATUS_BAD_INPUT)
    if app.unsaved_result:
        fail(f"a result is not saved: {app.unsaved_result}", STATUS_BAD_INPUT)


def _run_on_screen(app: App, use_ascii: bool, theme: str | None) -> None:
    """Run the program on the screen; print a warning if the settings could not be saved.

    Stones are drawn as letters if the terminal cannot draw round ones.
    """
    from gnugo_py.ui.interface import run_curses_interface

    app.begin_screen()
    display = app.settings.settings.display
    is_ascii = use_ascii or display.ascii or not _can_draw_round_stones()
    run_curses_interface(app, display._replace(ascii=is_ascii, theme=theme or display.theme))
    if app.settings.problem:
        print_warning(f"the settings are not saved: {app.settings.problem}")


def _can_draw_round_stones() -> bool:
    """Return whether the terminal can draw round stones that are one cell wide, judging by the locale."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return "utf" in named.lower() and named[:2] not in ("ja", "ko", "zh")


@contextmanager
def open_app(
    folder: Path,
    on_screen: bool,
    engines: Engines,
    *,
    size: int | None = None,
    lessons: str | None = None,
    analyst: EngineCommand | None = None,
) -> Iterator[App]:
    """Return the program for a review, a lesson or training, with defaults for the games that follow.

    folder    -- the save folder.
    on_screen -- whether the board stays in view.
    engines   -- makes the engines; those that run are stopped at the end.
    size      -- the board size of the games that follow, None for the default.
    lessons   -- the folder of the lessons, None for those of the program.
    analyst   -- the command of the analysis engine, None for the built-in one.

    An interrupt ends the program.
    """
    with (
        exit_on_interrupt(),
        closing(engines),
        App(
            folder,
            Players(engines),
            current_settings(),
            lessons_folder=lessons,
            warn=print_warning,
            analyst_command=analyst,
            has_screen=on_screen,
            asks_before_leaving=on_screen or sys.stdin.isatty(),
        ) as app,
    ):
        app.new_games = NewGameOptions(options={} if size is None else {"size": size})
        yield app
