"""Engines in a game tree: who plays, their moves, what the tree keeps of them, and matches of two engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gnugo_py.engines.engine import Decision, Engine, EngineError
from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.checks import checked
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Outcome, Resign
from gnugo_py.record.clock import TimeLeft
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.tree import Tree

PERSON_NAME = "Human"
"""The name of a person in a file, if no other name is known."""
_RANK_PROPERTIES = ("BR", "WR")
"""The properties for ranks, which are written as uncertain: `12k?` for 12 kyu."""


def new_game(start: Position, players: Mapping[Color, Engine]) -> Tree:
    """Return the tree of a new game of today.

    players -- the engines, by color; a color without an engine is played by a person.
    """
    tree = Tree(start)
    tree.root.set_private("players", {})
    seat_players(tree, players)
    tree.add_date()
    return tree


def seat_players(tree: Tree, players: Mapping[Color, Engine]) -> None:
    """Set the players of a game in which no engine has played yet; a person keeps the name in the file.

    players -- the engines, by color; a color without an engine is played by a person.
    """
    for color, name in tree.names.items():
        if color in players:
            set_player(tree, color, players[color])
        elif not name:
            tree.set_name(color, PERSON_NAME)
    for color, player in players.items():
        memory = player.initial_memory()
        if memory is not None:
            tree.root.set_memory(str(color), player.memory_to_json(memory))


def set_player(tree: Tree, color: Color, player: Engine | None) -> None:
    """Set the player of a color: an engine, which starts without memory, or a person if `player` is None."""
    settings = (tree.root.private or {}).get("players")
    players = dict(settings) if isinstance(settings, dict) else {}
    players.pop(str(color), None)
    if player is not None:
        players[str(color)] = player.config().to_json()
    tree.clear_memory(str(color))
    tree.root.set_private("players", dict(sorted(players.items())))
    tree.set_name(color, player.name if player is not None else PERSON_NAME)
    number, _, kind = (player.rank if player is not None else "").partition(" ")
    tree.root.set_text(_RANK_PROPERTIES[color], f"{number}{kind[:1]}?" if number else "")


def choose_move(node: Node, player: Engine) -> Decision[Any]:
    """Return the decision of an engine for the color to move, with its memory and the time from the clock.

    Raise EngineError if the engine cannot choose a move.
    """
    position, control = node.position, node.tree.clock
    left = None if control is None else node.time_left(position.to_move)
    player.limit_time(None if control is None or left is None else control.thinking_time(left, position))
    return player.choose(position, engine_memory(node, player, position.to_move))


def engine_memory(node: Node, player: Engine, color: Color) -> object:
    """Return the memory of an engine after a node, None if the tree has none."""
    data = node.memory(str(color))
    return None if data is None else player.memory_from_json(data)


def play_decision(cursor: Cursor, player: Engine, decision: Decision[Any]) -> Node:
    """Play the move that an engine chose, which must not be a resignation, and return its node.

    The node gets the engine's explanation as its comment, without what would need more thinking, and the
    engine's memory.

    Raise IllegalMove, and change nothing, if the move is illegal.
    """
    before = cursor.node.position
    explanation = player.explain_at_once(before, decision)
    node = cursor.play(decision.move)
    if explanation:
        node.comment = "\n".join(explanation)
    if decision.memory is not None:
        node.set_memory(str(before.to_move), player.memory_to_json(decision.memory))
    node.decision, node.engine = decision, player
    return node


def take_time(node: Node, seconds: float) -> None:
    """Set the time that is left after a move; without a clock, nothing changes.

    seconds -- how long the player took for the move.
    """
    control = node.tree.clock
    if control is None or node.color is None or node.parent is None:
        return
    before = node.parent.time_left(node.color) or control.initial_time_left
    node.set_time_left(control.after_move(before, seconds) or TimeLeft(0))


FORFEIT_REASON = "forfeit"


def play_to_end(
    tree: Tree, players: Mapping[Color, Engine], on_move: Callable[[], object] = lambda: None
) -> tuple[Outcome, str]:
    """Play a game from its current node to its end, count it, and return its outcome.

    Also return why the loser forfeited the game, empty if no engine failed.  If the game must be counted,
    the judge determines the dead stones.

    players -- the engines, by color.
    on_move -- called after each move.
    """
    cursor, outcome, fault = Cursor(tree, tree.current), None, ""
    try:
        while outcome is None and not cursor.position.is_over:
            color = cursor.position.to_move
            decision = choose_move(cursor.node, players[color])
            if isinstance(decision.move, Resign):
                outcome = Outcome(color.opponent, "resignation")
            else:
                play_decision(cursor, players[color], decision)
            on_move()
    except EngineError as error:
        fault = str(error)
        outcome = Outcome(cursor.position.to_move.opponent, FORFEIT_REASON)
    finally:
        tree.current = cursor.node
    outcome = outcome or cursor.position.outcome(dead_stones(cursor.position))
    assert outcome is not None
    tree.result = outcome
    return outcome, fault


@checked
def play_match(
    first: Engine,
    second: Engine,
    start: Position,
    games: int = 1,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> list[Tree]:
    """Return the games of a match between two engines, with their results.

    first, second -- the engines. They alternate colors, and the first one begins with Black.
    start         -- the starting position of each game; if necessary, it gets a move limit.
    games         -- the number of games.
    seed          -- the seed of the first game; each further game has the next seed.
    progress      -- called after each move and each game with the number of finished games and of all; it
                     stops the match by raising an exception, which is passed on.

    An engine that fails forfeits the game, with the reason in the last comment. Raise EngineError if an
    engine does not support the game, and IllegalMove if it plays an illegal move.
    """
    report = progress or (lambda done, total: None)
    start, played = start.with_move_limit(), list[Tree]()
    for engine in (first, second):
        engine.prepare(start)
    for number in range(games):
        one, other = (engine.with_seed(seed + number) for engine in (first, second))
        black, white = (other, one) if number % 2 else (one, other)
        players = {Color.BLACK: black, Color.WHITE: white}
        tree = new_game(start, players)
        _, error = play_to_end(tree, players, partial(report, number, games))
        if error:
            tree.current.comment = "\n".join(filter(None, (tree.current.comment, error)))
        played.append(tree)
        report(len(played), games)
    return played
