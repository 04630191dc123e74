"""A reference to play against: a tree search by random games (UCT) that knows nothing but a game's rules."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from gnugo_py.core.game import Game, judged
from gnugo_py.core.position import Position
from gnugo_py.core.types import Move
from gnugo_py.engines.engine import Choice

EXPLORATION = 1.0


class _Node:
    """A position of the tree: the move to it, how often it was reached, and won by who made that move."""

    def __init__(self, move: Move | None) -> None:
        self.move = move
        self.visits, self.won = 0, 0.0
        self.children: list[_Node] = []

    def next(self) -> _Node:
        """The child to go to: any not seen yet, else the one with the highest upper bound (UCB1)."""
        log = math.log(self.visits + 1)
        return max(
            self.children,
            key=lambda child: (
                child.won / child.visits + EXPLORATION * math.sqrt(log / child.visits)
                if child.visits
                else math.inf
            ),
        )


class PlainUct:
    """The player.

    game  -- what it plays.
    games -- how many random games a move takes.
    """

    def __init__(self, game: Game, games: int, seed: int = 0) -> None:
        self._game, self._games = game, games
        self._chance = Random(seed)

    def reseed(self, seed: int) -> PlainUct:
        """One like it with another seed."""
        return PlainUct(self._game, self._games, seed)

    def fresh_memory(self) -> None:
        """Nothing."""

    def choose(self, position: Position, memory: None) -> Choice[Any]:
        """The move that most random games were played through."""
        root = _Node(None)
        for _ in range(self._games):
            self._grow(root, position)
        best = max(root.children, key=lambda child: child.visits)
        assert best.move is not None
        return Choice(best.move, (), None)

    def _grow(self, root: _Node, position: Position) -> None:
        """One random game."""
        way, movers = [root], [position.to_move.other]
        node = root
        while not position.over and (node is root or node.visits):
            if not node.children:
                moves = list(position.legal_moves())
                self._chance.shuffle(moves)
                node.children = [_Node(move) for move in moves]
            node = node.next()
            assert node.move is not None
            way.append(node)
            movers.append(position.to_move)
            position = position.play(node.move)
        while not position.over:
            position = position.play(self._chance.choice(list(position.legal_moves())))
        winner = judged(self._game, position).winner
        for each, mover in zip(way, movers, strict=True):
            each.visits += 1
            each.won += 0.5 if winner is None else winner is mover
