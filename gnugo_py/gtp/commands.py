"""The commands for every game: those of the GTP specification, and those that GNU Go and GUIs add."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from gnugo_py import __version__
from gnugo_py.core.diagram import format_diagram
from gnugo_py.core.files import read_regular_file, saves_folder, write_atomically
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import sgf_functions
from gnugo_py.core.text import truncate
from gnugo_py.core.types import RESIGN, Color, Outcome, Point, Resign, UserError
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.search.engine import game_search, has_search
from gnugo_py.gtp.game_commands import ENGINE_SLOT, GtpGameCommands, recorded_line
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    GtpError,
    parse_color,
    parse_float,
    parse_int,
    parse_move_or_part,
    parse_point_if_on_board,
    require_point_on_board,
)
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import set_date_to_today
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import MAX_SAVE_SIZE, is_complete_sgf
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.record.tree import Tree, line_to
from gnugo_py.storage.resume import is_start
from gnugo_py.storage.save_store import SaveStore, hold_file_lock, normalize_save_name

_ANALYZE_COMMANDS = (
    "gfx/Best moves/gnugopy-best %c",
    "string/Explain the last move/gomill-explain_last_move",
)
_OWNERSHIP_COMMAND = "gfx/Owners/gnugopy-owners %c"
COLOR_LETTERS = {Color.BLACK: "X", Color.WHITE: "O"}


class GtpQueryCommands(GtpGameCommands):
    """Commands that return information about the program and the current game, and those that play it."""

    def do_protocol_version(self, *_: str) -> str:
        return "2"

    def do_name(self, *_: str) -> str:
        return "gnugo-py"

    def do_version(self, *_: str) -> str:
        return __version__

    def do_gomill__describe_engine(self, *_: str) -> str:
        player = self.player
        who = "no engine" if player is None else player.name
        details = ", ".join(self.position.detail_lines())
        return f"gnugo-py {__version__}\n{self.game.display_name}, played by {who}; {details}"

    def do_gomill__explain_last_move(self, *_: str) -> str:
        player, last = self.player, self.last_decision()
        if player is None or last is None:
            raise GtpError("no move was generated yet")
        after, decision = last
        assert after.previous is not None
        return "\n".join(player.explain(after.previous, decision))

    def do_gogui__analyze_commands(self, *_: str) -> str:
        if self.player is None:
            return ""
        has_scores = has_search(self.game) and game_search(self.game).score_unit
        return "\n".join(_ANALYZE_COMMANDS if has_scores else (*_ANALYZE_COMMANDS, _OWNERSHIP_COMMAND))

    def do_gnugopy__best(self, color: str) -> str:
        player, position, decision = self._decision_for(parse_color(color))
        marks = [
            f"{'LABEL' if sign else 'SQUARE'} {position.format_point(point)} {sign}".rstrip()
            for point, sign in dict(player.decision_marks(position, decision)).items()
        ]
        return "\n".join([*marks, f"TEXT {' '.join(player.explain(position, decision))}"])

    def do_gnugopy__owners(self, color: str) -> str:
        player, position, decision = self._decision_for(parse_color(color))
        owners = player.decision_ownership(decision)
        if not owners:
            raise GtpError("this engine does not estimate ownership")
        return "INFLUENCE " + " ".join(
            f"{position.format_point(point)} {share:.2f}" for point, share in owners
        )

    def _decision_for(self, color: Color) -> tuple[Engine, Position, Decision[Any]]:
        """Return the engine, the position with a color to move, and the engine's decision there.

        Raise GtpError if there is no engine or the game is over.
        """
        decision, position = self.choose_move(color), self.position_with_to_move(color)
        if self.player is None or position.is_over:
            raise GtpError("game is over")
        return self.player, position, decision

    def do_cputime(self, *_: str) -> str:
        return f"{time.process_time():.3f}"

    def do_gomill__cpu_time(self, *_: str) -> str:
        return self.do_cputime()

    def do_query_boardsize(self, *_: str) -> str:
        return str(self.position.size)

    def do_level(self, level: str) -> str:
        """Accept a level of GNU Go, 0 to 1000, and ignore it. The level is set when the server starts."""
        parse_int(level, 0, 1000)
        return ""

    def do_get_random_seed(self, *_: str) -> str:
        player = self.player
        return str(0 if player is None else player.config().seed or 0)

    def do_showboard(self, *_: str) -> str:
        position = self.position
        board = format_diagram(position.diagram())
        status = " ".join(position.status_lines(position.is_over))
        return f"\n{board}\n{status or self.game.legend}"

    def do_is_legal(self, word: str, *words: str) -> str:
        self.check_number_of_words(words)
        color = parse_color(word)
        try:
            move = parse_move_or_part(" ".join(words), self.position)
        except UserError:
            return "0"
        return str(int(self.position.is_complete(move) and self.is_legal(color, move)))

    def do_all_legal(self, word: str) -> str:
        position = self.position_with_to_move(parse_color(word))
        return " ".join(position.format_move(move) for move in position.legal_moves())

    def do_list_stones(self, word: str) -> str:
        wanted, position = COLOR_LETTERS[parse_color(word)], self.position
        stones = (point for point, sign in position.cells().items() if sign == wanted)
        return " ".join(position.format_point(point) for point in stones)

    def do_move_history(self, *_: str) -> str:
        return "\n".join(_format_last_move(position) for position in line_to(self.position)[:0:-1])

    def do_last_move(self, *_: str) -> str:
        if self.position.previous is None:
            raise GtpError("no previous move known")
        return _format_last_move(self.position)

    def do_final_score(self, *_: str) -> str:
        outcome = self.position.outcome_without_count
        if outcome is None or outcome.winner is None:
            raise GtpError("game is not over")
        return f"{'W' if outcome.winner else 'B'}+"


def _format_last_move(position: Position) -> str:
    """Return the color and the move that led to a position."""
    assert position.previous is not None
    assert position.last_color is not None
    assert position.last_move is not None
    return f"{position.last_color.name.lower()} {position.previous.format_move(position.last_move)}"


def read_game_for_loadsgf(path: str, last: int, warn: Callable[[Path, Iterable[str]], None]) -> Cursor:
    """Return a game in a file up to move `last`, without what follows, or to its end if it has fewer.

    warn -- receives the path and the warnings about the file.

    Raise UserError, with the file name, if the file cannot be read or contains no valid game.
    """
    tree = read_game(path)
    try:
        warn(Path(path), (*tree.warnings, *tree.main_line_warnings()))
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    number = min(last, tree.current.number)
    *_, node = (each for each in tree.main_line() if each.number <= number)
    if number < tree.current.number:
        tree.result = None
        for child in tuple(node.children):
            child.remove()
    return Cursor(tree, node)


def game_to_sgf(commands: GtpGameCommands) -> bytes:
    """Return a game as the content of an SGF file that includes the engine's memory.

    A game that was loaded is written with all that its file contains. What could not be restored exactly from
    such a file, for example because a color moved after the end of the game, is written as a game of its own
    or, if this does not help, without this program's private data.
    """
    positions = _positions_under_options(commands)
    if commands.recorded is not None:
        with suppress(UserError):
            content = _with_memory(commands, _continued(commands, commands.recorded, positions))
            if _is_restored(content, positions):
                return content
    content = _with_memory(commands, _tree_of(commands, positions))
    return content if _is_restored(content, positions) else _tree_of(commands, positions).write()


def _with_memory(commands: GtpGameCommands, tree: Tree) -> bytes:
    """Return a game as the content of an SGF file with the engine and its memory.

    tree -- the game; its last moves are those of the server.
    """
    tree.set_private("players", {})
    if commands.player is not None:
        tree.set_private(ENGINE_SLOT, {"settings": commands.player.config().to_json()})
        nodes = commands.cursor.node.path()
        moved = [node for node in tree.current.path() if node.parent is None or node.has_move]
        for node, written in zip(reversed(nodes), reversed(moved), strict=False):
            written.set_private("memory", (node.private or {}).get("memory"))
    return tree.write()


def _without_memory(commands: GtpGameCommands, positions: list[Position]) -> Tree:
    """Return a game without private data; where it ends, its file must end, too."""
    if commands.recorded is not None:
        with suppress(UserError):
            tree = _continued(commands, commands.recorded, positions)
            if not tree.current.children:
                tree.root.remove_private()
                return tree
    return _tree_of(commands, positions)


def _continued(commands: GtpGameCommands, recorded: Cursor, positions: list[Position]) -> Tree:
    """Return a game that was loaded, with the moves that the server has now as its main line.

    positions -- the positions of the server's game.

    Raise UserError if the file cannot be written, or if its start is impossible under the current options.
    """
    tree = parse_game(recorded.tree.write(), recorded.tree.number)
    last = tree.current
    tree.adopt(commands.options)
    node = next(islice(tree.root.line(), recorded_line(recorded).start, None))
    for position in positions[1:]:
        node = _after_move(node, position)
    tree.current = node
    if node is not _last_move(last):
        _remove_undone_moves(node, last)
        tree.result = None
    if ENGINE_SLOT in (recorded.tree.private or {}):
        set_date_to_today(tree)
        for color in Color:
            tree.set_name(color, "")
    _note_players(commands, tree)
    return tree


def _last_move(node: Node) -> Node:
    """Return the last node with a move or setup up to a node, not counting a resignation."""
    while not (is_start(node) or (node.has_move and node.move is not RESIGN)):
        assert node.parent is not None
        node = node.parent
    return node


def _remove_undone_moves(node: Node, last: Node) -> None:
    """Remove the loaded moves that were undone, unless there is anything else in their nodes.

    node, last -- the last node of the line now, and when it was loaded.
    """
    kept = set(node.path())
    while last not in kept and not last.children and last.properties.keys() <= {"B", "W"}:
        assert last.parent is not None
        last.remove()
        last = last.parent


def _after_move(node: Node, position: Position) -> Node:
    """Return the node after the last move of a position, as the first one after its parent."""
    assert position.last_move is not None
    assert position.last_color is not None
    child = node.find_child(position.last_move, position.last_color)
    while child is None and node.children and not (node.children[0].has_move or is_start(node.children[0])):
        node = node.children[0]
        child = node.find_child(position.last_move, position.last_color)
    child = child or node.append_position(position)
    child.move_to_front()
    return child


def _is_restored(content: bytes, positions: list[Position]) -> bool:
    """Return whether `loadsgf` reads some positions, each with the color that moves next, from a file.

    The numbers of their moves are not compared; they may begin before the last setup. The last position is
    compared as if play went on from it: the variations in the file decide which color does so.
    """
    names = [name for name in positions[0].STATE if name != "move_number"]
    tree = parse_game(content)
    lines = recorded_line(Cursor(tree, tree.current)).positions, positions
    color = positions[-1].to_move
    read, own = ([*line[:-1], line[-1].with_play_resumed(color)] for line in lines)
    states = ([[getattr(each, name) for name in names] for each in line] for line in (read, own))
    return next(states) == next(states)


def _positions_under_options(commands: GtpGameCommands) -> list[Position]:
    """Return the positions of a game, each with the color that moves next, under the current options.

    If these do not allow all moves, only the start is under them. The options may have changed since the
    start, for example when handicap stones were placed on the empty board.
    """
    positions = [node.position for node in commands.cursor.node.path()]
    under = sgf_functions(commands.game).under_rules
    try:
        positions = under(positions, commands.options)
    except UserError:  # a move that is illegal under these rules
        positions = [*under(positions[:1], commands.options), *positions[1:]]
    for index, after in enumerate(positions[1:]):
        assert after.last_color is not None
        positions[index] = positions[index].with_play_resumed(after.last_color)
    return positions


def _tree_of(commands: GtpGameCommands, positions: list[Position]) -> Tree:
    """Return a game with some positions, with its players, date and result, but without private data."""
    start, *later = positions
    tree = Tree(start)
    set_date_to_today(tree)
    _note_players(commands, tree)
    node = tree.root
    for position in later:
        node = node.append_position(position)
    return tree


def _note_players(commands: GtpGameCommands, tree: Tree) -> None:
    """Note in a game which colors the engine plays, and which color has resigned."""
    for color, name in commands.player_names().items():
        if name:
            tree.set_name(color, name)
    last = commands.position
    if isinstance(last.last_move, Resign) and last.last_color is not None:
        tree.result = Outcome(last.last_color.opponent, "resignation")


def save_game(commands: GtpGameCommands, name: str, properties: Mapping[str, str], saves: str | None) -> None:
    """Write a game to a path or, for a name without a folder, to the save folder.

    properties -- properties of the root node. If there are any, this program's private data is left out.
    saves -- the save folder, or None for the default one.

    An existing file is replaced only if it is a regular file that contains SGF. Raise UserError if it is
    not, if the name is invalid, or if the folder does not exist. Raise OSError if the file cannot be written,
    or if another program has locked it.
    """
    if properties:
        tree = _without_memory(commands, _positions_under_options(commands))
        for key, value in properties.items():
            tree.root.set_property(key, value)
        content = tree.write()
    else:
        content = game_to_sgf(commands)
    if os.path.dirname(name):
        path = Path(os.path.expanduser(name))
    else:
        path = SaveStore(saves_folder(Path(saves) if saves else None)).path(normalize_save_name(name))
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent} is not a folder; create it first")
    with hold_file_lock(path):
        _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file. Raise UserError if this would replace anything other than a saved game."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise UserError(f"{path} is not a regular file; choose another name")
        if not is_complete_sgf(read_regular_file(path, MAX_SAVE_SIZE, "an SGF file")):
            raise UserError(f"{path} already exists and is not an SGF file; choose another name")
    write_atomically(path, content)


_GAME_INFO_PROPERTIES = (
    *("AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT"),
    *("PB", "PC", "PW", "RE", "RO", "SO", "TM", "US", "WR", "WT"),
)
"""SGF properties that another program may set: names, ranks, event, result. They do not change the game."""


_OPTIONS_FROM_FILE = ("size", "komi", "handicap")
"""Options that `loadsgf` takes from a file. The rules of the server do not change."""


class GtpCommands(GtpQueryCommands):
    """The commands for every game: queries, and commands that play, undo, set up, load and save.

    saves -- the folder to which `printsgf NAME` writes, None for the default one.
    warn  -- receives the path of a file that is loaded, and the warnings about it.
    """

    def __init__(
        self,
        game: Game,
        player: Engine | None,
        options: Mapping[str, object],
        new_seed: Callable[[], int] | None = None,
        saves: str | None = None,
        warn: Callable[[Path, Iterable[str]], None] = lambda path, warnings: None,
    ) -> None:
        super().__init__(game, player, options, new_seed)
        self._saves, self._warn = saves, warn

    # Administration.

    def do_kgs__game_over(self) -> str:
        return ""

    def do_kgs__chat(self, kind: str, _sender: str, *_: str) -> str:
        """Answer a chat message. The arguments are the message type, the sender and the text."""
        if kind.lower() not in ("game", "private"):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        player = self.player
        return f"I am a program ({'gnugo-py' if player is None else player.name}) and cannot chat. Good game!"

    # Setup.

    def do_komi(self, points: str) -> str:
        self.options["komi"] = parse_float(points)
        return ""

    def do_gogui__setup(self, *arguments: str) -> str:
        self._set_up(
            {point: COLOR_LETTERS[color] for color, point in self._pairs(arguments)},
            self.position.to_move,
        )
        return ""

    def do_gogui__setup_player(self, color: str) -> str:
        self._set_up(self.position.cells(), parse_color(color))
        return ""

    def _set_up(self, cells: Mapping[Point, str], color: Color) -> None:
        """Start a game from a position. Raise GtpError if the position is invalid."""
        try:
            start = self.position.with_board(cells, color)
        except UserError as error:
            raise GtpError(str(error)) from None
        self.start_from(start)

    def _pairs(self, arguments: tuple[str, ...]) -> list[tuple[Color, Point]]:
        """Return the pairs in arguments that alternate color and vertex. Raise GtpError for anything else."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(parse_color(color), require_point_on_board(self._point(vertex))) for color, vertex in pairs]

    def _point(self, word: str) -> Point | None:
        return parse_point_if_on_board(word, self.position)

    # Files.

    def do_loadsgf(self, name: str, number: str = "1000000") -> str:
        try:
            recorded = read_game_for_loadsgf(name, parse_int(number, 1, 10**6) - 1, self._warn)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        theirs, ours = recorded.tree.game.display_name, self.game.display_name
        if theirs != ours:
            raise GtpError(f"cannot load file: it is a game of {theirs}, not of {ours}")
        before, options = dict(self.options), recorded.tree.options
        self.options |= {name: options[name] for name in _OPTIONS_FROM_FILE if name in options}
        try:
            self.continue_record(recorded)
        except GtpError:
            self.options = before
            raise
        return self.position.to_move.name.lower()

    def do_printsgf(self, name: str = "") -> str:
        return self._save(name, {}) if name else game_to_sgf(self).decode()

    def do_gomill__savesgf(self, name: str, *settings: str) -> str:
        """Save the game with additional properties of the root node, such as `RE=W+3.5`.

        In a value, a backslash followed by _ stands for a space.
        """
        properties = {}
        for word in settings:
            key, equals, value = word.partition("=")
            if not equals or key not in _GAME_INFO_PROPERTIES:
                raise GtpError(
                    f"{SYNTAX_ERROR_MESSAGE}: {truncate(word, 20)}"
                    " does not set a game info property, such as RE=W+3.5"
                )
            properties[key] = re.sub(r"\\(.)", lambda match: " " if match[1] == "_" else match[1], value)
        return self._save(name, properties)

    def _save(self, name: str, properties: Mapping[str, str]) -> str:
        """Write the game to a file. Raise GtpError with the reason if that fails."""
        try:
            save_game(self, name, properties, self._saves)
        except UserError as error:
            raise GtpError(f"cannot save file: {error}") from None
        except OSError as error:
            raise GtpError(f"cannot save file: {name}: {error.strerror or error}") from None
        return ""
