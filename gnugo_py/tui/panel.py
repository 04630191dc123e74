"""What a conversation has the screen show: board, marks, and the panel beside it."""

from __future__ import annotations

from gnugo_py.dialogue.conversation import Conversation
from gnugo_py.games.contract import Play, Side
from gnugo_py.games.diagram import Grid
from gnugo_py.play.session import Session
from gnugo_py.tui.state import Cell, State, taken_cells

SHOWN_MOVES = 6
FIRST_MOVES = 2
"""Until so many moves are made, the panel tells where help is."""


def after_listening(state: State, talk: Conversation, before: Grid | None) -> State:
    """The state that fits a conversation after it went on.

    before -- the board shown until now, to see which stones are gone.
    """
    state = state._replace(prompt=talk.prompt)
    session = talk.session
    if session is None:
        return state._replace(grid=talk.grid)
    grid = state.grid if state.overlay else talk.grid
    counting = not talk.is_turn
    number = len(session.turns) - 1
    went_on = number > state.number and not counting and not state.overlay
    return state._replace(
        title=" - ".join(_name(session, side) for side in Side),
        grid=grid,
        last=None if counting or state.overlay else _last_cell(session),
        number=number,
        taken=taken_cells(before, grid) if went_on else frozenset(),
        ko=frozenset() if counting else _ko_cells(session),
        panel=talk.standing or _panel(session, state.status, explained=bool(state.overlay)),
        standing=talk.standing,
        alarm=f"NOT SAVED: {talk.trouble}" if talk.trouble else "",
        brief=" ".join((f"Move {number}.", *state.status[:1])),
    )


def _name(session: Session, side: Side) -> str:
    """Who plays a side."""
    player = session.players.get(side)
    if player is not None:
        return f"{side}: {player.name}"
    return f"{side}: you" if session.players else str(side)


def _last_cell(session: Session) -> Cell | None:
    """The cell of the last move, None if that was none on the board."""
    position = session.position
    move = position.last_move
    return session.game.cell_of(move.points[-1], position) if isinstance(move, Play) else None


def _ko_cells(session: Session) -> frozenset[Cell]:
    position = session.position
    return frozenset(session.game.cell_of(point, position) for point in session.game.forbidden(position))


def _panel(session: Session, status: tuple[str, ...], explained: bool) -> tuple[str, ...]:
    """Everything beside the board: the game, its last moves, what the engine says to its last.

    explained -- whether an explanation is being shown, which then stands alone.
    """
    game, turns = session.game, session.turns
    moves = [
        f"{number} {game.format_move(turn.move, turn.position)}"
        for number, turn in enumerate(turns)
        if turn.move is not None
    ]
    said = () if explained else next((turn.note for turn in reversed(turns) if turn.note), ())
    lines = [", ".join(game.details(session.position)), *status]
    if moves:
        lines.append("Moves: " + "  ".join(moves[-SHOWN_MOVES:]))
    if len(moves) < FIRST_MOVES and len(session.players) < len(Side):
        lines += ["", "Type a point to play there; F1 or help shows what else you can do."]
    return (*lines, "", *said, "") if said else (*lines, "")
