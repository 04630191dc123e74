"""The game tree: nodes with the properties of SGF, and what holds for the whole game.

The properties of a node are the one source of truth: its move, its comment, the time that is left and the
memories of engines are properties. Positions are computed from them when they are first used.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from importlib import import_module
from pathlib import Path
from zlib import crc32

from gnugo_py import __version__
from gnugo_py.games.checks import checked_methods
from gnugo_py.games.position import Position, Reduced, line_to
from gnugo_py.games.registry import GAMES, sgf_functions
from gnugo_py.games.types import RESIGN, Color, Outcome, Resign, UserError
from gnugo_py.record.clock import TimeControl, parse_time_control
from gnugo_py.record.interpreter import SgfNodeInterpreter
from gnugo_py.record.line_warnings import LineWarnings, line_warnings
from gnugo_py.record.node import Node
from gnugo_py.record.properties import (
    BOARD_SETUP_PROPERTIES,
    PRIVATE_PROPERTY,
    compose_node,
    date_in_file,
    decode_properties,
    escape_text,
    escaped_properties,
    parse_result,
)
from gnugo_py.system.files import write_atomically

_NAME_PROPERTIES = ("PB", "PW")
_FIRST_PROPERTIES = ("GM", "FF", "CA", "AP")
"""Properties with which the files of this program begin, so that they are recognized in lists."""
_OF_THE_FILE = ("now", "moves", "rest", "saved", "serial", "check", "review")
"""Keys of the private data that are made anew whenever the game is written."""


@checked_methods()
class Tree:
    """A game with all its lines.

    root           -- the root node.
    name, game     -- the game that is played, and its name in the registry.
    changes        -- a count that grows with every change.
    is_complete    -- False if the file breaks off before the end of the game.
    games          -- how many games the file has.
    number         -- the number by which this one was chosen, from 1; None for the first.
    file_warnings  -- sentences about the encoding of the file and the repairs of its damage.
    before, after  -- what comes before and after the game in its file, with the other games.
    """

    changes, is_complete, games = 0, True, 1
    number: int | None = None
    file_warnings: tuple[str, ...] = ()
    before = after = b""
    _options: Mapping[str, object] = {}
    _current: Node | None = None

    def __init__(self, position: Position) -> None:
        game = position.game
        properties = {
            "GM": [GAMES[game.name].sgf_game_number.encode()],
            "FF": [b"4"],
            "CA": [b"UTF-8"],
            "AP": [f"gnugo-py:{__version__}".encode()],
            **escaped_properties(sgf_functions(game.name).start_properties(position)),
        }
        self.root = Node(self, None, properties)
        self.root.position = position
        self.interpret(game.name, {})

    @classmethod
    def from_line(cls, end: Position) -> Tree:
        """Return the game of the moves that led to a position.

        A resignation at the end becomes the result.
        """
        start, *others = line_to(end)
        tree = cls(start)
        node = tree.root
        for position in others:
            if isinstance(position.last_move, Resign):
                assert position.last_color is not None
                tree.result = Outcome(position.last_color.opponent, "resignation")
            else:
                node = node.append_position(position)
        return tree

    def adopt(self, options: Mapping[str, object]) -> None:
        """Make this a game of this program under some options, the first of its file, with nothing lost.

        Private data is removed.  Other games of a damaged file stay only in that file.

        Raise UserError, and change nothing, if the start is impossible under these options.
        """
        self.set_rules({**self.options, **options}, is_written=False)
        start = self.root.position
        for node in self.nodes():
            node.remove_private()
        root = self.root.properties
        number = GAMES[self.name].sgf_game_number.encode()
        properties = escaped_properties(sgf_functions(self.name).start_properties(start))
        for name in {*BOARD_SETUP_PROPERTIES, "PL", "HA"} - properties.keys():
            root.pop(name, None)
        root.update({"GM": [number], "FF": [b"4"], **properties})
        self.root.set_private("players", {})
        self.interpret(self.name, self.root.private)
        self.move_to_front_of_file()

    def copy(self) -> Tree:
        """Return a copy whose nodes can be changed independently; positions and engines are shared."""
        tree = Tree.__new__(Tree)
        vars(tree).update(vars(self))
        copies: dict[Node | None, Node] = {}
        for node in self.nodes():
            properties = {name: [*values] for name, values in node.properties.items()}
            parent = copies.get(node.parent)
            copied = copies[node] = Node(tree, parent, properties, node.number)
            vars(copied).update({**vars(node), **vars(copied)})
            if parent is not None:
                parent.children.append(copied)
        tree.root, tree._current = copies[self.root], copies.get(self._current)
        return tree

    def move_to_front_of_file(self) -> None:
        """Make this the first game of its file; other games of a damaged file are not written with it."""
        has_others = self.games > 1 and not self.damage
        self.before, self.after = b"", self.after + self.before if has_others else b""
        self.number = 1

    def separate_from_file(self) -> None:
        """Forget the other games of the file, so that they are not written with this one."""
        self.before = self.after = b""
        self.number = self.games = 1

    def interpret(self, name: str, private: Mapping[str, object] | None) -> None:
        """Set the game, by its registry name, and how the nodes are interpreted; see `SgfNodeInterpreter`."""
        sgf = sgf_functions(name)
        self.name, self.game, self.interpreter = name, sgf.game, SgfNodeInterpreter(sgf, private)

    # The nodes

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes of the main line, up to the first one whose position cannot be computed."""
        line = list(self.root.line())
        with suppress(UserError):
            _ = line[-1].position  # all at once is faster
        with suppress(UserError):
            for node in line:
                _ = node.position
                yield node

    def positions(self) -> list[Position]:
        """Return the start of the main line, and the position after each of its moves.

        A position includes setup that follows its move, and the color that makes the next move is to move. A
        resignation adds no position.
        """
        positions: list[Position] = []
        for node in self.main_line():
            position = node.position
            if node.parent is None:
                positions.append(position)
            elif node.has_move and position is not node.parent.position and position.previous is not None:
                positions[-1:] = [position.previous, position]
            else:
                positions[-1] = position
        return positions

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        *_, last = self.main_line()
        return last

    @property
    def current(self) -> Node:
        """The node at which the game stands: the end of the main line, unless another one was set."""
        return self._current or self.end

    @current.setter
    def current(self, node: Node) -> None:
        self.changes += node is not (self._current or self.end)
        self._current = node

    def remove_empty_end(self) -> None:
        """Remove the empty node that ends a game of this program before moves that were taken back."""
        end = self.end
        if (
            self.root.private is not None
            and end.parent is not None
            and not end.properties
            and len(end.parent.children) > 1
        ):
            if self.current is end:
                self.current = end.parent
            end.remove()

    def nodes(self, start: Node | None = None) -> Iterator[Node]:
        """Yield a node, by default the root, and all nodes after it, each before those that follow it."""
        waiting = [start or self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    # What holds for the whole game

    @property
    def names(self) -> dict[Color, str]:
        """The names of the players, empty if unknown."""
        texts = {color: self.root.texts(_NAME_PROPERTIES[color])[:1] for color in Color}
        return {color: " ".join("".join(text).split()) for color, text in texts.items()}

    def set_name(self, color: Color, name: str) -> None:
        """Set the name of a player; an empty name is removed."""
        self.root.set_text(_NAME_PROPERTIES[color], name)

    def add_date(self) -> None:
        """Set the date of the game to today, if it has none."""
        if not self.root.value("DT"):
            self.root.set_property("DT", date_in_file(self.root.properties) or date.today().isoformat())

    @property
    def result(self) -> Outcome | None:
        """The outcome in the file, or the resignation at the end of the main line; None if unknown."""
        written = self.root.value("RE")
        if written:
            return parse_result(written)
        end = self.end
        if end.color is not None and end.move is RESIGN:
            return Outcome(end.color.opponent, "resignation")
        return None

    @result.setter
    def result(self, outcome: Outcome | None) -> None:
        self.root.set_property("RE", *([] if outcome is None else [outcome.sgf_result]))

    @property
    def options(self) -> dict[str, object]:
        """The options of `Game.start` under which the game is played."""
        written, _ = sgf_functions(self.name).read_options(decode_properties(self.root.properties))
        return {**written, **self._options}

    def set_rules(self, options: Mapping[str, object], *, is_written: bool = True) -> None:
        """Change options of the game, such as its rules or komi, for all positions.

        is_written -- whether the root node gets the properties of the new rules.

        Raise UserError, and change nothing, if the options are invalid or the start is impossible under them.
        """
        chosen = {**self.options, **options}
        (start,) = sgf_functions(self.name).under_rules([self.root.position], chosen)
        self._options = {**self._options, **options}
        for node in self.nodes():
            node.forget_position()
        self.root.position = start
        if is_written:
            self.root.properties.update(escaped_properties(sgf_functions(self.name).start_properties(start)))
            self.root.note_change()

    @property
    def lacks_komi(self) -> bool:
        """Whether the game uses komi but its root node specifies none."""
        return self.game.has_count and "komi" not in self.options

    @property
    def clock(self) -> TimeControl | None:
        """The time that each player has, None if a game of this program has no clock."""
        match (self.root.private or {}).get("clock"):
            case {"control": str(text)}:
                with suppress(UserError):
                    return parse_time_control(text)
        return None

    @clock.setter
    def clock(self, control: TimeControl | None) -> None:
        self.root.set_private("clock", None if control is None else {"control": str(control)})
        self.root.set_text("TM", "" if control is None else str(control.main))
        self.root.set_text("OT", "" if control is None else control.sgf_overtime)

    def clear_memory(self, slot: str) -> None:
        """Remove the memories of an engine from all nodes."""
        for node in self.nodes():
            node.clear_memory(slot)

    # Warnings

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the settings in the root node, other games in the file, its encoding and its damage.

        Each is a sentence.
        """
        found = list[str]()
        if self.root.private is None:
            found += sgf_functions(self.name).read_options(decode_properties(self.root.properties))[1]
        if self.games > 1 and self.number is None:
            found.append(f"The file contains {self.games} games; only the first is read.")
        return (*found, *self.file_warnings)

    @property
    def damage(self) -> str:
        """Why the game is perhaps not all that its file contains, as a sentence; empty if it is."""
        return next(iter(self.file_warnings), "")

    def line_warnings(self) -> LineWarnings:
        """Return the warnings about the main line.  Raise SgfError if it has too many setups."""
        return line_warnings(self.root)

    def play_warnings(self) -> tuple[str, ...]:
        """Return the warnings about setup and moves on the main line; see `line_warnings`."""
        return self.line_warnings().play

    # Writing

    def write(self, saved: datetime | None = None, *, is_review: bool = False) -> bytes:
        """Return the file of the game: the game with all its lines, and the other games of its file.

        A main line in SGF ends only at a node that nothing follows: if the last moves of a game of this
        program were taken back, an empty node comes before them.

        saved     -- the time of saving, for the order of saved games; None to leave it out.
        is_review -- whether this is a copy with the changes of a review, which is no game to continue.

        The root of a game of this program has private data: what is needed to continue the game exactly, but
        SGF cannot express.  These are the time of saving, a checksum of what follows the root, and:

        now      -- number of moves played.
        moves    -- the same; in files of earlier versions, it includes the moves that were taken back.
        players  -- by color, the settings of its engine.
        clock    -- the time control.
        settling -- progress of the count.
        memory   -- the memories of engines at the start.
        teach    -- true if the game is played with teaching.
        begun    -- number of moves that another game had, from which this one goes on.

        The game adds its own data, such as the stones captured before the first move.
        """
        private, last = self.root.private, self.root
        while last.children and last is not self._current:
            last = last.children[0]
        is_taken_back = private is not None and bool(last.children)
        own, below = self.root.written, _composed_below(self.root, last if is_taken_back else None)
        if not (own.isascii() and below.isascii()):
            self.root.properties.setdefault("CA", [b"UTF-8"])
        rest, root = below + (self.after or b"\n"), dict(self.root.properties)
        if private is not None:
            data = {
                **({} if saved is None else {"saved": saved.isoformat(timespec="microseconds")}),
                "rest": crc32(rest),
                **sgf_functions(self.name).extra_start_data(self.root.position),
                "now": last.number,
                "moves": last.number,
                **{key: value for key, value in private.items() if key not in _OF_THE_FILE},
                **({"review": True} if is_review else {}),
            }
            del root[PRIVATE_PROPERTY]
            root["AP"] = [f"gnugo-py:{__version__}".encode()]
            comment = {"C": root.pop("C")} if "C" in root else {}
            first = {name: root.pop(name) for name in _FIRST_PROPERTIES if name in root}
            root = {**first, **root, PRIVATE_PROPERTY: [escape_text(json.dumps(data))], **comment}
        return self.before + b"(" + compose_node(root) + rest

    def __reduce__(self) -> Reduced:
        """Return the tree for `pickle` and `copy`: its file, which contains everything but decisions."""
        parse_game = import_module("gnugo_py.record.sgf_reader").parse_game  # it imports this module
        return parse_game, (self.write(), self.number)

    def save(self, path: Path | str) -> None:
        """Write the file of the game; on error, an existing file is unchanged.

        Raise OSError if the file cannot be written.
        """
        write_atomically(Path(path), self.write())


def _composed_below(root: Node, last: Node | None) -> bytes:
    """Return what follows the root of a game in SGF, up to the end of the game.

    last -- the node at which the main line ends although others follow it, None if there is none.
    """
    pieces = list[bytes]()
    waiting: list[Node | bytes] = [b")", root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, bytes):
            pieces.append(part)
            continue
        if part is not root:
            pieces.append(part.written)
        if len(part.children) == 1 and part is not last:
            waiting += [part.children[0], b"\n"]
        else:
            pieces += [b"\n(;)"] if part is last else []
            waiting += [each for child in reversed(part.children) for each in (b")", child, b"\n(")]
    return b"".join(pieces)
