"""Games in files as they are reviewed: the tree, warnings, and what the names of the players tell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.games.types import Color, UserError
from gnugo_py.record.engine_moves import PERSON_NAME
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.review_file import ReviewFile

_ENGINE_NAME = re.compile(r"gnugo|gnu ?go|katago|leela|pachi|fuego|crazystone|zen", re.IGNORECASE)
"""Matches the beginnings of the names of engines."""


class ReviewedFile(NamedTuple):
    """A game in a file, as it is reviewed.

    content  -- the content of the file.
    komi     -- the points for White in all games of the file; None for the komi that each game has, or 0.
    tree     -- the game.
    warnings -- warnings about how the file was read, one sentence each.
    place    -- where changes are saved, None for the save folder.
    """

    content: bytes
    komi: float | None
    tree: Tree
    warnings: tuple[str, ...]
    place: ReviewFile | None = None

    def other_game(self, number: int) -> ReviewedFile:
        return read_for_review(self.content, number, self.komi)._replace(place=self.place)

    def copy_of(self, node: Node) -> Node:
        """Return the same node in a copy of the game as it is now."""
        pairs = zip(self.tree.nodes(), self.tree.copy().nodes(), strict=True)
        return next(copied for each, copied in pairs if each is node)


def read_for_review(content: bytes, number: int | None = None, komi: float | None = None) -> ReviewedFile:
    """Return a game in the content of a file.

    number -- the number of the game, from 1; None for the first.
    komi   -- the points for White; None for the komi of the file, or 0 if the file has none.

    Raise UserError if the content is not a valid game.
    """
    tree = parse_game(content, number)
    lacks_komi = tree.lacks_komi and komi is None
    if lacks_komi or (komi is not None and tree.game.has_count):
        tree.set_rules({"komi": komi or 0.0}, is_written=False)
    if tree.root.private is not None:
        tree.current = tree.end  # the game stays at this node, even if moves are added
    komi_warning = ("The file names no komi; 0 is used.",) if lacks_komi else ()
    play: tuple[str, ...] = ()
    with suppress(UserError):  # a game whose main line is too large for other commands can still be reviewed
        play = tree.play_warnings()
    return ReviewedFile(content, komi, tree, (*komi_warning, *tree.warnings, *play))


def player_names(tree: Tree) -> dict[Color, str]:
    """Return the names of the players as one line each, empty if unknown; "you" for who played an engine."""
    names = {color: tree.root.value(f"P{'BW'[color]}") for color in Color}
    person = person_color(tree)
    return names if person is None else {**names, person: "you"}


def person_color(tree: Tree) -> Color | None:
    """Return the color of the person in a game that was played against an engine, None in other games."""
    players = (tree.root.private or {}).get("players")
    if not isinstance(players, dict) or len(players) != 1:
        return None
    return next((color for color in Color if tree.names[color] == PERSON_NAME), None)


def game_title(tree: Tree, names: Mapping[Color, str] | None = None) -> str:
    """Return the names of the players as far as they are known, or else the name of the game."""
    known = player_names(tree) if names is None else names
    return " - ".join(f"{color}: {name}" for color, name in known.items() if name) or tree.game.display_name


def engine_colors(tree: Tree) -> list[Color]:
    """Return the colors that have the name of an engine."""
    return [color for color, name in tree.names.items() if _ENGINE_NAME.match(name)]


def likely_person_color(tree: Tree) -> Color:
    """Return the color whose player is a person, as far as the names show; Black if that is unclear."""
    engines = engine_colors(tree)
    return engines[0].opponent if len(engines) == 1 else Color.BLACK
