"""Reading games that any program wrote, by their main line; what a move is, the game's notation knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from gnugo_py.core.files import read_regular
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.sgf_codec import Node
from gnugo_py.core.text import several
from gnugo_py.core.types import Mistake
from gnugo_py.sgf.grammar import Properties, SgfError, doubts_of_file, parse
from gnugo_py.sgf.properties import comment, encoding_of, game_name, private_of, text, texts, whole_text
from gnugo_py.sgf.replay import COLOURS, SETUP, Steps

MOST_EDITS = 1000


class Record(NamedTuple):
    """A game read from a file.

    name      -- the game's name in the catalogue.
    positions -- the start, then the position after each move of the main line, with what was set up
                 since; a position where something was is a new start.
    root      -- the first node's properties as text.
    result, black, white, date -- the file's own words, empty if it has none.
    notes     -- for each position, the comment of the move that led there, line by line.
    private   -- what this program wrote for itself, None in a file of another's.
    variations -- how many lines besides the main one were left out.
    is_whole  -- False if the file breaks off, and was read as far as it goes.
    left_over -- how many moves after the end of the game were left out.
    games     -- how many games the file holds, of which this is the first; 1 if it was asked for.
    doubled   -- how many of its nodes hold several moves of one side, of which the first is taken.
    replaced  -- the numbers of the moves onto occupied points, whose stones they replace.
    lacks_sign -- whether the `;` of the first node was missing.
    """

    name: str
    positions: tuple[Position, ...]
    root: Node
    result: str
    black: str
    white: str
    date: str
    notes: tuple[tuple[str, ...], ...]
    private: dict[str, object] | None
    variations: int = 0
    is_whole: bool = True
    left_over: int = 0
    games: int = 1
    doubled: int = 0
    replaced: tuple[int, ...] = ()
    lacks_sign: bool = False

    @property
    def game(self) -> Game:
        """The game that was played."""
        return CATALOG[self.name].load()

    @property
    def options(self) -> dict[str, object]:
        """What the file says of the options of `Game.start`."""
        return self.game.notation.options(self.root)

    @property
    def now(self) -> int:
        """How many of the moves are made; in a file of this program's own, later ones were taken back,
        unless another program has added some.
        """
        private, last = self.private or {}, len(self.positions) - 1
        now, moves = private.get("now"), private.get("moves", last)
        return now if type(now) is int and 0 <= now <= last and moves == last else last

    @property
    def final(self) -> Position:
        """The position at the end, moves that were taken back left out."""
        return self.positions[self.now]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a person should know of the reading, a sentence each."""
        warnings = list(self.game.notation.doubts(self.root)) if self.private is None else []
        warnings += doubts_of_file(self.games, self.is_whole, self.lacks_sign)
        if self.variations:
            are = "variation is" if self.variations == 1 else "variations are"
            warnings.append(f"Only the main line is read; {self.variations} {are} left out.")
        if self.doubled:
            warnings.append(
                f"In {several(self.doubled, 'node')} a side moves more than once; the first move is taken."
            )
        warnings += warnings_of_replaced(self.replaced)
        if self.edited_at > max(self.replaced, default=1) - 1:
            warnings.append(
                f"After move {self.edited_at} stones, or the turn, are set without a move: "
                "the game begins anew there."
            )
        if self.left_over:
            are = "move after it is" if self.left_over == 1 else "moves after it are"
            warnings.append(f"The game was over before the file ends; {self.left_over} {are} left out.")
        return tuple(warnings)

    @property
    def edited_at(self) -> int:
        """The number of the position in which stones were last put down or taken off without a move."""
        return _edited_at(self.positions)

    def leading_to(self, number: int) -> tuple[Position, ...]:
        """The positions up to one, from where stones were last put down or taken off without a move.

        number -- of the last one, the last there is for one beyond.
        """
        made = self.positions[: number + 1]
        return made[_edited_at(made) :]


def warnings_of_replaced(numbers: Sequence[int]) -> list[str]:
    """Return what a person should know of moves onto occupied points, by their numbers."""
    if not numbers:
        return []
    more = f" (and {several(len(numbers) - 1, 'other move')})" if len(numbers) > 1 else ""
    return [f"Move {numbers[0]}{more} is on an occupied point; the stone there is replaced."]


def read_sgf(content: bytes, number: int | None = None) -> Record:
    """The main line of a game in the bytes of an SGF file.

    number -- which of its games, from 1; None for the first, with a warning if there are more.

    The moves of a file of this program's own were legal when they were made; those of another's
    are verified.  Raises SgfError for what is no SGF, a game not played here, a board it is not played on,
    or a move that cannot be made, with its number.
    """
    nodes, variations, is_whole, games, lacks_sign = parse(content, number)
    root = nodes[0]
    name, private, facts = game_name(root), private_of(root), texts(root, encoding_of(root))
    replay = _Replay(Steps(name, root, private), nodes)
    positions, notes = replay.line()
    return Record(
        name=name,
        positions=tuple(positions) if private is not None else _by_its_rules(name, facts, positions),
        root=facts,
        result=text(root, "RE") or replay.result,
        black=whole_text(root, "PB"),
        white=whole_text(root, "PW"),
        date=text(root, "DT"),
        notes=tuple(notes),
        private=private,
        variations=variations,
        is_whole=is_whole,
        left_over=replay.left_over,
        doubled=replay.doubled,
        replaced=tuple(replay.replaced),
        games=games if number is None else 1,
        lacks_sign=lacks_sign,
    )


class _Replay:
    """The main line of a file, made move by move.

    result    -- who has won because the other gave up, as SGF writes it; empty if nobody did.
    left_over -- how many moves there are after the end of the game.
    doubled   -- how many nodes have several moves of one side, of which the first is taken.
    replaced  -- the numbers of the moves onto occupied points.
    """

    def __init__(self, steps: Steps, nodes: Sequence[Properties]) -> None:
        self._steps, self._nodes = steps, nodes
        self._positions: list[Position] = []
        self.result, self.left_over, self.doubled = "", 0, 0
        self.replaced: list[int] = []

    def line(self) -> tuple[list[Position], list[tuple[str, ...]]]:
        """The start and the position after each move, with what was edited since; and their comments."""
        if sum(1 for node in self._nodes if node.keys() & SETUP) > MOST_EDITS:
            raise SgfError(f"the board is edited more than {MOST_EDITS} times; a game record has less")
        root, *others = self._nodes
        self._positions = [self._steps.start(self._nodes)]
        notes = [comment(root, self._steps.encoding)]
        self._play(root, others, notes)
        last = max((number for number, node in enumerate(others, 1) if node.keys() & set(COLOURS)), default=0)
        for number, node in enumerate(others, 1):
            if node.keys() & SETUP or number > last:  # before a move a turn is no news
                made = len(self._positions) - 1
                self._positions[-1] = self._steps.edited(self._positions[-1], node, made)
            if not node.keys() & {"B", "W"}:
                notes[-1] = "\n".join(filter(None, (notes[-1], comment(node, self._steps.encoding))))
            self._play(node, islice(others, number, None), notes)
        return self._positions, [tuple(note.splitlines()) for note in notes]

    def _play(self, node: Properties, later: Iterable[Properties], notes: list[str]) -> None:
        """Make the moves of a node."""
        self.doubled += any(len(node.get(name, ())) > 1 for name in COLOURS)
        for side, value in self._steps.moves(node, later):
            if self._positions[-1].decided is not None:
                self.left_over += 1
                continue
            last = self._positions[-1].with_to_move(side)
            before = self._steps.cleared(last, value)
            if before is not last:
                self.replaced.append(len(self._positions))
            after = self._steps.moved(before, value, len(self._positions))
            if after is None:
                self.result = f"{COLOURS[side.other]}+R"
                continue
            self._positions[-1] = before
            self._positions.append(after)
            notes.append(comment(node, self._steps.encoding))


def _by_its_rules(name: str, facts: Node, positions: list[Position]) -> tuple[Position, ...]:
    """The positions by the rules that the file names.

    Where those forbid what was played, suicide say, a part from setup to setup stays as it is.
    """
    notation = CATALOG[name].load().notation
    options = notation.options(facts)
    starts = [number for number, position in enumerate(positions) if position.previous is None]
    ruled: list[Position] = []
    for first, end in pairwise([*starts, len(positions)]):
        try:
            ruled += notation.under(positions[first:end], options)
        except Mistake:
            ruled += positions[first:end]
    return tuple(ruled)


def _edited_at(positions: Sequence[Position]) -> int:
    """The number of the position in which stones were last put down or taken off without a move."""
    return max(number for number, position in enumerate(positions) if position.previous is None)


def read_record(path: Path | str, number: int | None = None) -> Record:
    """A game in a file.

    number -- which of its games, from 1; None for the first.

    Raises Mistake, naming file, place and remedy, for a file that cannot be read or holds no
    game.  Never writes, and never waits for a pipe or a device.
    """
    content = read_bytes(Path(path))
    try:
        return read_sgf(content, number)
    except Mistake as error:
        raise Mistake(f"{path}: {error}") from None


def read_bytes(path: Path) -> bytes:
    """What a regular file holds, up to a little more than any game needs.

    Raises Mistake, naming the file and the remedy, if it cannot be read or is no regular file.
    """
    from gnugo_py.sgf.grammar import LARGEST_SAVE

    return read_regular(path, LARGEST_SAVE, "an SGF file")
