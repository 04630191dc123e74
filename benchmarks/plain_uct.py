"""A reference opponent: plain UCT with uniformly random playouts and no knowledge but the rules."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position, dead_stones
from gnugo_py.core.types import Move
from gnugo_py.engines.engine import Decision, Engine

EXPLORATION = 1.0


class _Node:
    """A node: the move that leads to it, its visits, and the wins of the player who made that move."""

    def __init__(self, move: Move | None) -> None:
        self.move = move
        self.visits, self.won = 0, 0.0
        self.children: list[_Node] = []

    def next(self) -> _Node:
        """Return the child to visit: one without visits, else the one with the highest UCB1 value."""
        log = math.log(self.visits + 1)
        return max(
            self.children,
            key=lambda child: (
                child.won / child.visits + EXPLORATION * math.sqrt(log / child.visits)
                if child.visits
                else math.inf
            ),
        )


class PlainUct(Engine):
    """The reference engine.

    game  -- the game it plays.
    games -- playouts per move.
    """

    def __init__(self, game: Game, games: int, seed: int = 0) -> None:
        self._game, self._games = game, games
        self._chance = Random(seed)

    def with_seed(self, seed: int) -> PlainUct:
        """Return a copy with another seed."""
        return PlainUct(self._game, self._games, seed)

    def choose(self, position: Position, memory: None = None) -> Decision[Any]:
        """Return the move with the most visits."""
        root = _Node(None)
        for _ in range(self._games):
            self._grow(root, position)
        best = max(root.children, key=lambda child: child.visits)
        assert best.move is not None
        return Decision(best.move)

    def _grow(self, root: _Node, position: Position) -> None:
        """Run one playout and add its result to the tree."""
        way, movers = [root], [position.to_move.opponent]
        node = root
        while not position.is_over and (node is root or node.visits):
            if not node.children:
                moves = list(position.legal_moves())
                self._chance.shuffle(moves)
                node.children = [_Node(move) for move in moves]
            node = node.next()
            assert node.move is not None
            way.append(node)
            movers.append(position.to_move)
            position = position.play_unchecked(node.move)
        while not position.is_over:
            position = position.play_unchecked(self._chance.choice(list(position.legal_moves())))
        winner = position.final_outcome(dead_stones(position)).winner
        for each, mover in zip(way, movers, strict=True):
            each.visits += 1
            each.won += 0.5 if winner is None else winner is mover
