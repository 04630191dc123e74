"""Reviews of games: of a file with all its variations, or of the current session."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.play.game_tree import GameNode, Review
from gnugo_py.play.session import Session, Turn
from gnugo_py.sgf.parser import file_warnings
from gnugo_py.sgf.properties import first_text
from gnugo_py.sgf.reader import read_sgf, warnings_of_replaced
from gnugo_py.sgf.tree import GameTree, read_tree, titles
from gnugo_py.sgf.writer import write_session
from gnugo_py.storage.save_store import SaveStore, normalize_name

NAME_PROPERTIES = ((Color.BLACK, "PB"), (Color.WHITE, "PW"))


class ReviewFactory(NamedTuple):
    """A factory for reviews.

    store   -- the saved games.
    players -- returns the engines for a game that continues from a position; the person plays the color to
               move there.
    detach  -- detaches the current game from its file.
    """

    store: SaveStore
    players: Callable[[Game, Position], Mapping[Color, Engine]]
    detach: Callable[[], None]

    def of_session(self, session: Session) -> Review:
        """Return the review of a session, at its current position; undone moves follow it.

        A game that continues from one of its nodes has the same players.
        """
        content = write_session(session, date.today())
        tree = read_tree(content)
        now = next(
            each
            for each in tree.main_line()
            if each.number >= min(len(session.turns) - 1, _last_move_number(tree))
        )
        return self._replace(players=lambda game, last: session.players)._make_review(tree, content, now)

    def of_file(self, content: bytes, number: int | None = None, komi: float | None = None) -> Review:
        """Return the review of a game in a file, at its start.

        number -- the number of the game in the file, from 1; None for the first.
        komi   -- the points for White; None for those of the file, or 0 where it names none.

        Raise UserError if the content is not a valid game.
        """
        tree = read_tree(content, number, komi)
        warnings: list[str] = []
        with suppress(UserError):  # the review reports an illegal move when it reaches it
            warnings = warnings_of_replaced(read_sgf(content, number).replaced)
        review = self._make_review(tree, content, tree.root)
        games = len(titles(content))
        return review._replace(
            info_lines=(*review.info_lines, *warnings),
            number=number or 1,
            games=games,
            open_game=(lambda other: self.of_file(content, other, komi)) if games > 1 else None,
        )

    def _make_review(self, tree: GameTree, content: bytes, now: GameNode) -> Review:
        return Review(
            tree.game,
            tree.root,
            now,
            _title(tree),
            {color: first_text(tree.root_text, key) for color, key in NAME_PROPERTIES},
            _info_lines(tree),
            lambda position: self._start_from(tree, position),
            lambda name: self._save_copy(content, name),
        )

    def _start_from(self, tree: GameTree, last: Position) -> Session:
        """Return a session that continues from a position.  Raise UserError if the game is over there."""
        if last.outcome_without_count is not None:
            raise UserError("the game is over at this point; go back a move first")
        positions = [last]
        while positions[-1].previous is not None:
            positions.append(positions[-1].previous)
        game, made = tree.game, tree.game.sgf_codec.replay_with_rules(positions[::-1], tree.options)
        players = self.players(game, last)
        memories = Session.start(game, players, made[0]).turn.memories
        self.detach()
        return Session(game, players, [Turn(position, memories) for position in made])

    def _save_copy(self, content: bytes, name: str) -> str:
        """Write a copy of the game under a new name; return a message about the result."""
        try:
            if os.path.lexists(self.store.path(normalize_name(name))):
                return (
                    f"Not saved: a saved game '{normalize_name(name)}' already exists; choose another name."
                )
            return f"Saved as {self.store.create(normalize_name(name), content)}."
        except (UserError, OSError) as error:
            return f"Not saved: {error}."


def _last_move_number(tree: GameTree) -> int:
    *_, last = tree.main_line()
    return last.number


def _title(tree: GameTree) -> str:
    """Return the players' names as far as they are known, else the name of the game."""
    names = [
        f"{color}: {first_text(tree.root_text, key)}"
        for color, key in NAME_PROPERTIES
        if first_text(tree.root_text, key)
    ]
    return " - ".join(names or [tree.game.name])


def _info_lines(tree: GameTree) -> tuple[str, ...]:
    """Return the name, event, date and result of the game, and the warnings about the file."""
    values = [first_text(tree.root_text, key) for key in ("GN", "EV", "DT")]
    result = first_text(tree.root_text, "RE")
    lines = [", ".join(filter(None, values)), f"Result: {result}" if result else ""]
    lines += tree.game.sgf_codec.warnings(tree.root_text)
    lines += ["The file names no komi; 0 is used."] if tree.lacks_komi else []
    lines += file_warnings(tree.games, tree.is_complete, tree.lacks_sign)
    return tuple(filter(None, lines))
