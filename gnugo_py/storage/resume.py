"""Games from files: a saved game is resumed exactly, a game by another program is imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeGuard

from gnugo_py.engines.engine import Engine, EngineConfig
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import line_to
from gnugo_py.games.registry import sgf_functions
from gnugo_py.games.types import RESIGN, Color, Point, UserError
from gnugo_py.record.engine_moves import PERSON_NAME, seat_players
from gnugo_py.record.node import Node, parse_time_left
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.tree import Tree

DAMAGED_MESSAGE = (
    "the program's private data (GNUGOPY) is damaged; use --load to import the file as another program's game"
)


class CountProgress(NamedTuple):
    """The progress of the count after play has stopped.

    is_proposed -- whether the count starts from the program's proposal; None before the count begins.
    answers     -- the points named so far, with None where a question was closed.
    """

    is_proposed: bool | None = None
    answers: tuple[Point | None, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the values as they are written into saved games."""
        return {"proposed": self.is_proposed, "answers": self.answers}


class OpenedGame(NamedTuple):
    """A game to play: a new one, a saved one, or one from a file.

    tree           -- the game; play continues at its current node.
    players        -- the engines, by color; a color without an engine is played by a person.
    count_progress -- the progress of the count, None during play.
    notices        -- messages to show when play begins.
    has_setup      -- whether a person set up the start; if so, the game is saved even before the first move.
    """

    tree: Tree
    players: Mapping[Color, Engine]
    count_progress: CountProgress | None = None
    notices: tuple[str, ...] = ()
    has_setup: bool = False


def saved_engines(tree: Tree) -> dict[Color, EngineConfig]:
    """Return the settings of the engines in a game that this program saved, by color.

    Raise SgfError if the game is by another program, its private data is damaged or it cannot be read to its
    end.
    """
    if tree.root.private is None:
        raise SgfError("this game was not saved by gnugo-py; open it with --load")
    unread = tree.line_warnings().unread
    if unread:
        raise SgfError(f"{unread[:-1]}. Open the game with --load, or an earlier save")
    settings = tree.root.private.get("players")
    if not isinstance(settings, dict):
        raise SgfError(DAMAGED_MESSAGE)
    engines: dict[Color, EngineConfig] = {}
    for color in Color:
        mine = settings.get(str(color))
        if isinstance(mine, dict):
            try:
                engines[color] = EngineConfig.from_json(mine)
            except UserError as error:
                raise SgfError(f"{error}; open its file with --load") from None
        elif mine is not None:
            raise SgfError(DAMAGED_MESSAGE)
    return engines


def restore_saved_game(tree: Tree, players: Mapping[Color, Engine]) -> OpenedGame:
    """Return a game that this program saved, at the node at which it stood.

    players -- the engines with the settings that `saved_engines` returned, by color.

    Raise SgfError if its private data is damaged.
    """
    tree.remove_empty_end()
    line = list(tree.main_line())
    _check_memories_and_times(line, players)
    clock = (tree.root.private or {}).get("clock")
    if clock is not None and (tree.clock is None or not isinstance(clock, dict) or "left" in clock):
        raise SgfError(DAMAGED_MESSAGE)
    for node in line:
        if node.color is not None:
            node.engine = players.get(node.color)
    _remove_resignation(tree)
    for color, name in tree.names.items():
        if not name:
            tree.set_name(color, players[color].name if color in players else PERSON_NAME)
    start = next(node for node in reversed(line) if is_start(node))
    if tree.current.number < start.number:
        tree.current = start
    tree.result = tree.result or tree.current.position.outcome_without_count
    return OpenedGame(tree, players, _count_progress(tree), _notices_of_change(tree, players))


def _notices_of_change(tree: Tree, players: Mapping[Color, Engine]) -> tuple[str, ...]:
    """Return a notice for each engine whose play has changed since the version that saved the game."""
    program, _, version = tree.root.value("AP").partition(":")
    if program != "gnugo-py":
        return ()
    changes = {player.name: player.changed_in_version for player in players.values()}
    return tuple(
        f"{name} changed in version {changed} and may play differently from now on."
        for name, changed in sorted(changes.items())
        if changed and _version_numbers(version) < _version_numbers(changed)
    )


def _version_numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, for comparison; parts that are not numbers are left out."""
    return tuple(int(part[:9]) for part in version.split(".") if part.isascii() and part.isdigit())


def import_game(tree: Tree, options: Mapping[str, object], players: Mapping[Color, Engine]) -> OpenedGame:
    """Return a game by another program, made into one of this program with all that its file contains.

    options -- options of the game that replace those in the file.
    players -- the engines, by color.

    If stones are set up during the game, play goes on from the last setup.  What cannot be read at the end of
    the main line is left out.

    Raise SgfError if the game cannot be played under these rules.
    """
    tree.remove_empty_end()
    chosen = {**tree.options, **options}
    line_warnings = tree.line_warnings()
    notices = tree.warnings + line_warnings.play + line_warnings.others
    current = tree.current
    try:
        sgf_functions(tree.name).under_rules(line_to(current.position), chosen)
        if line_warnings.unread:
            tree.end.children[0].remove()
        tree.adopt(chosen)
    except UserError as error:
        raise SgfError(str(error)) from None
    tree.current = current
    tree.add_date()
    _remove_resignation(tree)
    seat_players(tree, players)
    tree.result = tree.current.position.outcome_without_count
    return OpenedGame(tree, players, notices=notices)


def is_start(node: Node) -> bool:
    """Return whether play begins anew at a node, which is the root or sets up stones or the color to move."""
    if node.parent is None or node.sets_up_board:
        return True
    return node.position.previous is None and node.position is not node.parent.position


def _remove_resignation(tree: Tree) -> None:
    """Turn a resignation that is the last move of the main line into the result."""
    end = tree.end
    if end.parent is not None and end.has_move and end.move is RESIGN:
        tree.result = tree.result
        is_current, parent = tree.current is end, end.parent
        end.remove()
        if is_current:
            tree.current = parent


def _check_memories_and_times(line: Sequence[Node], players: Mapping[Color, Engine]) -> None:
    """Raise SgfError if a memory of an engine or a time on the main line is damaged."""
    if "memories" in (line[0].private or {}):
        raise SgfError(DAMAGED_MESSAGE)  # a list of an older version that could not be read
    engines = {str(color): player for color, player in players.items()}
    for node in line:
        private = node.private or {}
        memories = private.get("memory", {})
        if not isinstance(memories, dict) or ("left" in private and not parse_time_left(private["left"])):
            raise SgfError(DAMAGED_MESSAGE)
        try:
            for color in memories.keys() & set(map(str, Color)):
                engines[color].memory_from_json(memories[color])
        except (KeyError, ValueError):  # a person has no memory
            raise SgfError(DAMAGED_MESSAGE) from None


def _count_progress(tree: Tree) -> CountProgress | None:
    """Return the progress of the count, or None if it had not started. Raise SgfError if it is damaged."""
    match (tree.root.private or {}).get("settling"):
        case {"proposed": None | bool() as proposed, "answers": list(answers)} if tree.game.has_count:
            size = tree.root.position.size
            if all(each is None or _is_on_board(each, size) for each in answers):
                return CountProgress(proposed, tuple(answers))
            raise SgfError(DAMAGED_MESSAGE)
        case None:
            return None
        case _:
            raise SgfError(DAMAGED_MESSAGE)


def _is_on_board(point: object, size: int) -> TypeGuard[Point]:
    """Return whether a value is a point of a board; bool and float values are not."""
    if type(point) is not int or not 0 <= point < 10_000:
        return False
    return all(0 <= each < size for each in row_and_column(point, size))
