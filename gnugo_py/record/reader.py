"""Reader for the main line of SGF files from any program; a module of each game interprets the moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from gnugo_py.core.files import read_regular_file
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES, sgf_functions
from gnugo_py.core.sgf import SgfProperties
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import UserError
from gnugo_py.record.interpreter import BOARD_SETUP_PROPERTIES, MOVE_PROPERTIES, SgfNodeInterpreter
from gnugo_py.record.properties import (
    decode_properties,
    game_key_from_root,
    node_comment,
    private_data,
    property_text,
    untruncated_property_text,
)
from gnugo_py.record.sgf_parser import (
    MAX_SAVE_SIZE,
    RawProperties,
    SgfError,
    parse_sgf_game,
    sgf_file_warnings,
)

MAX_SETUPS = 1000


class GameRecord(NamedTuple):
    """A game that was read from a file.

    name                 -- registry name of the game.
    positions            -- the start, then the position after each move of the main line, including setup
                            that follows the move; a position with setup has no previous position.
    root                 -- the properties of the root node as text.
    result, black, white, date -- as in the file, empty if absent.
    comments             -- for each position, the lines of the comment on the move before it.
    private              -- the private data of this program, None in a file by another program.
    variations           -- number of lines besides the main line; they are not read.
    is_complete          -- False if the file is truncated and was read only up to its last complete value.
    moves_after_end      -- number of moves after the end of the game, which are ignored.
    games                -- number of games in the file, of which this is the first; 1 if one was selected by
                            number.
    nodes_with_two_moves -- number of nodes with several moves by one color; only the first move is played.
    replaced             -- numbers of the moves on occupied points, which replaced the stones there.
    file_warnings        -- sentences about the encoding of the file and its damage.
    move_warnings        -- sentences about the start and about moves and setup that the rules forbid.
    unread               -- why the main line ends before its last move, as a sentence; empty if it does not.
    line_before_setup    -- if only setup follows the last move, the positions of the last moves before it,
                            from the previous setup on; else empty.
    """

    name: str
    positions: tuple[Position, ...]
    root: SgfProperties
    result: str
    black: str
    white: str
    date: str
    comments: tuple[tuple[str, ...], ...]
    private: dict[str, object] | None
    variations: int = 0
    is_complete: bool = True
    moves_after_end: int = 0
    games: int = 1
    nodes_with_two_moves: int = 0
    replaced: tuple[int, ...] = ()
    file_warnings: tuple[str, ...] = ()
    move_warnings: tuple[str, ...] = ()
    unread: str = ""
    line_before_setup: tuple[Position, ...] = ()

    @property
    def game(self) -> Game:
        """The game that was played."""
        return GAMES[self.name].load()

    @property
    def options(self) -> dict[str, object]:
        """The options of `Game.start` that the file specifies."""
        return sgf_functions(self.game).read_options(self.root)

    @property
    def current_move(self) -> int:
        """The number of moves up to the current position.

        In a file by this program, later moves were taken back. If another program has added moves, the last
        position is the current one.
        """
        private, last = self.private or {}, len(self.positions) - 1
        now, moves = private.get("now"), private.get("moves", last)
        return now if type(now) is int and 0 <= now <= last and moves == last else last

    @property
    def final_position(self) -> Position:
        """The position after the last move that was not taken back."""
        return self.positions[self.current_move]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about how the file was read, one sentence each."""
        warnings = list(sgf_functions(self.game).read_warnings(self.root)) if self.private is None else []
        warnings += sgf_file_warnings(self.games, self.is_complete, self.file_warnings)
        if self.variations:
            are = "variation is" if self.variations == 1 else "variations are"
            warnings.append(f"Only the main line is read; {self.variations} {are} ignored.")
        if self.nodes_with_two_moves:
            warnings.append(
                f"In {pluralize(self.nodes_with_two_moves, 'node')} a color moves more than once;"
                " only the first move is played."
            )
        warnings += self.play_warnings
        if self.last_setup_number > max(self.replaced, default=1) - 1:
            warnings.append(
                f"After move {self.last_setup_number}, the file changes the stones or the player to move; "
                "the game restarts there."
            )
        if self.moves_after_end:
            are = "later move is" if self.moves_after_end == 1 else "later moves are"
            warnings.append(f"The game ends before the file does; {self.moves_after_end} {are} ignored.")
        return tuple(warnings)

    @property
    def play_warnings(self) -> tuple[str, ...]:
        """Warnings about moves and setup, one sentence each."""
        unread = [self.unread] if self.unread else []
        return (*replaced_stone_warnings(self.replaced), *self.move_warnings, *unread)

    @property
    def last_line(self) -> tuple[Position, ...]:
        """The positions of the last moves, from the setup before them on, without setup after them."""
        return self.line_before_setup or self.positions_since_setup(len(self.positions))

    @property
    def last_setup_number(self) -> int:
        """The number of the last position with a setup, 0 if only the start has one."""
        return _last_setup(self.positions)

    def positions_since_setup(self, number: int) -> tuple[Position, ...]:
        """Return the positions from the last setup up to position `number`.

        number -- number of the last position to return; a number beyond the end stands for the end.
        """
        made = self.positions[: number + 1]
        return made[_last_setup(made) :]


def replaced_stone_warnings(numbers: Sequence[int]) -> list[str]:
    """Return warnings about moves on occupied points.

    numbers -- the numbers of these moves.
    """
    if not numbers:
        return []
    return [f"Move {numbers[0]}{_and_others(numbers)} is on an occupied point; the stone there is replaced."]


def _and_others(numbers: Sequence[int]) -> str:
    """Return how many moves there are besides the first, in parentheses; empty if there are none."""
    return f" (and {pluralize(len(numbers) - 1, 'other move')})" if len(numbers) > 1 else ""


def read_sgf(content: bytes, number: int | None = None) -> GameRecord:
    """Return the main line of a game in the content of an SGF file.

    number -- number of the game, from 1; None for the first, with a warning if there are more.

    Moves that the rules forbid are executed as far as possible. A move that cannot be executed ends the line.
    Raise SgfError if the content is not SGF, or the game or its board is not supported.
    """
    game = parse_sgf_game(content, number)
    nodes, root = game.main_line, game.root.properties
    name, private, facts = (
        game_key_from_root(root),
        private_data(root),
        decode_properties(root),
    )
    replay = _Replay(SgfNodeInterpreter(name, root, private), nodes)
    positions, notes = replay.line()
    ending = replay.line_before_setup
    if private is None:
        positions, ending = (_apply_file_rules(name, facts, each) for each in (positions, ending))
    return GameRecord(
        name=name,
        positions=tuple(positions),
        root=facts,
        result=property_text(root, "RE") or replay.result,
        black=untruncated_property_text(root, "PB"),
        white=untruncated_property_text(root, "PW"),
        date=property_text(root, "DT"),
        comments=tuple(notes),
        private=private,
        variations=game.variation_count,
        is_complete=game.is_complete,
        moves_after_end=replay.moves_after_end,
        nodes_with_two_moves=replay.nodes_with_two_moves,
        replaced=tuple(replay.replaced),
        games=game.games if number is None else 1,
        file_warnings=game.warnings,
        move_warnings=tuple(replay.warnings()),
        unread=replay.unread,
        line_before_setup=tuple(ending),
    )


class _Replay:
    """The main line of a file, played move by move.

    result               -- the SGF result if a color resigned, else empty.
    moves_after_end      -- number of moves after the end of the game.
    nodes_with_two_moves -- number of nodes with several moves by one color; only the first move is played.
    replaced             -- numbers of the moves on occupied points.
    unread               -- why the line ends before its last move, as a sentence; empty if it does not.
    line_before_setup    -- as in `GameRecord`.
    """

    def __init__(self, steps: SgfNodeInterpreter, nodes: Sequence[RawProperties]) -> None:
        self._steps, self._nodes = steps, nodes
        self._positions: list[Position] = []
        self._notes: list[str] = []
        self.result, self.moves_after_end, self.nodes_with_two_moves = "", 0, 0
        self.replaced: list[int] = []
        self.unread = ""
        self.line_before_setup: list[Position] = []
        self._setup_problems: list[str] = []
        self._broken_rules: dict[str, list[int]] = {}

    def warnings(self) -> list[str]:
        """Return sentences about the start, the setup, and moves that the rules forbid."""
        start = [self._steps.start_warning] if self._steps.start_warning else []
        moves = [
            f"Move {numbers[0]}{_and_others(numbers)} {problem}; it is executed anyway."
            for problem, numbers in self._broken_rules.items()
        ]
        return [*start, *self._setup_problems, *moves]

    def line(self) -> tuple[list[Position], list[tuple[str, ...]]]:
        """Return the start and the position after each move, with later setup applied, and the comments."""
        if sum(1 for node in self._nodes if node.keys() & BOARD_SETUP_PROPERTIES) > MAX_SETUPS:
            raise SgfError(
                f"the board is set up more than {MAX_SETUPS} times; no game record has that many setups"
            )
        root, *others = self._nodes
        self._positions = [self._steps.start_position(self._nodes)]
        self._notes = [node_comment(root)]
        self._note_setup(root)
        last = max(
            (number for number, node in enumerate(others, 1) if node.keys() & set(MOVE_PROPERTIES)), default=0
        )
        for number, node in enumerate(self._nodes):
            try:
                if number:
                    self._set_up(node, number > last)
                self._play(node, islice(others, number, None))
            except SgfError as error:
                self._stop(error, self._nodes[number:])
                break
        return self._positions, [tuple(note.splitlines()) for note in self._notes]

    def _set_up(self, node: RawProperties, is_last: bool) -> None:
        """Apply the setup of a node after the root, and add the comment of a node without a move.

        is_last -- whether no move follows; before a later move, PL has no effect.
        """
        before = self._positions[-1]
        if node.keys() & BOARD_SETUP_PROPERTIES or is_last:
            after = self._steps.apply_setup(before, node, len(self._positions) - 1)
            if is_last and after is not before and before.previous is not None:
                self.line_before_setup = [*self._positions[_last_setup(self._positions) :]]
            self._positions[-1] = after
            self._note_setup(node)
        if not node.keys() & set(MOVE_PROPERTIES):
            self._notes[-1] = "\n".join(filter(None, (self._notes[-1], node_comment(node))))

    def _note_setup(self, node: RawProperties) -> None:
        """Note what is wrong with the setup of a node."""
        after = f"Setup after move {len(self._positions) - 1}"
        problems = self._steps.setup_problems(node, self._positions[-1])
        self._setup_problems += [f"{after}: {problem}." for problem in problems]

    def _stop(self, error: SgfError, rest: Sequence[RawProperties]) -> None:
        """Note why the line ends before the moves in `rest`."""
        moves = sum(len(node.keys() & set(MOVE_PROPERTIES)) for node in rest)
        reason = f"{error}"
        not_read = pluralize(moves, "move")
        self.unread = (
            f"{reason[0].upper()}{reason[1:]}; the game ends before it, and {not_read} cannot be read."
        )

    def _play(self, node: RawProperties, later: Iterable[RawProperties]) -> None:
        """Play the moves of a node. Raise SgfError if a move cannot be executed."""
        self.nodes_with_two_moves += any(len(node.get(name, ())) > 1 for name in MOVE_PROPERTIES)
        for color, value in self._steps.moves_in_node(node, later):
            if self._positions[-1].outcome_without_count is not None:
                self.moves_after_end += 1
                continue
            number, last = len(self._positions), self._positions[-1].with_to_move(color)
            before = self._steps.with_move_point_cleared(last, value)
            after = self._steps.apply_move(before, value, number)
            if before is not last:
                self.replaced.append(number)
            problem = self._steps.rule_broken_by_move(before, value)
            if problem:
                self._broken_rules.setdefault(problem, []).append(number)
            if after is None:
                self.result = f"{MOVE_PROPERTIES[color.opponent]}+R"
                continue
            self._positions[-1] = before
            self._positions.append(after)
            self._notes.append(node_comment(node))


def _apply_file_rules(name: str, facts: SgfProperties, positions: list[Position]) -> list[Position]:
    """Return the positions under the rules that the file names.

    The positions between two setups stay unchanged if that is impossible.
    """
    notation = sgf_functions(GAMES[name].load())
    options = notation.read_options(facts)
    starts = [number for number, position in enumerate(positions) if position.previous is None]
    ruled: list[Position] = []
    for first, end in pairwise([*starts, len(positions)]):
        try:
            ruled += notation.under_rules(positions[first:end], options)
        except UserError:
            ruled += positions[first:end]
    return ruled


def _last_setup(positions: Sequence[Position]) -> int:
    """Return the number of the last position without a previous one: the last setup, or the start."""
    return max(number for number, position in enumerate(positions) if position.previous is None)


def read_record(path: Path | str, number: int | None = None) -> GameRecord:
    """Return the record of a game in a file.

    number -- number of the game, from 1; None for the first.

    Raise UserError, with the name of the file, if the file cannot be read or contains no valid game. The
    function does not write to the file, and does not wait for a pipe or a device.
    """
    content = read_sgf_file_content(Path(path))
    try:
        return read_sgf(content, number)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def read_sgf_file_content(path: Path) -> bytes:
    """Return the content of a regular file, at most `MAX_SAVE_SIZE` + 1 bytes.

    Raise UserError, with the path of the file, if the file cannot be read or is not a regular file.
    """
    return read_regular_file(path, MAX_SAVE_SIZE, "an SGF file")
