"""The engines of one run: made from their configurations in one place, and who plays which color."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from gnugo_py.engines.classic.classic_engine import CLASSIC_BOARD_SIZES, ClassicEngine, classic_engine
from gnugo_py.engines.engine import Engine, EngineCannotPlayGame, EngineConfig, EngineError
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


CLASSIC_ENGINE_NAME, CLASSIC_ENGINE_GAME, SEARCH_ENGINE_NAME = "classic", "go", "search"
DEFAULT_LEVEL = 3


class Human(NamedTuple):
    """A second person at this keyboard."""


Opponent: TypeAlias = "EngineConfig | Human"
"""Who plays against the person."""


def parse_opponent(name: str) -> Opponent:
    """Return who is named: `human`, `classic`, `search`, `search:N`, or the command of a GTP engine.

    The name `search` without a level means `DEFAULT_LEVEL`.  Raise UserError if the level does not exist.
    """
    word, colon, level = name.partition(":")
    if name == "human":
        return Human()
    if name == CLASSIC_ENGINE_NAME:
        return EngineConfig(CLASSIC_ENGINE_NAME)
    if word != SEARCH_ENGINE_NAME:
        return EngineConfig("gtp", command=name)
    if colon and level not in map(str, range(1, MAX_LEVEL + 1)):
        raise UserError(f"invalid search level '{level}'; use a level from 1 to {MAX_LEVEL}, as in search:5")
    return EngineConfig(SEARCH_ENGINE_NAME, int(level) if colon else DEFAULT_LEVEL)


def opponent_name(opponent: Opponent) -> str:
    """Return the name that `parse_opponent` reads."""
    if isinstance(opponent, Human):
        return "human"
    if opponent.level is not None:
        return f"{opponent.kind}:{opponent.level}"
    return opponent.command or opponent.kind


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

    def named(self, name: str, game: Game, seed: int = 0) -> Engine:
        """Return the engine with a name; see `parse_opponent` and `start`."""
        opponent = parse_opponent(name)
        if isinstance(opponent, Human):
            raise UserError("human works only with `play`; use classic, search:5 or a GTP command")
        return self.start(opponent, game, seed)

    def start(self, config: EngineConfig, game: Game, seed: int = 0, is_announced: bool = True) -> Engine:
        """Return an engine that the user has chosen; a GTP engine is started.

        is_announced -- whether to show a message about the start of a GTP engine.

        Raise UserError if the engine does not work or does not play that game.
        """
        if config.command is not None:
            return self._started(config.command, game, is_announced)
        if config.kind == SEARCH_ENGINE_NAME:
            return self.from_config(replace(config, seed=seed), game)
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
        if config.kind == "gtp" and config.command is not None:
            trusted = _trusted_commands().find(config.command, working_directory())
            return self._external_engine(
                config.command, game, (trusted.program, trusted.folder) if trusted else None
            )
        if config.kind != SEARCH_ENGINE_NAME:
            if game.name != CLASSIC_ENGINE_GAME:
                raise UserError(f"its engine does not play {game.display_name}; open the game with --load")
            return classic_engine(config.seed or 0, config.patterns)
        from gnugo_py.engines.search.search_engine import SearchEngine

        assert config.level is not None and config.seed is not None
        seconds, resigns = self._seconds or config.max_time, self._resigns or config.can_resign
        return SearchEngine(game, config.level, config.seed, seconds, resigns)

    def stop_unused(self, players: Collection[Engine]) -> None:
        """Stop the GTP engines that are not among `players`; they start again when they are needed."""
        for player in self._external:
            if player not in players:
                player.close()

    def kill(self) -> None:
        for player in self._external:
            player.interrupt()

    def close(self) -> None:
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


def check_time_and_resigns_options(names: Collection[str], seconds: int | None, resigns: bool) -> None:
    """Raise UserError if `--time` or `--resigns` is given but none of the named players supports it."""
    kinds = {name.partition(":")[0] for name in names}
    if resigns and kinds and SEARCH_ENGINE_NAME not in kinds:
        raise UserError("--resigns applies to search only; use search as an opponent, or omit --resigns")
    if seconds is not None and kinds and kinds <= {CLASSIC_ENGINE_NAME, "human"}:
        raise UserError("--time applies to search and GTP engines only; use one of them, or omit --time")


def _trusted_commands() -> TrustedCommands:
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
    named   -- the opponents named on the command line: none; one; or two engines that play each other, Black
               first.

    seed    -- the seed of the current game.
    """

    def __init__(self, engines: Engines, named: tuple[Opponent, ...] = ()) -> None:
        self.engines, self.named, self.seed = engines, named, 0
        self._started: dict[tuple[int, str], Engine] = {}

    def default_opponent(self, position: Position) -> Engine | None:
        """Return the default opponent: GNU Go 1.1 if it plays on this board, otherwise search.

        Return None if neither of them plays the game.
        """
        game = position.game
        if game.name == CLASSIC_ENGINE_GAME and position.size in CLASSIC_BOARD_SIZES:
            return self.engines.classic(self.seed)
        return self.engines.named(SEARCH_ENGINE_NAME, game, self.seed) if has_search(game) else None

    def engine(self, config: EngineConfig, game: Game, number: int = 0, is_announced: bool = False) -> Engine:
        """Return the engine of an opponent; a GTP engine that was started for it before is used again.

        number       -- the index among two opponents.
        is_announced -- as for `Engines.start`.
        """
        if config.command is None:
            return self.engines.start(config, game, self.seed)
        key = number, config.command
        if key not in self._started:
            self._started[key] = self.engines.start(config, game, self.seed, is_announced)
        engine = self._started[key]
        cast("GtpEngine", engine).game = game
        return engine

    def of_game(
        self, start: Position, color: Color, opponents: Sequence[Opponent] | None
    ) -> dict[Color, Engine]:
        """Return the engine of each color; a color without an engine is played by a person.

        start     -- the position in which the game begins or continues.
        color     -- the person's color.
        opponents -- the opponent, or two engines, Black first; None for the default opponent.

        Raise UserError if an engine does not play that game or that board.
        """
        if opponents is None:
            engine = self.default_opponent(start)
            return {} if engine is None else {color.opponent: engine}
        colors = [color.opponent] if len(opponents) == 1 else list(Color)
        players = {
            color: self.engine(opponent, start.game, number)
            for number, (color, opponent) in enumerate(zip(colors, opponents, strict=True))
            if isinstance(opponent, EngineConfig)
        }
        for player in players.values():
            if not player.is_external:
                prepare_engine(player, start)
        return players

    def in_resumed_game(self, opened: OpenedGame) -> OpenedGame:
        """Return a resumed game with its players replaced with those that were named.

        Without named players, nothing changes.  A classic engine is not replaced with another one.

        Raise UserError if their number does not match the game.
        """
        tree, players = opened.tree, dict(opened.players)
        colors = sorted(players)
        if not self.named or (self.named == (Human(),) and not colors):
            return opened
        if not colors:
            colors = [tree.current.position.to_move.opponent]
        if len(colors) != len(self.named):
            raise UserError("--opponent: the number of engines does not match this game; omit --opponent")
        for number, (color, opponent) in enumerate(zip(colors, self.named, strict=True)):
            is_classic = opponent == EngineConfig(CLASSIC_ENGINE_NAME)
            if not (is_classic and isinstance(players.get(color), ClassicEngine)):
                players.pop(color, None)
                if isinstance(opponent, EngineConfig):
                    players[color] = self.engine(opponent, tree.game, number)
                set_player(tree, color, players.get(color))
        return opened._replace(players=players)


def prepare_engine(player: Engine, start: Position) -> None:
    """Prepare a built-in engine for a position.  Raise UserError if it does not play on such a board."""
    try:
        player.prepare(start)
    except EngineCannotPlayGame as error:
        raise UserError(f"{error}; choose another --opponent, such as search or human") from None
