"""Reader for the main line of SGF files from any program; the codec of each game interprets the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from gnugo_py.core.files import read_regular_file
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.sgf_codec import SgfProperties
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import Color, IllegalMove, Move, Resign, UserError
from gnugo_py.sgf.parser import MAX_SAVE_SIZE, RawProperties, SgfError, parse_sgf_game, sgf_file_warnings
from gnugo_py.sgf.properties import (
    decode_properties,
    encoding_from_root,
    game_key_from_root,
    node_comment,
    private_data,
    property_text,
    sgf_color_to_move,
    untruncated_property_text,
)

MOVE_PROPERTIES = ("B", "W")
BOARD_SETUP_PROPERTIES = {"AE", "AB", "AW", "AA"}


class SgfNodeInterpreter:
    """Interpreter for the nodes of one file.

    name    -- registry name of the game.
    root    -- the root node.
    private -- the private data of this program, None in a file by another program.

    letter_colors -- the colors that the letters B and W stand for.
    encoding      -- the encoding that the file names.
    """

    def __init__(self, name: str, root: RawProperties, private: dict[str, object] | None) -> None:
        self.game = GAMES[name].load()
        self.sgf_codec = self.game.sgf_codec
        self.encoding = encoding_from_root(root)
        self.letter_colors = self.sgf_codec.letter_colors(decode_properties(root, self.encoding))
        self._root, self._private = root, private

    def start_position(self, line: Iterable[RawProperties]) -> Position:
        """Return the start position.

        The root node (PL), or else the first move of the line, determines the color to move. Raise SgfError
        if the setup is invalid.

        line -- the nodes of a line, starting with the root.
        """
        try:
            start = self.sgf_codec.read_start(decode_properties(self._root, self.encoding), self._private)
        except UserError as error:
            raise SgfError(str(error)) from None
        first = sgf_color_to_move(self._root)
        if first is None:
            moves = (self.letter_colors[name] for node in line for name in MOVE_PROPERTIES if name in node)
            first = next(moves, None)
        return start if first is None else start.with_to_move(first)

    def apply_setup(self, position: Position, node: RawProperties, number: int) -> Position:
        """Return the position after the setup properties of a node.

        number -- number of moves before the node, for messages.

        Raise SgfError if the setup is invalid.
        """
        if node.keys() & BOARD_SETUP_PROPERTIES:
            try:
                position = self.sgf_codec.apply_setup(position, decode_properties(node, self.encoding))
            except UserError as error:
                raise SgfError(f"setup after move {number}: {error}") from None
        color = (
            None if node.keys() & set(MOVE_PROPERTIES) else sgf_color_to_move(node)
        )  # in a node with a move, PL has no effect
        if color is not None and color is not position.to_move:
            position = self.sgf_codec.with_turn(position, color)
        return position

    def moves_in_node(
        self, node: RawProperties, later: Iterable[RawProperties] = ()
    ) -> Iterator[tuple[Color, str]]:
        """Yield the color and the value of each move in a node, with swap moves resolved.

        later -- the nodes after it, which may show what kind of swap a move is.
        """

        def next_side() -> Color | None:
            return next(
                (self.letter_colors[name] for each in later for name in MOVE_PROPERTIES if name in each), None
            )

        for name in MOVE_PROPERTIES:
            if name in node:
                color = self.letter_colors[name]
                yield color, self.sgf_codec.resolve_swap_kind(property_text(node, name), color, next_side)

    def with_move_point_cleared(self, position: Position, value: str) -> Position:
        """Return the position without the stone on a move's point, or the same position if there is none."""
        with suppress(UserError):  # `apply_move` reports the error
            return self.sgf_codec.with_move_point_cleared(
                position, self.sgf_codec.parse_move(value, position)
            )
        return position

    def apply_move(self, position: Position, value: str, number: int) -> Position | None:
        """Return the position after a move, or None after a resignation.

        number -- number of the move, for messages.

        Raise SgfError if the move is illegal.
        """
        try:
            move: Move = self.sgf_codec.parse_move(value, position)
        except UserError as error:
            raise SgfError(f"move {number}: {error}") from None
        if isinstance(move, Resign):
            return None
        try:
            return self.sgf_codec.play_recorded_move(position, move, self._private is not None)
        except IllegalMove as error:
            written = self.game.format_move(move, position)
            raise SgfError(f"move {number}, {position.to_move} {written}: {error}") from None


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
    lacks_sign           -- whether the `;` before the root node was missing.
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
    lacks_sign: bool = False

    @property
    def game(self) -> Game:
        """The game that was played."""
        return GAMES[self.name].load()

    @property
    def options(self) -> dict[str, object]:
        """The options of `Game.start` that the file specifies."""
        return self.game.sgf_codec.read_options(self.root)

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
        warnings = list(self.game.sgf_codec.warnings(self.root)) if self.private is None else []
        warnings += sgf_file_warnings(self.games, self.is_complete, self.lacks_sign)
        if self.variations:
            are = "variation is" if self.variations == 1 else "variations are"
            warnings.append(f"Only the main line is read; {self.variations} {are} ignored.")
        if self.nodes_with_two_moves:
            warnings.append(
                f"In {pluralize(self.nodes_with_two_moves, 'node')} a color moves more than once;"
                " only the first move is played."
            )
        warnings += replaced_stone_warnings(self.replaced)
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
    more = f" (and {pluralize(len(numbers) - 1, 'other move')})" if len(numbers) > 1 else ""
    return [f"Move {numbers[0]}{more} is on an occupied point; the stone there is replaced."]


def read_sgf(content: bytes, number: int | None = None) -> GameRecord:
    """Return the main line of a game in the content of an SGF file.

    number -- number of the game, from 1; None for the first, with a warning if there are more.

    Moves are checked unless this program wrote the file; in that case, they were legal when they were played.
    Raise SgfError if the content is not SGF, the game or its board is not supported, or a move is illegal.
    """
    game = parse_sgf_game(content, number)
    nodes, root = game.main_line, game.root.properties
    name, private, facts = (
        game_key_from_root(root),
        private_data(root),
        decode_properties(root, encoding_from_root(root)),
    )
    replay = _Replay(SgfNodeInterpreter(name, root, private), nodes)
    positions, notes = replay.line()
    return GameRecord(
        name=name,
        positions=tuple(positions) if private is not None else _apply_file_rules(name, facts, positions),
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
        lacks_sign=game.lacks_sign,
    )


class _Replay:
    """The main line of a file, played move by move.

    result               -- the SGF result if a color resigned, else empty.
    moves_after_end      -- number of moves after the end of the game.
    nodes_with_two_moves -- number of nodes with several moves by one color; only the first move is played.
    replaced             -- numbers of the moves on occupied points.
    """

    def __init__(self, steps: SgfNodeInterpreter, nodes: Sequence[RawProperties]) -> None:
        self._steps, self._nodes = steps, nodes
        self._positions: list[Position] = []
        self.result, self.moves_after_end, self.nodes_with_two_moves = "", 0, 0
        self.replaced: list[int] = []

    def line(self) -> tuple[list[Position], list[tuple[str, ...]]]:
        """Return the start and the position after each move, with later setup applied, and the comments."""
        if sum(1 for node in self._nodes if node.keys() & BOARD_SETUP_PROPERTIES) > MAX_SETUPS:
            raise SgfError(
                f"the board is set up more than {MAX_SETUPS} times; no game record has that many setups"
            )
        root, *others = self._nodes
        self._positions = [self._steps.start_position(self._nodes)]
        notes = [node_comment(root, self._steps.encoding)]
        self._play(root, others, notes)
        last = max(
            (number for number, node in enumerate(others, 1) if node.keys() & set(MOVE_PROPERTIES)), default=0
        )
        for number, node in enumerate(others, 1):
            if node.keys() & BOARD_SETUP_PROPERTIES or number > last:  # before a later move, PL has no effect
                made = len(self._positions) - 1
                self._positions[-1] = self._steps.apply_setup(self._positions[-1], node, made)
            if not node.keys() & {"B", "W"}:
                notes[-1] = "\n".join(filter(None, (notes[-1], node_comment(node, self._steps.encoding))))
            self._play(node, islice(others, number, None), notes)
        return self._positions, [tuple(note.splitlines()) for note in notes]

    def _play(self, node: RawProperties, later: Iterable[RawProperties], notes: list[str]) -> None:
        """Play the moves of a node."""
        self.nodes_with_two_moves += any(len(node.get(name, ())) > 1 for name in MOVE_PROPERTIES)
        for color, value in self._steps.moves_in_node(node, later):
            if self._positions[-1].outcome_without_count is not None:
                self.moves_after_end += 1
                continue
            last = self._positions[-1].with_to_move(color)
            before = self._steps.with_move_point_cleared(last, value)
            if before is not last:
                self.replaced.append(len(self._positions))
            after = self._steps.apply_move(before, value, len(self._positions))
            if after is None:
                self.result = f"{MOVE_PROPERTIES[color.opponent]}+R"
                continue
            self._positions[-1] = before
            self._positions.append(after)
            notes.append(node_comment(node, self._steps.encoding))


def _apply_file_rules(name: str, facts: SgfProperties, positions: list[Position]) -> tuple[Position, ...]:
    """Return the positions under the rules that the file names.

    The positions between two setups stay unchanged if the rules forbid a move between them, such as suicide.
    """
    notation = GAMES[name].load().sgf_codec
    options = notation.read_options(facts)
    starts = [number for number, position in enumerate(positions) if position.previous is None]
    ruled: list[Position] = []
    for first, end in pairwise([*starts, len(positions)]):
        try:
            ruled += notation.replay_under_other_rules(positions[first:end], options)
        except UserError:
            ruled += positions[first:end]
    return tuple(ruled)


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
