"""Opening games: new ones, saved ones, files, and games that go on from a node in review."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.players import (
    DEFAULT_LEVEL,
    SEARCH_ENGINE_NAME,
    Engines,
    Human,
    Opponent,
    opponent_name,
    parse_opponent,
)
from gnugo_py.app.reviewed_games import game_title
from gnugo_py.engines.engine import Engine
from gnugo_py.engines.level_ranks import ADAPTS, LevelResult
from gnugo_py.games.game import Game
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.clock import TimeControl
from gnugo_py.record.engine_moves import new_game, set_player
from gnugo_py.record.html import information_lines
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import MAX_FILE_SIZE
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.resume import OpenedGame, import_game, restore_saved_game, saved_engines
from gnugo_py.storage.review_file import ReviewFile
from gnugo_py.storage.save_store import RECENT_FILES, SavedGame, SaveStore, list_saved_games
from gnugo_py.system.files import read_regular_file

if TYPE_CHECKING:
    from gnugo_py.app.reviewed_games import ReviewedFile


class NewGame(NamedTuple):
    """What a game begins with, as the command line or the form says.

    game      -- the game.
    options   -- its options, as in `Game.start`; the others have their defaults.
    side      -- the color of the person.
    opponents -- the opponent, or two engines that play each other, Black first; None for the default one.
    clock     -- the clock of both players, None for none.
    teach     -- whether a move that loses a lot can be taken back.
    ends_at_capture -- whether the first capture wins.
    """

    game: Game
    options: Mapping[str, object] = {}
    side: Color = Color.BLACK
    opponents: tuple[Opponent, ...] | None = None
    clock: TimeControl | None = None
    teach: bool = False
    ends_at_capture: bool = False

    @property
    def start_options(self) -> dict[str, object]:
        """The options for `Game.start`, which depend on the opponent, too."""
        options = {name: value for name, value in self.options.items() if value is not None}
        if self.opponents is not None:
            options["opponent"] = " ".join(map(opponent_name, self.opponents))
        return options


def start_game(app: App, new: NewGame) -> OpenedGame:
    """Return a new game, and detach the previous game from its file.  Raise UserError if it is invalid."""
    start = new.game.start(new.start_options)
    players = app.players.of_game(start, new.side, new.opponents)
    tree = new_game(start, players)
    tree.clock = new.clock
    tree.root.set_private("teach", new.teach or None)
    tree.root.set_private("capture", new.ends_at_capture or None)
    app.autosave.detach_game()
    return OpenedGame(tree, players)


def recent_games(store: SaveStore) -> list[SavedGame]:
    """Return the games by this program among the files written last, latest first; none if that fails."""
    with suppress(UserError):
        return [each for each in list_saved_games(store, RECENT_FILES)[0] if each.is_own]
    return []


def level_results(store: SaveStore) -> tuple[LevelResult, ...]:
    """Return the results against levels among the files written last, latest first."""
    results = (each.result_against_level for each in recent_games(store))
    return tuple(each for each in results if each is not None)


def resume_game(app: App, name: str) -> OpenedGame:
    """Return a saved game, and lock its file.

    name -- the name of the game, empty for the latest unfinished one.

    Raise UserError, which names the file and a remedy, if the game cannot be resumed.
    """
    chosen = app.store.saved_name_from_text(name)
    if not chosen:
        games = chain(recent_games(app.store), list_saved_games(app.store)[0])
        chosen = next((each.name for each in games if each.is_own and not each.is_finished), "")
    if not chosen:
        raise UserError(f"no unfinished game in {app.store.folder}; start one with --new")
    path, engines = app.store.path(chosen), app.players.engines

    def opened(content: bytes) -> OpenedGame:
        try:
            return _resumed(engines, parse_game(content))
        except UserError as error:
            raise UserError(f"{path}: {error}") from None

    return app.autosave.resume_saved_game(chosen, opened)


def _resumed(engines: Engines, tree: Tree) -> OpenedGame:
    configs = saved_engines(tree).items()
    return restore_saved_game(
        tree, {color: engines.from_config(config, tree.game) for color, config in configs}
    )


def load_game(app: App, name: str) -> None:
    """Play a saved game or the game in the file at a path.

    Raise UserError if it cannot be opened; the previous game then stays open.
    """
    path, saved = Path(os.path.expanduser(name)), app.store.saved_name_from_text(name)
    listed = [] if path.is_file() else list_saved_games(app.store)[0]
    game = next((each for each in listed if each.name == saved), None)
    if game is not None:
        load_listed_game(app, game)
        return
    is_saved = app.store.is_valid_name(saved) or app.store.existing_path(saved)
    _play(app, name, None if path.is_file() or not is_saved else saved, path)


def load_listed_game(app: App, game: SavedGame) -> None:
    """Play a game of the list of saved games; one from another program is loaded like a file."""
    _play(app, game.name, game.name if game.is_own else None, app.store.path(game.name))


def review_listed_game(app: App, game: SavedGame) -> None:
    """Review a game of the list of saved games."""
    content = content_of(app, game)
    navigation.review(app, content, ReviewFile(app.store, app.store.path(game.name), content))


def content_of(app: App, game: SavedGame) -> bytes:
    """Return the content of the file of a saved game.  Raise UserError if it cannot be read."""
    return read_regular_file(app.store.path(game.name), MAX_FILE_SIZE, "an SGF file")


def _play(app: App, name: str, saved: str | None, path: Path) -> None:
    opened = open_file(app, path, opponents_as_before(app)) if saved is None else resume_game(app, saved)
    navigation.play(app, opened)
    app.emit("news", f"Loaded {name}.")


def opponents_as_before(app: App) -> tuple[Opponent, ...] | None:
    """Return who plays against the person in a game that goes on from a file or a review.

    That is who was named on the command line, who plays in the current game, or who was chosen last time.
    """
    if app.players.named:
        return app.players.named
    if app.current is not None and not app.current.is_engine_match:
        configs = (player.config() for player in app.current.players.values())
        return tuple(configs) or (Human(),)
    chosen = app.settings.settings.last.get("opponent", "")
    if chosen.endswith(ADAPTS):
        levels = (each.level for each in level_results(app.store))
        chosen = f"{SEARCH_ENGINE_NAME}:{next(levels, DEFAULT_LEVEL)}"
    return (parse_opponent(chosen),) if chosen else None


def open_file(
    app: App,
    path: Path,
    opponents: tuple[Opponent, ...] | None = None,
    side: Color | None = None,
    options: Mapping[str, object] | None = None,
    clock: TimeControl | None = None,
    number: int | None = None,
    encoding: str | None = None,
) -> OpenedGame:
    """Return the game in an SGF file or a `gnugo.dat`, and detach the previous game; see `import_game`.

    opponents, clock -- as in `NewGame`.
    side     -- the color of the person; None for the color to move.
    options  -- `komi` and `rules` that replace those of the file.
    number   -- the number of the game in the file, from 1; None for the first.
    encoding -- the codec of the encoding of the file; None for the one that it seems to have.

    Raise UserError, which names the file, the place in it and a remedy, if the game cannot be opened.
    """
    from gnugo_py.engines.classic.gnugo_dat import is_gnugo_dat

    content = read_regular_file(path, MAX_FILE_SIZE, "an SGF file")
    try:
        if is_gnugo_dat(content):
            opened = _import_gnugo_dat(app, content, number)
        else:
            tree = parse_game(content, number, encoding)
            start = tree.current.position
            color = start.to_move if side is None else side
            saved = _saved_by_this_program(app, tree)
            opened = saved or _imported(tree, options or {}, app.players.of_game(start, color, opponents))
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    if number is None and opened.tree.games > 1:
        app.warn(f"{path}: the file contains {opened.tree.games} games; the first is loaded (see --number)")
    if clock is not None:
        opened.tree.clock = clock
    app.autosave.detach_game()
    return opened


def _saved_by_this_program(app: App, tree: Tree) -> OpenedGame | None:
    """Return a game that this program saved, None for any other and if the file was changed."""
    if tree.root.private is not None:
        with suppress(UserError):
            opened = app.players.in_resumed_game(_resumed(app.players.engines, tree))
            tree.move_to_front_of_file()
            return opened
    return None


def _import_gnugo_dat(app: App, content: bytes, number: int | None) -> OpenedGame:
    """Return a game of the original; the engine remembers only the flags of the opening book."""
    from gnugo_py.engines.classic.gnugo_dat import parse_gnugo_dat

    if number not in (None, 1):
        raise UserError(f"there is no game {number}; a gnugo.dat contains one game")
    old, engine = parse_gnugo_dat(content), app.players.engines.classic(app.players.seed)
    players: dict[Color, Engine] = {old.computer: engine}
    tree = new_game(old.position, players)
    memory = engine.initial_memory()._replace(untried_regions=old.unasked)
    tree.root.set_memory(str(old.computer), engine.memory_to_json(memory))
    return OpenedGame(tree, players)


_OF_THE_SOURCE = ("EV", "RO", "PC", "GN", "ON", "BR", "WR", "BT", "WT", "AN", "US", "SO")
"""The properties that hold only for the game from which another one goes on."""


def _imported(tree: Tree, options: Mapping[str, object], players: Mapping[Color, Engine]) -> OpenedGame:
    """Return a game that goes on from one of a file, made into one of this program.

    If an engine plays, it is another game: who plays now signs it, with the date of today, and a comment
    names the one from which it goes on.
    """
    if not players:
        return import_game(tree, options, players)
    about = (game_title(tree, tree.names), *information_lines(tree)) if any(tree.names.values()) else ()
    for name in _OF_THE_SOURCE:
        tree.root.set_text(name, "")
    opened = import_game(tree, options, players)
    tree.root.set_private("begun", tree.current.number or None)
    for color in set(Color) - set(players):
        set_player(tree, color, None)
    if about:
        source = f"Goes on from {'; '.join(about)}."
        tree.root.comment = "\n".join(filter(None, (source, tree.root.comment)))
        tree.root.set_property("DT", date.today().isoformat())
    return opened


def game_from_review(
    app: App,
    file: ReviewedFile,
    node: Node,
    setup: Position | None,
    players: Mapping[Color, Engine] | None,
) -> OpenedGame:
    """Return a new game that goes on from a node in review, with all that the file contains.

    setup   -- the position that was set up after the node; None to go on from the node, where the game is
               not over.
    players -- the engines, by color; None if the person plays the color to move.

    Raise UserError if the game cannot be played from there.
    """
    start = file.copy_of(node)
    if setup is not None:
        try:
            start = start.append_setup(setup)
        except UserError:  # the setup of a game of its own is always possible
            start = Tree(setup).root
    if players is None:
        players = app.players.of_game(start.position, start.position.to_move, opponents_as_before(app))
    for each in start.path()[1:]:
        each.move_to_front()
    start.tree.current = start
    opened = _imported(start.tree, {"komi": file.komi} if file.komi is not None else {}, players)
    app.autosave.detach_game()
    return opened if setup is None else opened._replace(has_setup=True, notices=())
