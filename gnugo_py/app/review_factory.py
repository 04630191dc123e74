"""Games to look through: of a file with all its variations, or the one that is being played."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Mistake, Resign, Side
from gnugo_py.engines.engine import Player
from gnugo_py.play.game_tree import Moment, Story
from gnugo_py.play.session import Session, Turn
from gnugo_py.sgf.grammar import doubts_of_file
from gnugo_py.sgf.tree import Tree, read_tree
from gnugo_py.storage.save_store import Store, name_typed

NAMES = ((Side.BLACK, "PB"), (Side.WHITE, "PW"))


class Library(NamedTuple):
    """What stories need.

    store   -- the saved games.
    players -- who plays in a game that goes on from a position, the person being the side to move there.
    let_go  -- lets the game go that was played before.
    """

    store: Store
    players: Callable[[Game, Position], Mapping[Side, Player]]
    let_go: Callable[[], None]

    def of_session(self, session: Session) -> Story:
        """The game that is being played, from where it stands; what was taken back follows.

        A game that goes on from one of its moments has the same players.
        """
        from gnugo_py.sgf.writer import to_sgf

        content = to_sgf(session, date.today())
        tree = read_tree(content)
        now = next(each for each in tree.main_line() if each.number >= min(_made(session), _last(tree)))
        return self._replace(players=lambda game, last: session.players)._story(tree, content, now)

    def of_file(self, content: bytes, number: int | None = None) -> Story:
        """A game of a file, by its number or the first, from its start.  Raises Mistake for what is none."""
        from gnugo_py.sgf.reader import read_sgf, warnings_of_replaced

        tree = read_tree(content, number)
        warnings: list[str] = []
        with suppress(Mistake):  # moves that cannot be made are reported when they are reached
            warnings = warnings_of_replaced(read_sgf(content, number).replaced)
        story = self._story(tree, content, tree.root)
        return story._replace(facts=(*story.facts, *warnings))

    def _story(self, tree: Tree, content: bytes, now: Moment) -> Story:
        return Story(
            tree.game,
            tree.root,
            now,
            _title(tree),
            {side: _first(tree.facts, key) for side, key in NAMES},
            _facts(tree),
            lambda moment: self._begun(tree, moment.position),
            lambda name: self._saved(content, name),
        )

    def _begun(self, tree: Tree, last: Position) -> Session:
        """A game that goes on from a position.  Raises Mistake where there is nothing to go on with."""
        if last.decided is not None:
            raise Mistake("the game is over here; go back a move first")
        positions = [last]
        while positions[-1].previous is not None:
            positions.append(positions[-1].previous)
        game, made = tree.game, tree.game.notation.under(positions[::-1], tree.options)
        players = self.players(game, last)
        memories = Session.begin(game, players, made[0]).turn.memories
        self.let_go()
        return Session(game, players, [Turn(position, memories) for position in made])

    def _saved(self, content: bytes, name: str) -> str:
        """Write a copy; what to tell of it."""
        try:
            if os.path.lexists(self.store.path(name_typed(name))):
                return f"Not saved: there is a saved game '{name_typed(name)}' already; choose another name."
            return f"Saved as {self.store.create(name_typed(name), content)}."
        except (Mistake, OSError) as error:
            return f"Not saved: {error}."


def _made(session: Session) -> int:
    """How many moves of a session a file holds."""
    return sum(1 for turn in session.turns[1:] if not isinstance(turn.move, Resign))


def _last(tree: Tree) -> int:
    *_, last = tree.main_line()
    return last.number


def _first(facts: Mapping[str, list[str]], name: str) -> str:
    return " ".join((facts.get(name) or [""])[0].split())


def _title(tree: Tree) -> str:
    """Who played whom, as far as it is known."""
    names = [f"{side}: {_first(tree.facts, key)}" for side, key in NAMES if _first(tree.facts, key)]
    return " - ".join(names or [tree.game.name])


def _facts(tree: Tree) -> tuple[str, ...]:
    """The name of the game, its date and its result, and how the file was read."""
    told = [_first(tree.facts, key) for key in ("GN", "EV", "DT")]
    result = _first(tree.facts, "RE")
    lines = [", ".join(filter(None, told)), f"Result: {result}" if result else ""]
    lines += tree.game.notation.doubts(tree.facts)
    lines += doubts_of_file(tree.games, tree.is_whole, tree.lacks_sign)
    return tuple(filter(None, lines))
