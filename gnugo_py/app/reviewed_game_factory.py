"""Reviews of games: of a file with all its variations, or of the current session."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import sgf_functions
from gnugo_py.core.types import Color, UserError
from gnugo_py.engines.engine import Engine
from gnugo_py.play.game_tree import ReviewedGame, make_turn_nodes
from gnugo_py.play.session import Session, Turn
from gnugo_py.record.properties import first_property_value, format_result
from gnugo_py.record.reader import read_sgf
from gnugo_py.record.sgf_parser import sgf_file_warnings
from gnugo_py.record.sgf_tree import GameTree, read_tree, sgf_game_summaries
from gnugo_py.record.writer import player_name_for_sgf, session_to_sgf
from gnugo_py.storage.save_store import SaveStore, normalize_save_name

_NAME_PROPERTIES = ((Color.BLACK, "PB"), (Color.WHITE, "PW"))


class ReviewedGameFactory(NamedTuple):
    """A factory for reviews.

    store   -- the saved games.
    players -- returns the engines for a game that continues from a position; the person plays the color to
               move there.
    detach  -- detaches the current game from its file.
    """

    store: SaveStore
    players: Callable[[Game, Position], Mapping[Color, Engine]]
    detach: Callable[[], None]

    def from_session(self, session: Session) -> ReviewedGame:
        """Return the review of a session, at its current position; undone moves follow that position.

        A game that continues from a node of the review has the same players.
        """
        game, nodes = session.game, make_turn_nodes(session.turns_including_undone)
        names = {color: player_name_for_sgf(session, color) for color in Color}
        result = format_result(session.outcome) if session.outcome else ""
        lines = (date.today().isoformat(), f"Result: {result}" if result else "")
        options = nodes[0].position.start_options()
        same_players = self._replace(players=lambda game, last: session.players)
        return ReviewedGame(
            game,
            nodes[0],
            nodes[len(session.turns) - 1],
            _title(game, names),
            names,
            tuple(filter(None, lines)),
            (),
            lambda position: same_players._start_from(game, options, position),
            lambda name: self._save_copy(session_to_sgf(session, date.today()), name),
        )

    def from_sgf_bytes(
        self, content: bytes, number: int | None = None, komi: float | None = None
    ) -> ReviewedGame:
        """Return the review of a game in a file, at its start.

        number -- the number of the game in the file, from 1; None for the first.
        komi   -- the points for White; None for the komi of the file, or 0 if the file has none.

        Raise UserError if the content is not a valid game.
        """
        tree = read_tree(content, number, komi)
        warnings: tuple[str, ...] = ()
        with suppress(UserError):  # a game that is too large to be read as one line can still be reviewed
            warnings = read_sgf(content, number).play_warnings
        names = {color: first_property_value(tree.root_text, key) for color, key in _NAME_PROPERTIES}
        games = len(sgf_game_summaries(content))
        return ReviewedGame(
            tree.game,
            tree.root,
            tree.root,
            _title(tree.game, names),
            names,
            _info_lines(tree),
            (*_warnings(tree), *warnings),
            lambda position: self._start_from(tree.game, tree.options, position),
            lambda name: self._save_copy(content, name),
            number or 1,
            games,
            (lambda other: self.from_sgf_bytes(content, other, komi)) if games > 1 else None,
        )

    def _start_from(self, game: Game, options: Mapping[str, object], last: Position) -> Session:
        """Return a session that continues from a position.  Raise UserError if the game is over there."""
        if last.outcome_without_count is not None:
            raise UserError("the game is over at this point; go back a move first")
        positions = [last]
        while positions[-1].previous is not None:
            positions.append(positions[-1].previous)
        made = sgf_functions(game).under_rules(positions[::-1], options)
        players = self.players(game, last)
        memories = Session.from_position(game, players, made[0]).current_turn.memories
        self.detach()
        return Session(game, players, [Turn(position, memories) for position in made])

    def _save_copy(self, content: bytes, name: str) -> str:
        """Write a copy of the game under a new name; return a message about the result."""
        try:
            save_name = normalize_save_name(name)
            if os.path.lexists(self.store.path(save_name)):
                return f"Not saved: a saved game named '{save_name}' already exists; choose another name."
            return f"Saved as {self.store.write_new_game(save_name, content)}."
        except (UserError, OSError) as error:
            return f"Not saved: {error}."


def _title(game: Game, names: Mapping[Color, str]) -> str:
    """Return the players' names as far as they are known, otherwise the name of the game."""
    return " - ".join(f"{color}: {name}" for color, name in names.items() if name) or game.display_name


def _info_lines(tree: GameTree) -> tuple[str, ...]:
    """Return the name, event, date and result of the game."""
    values = [first_property_value(tree.root_text, key) for key in ("GN", "EV", "DT")]
    result = first_property_value(tree.root_text, "RE")
    lines = [", ".join(filter(None, values)), f"Result: {result}" if result else ""]
    return tuple(filter(None, lines))


def _warnings(tree: GameTree) -> list[str]:
    """Return the warnings about the file and its root node."""
    warnings = list(sgf_functions(tree.game).read_warnings(tree.root_text))
    warnings += ["The file names no komi; 0 is used."] if tree.lacks_komi else []
    return warnings + sgf_file_warnings(tree.games, tree.is_complete, tree.warnings)
