"""Sessions from game records: resume a saved game exactly, or import a game by another program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeGuard

from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.position import Position
from gnugo_py.core.registry import sgf_functions
from gnugo_py.core.types import Color, Point, UserError
from gnugo_py.engines.engine import Engine, EngineConfig
from gnugo_py.play.session import CountProgress, Session, Turn
from gnugo_py.record.clock import TimeLeft, parse_time_control
from gnugo_py.record.properties import first_property_value, parse_result
from gnugo_py.record.reader import GameRecord
from gnugo_py.record.sgf_parser import SgfError

DAMAGED_MESSAGE = (
    "the program's private data (GNUGOPY) is damaged; use --load to import the file as another program's game"
)
_MAX_SECONDS = 10_000_000
EngineMemoriesByColor = tuple[object, object]


def resume_session(record: GameRecord, player_of: Callable[[EngineConfig], Engine]) -> Session:
    """Return the session of a game that this program saved: positions, memories, comments and undo history.

    player_of -- returns the engine with the given settings, or raises UserError with a remedy.

    If another program set up stones during the game, the session starts at the last setup.

    Raise SgfError if the record is by another program or its private data is damaged.
    """
    if record.private is None:
        raise SgfError("this game was not saved by gnugo-py; open it with --load")
    if record.unread:
        raise SgfError(f"{record.unread[:-1]}. Open the game with --load, or an earlier save")
    players = _players(record.private, player_of)
    memories = _memories(record.private, players, len(record.positions))
    first = record.last_setup_number
    positions: Sequence[Position] = record.positions
    if first:
        positions = _with_rules(record, record.positions[first:], record.options)
    turns = [
        Turn(
            position, memory, note, None if position.last_color is None else players.get(position.last_color)
        )
        for position, memory, note in zip(positions, memories[first:], record.comments[first:], strict=True)
    ]
    session = Session(record.game, players, turns)
    names = {Color.BLACK: record.black, Color.WHITE: record.white}
    session.names = {color: name for color, name in names.items() if name and color not in players}
    _restore_clock(record.private, session)
    session.go_to(max(record.current_move - first, 0))
    outcome = parse_result(record.result)
    session.outcome = session.position.outcome_without_count or outcome
    session.count_progress = _settling(record.private, session)
    session.notices = _notices_of_change(record, players)
    return session


def _notices_of_change(record: GameRecord, players: Mapping[Color, Engine]) -> tuple[str, ...]:
    """Return a notice for each engine whose play has changed since the version that saved the game."""
    program, _, version = first_property_value(record.root, "AP").partition(":")
    if program != "gnugo-py":
        return ()
    changes = {player.name: player.changed_in_version for player in players.values()}
    return tuple(
        f"{name} changed in version {changed} and may play differently from now on."
        for name, changed in sorted(changes.items())
        if changed and _version_numbers(version) < _version_numbers(changed)
    )


def _version_numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, for comparison; parts that are not numbers are left out."""
    return tuple(int(part) for part in version.split(".") if part.isascii() and part.isdigit())


def import_session(
    record: GameRecord, options: Mapping[str, object], players: Mapping[Color, Engine]
) -> Session:
    """Return the session of a game by another program: its moves, names and comments.

    options -- options of the game that replace those in the file.
    players -- the engines, by color.

    Raise SgfError if the game cannot be played under these rules.
    """
    positions = _with_rules(
        record, record.positions_since_setup(record.current_move), {**record.options, **options}
    )
    notes = record.comments[: record.current_move + 1][-len(positions) :]
    first = Session.from_position(record.game, players, positions[0]).current_turn
    turns = [Turn(each, first.memories, note) for each, note in zip(positions, notes, strict=True)]
    session = Session(record.game, players, turns)
    names = {Color.BLACK: record.black, Color.WHITE: record.white}
    session.names = {color: name for color, name in names.items() if name}
    session.notices = record.warnings
    session.outcome = session.position.outcome_without_count
    return session


def _with_rules(
    record: GameRecord, positions: Sequence[Position], options: Mapping[str, object]
) -> list[Position]:
    """Return the positions under the rules in `options`. Raise SgfError if that is impossible."""
    try:
        return sgf_functions(record.game).under_rules(positions, options)
    except UserError as error:
        raise SgfError(str(error)) from None


def _players(private: dict[str, object], player_of: Callable[[EngineConfig], Engine]) -> dict[Color, Engine]:
    """Return the engines of the game, by color. Raise SgfError if their settings are damaged."""
    settings = private.get("players")
    if not isinstance(settings, dict):
        raise SgfError(DAMAGED_MESSAGE)
    players: dict[Color, Engine] = {}
    for color in Color:
        mine = settings.get(str(color))
        if isinstance(mine, dict):
            players[color] = player_of(EngineConfig.from_json(mine))
        elif mine is not None:
            raise SgfError(DAMAGED_MESSAGE)
    return players


def _memories(
    private: dict[str, object], players: dict[Color, Engine], number: int
) -> list[EngineMemoriesByColor]:
    """Return the memories of both engines at each turn. Raise SgfError if they are damaged."""
    changes = private.get("memories")
    if not isinstance(changes, list):
        raise SgfError(DAMAGED_MESSAGE)
    known: list[list[object]] = [[None] * number for _ in Color]
    for change in changes:
        match change:
            case [turn, color, data] if (
                _is_below(turn, number) and _is_below(color, 2) and Color(color) in players
            ):
                try:
                    known[color][turn] = players[Color(color)].memory_from_json(data)
                except ValueError:
                    raise SgfError(DAMAGED_MESSAGE) from None
            case _:
                raise SgfError(DAMAGED_MESSAGE)
    for color in players:
        for turn in range(1, number):
            if known[color][turn] is None:
                known[color][turn] = known[color][turn - 1]
    return list(zip(*known, strict=True))


def _restore_clock(private: dict[str, object], session: Session) -> None:
    """Restore the clock of a session and the times after each move.  Raise SgfError if the data is damaged.

    Moves that another program has added do not change the times.
    """
    match private.get("clock"):
        case None:
            return
        case {"control": str(text), "left": list(entries)}:
            pass
        case _:
            raise SgfError(DAMAGED_MESSAGE)
    try:
        control = parse_time_control(text)
        times = [_time_left(entry) for entry in entries]
    except UserError:
        raise SgfError(DAMAGED_MESSAGE) from None
    session.set_clock(control)
    session.set_times_after_moves(times)


def _time_left(entry: object) -> TimeLeft:
    """Return the time left to a player.  Raise SgfError if the data is damaged."""
    match entry:
        case [int() | float() as main, int(periods), int() | float() as period, int(stones)]:
            if all(0 <= value <= _MAX_SECONDS for value in (main, periods, period, stones)):
                return TimeLeft(main, periods, period, stones)
    raise SgfError(DAMAGED_MESSAGE)


def _settling(private: dict[str, object], session: Session) -> CountProgress | None:
    """Return the progress of the count, or None if it had not started. Raise SgfError if it is damaged."""
    match private.get("settling"):
        case {"proposed": None | bool() as proposed, "answers": list(answers)} if session.game.has_count:
            if all(each is None or _is_on_board(each, session) for each in answers):
                return CountProgress(proposed, tuple(answers))
            raise SgfError(DAMAGED_MESSAGE)
        case None:
            return None
        case _:
            raise SgfError(DAMAGED_MESSAGE)


def _is_below(value: object, bound: int) -> TypeGuard[int]:
    """Return whether a value is an int from 0 to `bound` - 1; bool and float values do not count."""
    return type(value) is int and 0 <= value < bound


def _is_on_board(point: object, session: Session) -> TypeGuard[Point]:
    """Return whether a value is a point of the game's board."""
    size = session.position.size
    return _is_below(point, 10_000) and all(0 <= each < size for each in row_and_column(point, size))
