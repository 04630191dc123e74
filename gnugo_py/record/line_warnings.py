"""Warnings about the main line of a tree: what is wrong with its setup and moves, and what is left out.

Of variations, only values of moves that are not points are reported, and properties that were moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.games.text import pluralize, sanitize, truncate
from gnugo_py.games.types import UserError
from gnugo_py.record.node import Node
from gnugo_py.record.properties import MOVE_PROPERTIES, property_text
from gnugo_py.record.sgf_grammar import SgfError

MAX_SETUPS = 1000
_LIKE_MOVE = re.compile(r"[A-Z]?[BW]|[A-Z]")
"""Matches the name of a move, also if one character of it or before it has changed."""
_NOT_DAMAGED = re.compile("[CNVLM]|[AGOPTV]W|[AGLOPT]B|[BW]")
"""Matches the names like that of a move that SGF has, in any of its versions."""
_OF_CLOCKS = ("BL", "WL", "OB", "OW")
_NUMBER = re.compile(r"\s*-?[0-9]*[.,]?[0-9]*\s*")
_MAX_SHOWN_TEXT = 20


class LineWarnings(NamedTuple):
    """The warnings about a line. Each is a sentence, empty if there is nothing to say.

    variations -- how many variations there are besides the line.
    two_moves  -- how many nodes have several moves by one color, of which only the first is played.
    play       -- about setup, also about that which the root implies but lacks, and about unusual moves.
    unread     -- why the line ends before its last move.
    elsewhere  -- about moves that are lost in variations, or in other properties.
    restart    -- where the last setup during the game is.
    after_end  -- how many moves are ignored because they follow the end of the game.
    """

    variations: str
    two_moves: str
    play: tuple[str, ...]
    unread: str
    elsewhere: tuple[str, ...]
    restart: str
    after_end: str

    def about_main_line(self, *, are_variations_read: bool = False) -> tuple[str, ...]:
        """Return all warnings; those about variations only if these are not read."""
        before = (self.two_moves,) if are_variations_read else (self.variations, self.two_moves)
        about_play = (*self.play, self.unread, *self.elsewhere)
        return tuple(filter(None, (*before, *about_play, self.restart, self.after_end)))


def _and_others(number: int) -> str:
    """Return how many moves there are besides the first of a number of moves; empty if there is none."""
    return f" (and {pluralize(number - 1, 'other move')})" if number > 1 else ""


def line_warnings(root: Node) -> LineWarnings:
    """Return the warnings about the tree of a root.  Raise SgfError if its main line has too many setups."""
    line, variations = list(root.line()), root.tree.variation_count
    if sum(node.sets_up_board for node in line) > MAX_SETUPS:
        raise SgfError(
            f"the board is set up more than {MAX_SETUPS} times; no game record has that many setups"
        )
    play, unusual, two_moves, restart, end = list[str](), dict[str, list[int]](), 0, 0, ("", "")
    for index, node in enumerate(line):
        error = ""
        try:
            _ = node.position
        except UserError as problem:
            error = str(problem)
        if not error or error.startswith("move"):
            two_moves += max(len(node.properties.get(name, ())) for name in MOVE_PROPERTIES) > 1
        if error:
            end = _end(line[index:], error)
            break
        meaning = node._interpretation
        if meaning is not None:  # the node was read from a file
            play += meaning.setup
            restart = node.number - node.has_move if meaning.is_restart else restart
            for predicate in meaning.move:
                unusual.setdefault(predicate, []).append(node.number)
    for predicate, numbers in unusual.items():
        play.append(f"Move {numbers[0]}{_and_others(len(numbers))} {predicate}.")
    others = pluralize(variations, "variation is", "variations are")
    nodes, setup = pluralize(two_moves, "node"), "changes the stones or the player to move"
    return LineWarnings(
        f"Only the main line is read; {others} ignored." if variations else "",
        f"In {nodes} a color moves more than once; only the first move is played." if two_moves else "",
        tuple(play),
        end[0],
        _lost_elsewhere(root) if root.private is None else (),
        f"After move {restart}, the file {setup}; the game restarts there." if restart else "",
        end[1],
    )


def _end(rest: Sequence[Node], reason: str) -> tuple[str, str]:
    """Return `unread` and `after_end` for a line that ends before the moves in `rest`."""
    moves, parent = sum(node.has_move for node in rest), rest[0].parent
    if parent is not None and parent.position.outcome_without_count is not None:
        later = pluralize(moves, "later move is", "later moves are")
        return "", f"The game ends before the file does; {later} ignored." if moves else ""
    reason, lost = reason[0].upper() + reason[1:], pluralize(moves, "move")
    return f"{reason}; the game ends before it, and {lost} cannot be read.", ""


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
