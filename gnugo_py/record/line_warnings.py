"""Warnings about the main line of a tree: what is wrong with its setup and moves, and what is left out.

Of variations, only values are reported that cannot be read, and properties that were moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gnugo_py.games.sgf import COLOR_LETTERS
from gnugo_py.games.text import pluralize, sanitize, truncate
from gnugo_py.games.types import UserError
from gnugo_py.record.interpreter import RESIGNATIONS
from gnugo_py.record.node import Node
from gnugo_py.record.properties import BOARD_SETUP_PROPERTIES, decode_properties, property_text
from gnugo_py.record.sgf_grammar import SgfError

MAX_SETUPS = 1000
_DAMAGED_MOVE = re.compile(r"(?!(?:[BCLMNVW]|[AGOPTV]W|[AGLOPT]B)\Z)(?:[A-Z]?[BW]|[A-Z])")
"""Matches the name of a move with one character that has changed, unless a version of SGF has that name."""
_OF_CLOCKS = ("BL", "WL", "OB", "OW")
_NUMBER = re.compile(r"\s*-?[0-9]*[.,]?[0-9]*\s*")
_MAX_SHOWN_TEXT = 20
_RESTART = ", the file changes the stones or the player to move; the game restarts there"


class LineWarnings(NamedTuple):
    """The warnings about a line. Each is a sentence.

    variations -- how many variations there are besides the line; empty if there are none.
    play       -- about setup and moves: what the root implies, what is unusual, and what is not read.
    unread     -- the one of these that says why the line ends before its last move; empty if it does not.
    others     -- about setup during the game, and moves after its end.
    """

    variations: str
    play: tuple[str, ...]
    unread: str
    others: tuple[str, ...]

    def about_main_line(self) -> tuple[str, ...]:
        """Return all warnings, for readers of the line alone."""
        return (*filter(None, [self.variations]), *self.play, *self.others)


def line_warnings(root: Node) -> LineWarnings:
    """Return the warnings about the tree of a root.  Raise SgfError if its main line has too many setups."""
    line, nodes, unread, after_end = list(root.line()), list(root.tree.nodes()), "", ""
    if sum(node.sets_up_board for node in line) > MAX_SETUPS:
        raise SgfError(
            f"the board is set up more than {MAX_SETUPS} times; no game record has that many setups"
        )
    try:
        _ = line[-1].position
    except UserError as error:
        unread = str(error)
    played = list(root.tree.main_line())
    moves = sum(node.has_move for node in line[len(played) :])
    if unread and played[-1].position.outcome_without_count is not None:
        later = pluralize(moves, "later move is", "later moves are")
        unread, after_end = "", f"The game ends before the file does; {later} ignored." if moves else ""
    elif unread:
        left = f"the game ends before it, and {pluralize(moves, 'move')} cannot be read"
        unread = f"{unread[0].upper()}{unread[1:]}; {left}."
    _, implied = root.tree.interpreter.implied_setup(decode_properties(root.properties), root.later)
    about_play = _joined(_about_play(played), "move")
    restart = about_play.pop(_RESTART, "")
    places = dict.fromkeys(nodes, "in a variation, ") | dict.fromkeys(line, "")
    lost = _joined((each for node in nodes for each in _about_values(node, places[node])), "value")
    variations = sum(not node.children for node in nodes) - 1
    others = pluralize(variations, "variation is", "variations are")
    return LineWarnings(
        f"Only the main line is read; {others} ignored." if variations else "",
        tuple(filter(None, (implied, *about_play.values(), *lost.values(), unread))),
        unread,
        tuple(filter(None, (restart, after_end))),
    )


def _joined(remarks: Iterable[tuple[str, str]], what: str) -> dict[str, str]:
    """Return a sentence for each end of remarks: the first beginning, how many others there are, and the end.

    what -- what the remarks are about.
    """
    beginnings: dict[str, list[str]] = {}
    for beginning, end in remarks:
        beginnings.setdefault(end, []).append(beginning)
    sentences = dict[str, str]()
    for end, (first, *others) in beginnings.items():
        more = f" (and {pluralize(len(others), f'other {what}')})" if others else ""
        sentences[end] = f"{first[0].upper()}{first[1:]}{more}{end}."
    return sentences


def _about_play(line: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """Yield remarks on setup and moves that were played.

    In a file by this program, setup is sound, and the moves were legal when they were played.
    """
    sgf, private = interpreter = line[0].tree.interpreter
    for node in line:
        parent, before, moves = node.parent, node.position, node.number - node.has_move
        if parent is not None and node.has_move:
            before = parent.position
            if node.sets_up_board:
                before = interpreter.set_up(node.properties, before, moves)
        if moves and parent is not None and before is not parent.position and before.previous is None:
            yield f"after move {moves}", _RESTART
        if private is None and node.sets_up_board:
            for problem in sgf.setup_problems(decode_properties(node.properties), before):
                yield f"setup after move {moves}", f": {problem}"
        if private is None and before is not node.position:
            value = property_text(node.properties, "B" if "B" in node.properties else "W")
            predicate = sgf.unusual(value, before, node.position)
            if predicate:
                yield f"move {node.number}", f" {predicate}"


def _about_values(node: Node, place: str) -> Iterator[tuple[str, str]]:
    """Yield remarks on values that are not read.

    They are setup off the board and, in a file by another program, second values of moves, moves in
    variations that are not points, times that are not numbers, and what may be damaged moves.

    place -- where the node is, as the beginning of a remark; empty on the main line.
    """
    root, number, not_read = node.tree.root, node.number, "; it is not read"
    start, after = root.position, f"after move {number - node.has_move}"
    is_off_board = f" is not on the {start.size}x{start.size} board; what is not on it is ignored"
    for name, texts in decode_properties(node.properties).items():
        if name in BOARD_SETUP_PROPERTIES:
            for text in node.tree.interpreter.sgf.values_off_board(texts, start):
                shown = truncate(text.strip(), _MAX_SHOWN_TEXT)
                yield f"{place}setup {after}: '{shown}'", is_off_board
        elif root.private is not None:
            continue
        elif name in COLOR_LETTERS:
            for text in texts[1:]:
                yield f"{place}move {number} has a second value: {_shown(name, text)}", not_read
            if place and not _is_move(texts[0], root):
                yield f"{place}move {number} is not a point: {_shown(name, texts[0])}", not_read
        elif name in _OF_CLOCKS:
            for text in texts:
                if not _NUMBER.fullmatch(text):
                    yield f"after move {number}, {_shown(name, text)} is not a time", not_read
        elif texts[0] and _DAMAGED_MOVE.fullmatch(name) and _is_move(texts[0], root):
            yield f"after move {number}, {_shown(name, texts[0])} seems to be a damaged move", not_read


def _is_move(text: str, root: Node) -> bool:
    """Return whether a text can be the value of a move in the tree of a root."""
    if text.lower() in ("", *RESIGNATIONS) or text[:4].lower() == "swap":
        return True
    try:
        _ = root.tree.interpreter.sgf.parse_move(text, root.position)
    except UserError:
        return False
    return True


def _shown(name: str, text: str) -> str:
    """Return a property with a value as it is shown in a warning."""
    return f"{name}[{truncate(sanitize(' '.join(text.split())), _MAX_SHOWN_TEXT)}]"
