"""Making a session of a record, so that the game goes on exactly as it was left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnugo_py.games.contract import Game, Outcome, Side
from gnugo_py.games.player import Player
from gnugo_py.records.reading import Record
from gnugo_py.records.sgf import SgfError
from gnugo_py.session import Session, Turn

DAMAGED = (
    "what the program wrote for itself (GNUGOPY) is damaged; open it with --load, as another program's game"
)


def resumed(record: Record, game: Game, player_of: Callable[[Mapping[str, object]], Player]) -> Session:
    """The session of a game this program saved: positions, memories, notes, and undo back to the start.

    player_of -- makes a player of its settings; raises ValueError with the remedy if it cannot.

    Raises SgfError for a record of another program's, or one that was changed.
    """
    if record.private is None:
        raise SgfError("this game was not saved by gnugo-py; open it with --load")
    players = _players(record.private, player_of)
    memories = _memories(record.private, players, len(record.positions))
    turns = [Turn(*parts) for parts in zip(record.positions, memories, record.notes, strict=True)]
    session = Session(game, players, turns)
    session.go_to(record.now)
    outcome = outcome_of(record.result)
    if outcome is not None and outcome.reason == "resignation" and outcome.winner is not None:
        session.resign(outcome.winner.other)
    session.outcome = outcome
    return session


def outcome_of(result: str) -> Outcome | None:
    """The outcome that SGF's words for a result mean, None for none or one that is not known."""
    if result in ("0", "Draw"):
        return Outcome(None, "tie", 0)
    colour, plus, margin = result[:1], result[1:2], result[2:]
    if colour not in ("B", "W") or plus != "+":
        return None
    winner = Side("BW".index(colour))
    try:
        return Outcome(winner, f"by {margin} points", float(margin))
    except ValueError:
        return Outcome(winner, "resignation" if margin[:1] in ("R", "r") else margin or "unknown")


def _players(
    private: dict[str, object], player_of: Callable[[Mapping[str, object]], Player]
) -> dict[Side, Player]:
    """The players of the game, by side."""
    settings = private.get("players")
    if not isinstance(settings, dict):
        raise SgfError(DAMAGED)
    players: dict[Side, Player] = {}
    for side in Side:
        mine = settings.get(str(side))
        if isinstance(mine, dict):
            players[side] = player_of(mine)
        elif mine is not None:
            raise SgfError(DAMAGED)
    return players


def _memories(
    private: dict[str, object], players: dict[Side, Player], number: int
) -> list[tuple[object, object]]:
    """What each side's player remembers at each turn."""
    changes = private.get("memories")
    if not isinstance(changes, list):
        raise SgfError(DAMAGED)
    known: list[list[object]] = [[None] * number for _ in Side]
    for change in changes:
        match change:
            case [int(turn), 0 | 1 as side, data] if 0 <= turn < number and Side(side) in players:
                try:
                    memory = players[Side(side)].restored(data)
                except ValueError:
                    raise SgfError(DAMAGED) from None
                known[side][turn] = memory
            case _:
                raise SgfError(DAMAGED)
    for side in players:
        for turn in range(1, number):
            if known[side][turn] is None:
                known[side][turn] = known[side][turn - 1]
    return list(zip(*known, strict=True))
