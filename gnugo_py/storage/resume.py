"""Making a session of a record, so that the game goes on exactly as it was left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeGuard

from gnugo_py.core.position import Position
from gnugo_py.core.types import Mistake, Point, Side
from gnugo_py.engines.engine import Player
from gnugo_py.play.session import Session, Settling, Turn
from gnugo_py.sgf.grammar import SgfError
from gnugo_py.sgf.properties import outcome_of
from gnugo_py.sgf.reader import Record

DAMAGED = (
    "what the program wrote for itself (GNUGOPY) is damaged; open it with --load, as another program's game"
)
Memories = tuple[object, object]


def resumed(record: Record, player_of: Callable[[Mapping[str, object]], Player]) -> Session:
    """The session of a game this program saved: positions, memories, notes, and undo back to the start.

    player_of -- makes a player of its settings; raises Mistake with the remedy if it cannot.

    A game whose stones another program moved about goes on from there.

    Raises SgfError for a record of another program's, or one that was changed.
    """
    if record.private is None:
        raise SgfError("this game was not saved by gnugo-py; open it with --load")
    players = _players(record.private, player_of)
    memories = _memories(record.private, players, len(record.positions))
    first = record.edited_at
    positions: Sequence[Position] = record.positions
    if first:
        positions = _under(record, record.positions[first:], record.options)
    turns = [
        Turn(position, memory, note, None if position.mover is None else players.get(position.mover))
        for position, memory, note in zip(positions, memories[first:], record.notes[first:], strict=True)
    ]
    session = Session(record.game, players, turns)
    names = {Side.BLACK: record.black, Side.WHITE: record.white}
    session.names = {side: name for side, name in names.items() if name and side not in players}
    session.go_to(max(record.now - first, 0))
    outcome = outcome_of(record.result)
    if outcome is not None and outcome.reason == "resignation" and outcome.winner is not None:
        session.resign(outcome.winner.other)
    session.outcome = session.position.decided or outcome
    session.settling = _settling(record.private, session)
    return session


def foreign(record: Record, options: Mapping[str, object], players: Mapping[Side, Player]) -> Session:
    """The session of another program's game: its moves, names and comments.

    options -- what was asked for, in the place of what the file says of the rules.

    Raises SgfError for what the rules leave no way to play on with.
    """
    positions = _under(record, record.leading_to(record.now), {**record.options, **options})
    notes = record.notes[: record.now + 1][-len(positions) :]
    first = Session.begin(record.game, players, positions[0]).turn
    turns = [Turn(each, first.memories, note) for each, note in zip(positions, notes, strict=True)]
    session = Session(record.game, players, turns)
    names = {Side.BLACK: record.black, Side.WHITE: record.white}
    session.names = {side: name for side, name in names.items() if name}
    session.remarks = record.warnings
    session.outcome = session.position.decided
    return session


def _under(record: Record, positions: Sequence[Position], options: Mapping[str, object]) -> list[Position]:
    """A game of a file, by the rules that options name."""
    try:
        return record.game.notation.under(positions, options)
    except Mistake as error:
        raise SgfError(str(error)) from None


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


def _memories(private: dict[str, object], players: dict[Side, Player], number: int) -> list[Memories]:
    """What each side's player remembers at each turn."""
    changes = private.get("memories")
    if not isinstance(changes, list):
        raise SgfError(DAMAGED)
    known: list[list[object]] = [[None] * number for _ in Side]
    for change in changes:
        match change:
            case [turn, side, data] if (
                _is_below(turn, number) and _is_below(side, 2) and Side(side) in players
            ):
                try:
                    known[side][turn] = players[Side(side)].restored(data)
                except ValueError:
                    raise SgfError(DAMAGED) from None
            case _:
                raise SgfError(DAMAGED)
    for side in players:
        for turn in range(1, number):
            if known[side][turn] is None:
                known[side][turn] = known[side][turn - 1]
    return list(zip(*known, strict=True))


def _settling(private: dict[str, object], session: Session) -> Settling | None:
    """How far the count of the game had come."""
    match private.get("settling"):
        case {"proposed": None | bool() as proposed, "answers": list(answers)} if session.game.has_count:
            if all(each is None or _is_on_board(each, session) for each in answers):
                return Settling(proposed, tuple(answers))
            raise SgfError(DAMAGED)
        case None:
            return None
        case _:
            raise SgfError(DAMAGED)


def _is_below(value: object, bound: int) -> TypeGuard[int]:
    """Whether something is a whole number from 0 on, and below a bound; True and 1.0 are none."""
    return type(value) is int and 0 <= value < bound


def _is_on_board(point: object, session: Session) -> TypeGuard[Point]:
    """Whether something is a point of the game's board."""
    position = session.position
    rows: Sequence[str] = position.grid().rows
    if not _is_below(point, 10_000):
        return False
    row, column = session.game.cell_of(point, position)
    return 0 <= row < len(rows) and 0 <= column < len(rows[0])
