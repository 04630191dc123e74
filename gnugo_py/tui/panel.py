"""What a conversation has the screen show: board, marks, and the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from gnugo_py.dialogue.conversation import Conversation
from gnugo_py.dialogue.phase import Viewing
from gnugo_py.games.contract import Point, Position, Side
from gnugo_py.games.diagram import named
from gnugo_py.games.game import Game, Marks
from gnugo_py.games.mistake import Mistake
from gnugo_py.games.picking import next_points
from gnugo_py.play.session import Session
from gnugo_py.tui.state import Cell, Seat, State

SHOWN_MOVES = 6
FIRST_MOVES = 2
"""Until so many moves are made, the panel tells where help is."""


def after_listening(state: State, talk: Conversation) -> State:
    """The state that fits a conversation after it went on."""
    state = state._replace(prompt=talk.prompt, picking=talk.is_picking)
    session, viewing = talk.session, talk.viewing
    if viewing is not None:
        return _viewed(state, viewing)
    state = state._replace(reviewing=False, graph=())
    if session is None:
        return state._replace(grid=talk.grid)
    counting = not talk.is_turn and session.game.has_count
    number = len(session.turns) - 1
    went_on = number > state.number and not counting and not state.overlay
    marks = Marks() if counting or state.overlay else session.game.marks(session.position)
    return state._replace(
        title=" - ".join(_name(session, side) for side in Side),
        header=_header(session, is_over=counting or session.outcome is not None),
        grid=state.grid if state.overlay else talk.grid,
        last=_cells(session, marks.last),
        number=number,
        taken=frozenset(_cells(session, marks.taken)) if went_on else frozenset(),
        forbidden=frozenset(_cells(session, marks.forbidden)),
        winning=frozenset(_cells(session, marks.winning)),
        threatened=frozenset(_cells(session, marks.threatened if state.look.atari else ())),
        playable=_playable(session) if state.look.moves and talk.is_turn else frozenset(),
        panel=talk.standing or _panel(session, state.status, explained=bool(state.overlay)),
        standing=talk.standing,
        alarm=f"NOT SAVED: {talk.trouble}" if talk.trouble else "",
        brief=" ".join((f"Move {number}.", *state.status[:1])),
    )


def _viewed(state: State, viewing: Viewing) -> State:
    """The state that shows a moment of a game that is looked through."""
    story, moment = viewing.story, viewing.moment
    position = moment.position
    game, marks = story.game, story.game.marks(position)

    def cells(points: Iterable[Point]) -> tuple[Cell, ...]:
        return tuple(game.cell_of(point, position) for point in points)

    return state._replace(
        title=story.title,
        header=_seats(game, position, story.names, is_over=position.outcome is not None),
        grid=state.grid if state.overlay else position.grid(),
        last=cells(marks.last),
        number=moment.number,
        taken=frozenset(),
        forbidden=frozenset(),
        winning=frozenset(cells(marks.winning)),
        threatened=frozenset(cells(marks.threatened if state.look.atari else ())),
        playable=frozenset(),
        panel=(*state.status, ""),
        standing=(),
        alarm="",
        brief="".join(state.status[:1]) + ("; why shows its comment" if moment.comment else ""),
        graph=tuple(0.5 if share is None else share for share in viewing.chances),
        along=next(number for number, each in enumerate(viewing.line) if each is moment),
        reviewing=True,
    )


def with_about(state: State, talk: Conversation) -> State:
    """The state with what there is to tell of the cursor's cell."""
    session, cell = talk.session, state.cursor
    if session is None or cell is None or state.grid is None or state.reviewing:
        return state._replace(about="")
    position = session.position
    about = session.game.about(session.game.point_at(*cell, position), position)
    return state._replace(about=f"{named(state.grid, cell)}: {about}." if about else "")


def _playable(session: Session) -> frozenset[Cell]:
    """The cells with which a move of the side to move can begin."""
    return frozenset(_cells(session, next_points(session.position, ())))


def _cells(session: Session, points: Iterable[Point]) -> tuple[Cell, ...]:
    """The cells of some points of the board."""
    return tuple(session.game.cell_of(point, session.position) for point in points)


def _name(session: Session, side: Side) -> str:
    """Who plays a side."""
    called = _called(session, side)
    return f"{side}: {called}" if called else str(side)


def _called(session: Session, side: Side) -> str:
    """What to call who plays a side; nothing where two people play."""
    player = session.players.get(side)
    return player.name if player is not None else "you" if session.players else ""


def _header(session: Session, is_over: bool) -> tuple[Seat, ...]:
    """The sides at the table."""
    names = {side: _called(session, side) for side in Side}
    return _seats(session.game, session.position, names, is_over)


def _seats(game: Game, position: Position, names: Mapping[Side, str], is_over: bool) -> tuple[Seat, ...]:
    """The sides: who plays each, what it has taken, whose turn it is."""
    taken = game.taken(position)
    return tuple(
        Seat(
            "XO"[side],
            " ".join(filter(None, (str(side), names.get(side), str(taken[side]) if taken else ""))),
            not is_over and side is position.to_move,
        )
        for side in Side
    )


def _panel(session: Session, status: tuple[str, ...], explained: bool) -> tuple[str, ...]:
    """Everything beside the board: the game, its last moves, what the engine says to its last.

    explained -- whether an explanation is being shown, which then stands alone.
    """
    game, turns = session.game, session.turns
    moves = [
        f"{number} {game.format_move(turn.move, turn.position.previous or turn.position)}"
        for number, turn in enumerate(turns)
        if turn.move is not None
    ]
    said = () if explained else next((turn.note for turn in reversed(turns) if turn.note), ())
    lines = [", ".join(game.details(session.position)), *status]
    if moves:
        lines.append("Moves: " + "  ".join(moves[-SHOWN_MOVES:]))
    if len(moves) < FIRST_MOVES and len(session.players) < len(Side):
        lines += ["", f"Type a move, like {_example(session)}; F1 or help shows what else you can do."]
    return (*lines, "", *said, "") if said else (*lines, "")


def _example(session: Session) -> str:
    """A move as it may be typed here: the game's usual example or, where that is not legal, another."""
    game, position = session.game, session.position
    with suppress(Mistake):
        if position.why_illegal(game.parse_move(game.example, position)) is None:
            return game.example
    return next((game.format_move(move, position) for move in position.legal_moves()), game.example)
