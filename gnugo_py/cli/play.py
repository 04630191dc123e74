"""The command `gnugo-py play`."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import click

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.common_options import CLOCK, SIDE, TEACH
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
from gnugo_py.cli.interface import Interface
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ASCII_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    NETWORK_OPTION,
    PATTERNS_OPTION,
    PLAIN_OPTION,
    RESIGNS_OPTION,
    SEED_TYPE,
    THEME_OPTION,
    TIME_PER_MOVE_OPTION,
    CommandWithGameOptions,
    add_game_option,
    allow_one_of,
    analyst_command,
    color_option,
    given_options,
    parsed,
    saves_option,
    with_values,
)
from gnugo_py.cli.output import print_to_terminal_stderr, print_warning, require_streams
from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.clock import TimeControl, parse_time_control
from gnugo_py.storage.resume import OpenedGame

_OPTIONS_WITH_LOAD = ("side", "komi", "rules", "opponent", "clock")
"""The options that can be combined with `--load`."""
_ENGINE_OPTIONS = ("--opponent", "--level", "--seed", "--resigns", "--time", "--patterns")
_GAME_OPTIONS = ("--game", "--color", "--clock", *_ENGINE_OPTIONS)
"""The options after which not every game is offered."""
_CHOICES_OF_A_MENU = ("--new", "--resume", "--load", "--analyst")
"""The options after which no menu is shown."""


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
    number: int | None
    encoding: str | None
    patterns: str | None

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
        return self.has_no_game_options and given_options().isdisjoint(_CHOICES_OF_A_MENU)

    @property
    def has_no_game_options(self) -> bool:
        """Whether any game can be offered, because no option belongs to a particular game."""
        return not self.given and given_options().isdisjoint(_GAME_OPTIONS)

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the opponents; a level without an opponent means search."""
        names = self.opponents or ((SEARCH_ENGINE_NAME,) if self.level is not None else ())
        level = f":{self.level}" if self.level is not None else ""
        return tuple(f"{name}{level}" if name == SEARCH_ENGINE_NAME else name for name in names)


@click.command(cls=CommandWithGameOptions, epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@add_game_option
@color_option(SIDE.help)
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
@NETWORK_OPTION
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
@saves_option()
@with_values(wanted=PlayOptions, interface=Interface)
def play(wanted: PlayOptions, interface: Interface) -> None:
    """Play a game. The program asks for the choices that the options do not make.

    With --opponent or --level, a game on the screen starts at once, with defaults for everything else.

    Every move is saved at once. Use --resume to continue a game later.
    """
    _check_combinations(wanted)
    require_streams("a game needs")
    _check_options(wanted)
    _warn_unused_options(wanted)
    start = GAMES[wanted.game].load().start(wanted.options)
    if wanted.game == CLASSIC_ENGINE_GAME:
        classic = classic_engine(0, wanted.patterns)
        if CLASSIC_ENGINE_NAME in wanted.opponents and wanted.load is None and wanted.resume is None:
            prepare_engine(classic, start)
    engines = Engines(wanted.seconds, wanted.seed, wanted.resigns, print_to_terminal_stderr, wanted.patterns)
    with interface.open_app(analyst_command(wanted.analyst), engines) as app:
        app.seed = wanted.seed
        app.players.named = _named_players(wanted, engines)
        app.offers_resignation = app.has_screen and not wanted.no_resigns
        app.new_games = _new_game_options(wanted, app.players)
        app.teaches = wanted.teach
        _start(app, wanted)
        app.start_analyst(GAMES[wanted.game].load() if app.current is None else app.current.game)
        interface.run(app)


def _check_combinations(wanted: PlayOptions) -> None:
    """Raise UsageError if options exclude or require each other."""
    allow_one_of("--resume", "--new", "--load")
    allow_one_of("--resigns", "--no-resigns")
    allow_one_of("--clock", "--time")
    for option in ("--number", "--encoding"):
        if wanted.load is None and option in given_options():
            raise click.UsageError(f"{option} requires --load FILE")


def _check_options(wanted: PlayOptions) -> None:
    """Raise UserError if an option applies to none of the named opponents."""
    if wanted.level is not None and wanted.opponents and SEARCH_ENGINE_NAME not in wanted.opponents:
        level = f"--opponent {SEARCH_ENGINE_NAME} --level {wanted.level}"
        raise UserError(f"--level applies to search only. Use {level}, or omit --level")
    check_time_and_resigns_options(wanted.opponent_names, wanted.seconds, wanted.resigns)


def _start(app: App, wanted: PlayOptions) -> None:
    """Start the first game, or what must be filled in or chosen first.

    Raise UserError with the problem and a remedy if the game cannot be started.
    """
    app.draw_seed()
    game = GAMES[wanted.game].load()
    if wanted.resume is not None:
        opened = app.players.in_resumed_game(resume_game(app, wanted.resume))
        navigation.play(app, _check_game(opened, wanted))
    elif wanted.load is not None:
        kept = {name: value for name, value in wanted.options.items() if name in _OPTIONS_WITH_LOAD}
        opened = open_file(app, wanted.load, kept, wanted.number, wanted.encoding)
        navigation.play(app, _check_game(opened, wanted))
    elif wanted.asks_what_to_do and app.has_screen:
        navigation.menu(app)
    elif app.has_screen and wanted.opponent_names:
        navigation.play(app, start_game(app, game, {SIDE.name: SIDE.default, **wanted.options}))
    elif app.has_screen and not has_all_new_game_answers(game, wanted.options):
        app.push(first_form(app))
    else:
        ask_for_new_game(app, is_offered=not wanted.new and sys.stdin.isatty())
    app.set_clock()


def _check_game(opened: OpenedGame, wanted: PlayOptions) -> OpenedGame:
    """Return a game. Raise UserError if it is not the one that `--game` names."""
    game = opened.tree.game
    if "--game" in given_options() and game is not GAMES[wanted.game].load():
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


def _warn_unused_options(wanted: PlayOptions) -> None:
    """Print a warning with the options that do not apply to a saved or loaded game, if there are any."""
    unused: Collection[str] = ()
    if wanted.resume is not None:
        unused = {**wanted.given, **_given(color=wanted.color, clock=wanted.clock)}
    elif wanted.load is not None:
        unused = [name for name in wanted.given if name not in _OPTIONS_WITH_LOAD]
    if unused:
        listed = " ".join(f"--{name}" for name in unused)
        print_warning(f"ignored, because the game keeps its own settings: {listed}")


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
