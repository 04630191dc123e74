"""Games in files as they are reviewed: the tree, what is known about the game, and warnings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from gnugo_py.games.types import Color, UserError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.autosave import ReviewFile

_NAME_PROPERTIES = ((Color.BLACK, "PB"), (Color.WHITE, "PW"))
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
        """Return another game of the file.  Raise UserError if it is not valid."""
        return read_for_review(self.content, number, self.komi)._replace(place=self.place)


def read_for_review(content: bytes, number: int | None = None, komi: float | None = None) -> ReviewedFile:
    """Return a game in the content of a file.

    number -- the number of the game, from 1; None for the first.
    komi   -- the points for White; None for the komi of the file, or 0 if the file has none.

    Raise UserError if the content is not a valid game.
    """
    tree = parse_game(content, number)
    lacks_komi = tree.lacks_komi and komi is None
    if lacks_komi or (komi is not None and tree.uses_komi):
        tree.set_rules({"komi": komi or 0.0}, is_written=False)
    if tree.private is not None:
        _ = tree.current  # the game stays at this node, even if moves are added
    komi_warning = ("The file names no komi; 0 is used.",) if lacks_komi else ()
    play: tuple[str, ...] = ()
    with suppress(UserError):  # a game whose main line is too large for other commands can still be reviewed
        play = tree.play_warnings()
    return ReviewedFile(
        content, komi, tree, (*tree.settings_warnings, *komi_warning, *tree.source_warnings, *play)
    )


def read_copy(tree: Tree) -> ReviewedFile:
    """Return a copy of a game as it is reviewed; the decisions of engines in it stay known."""
    file = read_for_review(tree.write())
    for node, copied in zip(tree.nodes(), file.tree.nodes(), strict=False):
        copied.decision, copied.engine = node.decision, node.engine
    return file


def player_names(tree: Tree) -> Mapping[Color, str]:
    """Return the names of the players as one line each, empty if unknown."""
    return {color: tree.root.value(name) for color, name in _NAME_PROPERTIES}


def game_title(tree: Tree) -> str:
    """Return the players' names as far as they are known, otherwise the name of the game."""
    names = player_names(tree)
    return " - ".join(f"{color}: {name}" for color, name in names.items() if name) or tree.game.display_name


def engine_colors(tree: Tree) -> list[Color]:
    """Return the colors that have the name of an engine."""
    return [color for color, name in player_names(tree).items() if _ENGINE_NAME.match(name)]


def likely_person_color(tree: Tree) -> Color:
    """Return the color whose player is a person, as far as the names show; Black if that is unclear."""
    engines = engine_colors(tree)
    return engines[0].opponent if len(engines) == 1 else Color.BLACK
