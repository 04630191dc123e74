"""The engines of one run: made from their configurations in one place, and who plays which color."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, cast

from gnugo_py.engines.classic.classic_engine import (
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
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.registry import GAMES
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.engine_moves import set_player
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.system.files import config_folder, working_directory
from gnugo_py.system.signals import defer_signals

if TYPE_CHECKING:
    from gnugo_py.engines.external.gtp_engine import GtpEngine
    from gnugo_py.storage.trusted_engines import TrustedCommands


CLASSIC_ENGINE_NAME, CLASSIC_ENGINE_GAME, SEARCH_ENGINE_NAME, HUMAN = "classic", "go", "search", "human"
NAMED_PLAYERS = "named"
"""The value of the option `opponent` that stands for the players named on the command line."""
DEFAULT_LEVEL = 3


def has_search(game: Game) -> bool:
    """Return whether the search engine plays a game; the engine is imported only now."""
    from gnugo_py.engines.search import search_engine

    return search_engine.has_search(game)


class Engines:
    """Makes the engines of one run of the program; `close` stops those that run in other processes.

    A saved game contains the command of its GTP engine, and the file can come from anywhere.  The command is
    therefore run only if the user has given the same command before (see `TrustedCommands`).

    seconds  -- the maximum time per move, None for the default of each engine.
    seed     -- the seed of the GTP engines, None for their default.
    resigns  -- whether the search engine resigns lost games.
    announce -- shows a message when a GTP engine is started; None to show nothing.
    patterns -- the pattern files of the classic engine, as in `classic_engine`.
    """

    def __init__(
        self,
        seconds: int | None = None,
        seed: int | None = None,
        resigns: bool = False,
        announce: Callable[[str], None] | None = None,
        patterns: str | None = None,
    ) -> None:
        self._seconds, self._seed, self._resigns = seconds, seed, resigns
        self._announce, self._patterns = announce, patterns
        self._external: list[GtpEngine] = []

    def named(self, name: str, game: Game, seed: int = 0, is_announced: bool = True) -> Engine:
        """Return the engine with a name: `classic`, `search`, `search:N`, or the command of a GTP engine.

        is_announced -- whether to show a message about the start of a GTP engine.

        Raise UserError if the engine does not work or does not play that game.
        """
        level = level_in_engine_name(name)
        if level is not None:
            return self.from_config(EngineConfig(SEARCH_ENGINE_NAME, level, seed), game)
        if name == HUMAN:
            raise UserError("human works only with `play`; use classic, search:5 or a GTP command")
        if name != CLASSIC_ENGINE_NAME:
            return self._started(name, game, is_announced)
        if game.name != CLASSIC_ENGINE_GAME:
            raise UserError(
                f"classic plays only Go, not {GAMES[game.name].title}; use search or another engine"
            )
        return self.classic(seed)

    def classic(self, seed: int) -> ClassicEngine:
        """Return the classic engine.  Raise UserError if its pattern files cannot be used."""
        return classic_engine(seed, self._patterns)

    def from_config(self, config: EngineConfig, game: Game) -> Engine:
        """Return the engine for a configuration, such as that of a saved game; options of this run win.

        Raise UserError if it cannot be created.
        """
        if config.is_external and config.command is not None:
            trusted = _trusted_commands().find(config.command, working_directory())
            return self._external_engine(
                config.command, game, (trusted.program, trusted.folder) if trusted else None
            )
        if config.kind != SEARCH_ENGINE_NAME:
            if game.name != CLASSIC_ENGINE_GAME:
                raise UserError(f"its engine does not play {game.display_name}; open the game with --load")
            return classic_engine_from_config(config)
        from gnugo_py.engines.search.search_engine import SearchEngine

        if config.level is None or config.seed is None:
            raise UserError(INVALID_ENGINE_CONFIG_MESSAGE)
        seconds, resigns = self._seconds or config.max_time, self._resigns or config.can_resign
        return SearchEngine(game, config.level, config.seed, seconds, resigns)

    def for_new_game(self, player: Engine, game: Game, seed: int) -> Engine:
        """Return an engine like `player` for a new game; a GTP engine is used again.

        Raise UserError if the engine does not play that game.
        """
        if player.is_external:
            cast("GtpEngine", player).game = game
            return player
        level = player.config().level
        if level is None and game.name != CLASSIC_ENGINE_GAME:
            raise UserError(
                f"{player.name} plays only Go, not {game.display_name}; choose another --opponent"
            )
        return self.named(CLASSIC_ENGINE_NAME if level is None else f"search:{level}", game, seed)

    def stop_unused(self, players: Collection[Engine]) -> None:
        """Stop the GTP engines that are not among `players`; they start again when they are needed."""
        for player in self._external:
            if player not in players:
                player.close()

    def kill(self) -> None:
        """Kill all GTP engines at once."""
        for player in self._external:
            player.interrupt()

    def close(self) -> None:
        """Stop all GTP engines."""
        with defer_signals():
            self.stop_unused(())

    def _started(self, command: str, game: Game, is_announced: bool) -> GtpEngine:
        """Start a GTP engine with a command that the user gave.  Raise UserError if it does not work."""
        player = self._external_engine(command, game, (None, None))
        if is_announced and self._announce is not None:
            self._announce(f"Starting {player.name} ...")
        try:
            player.start()
            if self._seed is not None:
                player.with_seed(self._seed)
        except EngineError as error:
            raise UserError(str(error)) from None
        problem = _trusted_commands().add(command, working_directory())
        if problem and self._announce is not None:
            self._announce(f"The command is not stored, so a saved game cannot start it: {problem}.")
        return player

    def _external_engine(
        self, command: str, game: Game, location: tuple[str | None, str | None] | None
    ) -> GtpEngine:
        from gnugo_py.engines.external.gtp_engine import GtpEngine

        player = GtpEngine(command, game, None, self._seconds, location)
        self._external.append(player)
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


def _trusted_commands() -> TrustedCommands:
    """Return the engine commands that the user has given before."""
    from gnugo_py.storage.trusted_engines import TrustedCommands

    return TrustedCommands(config_folder() / "engines.json")


@cache
def installed_engines() -> tuple[tuple[str, str], ...]:
    """Return the Go engines on this machine that the form offers: the name and the command of each."""
    from shutil import which

    return (("GNU Go 3.8", "gnugo --mode gtp"),) if which("gnugo") else ()


class Players:
    """Who plays the games of one run.

    engines -- makes the engines.
    named   -- the players named on the command line: an empty tuple; one opponent of the person, where None
               means a second person; or two engines that play each other, Black first.

    seed    -- the seed of the current game.
    """

    def __init__(self, engines: Engines, named: tuple[Engine | None, ...] = ()) -> None:
        self.engines, self.named, self.seed = engines, named, 0

    @property
    def is_gtp_engine_named(self) -> bool:
        """Whether exactly one opponent was named and it is a GTP engine."""
        return [each.is_external for each in self.named if each is not None] == [True]

    def default_opponent(self, position: Position) -> Engine | None:
        """Return the default opponent: GNU Go 1.1 if it plays on this board, otherwise search.

        Return None if neither of them plays the game.
        """
        game = position.game
        if game.name == CLASSIC_ENGINE_GAME and position.size in CLASSIC_BOARD_SIZES:
            return self.engines.classic(self.seed)
        return self.engines.named(SEARCH_ENGINE_NAME, game, self.seed) if has_search(game) else None

    def of_game(self, start: Position, color: Color, opponent: object) -> dict[Color, Engine]:
        """Return the engine of each color; a color without an engine is played by a person.

        start    -- the position in which the game begins or continues.
        color    -- the person's color.
        opponent -- `human`, `classic`, `search:N` or the command of an installed engine; None for the
                    default opponent; any other value stands for the players that were named.

        Raise UserError if an engine does not play that game or that board.
        """
        if opponent is None:
            engine = self.default_opponent(start)
            return {} if engine is None else {color.opponent: engine}
        players = self._chosen(start.game, color, opponent)
        for player in players.values():
            if not player.is_external:
                prepare_engine(player, start)
        return players

    def _chosen(self, game: Game, color: Color, opponent: object) -> dict[Color, Engine]:
        """Return the engines for a value of `opponent` other than None; see `of_game`."""
        if opponent == HUMAN:
            return {}
        known = {CLASSIC_ENGINE_NAME, *(command for _, command in installed_engines())}
        if isinstance(opponent, str) and (opponent in known or level_in_engine_name(opponent) is not None):
            return {color.opponent: self.engines.named(opponent, game, self.seed, is_announced=False)}
        colors = [color.opponent] if len(self.named) == 1 else list(Color)
        return {
            color: self.engines.for_new_game(player, game, self.seed)
            for color, player in zip(colors, self.named, strict=True)
            if player is not None
        }

    def in_resumed_game(self, opened: OpenedGame) -> OpenedGame:
        """Return a resumed game with its players replaced with those that were named.

        Without named players, nothing changes.  A classic engine is not replaced with another one.

        Raise UserError if their number does not match the game.
        """
        tree, players = opened.tree, dict(opened.players)
        colors = sorted(players)
        if not self.named or (self.named == (None,) and not colors):
            return opened
        if not colors:
            colors = [tree.current.position.to_move.opponent]
        if len(colors) != len(self.named):
            raise UserError("--opponent: the number of engines does not match this game; omit --opponent")
        for color, player in zip(colors, self.named, strict=True):
            if not (isinstance(player, ClassicEngine) and isinstance(players.get(color), ClassicEngine)):
                players.pop(color, None)
                if player is not None:
                    players[color] = self.engines.for_new_game(player, tree.game, self.seed)
                set_player(tree, color, players.get(color))
        return opened._replace(players=players)


def person_color(players: Mapping[Color, Engine]) -> Color:
    """Return the color of the person in a game, Black if two people or two engines play.

    players -- the engines, by color.
    """
    return next((color for color in Color if color not in players), Color.BLACK)


def prepare_engine(player: Engine, start: Position) -> None:
    """Prepare a built-in engine for a position.  Raise UserError if it does not play on such a board."""
    try:
        player.prepare(start)
    except EngineCannotPlayGame as error:
        raise UserError(f"{error}; choose another --opponent, such as search or human") from None
