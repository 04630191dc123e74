"""The command `gnugo-py play`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.common_options import CLOCK, SIDE, TEACH
from gnugo_py.app.open_games import NewGame, level_results, open_file, resume_game, start_game
from gnugo_py.app.players import (
    CLASSIC_ENGINE_GAME,
    CLASSIC_ENGINE_NAME,
    DEFAULT_LEVEL,
    SEARCH_ENGINE_NAME,
    Engines,
    Human,
    Opponent,
    check_time_and_resigns_options,
    parse_opponent,
    prepare_engine,
)
from gnugo_py.cli.interface import Interface, screen_options
from gnugo_py.cli.options import (
    ANALYST_OPTION,
    ENCODING_OPTION,
    GAME_NUMBER_OPTION,
    NETWORK_OPTION,
    PATTERNS_OPTION,
    RESIGNS_OPTION,
    SAVES_OPTION,
    SEED_OPTION,
    TIME_PER_MOVE_OPTION,
    CommandWithGameOptions,
    Parsed,
    add_game_option,
    allow_one_of,
    color_option,
    current_settings,
    given_options,
)
from gnugo_py.cli.output import print_to_terminal_stderr, print_warning, require_streams
from gnugo_py.engines.classic.classic_engine import classic_engine
from gnugo_py.engines.engine import EngineConfig
from gnugo_py.engines.level_ranks import ADAPTS, MAX_LEVEL, adapted_to, closest_level
from gnugo_py.games.registry import GAMES
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.clock import TimeControl, parse_time_control
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.save_store import SaveStore

_OPTIONS_WITH_LOAD = ("komi", "rules")
"""The options of a game that can be combined with `--load`."""
_ENGINE_OPTIONS = ("--opponent", "--level", "--seed", "--resigns", "--time", "--patterns")
_GAME_OPTIONS = ("--game", "--color", "--clock", "--teach", *_ENGINE_OPTIONS)
"""The options of the command after which a new game starts at once, as after those of the game."""


def _parse_level(text: str) -> str:
    """Return a level.  Raise UserError if there is none of that name."""
    if text not in (*map(str, range(1, MAX_LEVEL + 1)), ADAPTS):
        raise UserError(f"{text!r} is not a level from 1 to {MAX_LEVEL}, or {ADAPTS}")
    return text


class PlayOptions(NamedTuple):
    """The options on the command line.

    game_options -- the options of the game. The other fields are the options of the command.
    """

    game: str
    game_options: dict[str, object]
    color: Color | None
    seed: int | None
    opponents: tuple[str, ...]
    level: str | None
    resigns: bool
    no_resigns: bool
    seconds: int | None
    clock: TimeControl | None
    teach: bool
    resume: str | None
    new: bool
    load: Path | None
    number: int | None
    encoding: str | None
    patterns: str | None

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the opponents; a level without an opponent means search."""
        names = self.opponents or ((SEARCH_ENGINE_NAME,) if self.level is not None else ())
        level = f":{self.level}" if self.level is not None else ""
        return tuple(f"{name}{level}" if name == SEARCH_ENGINE_NAME else name for name in names)

    @property
    def named(self) -> tuple[Opponent, ...]:
        """The opponents that are named.  Raise UserError if they cannot play together."""
        named = tuple(map(parse_opponent, self.opponent_names))
        if len(named) > 2 or (len(named) == 2 and Human() in named):
            raise UserError("use --opponent once, or twice to watch two engines")
        return named

    @property
    def new_game(self) -> NewGame:
        """The new game that the options describe."""
        side = Color.BLACK if self.color is None else self.color
        game = GAMES[self.game].load()
        return NewGame(game, self.game_options, side, self.named or None, self.clock, self.teach)

    @property
    def has_game_options(self) -> bool:
        """Whether an option says something about a new game, which then starts at once."""
        return bool(self.game_options) or not given_options().isdisjoint(_GAME_OPTIONS)


@click.command(cls=CommandWithGameOptions, epilog="Example: gnugo-py --size 9 --handicap 2 --color black")
@add_game_option
@color_option(SIDE.description)
@SEED_OPTION
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="classic|search[:LEVEL]|human|COMMAND",
    help="Your opponent: classic (GNU Go 1.1, the default for Go), search (the default for other games),"
    " human, or the command of a GTP engine. Give the option twice to watch two engines; the first plays"
    " Black.",
)
@click.option(
    "--level",
    type=Parsed(_parse_level),
    metavar="1-9|adapts",
    help="Level of search (default: 3); adapts: harder after two wins in a row, easier after two losses.",
)
@RESIGNS_OPTION
@click.option(
    "--no-resigns", is_flag=True, help="Search never resigns, and never asks you to accept a resignation."
)
@TIME_PER_MOVE_OPTION
@click.option("--clock", type=Parsed(parse_time_control), metavar="TIME", help=CLOCK.description)
@click.option("--teach", is_flag=True, help=TEACH.description)
@ANALYST_OPTION
@NETWORK_OPTION
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    help="Continue a saved game (default: the latest unfinished one).",
)
@click.option(
    "--new",
    is_flag=True,
    help="Open the form for a new game, or start it if another option says something about it.",
)
@click.option(
    "--load", type=click.Path(path_type=Path), metavar="FILE", help="Start from an SGF or gnugo.dat file."
)
@GAME_NUMBER_OPTION
@ENCODING_OPTION
@screen_options
@PATTERNS_OPTION
@SAVES_OPTION
def play(wanted: PlayOptions, interface: Interface) -> None:
    """Play a game.

    Without options, a menu offers what there is; with --new, a form asks for everything. With any option of a
    game, such as --size or --opponent, the game starts at once, with defaults for everything else.

    Every move is saved at once. Use --resume to continue a game later.
    """
    _check_combinations(wanted)
    require_streams("a game needs")
    reason = ""
    if wanted.level == ADAPTS:
        wanted, reason = _with_adapted_level(wanted, interface.store)
    _check_options(wanted)
    _warn_unused_options(wanted)
    start = GAMES[wanted.game].load().start(wanted.new_game.start_options)
    if wanted.game == CLASSIC_ENGINE_GAME:
        classic = classic_engine(0, wanted.patterns)
        if CLASSIC_ENGINE_NAME in wanted.opponents and wanted.load is None and wanted.resume is None:
            prepare_engine(classic, start)
    engines = Engines(wanted.seconds, wanted.seed, wanted.resigns, print_to_terminal_stderr, wanted.patterns)
    with interface.open_app(engines) as app:
        app.seed = wanted.seed
        app.players.named = wanted.named
        for number, opponent in enumerate(wanted.named):
            if isinstance(opponent, EngineConfig):
                app.players.engine(opponent, GAMES[wanted.game].load(), number, is_announced=True)
        app.offers_resignation = app.has_screen and not wanted.no_resigns
        _start(app, wanted)
        if wanted.teach and app.current is not None:
            app.current.set_flag("teach", True)
        if reason and app.current is not None:
            app.current.set_flag("adapts", True)
            app.emit("news", reason)
        app.start_analyst(GAMES[wanted.game].load() if app.current is None else app.current.game)
        interface.run(app)


def _with_adapted_level(wanted: PlayOptions, store: SaveStore) -> tuple[PlayOptions, str]:
    """Return the options with the level and the handicap that adapt to the person, and why as a sentence."""
    if wanted.game != CLASSIC_ENGINE_GAME:
        raise UserError(f"--level {ADAPTS} works only in Go; use a level from 1 to {MAX_LEVEL}")
    size, rank = wanted.game_options.get("size", 19), current_settings().rank
    assert isinstance(size, int)
    adapted = adapted_to(level_results(store), size, closest_level(rank) if rank else DEFAULT_LEVEL)
    is_new = wanted.load is None and wanted.resume is None and wanted.color is not Color.WHITE
    handicap = {"handicap": adapted.handicap} if is_new and adapted.handicap else {}
    game_options = {**handicap, **wanted.game_options}
    stones = f", {pluralize(adapted.handicap, 'handicap stone')}" if handicap else ""
    reason = f"Level {adapted.level}{stones}{adapted.reason}."
    return wanted._replace(level=str(adapted.level), game_options=game_options), reason


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
        has_level = any(name.startswith(f"{SEARCH_ENGINE_NAME}:") for name in wanted.opponents)
        fault = "--opponent names a level already" if has_level else "--level applies to search only"
        raise UserError(
            f"{fault}. Use --opponent {SEARCH_ENGINE_NAME} --level {wanted.level}, or omit --level"
        )
    check_time_and_resigns_options(wanted.opponent_names, wanted.seconds, wanted.resigns)


def _start(app: App, wanted: PlayOptions) -> None:
    """Start the first game, or what must be filled in or chosen first.

    Raise UserError with the problem and a remedy if the game cannot be started.
    """
    app.draw_seed()
    if wanted.resume is not None:
        opened = app.players.in_resumed_game(resume_game(app, wanted.resume))
        navigation.play(app, _check_game(opened, wanted))
    elif wanted.load is not None:
        kept = {name: value for name, value in wanted.game_options.items() if name in _OPTIONS_WITH_LOAD}
        new, place = wanted.new_game, (wanted.number, wanted.encoding)
        opened = open_file(app, wanted.load, new.opponents, wanted.color, kept, wanted.clock, *place)
        navigation.play(app, _check_game(opened, wanted))
    elif wanted.has_game_options:
        navigation.play(app, start_game(app, wanted.new_game))
    elif wanted.new:
        navigation.new_game(app)
    else:
        navigation.menu(app)
    app.tick()  # the clock runs from now on


def _check_game(opened: OpenedGame, wanted: PlayOptions) -> OpenedGame:
    """Return a game. Raise UserError if it is not the one that `--game` names."""
    game = opened.tree.game
    if "--game" in given_options() and game is not GAMES[wanted.game].load():
        what = wanted.load or wanted.resume or "the saved game"
        raise UserError(
            f"{what}: this is a game of {game.display_name}; use --game {game.name}, or omit --game"
        )
    return opened


def _warn_unused_options(wanted: PlayOptions) -> None:
    """Print a warning with the options that do not apply to a saved or loaded game, if there are any."""
    unused = list[str]()
    if wanted.resume is not None:
        given = {**wanted.game_options, "color": wanted.color, "clock": wanted.clock}
        unused = [name for name, value in given.items() if value is not None]
    elif wanted.load is not None:
        unused = [name for name in wanted.game_options if name not in _OPTIONS_WITH_LOAD]
    if unused:
        listed = " ".join(f"--{name}" for name in unused)
        print_warning(f"ignored, because the game keeps its own settings: {listed}")
