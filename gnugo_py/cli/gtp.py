"""`gnugo-py gtp`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping

import click

from gnugo_py.app.opponents import CLASSIC, CLASSIC_GAME, SEARCH, Engines, level_of, refuse_unheeded
from gnugo_py.cli.options import RESIGNS, SEED, TIME, GameCommand, game_option
from gnugo_py.cli.terminal import announce, checked, warn_of
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Mistake
from gnugo_py.engines.classic.engine import ClassicPlayer
from gnugo_py.engines.classic.factory import classic_player, clock_seed
from gnugo_py.engines.engine import Player
from gnugo_py.engines.search.engine import search_for
from gnugo_py.gtp.commands import Commands, Files, Loaded
from gnugo_py.gtp.protocol import LONGEST_LINE, Handler, serve
from gnugo_py.gtp.queries import Queries
from gnugo_py.gtp.server import GtpGame


@click.command(cls=GameCommand, epilog="Example: gnugo-py gtp --seed 471995 --rules gnugo-1.1")
@game_option
@click.option(
    "--player",
    metavar="classic|search[:LEVEL]",
    help="Who answers: classic in Go, search elsewhere.",
)
@click.option("--seed", type=SEED, metavar="N", help="For the same games again.")
@RESIGNS
@TIME
@click.option("--patterns", metavar="DIR|none", help="The engine's knowledge of shapes and openings.")
@click.option("--saves", type=click.Path(), metavar="DIR", help="Where printsgf NAME writes.")
def gtp(
    game: str,
    given: dict[str, object],
    player: str | None,
    seed: int | None,
    resigns: bool,
    seconds: int | None,
    patterns: str | None,
    saves: str | None,
) -> None:
    """Serve the engine to another program, by the Go Text Protocol (GTP 2)."""
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException("a GTP server needs an open input and an open output")
    chosen_seed = clock_seed() if seed is None else seed
    new_seed = clock_seed if seed is None else None
    checked(lambda: refuse_unheeded([player or _usual(game)], seconds, resigns))
    engines = Engines(seconds, resigns=resigns, announce=announce)
    chosen = checked(lambda: _player(player, game, chosen_seed, patterns, engines))
    served = checked(lambda: _served(game, given, chosen, new_seed))
    try:
        serve(_lines_for(served), sys.stdout, _commands(game, served, saves), _report)
    except KeyboardInterrupt:
        sys.exit(130)


def _usual(game: str) -> str:
    """Who answers unless somebody else is named."""
    return CLASSIC if game == CLASSIC_GAME else SEARCH


def _player(name: str | None, game: str, seed: int, patterns: str | None, engines: Engines) -> Player | None:
    """Who answers, None where nobody plays that game unless named.

    Raises Mistake for a player there is not, or that does not play that game.
    """
    if name is None and game != CLASSIC_GAME and search_for(CATALOG[game].load()) is None:
        return None
    name = name or _usual(game)
    level = level_of(name)
    if level is not None:
        return engines.searching(CATALOG[game].load(), level, seed)
    if name != CLASSIC or game != CLASSIC_GAME:
        raise Mistake(f"--player: {name} does not play {CATALOG[game].title} here; name search, or search:5")
    return classic_player(seed, patterns)


def _served(
    name: str, given: Mapping[str, object], player: Player | None, new_seed: Callable[[], int] | None
) -> GtpGame:
    """The game a server holds.  Raises Mistake for options that make no game."""
    game = CATALOG[name].load()
    return GtpGame(game, player, {**game.between_programs, **given}, new_seed)


def _commands(name: str, served: GtpGame, saves: str | None) -> dict[str, Handler]:
    """The commands of a server for a game."""
    files = _files(saves)
    if name == "hex":
        from gnugo_py.gtp.hex_commands import HexCommands

        return Queries(served).table() | HexCommands(served, files).table() | _analysing(served)
    if name != CLASSIC_GAME:
        return Queries(served).table() | Commands(served, files).table() | _analysing(served)
    from gnugo_py.gtp.go_commands import GoCommands

    commands = Queries(served).table() | GoCommands(served, files).table() | _analysing(served)
    if not isinstance(served.player, ClassicPlayer):
        return commands
    from gnugo_py.gtp.classic_commands import explaining_commands

    return commands | explaining_commands(served)


def _analysing(served: GtpGame) -> dict[str, Handler]:
    """The commands that watch a player search, if it does."""
    if not _thinks_long(served):
        return {}
    from gnugo_py.gtp.analyze import analysing_commands

    return analysing_commands(served)


def _thinks_long(served: GtpGame) -> bool:
    """Whether there is a player whose thinking one may want to watch, or to break off."""
    return served.player is not None and not isinstance(served.player, ClassicPlayer)


def _lines_for(served: GtpGame) -> Iterator[str]:
    """The lines of the standard input; where it is worth a thread, `# interrupt` is heard at once."""
    if not _thinks_long(served):
        return _lines()
    from gnugo_py.gtp.protocol import Listener

    def player() -> Player:
        assert served.player is not None
        return served.player

    return Listener(lambda: player().interrupt(), lambda: player().restart()).lines()


def _lines() -> Iterator[str]:
    """The lines of the standard input, whatever bytes they hold; of a line too long, its beginning."""
    read = sys.stdin.buffer.readline
    while line := read(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = read(LONGEST_LINE)
        yield line.decode("utf-8", "replace")


def _report(error: Exception) -> None:
    """Write a fault of the program's own to stderr, if there is one."""
    if sys.stderr is not None:
        import traceback

        traceback.print_exception(error)


def _files(saves: str | None) -> Files:
    """What the server may do with files; whoever controls it is trusted with any path."""

    def save(served: GtpGame, name: str, said: Mapping[str, str]) -> None:
        from gnugo_py.gtp.game_files import save_game

        save_game(served, name, said, saves)

    def load(path: str, last: int) -> Loaded:
        from gnugo_py.gtp.game_files import load_game

        return load_game(path, last, warn_of)

    def text(served: GtpGame) -> str:
        from gnugo_py.gtp.game_files import game_as_sgf

        return game_as_sgf(served).decode()

    return Files(load, text, save)
