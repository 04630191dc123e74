"""What players say of moves: a hint for the next, and why one was made."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from typing import Any

from gnugo_py.app.phases.base import Considering, Phase, Task, Turns
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.engines.engine import Choice, Player
from gnugo_py.engines.levels import LEVELS
from gnugo_py.play.session import Session, Turn

LOOKING = 3
"""The level that looks at whose points are to be."""
OWNED, LOST = 0.3, 0.5
"""From which balance on a point counts as a side's, and a stone as lost; 1 is always, 0 even."""
UNEXPLAINED = "It did not say why."


def hint(turns: Turns, words: str) -> Phase:
    """What an adviser would play, and why; with a number, one who searches at that level."""
    context, position = turns.context, turns.context.playing.position
    if words and words not in map(str, range(1, LEVELS + 1)):
        context.say("refusal", f"type hint, or hint and a level, 1 to {LEVELS}.")
        return turns.again()
    adviser = context.adviser(int(words) if words else None)
    if adviser is None:
        context.say("refusal", f"nobody here can give a hint in {context.game.name}.")
        return turns.again()

    def told(choice: Choice[Any]) -> Phase:
        move = context.game.format_move(choice.move, position)
        title = f"{adviser.name} would play {move}:"
        context.explain((title, *adviser.explain(position, choice)), position, adviser, choice)
        return turns.again()

    return _asked(turns, adviser, position, adviser.fresh_memory(), told)


def _asked(
    turns: Turns, player: Player, position: Position, memory: object, told: Callable[[Choice[Any]], Phase]
) -> Phase:
    """Have a player think about a position, and tell of it."""

    def failed(reason: str) -> Phase:
        turns.context.say("refusal", f"{reason}.")
        return turns.again()

    return Considering(Task(player, lambda: player.choose(position, memory), told, failed), turns.again())


def influence(turns: Turns, _: str) -> Phase:
    """Whose each point comes to be in games played from here, over the board."""
    context, position = turns.context, turns.context.playing.position
    adviser = context.services.adviser(context.game, position, LOOKING)
    if adviser is None:
        context.say("refusal", f"nobody here can tell that of {context.game.name}.")
        return turns.again()

    def told(choice: Choice[Any]) -> Phase:
        owners = adviser.owners(choice)
        if not owners:
            context.say("refusal", "there is nothing to tell of a game that is decided.")
            return turns.again()
        grid, marks = position.grid(), []
        for point, share in owners:
            row, column = context.game.cell_of(point, position)
            sign = _influenced(grid.rows[row][column], share)
            marks += [((row, column), sign)] if sign else []
        black = fsum((1 + share) / 2 for _, share in owners)
        white = len(owners) - black
        told = f"In games played from here Black comes to own {black:.0f} points, White {white:.0f}."
        key = "b, w: points that mostly become theirs; x, o: stones that are mostly lost."
        context.say("why", told, key, grid=grid, marks=tuple(marks))
        return turns.again()

    return _asked(turns, adviser, position, adviser.fresh_memory(), told)


def _influenced(sign: str, share: float) -> str:
    """What to draw on a cell that is so much more often Black's than White's; nothing for many."""
    if sign in "XO":
        return sign.lower() if (share if sign == "O" else -share) > LOST else ""
    return ("b" if share > 0 else "w") if abs(share) > OWNED else ""


def why(turns: Turns, words: str) -> Phase:
    """Why a player made its last move or, with a number, that one; with `more`, on a page of its own."""
    context, line = turns.context, turns.context.playing.turns
    words, is_page = words.removesuffix("more").strip(), words.endswith("more")
    refusal, number = _move_asked_for(context.playing, words)
    if refusal:
        context.say("refusal", refusal)
        return turns.again()
    before, after = line[number - 1], line[number]
    player, side = after.player, after.side
    assert player is not None
    assert side is not None

    def told(choice: Choice[Any] | None) -> Phase:
        reasons = _reasons_in_words(context.game, after, number)
        if is_page:
            context.say("page", *reasons)
            return turns.again()
        is_same = choice is not None and choice.move == after.move
        context.explain(reasons, before.position, player, choice if is_same else None)
        return turns.again()

    memory = before.memories[side]
    can_repeat = memory is not None or (player.is_adviser and player.fresh_memory() is None)
    if after.choice is not None or not can_repeat:
        return told(after.choice)
    return _asked(turns, player, before.position, memory, told)


def _move_asked_for(session: Session, words: str) -> tuple[str, int]:
    """A refusal, or nothing and the number of the move that a player is to explain."""
    turns = session.turns
    if len(turns) == 1:
        return "nobody has made a move yet.", 0
    if words and not (words.isascii() and words.isdigit() and len(words) < 6 and 0 < int(words) < len(turns)):
        return f"type why and the number of a move, 1 to {len(turns) - 1}.", 0
    made = [number for number, turn in enumerate(turns) if turn.player is not None]
    number = int(words) if words else (made[-1] if made else 0)
    if number in made:
        return "", number
    return "a person made that move." if words else "the computer has made no move yet.", 0


def _reasons_in_words(game: Game, turn: Turn, number: int) -> tuple[str, ...]:
    """A move and why it was made, in words."""
    before = turn.position.previous
    assert before is not None
    assert turn.move is not None
    title = f"Why {turn.side} played {game.format_move(turn.move, before)} as move {number}:"
    return (title, *(turn.note or (UNEXPLAINED,)))
