"""The engines and persons named on the command line or in saved games."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gnugo_py.core.files import config_folder, working_directory
from gnugo_py.core.game import Game
from gnugo_py.core.os_signals import defer_signals
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.classic.engine import (
    CLASSIC_BOARD_SIZES,
    ClassicEngine,
    classic_engine,
    classic_engine_from_config,
)
from gnugo_py.engines.engine import (
    INVALID_ENGINE_CONFIG_MESSAGE,
    Engine,
    EngineCannotPlayGame,
    EngineConfig,
    EngineError,
)
from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.record.engine_moves import set_player
from gnugo_py.storage.resume import OpenedGame

if TYPE_CHECKING:
    from gnugo_py.engines.external.engine import GtpEngine
    from gnugo_py.engines.search.engine import SearchEngine
    from gnugo_py.storage.trusted_engines import TrustedCommands


CLASSIC_ENGINE_NAME, CLASSIC_ENGINE_GAME, SEARCH_ENGINE_NAME, HUMAN = "classic", "go", "search", "human"
DEFAULT_LEVEL = 3


def has_search(game: Game) -> bool:
    """Return whether the search engine plays a game.

    The search engine is imported only when this function is called.
    """
    from gnugo_py.engines.search import engine

    return engine.has_search(game)


class EngineFactory:
    """A factory for the engines of one run of the program; `close` stops the GTP engines among them.

    A saved game contains the command of its GTP engine, and the file can come from anywhere.  The command is
    therefore run only if the user has given the same command before (see `TrustedCommands`).

    seconds  -- the maximum time per move, None for the default of each engine.
    seed     -- the seed of the GTP engines, None for their default.
    resigns  -- whether the search engine resigns lost games.
    announce -- shows a message when a GTP engine is started; None to show nothing.
    """

    def __init__(
        self,
        seconds: int | None = None,
        seed: int | None = None,
        resigns: bool = False,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        self._seconds, self._seed, self._resigns = seconds, seed, resigns
        self._announce = announce
        self._players: list[GtpEngine] = []

    def engine_by_name(self, name: str, game: str, patterns: str | None) -> Engine:
        """Return the engine with a name: `classic`, `search`, `search:N`, or the command of a GTP engine.

        game -- the game, by its key in `GAMES`.

        Raise UserError if the engine does not work or does not play that game.
        """
        level = level_in_engine_name(name)
        if level is not None:
            return self.search_engine(GAMES[game].load(), level, 0)
        if name == HUMAN:
            raise UserError("human works only with `play`; use classic, search:5 or a GTP command")
        if name != CLASSIC_ENGINE_NAME:
            return self.gtp_engine(name, game)
        if game != CLASSIC_ENGINE_GAME:
            raise UserError(f"classic plays only Go, not {GAMES[game].title}; use search or another engine")
        return classic_engine(0, patterns)

    def search_engine(self, game: Game, level: int, seed: int) -> SearchEngine:
        """Return the search engine for a game.  Raise UserError if search does not play that game."""
        from gnugo_py.engines.search.engine import SearchEngine

        return SearchEngine(game, level, seed, self._seconds, self._resigns)

    def gtp_engine(self, command: str, game: str, is_announced: bool = True) -> GtpEngine:
        """Start a GTP engine with a command that the user gave, and return the engine.

        is_announced -- whether to show a message about the start; False for the full-screen interface.

        Raise UserError if the engine does not work.
        """
        from gnugo_py.engines.external.engine import DEFAULT_PROGRAM_LOCATION
        from gnugo_py.storage.trusted_engines import make_trusted_command

        player = self._create(command, GAMES[game].load(), DEFAULT_PROGRAM_LOCATION)
        if is_announced and self._announce is not None:
            self._announce(f"Starting {player.name} ...")
        start_and_seed_gtp_engine(player, self._seed)
        problem = _approvals().add(make_trusted_command(command, working_directory()))
        if problem and self._announce is not None:
            self._announce(f"The command is not stored, so a saved game cannot start it: {problem}.")
        return player

    def engine_from_config(self, game: Game, config: EngineConfig) -> Engine:
        """Return the engine of a saved game. Raise UserError if it cannot be created."""
        if config.is_external and config.command is not None:
            trusted = _approvals().find(config.command, working_directory())
            location = (trusted.program, trusted.folder) if trusted else None
            return self._create(config.command, game, location)
        if config.kind == SEARCH_ENGINE_NAME:
            return self._search_from_config(config, game)
        if game is not GAMES[CLASSIC_ENGINE_GAME].load():
            raise UserError(f"its engine does not play {game.display_name}; open the game with --load")
        return classic_engine_from_config(config)

    def stop_unused(self, seated: Collection[Engine]) -> None:
        """Stop the GTP engines that are not among `seated`; they are started again when they are needed."""
        for player in self._players:
            if player not in seated:
                player.close()

    def kill(self) -> None:
        """Kill all GTP engines at once."""
        for player in self._players:
            player.interrupt()

    def close(self) -> None:
        """Stop all GTP engines."""
        with defer_signals():
            self.stop_unused(())

    def _search_from_config(self, config: EngineConfig, game: Game) -> SearchEngine:
        """Return the search engine of a saved game; the options of this run take precedence.

        Raise UserError if the configuration is incomplete, or if search does not play that game.
        """
        from gnugo_py.engines.search.engine import SearchEngine

        if config.level is None or config.seed is None:
            raise UserError(INVALID_ENGINE_CONFIG_MESSAGE)
        seconds, resigns = self._seconds or config.max_time, self._resigns or config.can_resign
        return SearchEngine(game, config.level, config.seed, seconds, resigns)

    def _create(self, command: str, game: Game, location: tuple[str | None, str | None] | None) -> GtpEngine:
        from gnugo_py.engines.external.engine import GtpEngine
        from gnugo_py.engines.external.game_sync import genmove_timeout
        from gnugo_py.engines.external.process import Timeouts

        timeouts = Timeouts() if self._seconds is None else Timeouts(genmove=genmove_timeout(self._seconds))
        player = GtpEngine(command, game, timeouts, self._seconds, location)
        self._players.append(player)
        return player


def level_in_engine_name(name: str) -> int | None:
    """Return the level in the name of a search engine, or None for any other engine.

    The name `search` without a level means `DEFAULT_LEVEL`.  Raise UserError if the level does not exist.
    """
    word, colon, level = name.partition(":")
    if word != SEARCH_ENGINE_NAME:
        return None
    if not colon:
        return DEFAULT_LEVEL
    if level not in map(str, range(1, MAX_LEVEL + 1)):
        raise UserError(f"invalid search level '{level}'; use a level from 1 to {MAX_LEVEL}, as in search:5")
    return int(level)


def check_time_and_resigns_options(names: Collection[str], seconds: int | None, resigns: bool) -> None:
    """Raise UserError if `--time` or `--resigns` is given but none of the named players supports it."""
    kinds = {name.partition(":")[0] for name in names}
    if resigns and kinds and SEARCH_ENGINE_NAME not in kinds:
        raise UserError("--resigns applies to search only; use search as an opponent, or omit --resigns")
    if seconds is not None and kinds and kinds <= {CLASSIC_ENGINE_NAME, HUMAN}:
        raise UserError("--time applies to search and GTP engines only; use one of them, or omit --time")


def _approvals() -> TrustedCommands:
    """Return the engine commands that the user has given before."""
    from gnugo_py.storage.trusted_engines import TrustedCommands

    return TrustedCommands(config_folder() / "engines.json")


@cache
def installed_engines() -> tuple[tuple[str, str], ...]:
    """Return the Go engines on this machine that the form offers: the name and the command of each."""
    from shutil import which

    return (("GNU Go 3.8", "gnugo --mode gtp"),) if which("gnugo") else ()


def start_and_seed_gtp_engine(player: GtpEngine, seed: int | None) -> None:
    """Start a GTP engine.

    seed -- the seed for its random numbers, None for its default.

    Raise UserError if the engine does not work.
    """
    try:
        player.start()
        if seed is not None:
            player.with_seed(seed)
    except EngineError as error:
        raise UserError(str(error)) from None


@dataclass
class Opponents:
    """The opponents in the games of one run.

    patterns -- the pattern files of the classic engine, as in `classic_engine`.
    others   -- the opponents that were named, as in `named_opponents` of `Services`.
    engines  -- creates the engines of this run.
    seed     -- the seed of the current game.
    """

    patterns: str | None
    others: tuple[Engine | None, ...]
    engines: EngineFactory
    seed: int

    @property
    def has_gtp_opponent_or_pair(self) -> bool:
        """Whether a GTP engine was named, or two engines that play each other."""
        return is_gtp_opponent_named(self.others) or len(self.others) == 2

    @property
    def classic_engine(self) -> ClassicEngine:
        """The classic engine, the default opponent in Go.  Raise UserError if its files cannot be used."""
        return classic_engine(self.seed, self.patterns)

    def adviser(self, game: Game, level: int) -> Engine | None:
        """Return the search engine for hints, whoever the opponent is; None if it does not play the game."""
        if not has_search(game):
            return None
        from gnugo_py.engines.search.engine import SearchEngine

        return SearchEngine(game, level, self.seed)

    def default_opponent(self, position: Position) -> Engine | None:
        """Return the default opponent: GNU Go 1.1 if it plays on this board, otherwise search.

        Return None if neither of them plays the game.
        """
        game = position.game
        if game is GAMES[CLASSIC_ENGINE_GAME].load() and position.size in CLASSIC_BOARD_SIZES:
            return self.classic_engine
        return self.engines.search_engine(game, DEFAULT_LEVEL, self.seed) if has_search(game) else None

    def players(self, game: Game, start: Position, color: Color, opponent: object) -> dict[Color, Engine]:
        """Return the engine of each color; a color without an engine is played by a person.

        start    -- the position in which the game begins or continues.
        color    -- the person's color.
        opponent -- `human`, `classic`, `search:N` or the command of an installed engine; None for the
                    default opponent; any other value stands for the opponents that were named.

        Raise UserError if an engine does not play that game or that board.
        """
        if opponent is None:
            engine = self.default_opponent(start)
            return {} if engine is None else {color.opponent: engine}
        players = self._named(game, color, opponent)
        for player in players.values():
            if not is_gtp_engine(player):
                _check_supported(player, start)
        return players

    def _named(self, game: Game, color: Color, opponent: object) -> dict[Color, Engine]:
        """Return the engines for a value of `opponent` other than None; see `players`."""
        if opponent == HUMAN:
            return {}
        level = level_in_engine_name(opponent) if isinstance(opponent, str) else None
        if level is not None:
            return {color.opponent: self.engines.search_engine(game, level, self.seed)}
        if opponent == CLASSIC_ENGINE_NAME:
            return {color.opponent: self._for_new_game(self.classic_engine, game)}
        if isinstance(opponent, str) and opponent in (command for _, command in installed_engines()):
            return {
                color.opponent: self.engines.gtp_engine(opponent, CLASSIC_ENGINE_GAME, is_announced=False)
            }
        sides = [color.opponent] if len(self.others) == 1 else list(Color)
        players = zip(sides, self.others, strict=True)
        return {color: self._for_new_game(player, game) for color, player in players if player is not None}

    def _for_new_game(self, player: Engine, game: Game) -> Engine:
        """Return `player` for a new game if it is a GTP engine, otherwise a new copy with the current seed.

        Raise UserError if the engine does not play that game.
        """
        if is_gtp_engine(player):
            from gnugo_py.engines.external.engine import GtpEngine

            assert isinstance(player, GtpEngine)
            player.game = game
            return player
        level = player.config().level
        if level is not None:
            return self.engines.search_engine(game, level, self.seed)
        if game is not GAMES[CLASSIC_ENGINE_GAME].load():
            raise UserError(
                f"{player.name} plays only Go, not {game.display_name}; choose another --opponent"
            )
        return self.classic_engine

    def apply_to_resumed_game(self, opened: OpenedGame) -> OpenedGame:
        """Replace the players of a resumed game with the named opponents, and return the game.

        Without named opponents, nothing changes.  A classic engine is not replaced with another one.

        Raise UserError if the number of named opponents does not match the game.
        """
        tree, players = opened.tree, dict(opened.players)
        sides = sorted(players)
        if not self.others or (self.others == (None,) and not sides):
            return opened
        if not sides:
            sides = [tree.current.position.to_move.opponent]
        if len(sides) != len(self.others):
            raise UserError("--opponent: the number of engines does not match this game; omit --opponent")
        for color, player in zip(sides, self.others, strict=True):
            if not (isinstance(player, ClassicEngine) and isinstance(players.get(color), ClassicEngine)):
                players.pop(color, None)
                if player is not None:
                    players[color] = self._for_new_game(player, tree.game)
                set_player(tree, color, players.get(color))
        return opened._replace(players=players)


def _check_supported(player: Engine, start: Position) -> None:
    """Prepare a built-in engine for a position.  Raise UserError if it does not play on such a board."""
    try:
        player.prepare(start)
    except EngineCannotPlayGame as error:
        raise UserError(f"{error}; choose another --opponent, such as search or human") from None


def is_gtp_opponent_named(others: tuple[Engine | None, ...]) -> bool:
    """Return whether exactly one opponent was named and it is a GTP engine."""
    return len(others) == 1 and is_gtp_engine(others[0])


def is_gtp_engine(player: Engine | None) -> bool:
    """Return whether a player is a GTP engine.  This does not import the modules for GTP engines."""
    return player is not None and player.config().is_external
