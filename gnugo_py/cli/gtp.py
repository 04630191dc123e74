"""The command `gnugo-py gtp`."""

from __future__ import annotations

import sys

import click

from gnugo_py.app.players import (
    CLASSIC_ENGINE_GAME,
    CLASSIC_ENGINE_NAME,
    SEARCH_ENGINE_NAME,
    Engines,
    check_time_and_resigns_options,
    has_search,
    opponent_name,
    parse_opponent,
)
from gnugo_py.cli.options import (
    NETWORK_OPTION,
    PATTERNS_OPTION,
    RESIGNS_OPTION,
    SEED_OPTION,
    TIME_PER_MOVE_OPTION,
    CommandWithGameOptions,
    add_game_option,
)
from gnugo_py.cli.output import print_file_warnings, print_to_terminal_stderr, require_streams
from gnugo_py.engines.engine import Engine, clock_seed
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import UserError
from gnugo_py.gtp.command_table import command_table
from gnugo_py.gtp.protocol import StdinReader, serve
from gnugo_py.gtp.server import GtpServer


@click.command(cls=CommandWithGameOptions, epilog="Example: gnugo-py gtp --seed 471995 --rules gnugo-1.1")
@add_game_option
@click.option(
    "--player",
    metavar="classic|search[:LEVEL]",
    help="The engine (default: classic for Go, search for other games).",
)
@SEED_OPTION
@RESIGNS_OPTION
@TIME_PER_MOVE_OPTION
@PATTERNS_OPTION
@click.option("--saves", type=click.Path(), metavar="DIR", help="Folder to which printsgf NAME writes.")
@NETWORK_OPTION
def gtp(
    game: str,
    game_options: dict[str, object],
    player: str | None,
    seed: int | None,
    resigns: bool,
    seconds: int | None,
    patterns: str | None,
    saves: str | None,
) -> None:
    """Serve an engine to another program through the Go Text Protocol (GTP 2)."""
    require_streams("a GTP server needs")
    chosen_seed = clock_seed() if seed is None else seed
    default = CLASSIC_ENGINE_NAME if game == CLASSIC_ENGINE_GAME else SEARCH_ENGINE_NAME
    check_time_and_resigns_options([player or default], seconds, resigns)
    engines = Engines(seconds, resigns=resigns, announce=print_to_terminal_stderr, patterns=patterns)
    is_without_engine = player is None and game != CLASSIC_ENGINE_GAME and not has_search(GAMES[game].load())
    chosen = None if is_without_engine else _player(player or default, game, chosen_seed, engines)
    options = {**GAMES[game].load().default_match_options, **game_options}
    server = GtpServer(GAMES[game].load(), chosen, options, seed is None, saves, print_file_warnings)
    try:
        serve(StdinReader(server).lines(), sys.stdout, command_table(server))
    except KeyboardInterrupt:
        sys.exit(130)


def _player(name: str, game: str, seed: int, engines: Engines) -> Engine:
    """Return the engine to serve.

    Raise UserError if the named engine does not exist or does not play the game.
    """
    is_classic = name == CLASSIC_ENGINE_NAME and game == CLASSIC_ENGINE_GAME
    if not opponent_name(parse_opponent(name)).startswith(f"{SEARCH_ENGINE_NAME}:") and not is_classic:
        raise UserError(f"--player: {name} does not play {GAMES[game].title}; use search or search:5")
    return engines.named(name, GAMES[game].load(), seed)
