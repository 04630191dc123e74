"""Warnings about the main line of a tree: what is wrong with its setup and moves, and what is left out.

Of variations, only values of moves that are not points are reported, and properties that were moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from gnugo_py.games.text import pluralize, sanitize, truncate
from gnugo_py.games.types import UserError
from gnugo_py.record.node import Node
from gnugo_py.record.properties import MOVE_PROPERTIES, property_text
from gnugo_py.record.sgf_grammar import MAX_SGF_VALUES_PER_VARIATION, SgfError, excessive

MAX_SETUPS = 1000
_LIKE_MOVE = re.compile(r"[A-Z]?[BW]|[A-Z]")
"""Matches the name of a move, also if one character of it or before it has changed."""
_NOT_DAMAGED = re.compile("[CNVLM]|[AGOPTV]W|[AGLOPT]B|[BW]")
"""Matches the names like that of a move that SGF has, in any of its versions."""
_OF_CLOCKS = ("BL", "WL", "OB", "OW")
_NUMBER = re.compile(r"\s*-?[0-9]*[.,]?[0-9]*\s*")
_MAX_SHOWN_TEXT = 20


@dataclass(slots=True)
class LineWarnings:
    """The warnings about a line.

    variations           -- number of lines besides the main line.
    setup                -- sentences about setup, also about that which the root implies but lacks.
    moves                -- by what is unusual about a move, the numbers of these moves.
    unread               -- why the line ends before its last move, as a sentence; empty if it does not.
    nodes_with_two_moves -- number of nodes with several moves by one color; only the first is played.
    last_setup_number    -- number of moves before the last setup during the game, 0 if there is none.
    moves_after_end      -- number of moves after the end of the game, which are ignored.
    elsewhere            -- sentences about moves that are lost in variations, or in other properties.
    """

    variations: int
    setup: list[str] = field(default_factory=list)
    moves: dict[str, list[int]] = field(default_factory=dict)
    unread: str = ""
    nodes_with_two_moves: int = 0
    last_setup_number: int = 0
    moves_after_end: int = 0
    elsewhere: tuple[str, ...] = ()

    def about_play(self) -> tuple[str, ...]:
        """Return what is wrong with the setup and the moves."""
        moves = []
        for problem, numbers in self.moves.items():
            moves.append(f"Move {numbers[0]}{_and_others(len(numbers))} {problem}.")
        return tuple(filter(None, (*self.setup, *moves, self.unread, *self.elsewhere)))

    def about_main_line(self, *, are_variations_read: bool = False) -> tuple[str, ...]:
        """Return `about_play` and what reading the main line leaves out, which may include the variations."""
        warnings: list[str] = []
        if self.variations and not are_variations_read:
            others = pluralize(self.variations, "variation is", "variations are")
            warnings.append(f"Only the main line is read; {others} ignored.")
        if self.nodes_with_two_moves:
            warnings.append(
                f"In {pluralize(self.nodes_with_two_moves, 'node')} a color moves more than once;"
                " only the first move is played."
            )
        warnings += self.about_play()
        if self.last_setup_number:
            warnings.append(
                f"After move {self.last_setup_number}, the file changes the stones or the player to move; "
                "the game restarts there."
            )
        if self.moves_after_end:
            later = pluralize(self.moves_after_end, "later move is", "later moves are")
            warnings.append(f"The game ends before the file does; {later} ignored.")
        return tuple(warnings)


def _and_others(number: int) -> str:
    """Return how many moves there are besides the first of a number of moves; empty if there is none."""
    return f" (and {pluralize(number - 1, 'other move')})" if number > 1 else ""


def line_warnings(root: Node) -> LineWarnings:
    """Return the warnings about the tree of a root.

    Raise SgfError if its main line has too many values or setups.
    """
    line = list(root.line())
    if (
        sum(len(values) for node in line for values in node.properties.values())
        > MAX_SGF_VALUES_PER_VARIATION
    ):
        raise excessive(f"the game has more than {MAX_SGF_VALUES_PER_VARIATION} values")
    if sum(node.sets_up_board for node in line) > MAX_SETUPS:
        raise SgfError(
            f"the board is set up more than {MAX_SETUPS} times; no game record has that many setups"
        )
    found = LineWarnings(root.tree.variation_count)
    if root.private is None:
        found.elsewhere = _lost_elsewhere(root)
    for index, node in enumerate(line):
        error = ""
        try:
            _ = node.position
        except UserError as problem:
            error = str(problem)
        if not error or error.startswith("move"):
            moves = max(len(node.properties.get(name, ())) for name in MOVE_PROPERTIES)
            found.nodes_with_two_moves += moves > 1
        if error:
            _note_end(found, line[index:], error)
            break
        _note_node(found, node)
    return found


def _note_node(found: LineWarnings, node: Node) -> None:
    """Note what is wrong with the setup and the move of a node, whose position has been computed."""
    meaning = node._interpretation
    if meaning is None:  # the node was not read from a file
        return
    found.setup += meaning.setup
    if meaning.is_restart:
        found.last_setup_number = node.number - node.has_move
    for problem in meaning.move:
        found.moves.setdefault(problem, []).append(node.number)


def _note_end(found: LineWarnings, rest: Sequence[Node], reason: str) -> None:
    """Note why a line ends before the moves in `rest`."""
    moves, parent = sum(node.has_move for node in rest), rest[0].parent
    if parent is not None and parent.position.outcome_without_count is not None:
        found.moves_after_end = moves
        return
    found.unread = (
        f"{reason[0].upper()}{reason[1:]}; the game ends before it,"
        f" and {pluralize(moves, 'move')} cannot be read."
    )


def _lost_elsewhere(root: Node) -> tuple[str, ...]:
    """Return sentences about moves in variations that are not points, and what may be damaged moves."""
    line, points, unread, damaged = set(root.line()), {""}, list[str](), list[str]()

    def is_point(text: str) -> bool:
        if text not in points:
            with suppress(UserError):
                _ = root.tree.interpreter.sgf.parse_move(text, root.position)
                points.add(text)
        return text in points or text[:4].lower() == "swap"

    for node in root.tree.nodes():
        for name in node.properties:
            if name in _OF_CLOCKS:
                wrong = (text for text in node.texts(name) if not _NUMBER.fullmatch(text))
                damaged += (f"After move {node.number}, {_shown(name, text)} is not a time" for text in wrong)
            elif _LIKE_MOVE.fullmatch(name):
                text = property_text(node.properties, name)
                is_in_variation = name in MOVE_PROPERTIES and node not in line
                if is_in_variation and len(node.properties[name]) > 1:
                    second = _shown(name, node.texts(name)[1])
                    unread.append(f"In a variation, move {node.number} has a second value: {second}")
                if is_in_variation and not is_point(text):
                    unread.append(f"In a variation, move {node.number} is not a point: {_shown(name, text)}")
                elif text and not _NOT_DAMAGED.fullmatch(name) and is_point(text):
                    damaged.append(
                        f"After move {node.number}, {_shown(name, text)} seems to be a damaged move"
                    )
    return tuple(
        f"{found[0]}{_and_others(len(found))}; it is not read." for found in (unread, damaged) if found
    )


def _shown(name: str, text: str) -> str:
    """Return a property with a value as it is shown in a warning."""
    return f"{name}[{truncate(sanitize(text), _MAX_SHOWN_TEXT)}]"
