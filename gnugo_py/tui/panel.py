"""What a conversation has the screen show: board, marks, and the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise

from gnugo_py.core.base_game import next_points
from gnugo_py.core.diagram import named
from gnugo_py.core.game import Marks
from gnugo_py.core.types import Mistake, Point, Side
from gnugo_py.dialogue.conversation import Conversation
from gnugo_py.dialogue.phase import Viewing
from gnugo_py.dialogue.table import called, mover_of, seated, seats
from gnugo_py.play.session import Session
from gnugo_py.tui.state import Cell, Made, State

MOVES_BEFORE, MOVES_AFTER = 60, 40
"""How much of a game that is looked through is listed, before and after the moment shown."""
MOST_REASONS, LONGEST_REASON = 40, 1000
FIRST_MOVES = 2
"""Until so many moves are made, the panel tells where help is."""


def after_listening(state: State, talk: Conversation) -> State:
    """The state that fits a conversation after it went on."""
    state = state._replace(prompt=talk.prompt, picking=talk.is_picking)
    session, viewing = talk.session, talk.viewing
    if talk.lesson:
        return _taught(state, talk)
    if viewing is not None:
        return _viewed(state, viewing)
    state = state._replace(reviewing=False, graph=())
    if session is None:
        return state._replace(grid=talk.grid)
    counting = not talk.is_turn and session.game.has_count
    number = len(session.turns) - 1
    went_on = number > state.number and not counting and not state.overlay
    status = session.game.status(session.position) if talk.is_turn else state.status
    marks = Marks() if counting or state.overlay else session.game.marks(session.position)
    return state._replace(
        title=" - ".join(_name(session, side) for side in Side),
        header=seated(session, is_over=counting or session.outcome is not None),
        grid=state.grid if state.overlay else talk.grid,
        last=_cells(session, marks.last),
        number=number,
        taken=frozenset(_cells(session, marks.taken)) if went_on else frozenset(),
        forbidden=frozenset(_cells(session, marks.forbidden)),
        winning=frozenset(_cells(session, marks.winning)),
        threatened=frozenset(_cells(session, marks.threatened if state.look.atari else ())),
        playable=_playable(session) if state.look.moves and talk.is_turn else frozenset(),
        panel=talk.standing or (*_panel(session, status), *_tip(session, talk)),
        moves=() if talk.standing else _moves(session),
        scrolled=state.scrolled if number == state.number else 0,
        reasons=() if talk.standing or state.overlay else _reasons(session),
        standing=talk.standing,
        alarm=f"NOT SAVED: {talk.trouble}" if talk.trouble else "",
        brief=" ".join((f"Move {number}.", *status[:1])),
    )


def _viewed(state: State, viewing: Viewing) -> State:
    """The state that shows a moment of a game that is looked through."""
    story, moment = viewing.story, viewing.moment
    position = moment.position
    game, marks = story.game, story.game.marks(position)

    def cells(points: Iterable[Point]) -> tuple[Cell, ...]:
        return tuple(game.cell_of(point, position) for point in points)

    along = next(number for number, each in enumerate(viewing.line) if each is moment)
    return state._replace(
        title=story.title,
        header=seats(game, position, story.names, is_over=position.decided is not None),
        grid=state.grid if state.overlay else position.grid(),
        last=cells(marks.last),
        number=moment.number,
        taken=frozenset(),
        forbidden=frozenset(),
        winning=frozenset(cells(marks.winning)),
        threatened=frozenset(cells(marks.threatened if state.look.atari else ())),
        playable=frozenset(),
        panel=state.status,
        moves=_moves_around(viewing, along),
        scrolled=0,
        reasons=(),
        standing=(),
        alarm="",
        brief="".join(state.status[:1]) + ("; why shows its comment" if moment.comment else ""),
        graph=tuple(0.5 if share is None else share for share in viewing.chances),
        along=along,
        reviewing=True,
    )


def _taught(state: State, talk: Conversation) -> State:
    """The state that shows a board of a lesson."""
    shown = State(look=state.look, words=state.words, lines=state.lines)
    return shown._replace(
        prompt=state.prompt,
        typed=state.typed,
        grid=talk.grid,
        overlay=state.overlay,
        page=state.page,
        messages=tuple(each for each in state.messages if each.is_passing or each.is_refusal),
        fresh=state.fresh,
        panel=(talk.lesson,),
        brief=talk.lesson,
    )


def with_about(state: State, talk: Conversation) -> State:
    """The state with what there is to tell of the cursor's cell."""
    board, cell = talk.board, state.cursor
    if board is None or cell is None or state.grid is None or state.reviewing:
        return state._replace(about="")
    game, position = board
    about = game.about(game.point_at(*cell, position), position)
    return state._replace(about=f"{named(state.grid, cell)}: {about}." if about else "")


def _playable(session: Session) -> frozenset[Cell]:
    """The cells with which a move of the side to move can begin."""
    return frozenset(_cells(session, next_points(session.position, ())))


def _cells(session: Session, points: Iterable[Point]) -> tuple[Cell, ...]:
    """The cells of some points of the board."""
    return tuple(session.game.cell_of(point, session.position) for point in points)


def _name(session: Session, side: Side) -> str:
    """Who plays a side."""
    name = called(session, side)
    return f"{side}: {name}" if name else str(side)


def _moves(session: Session) -> tuple[Made, ...]:
    """The moves of a game so far."""
    game = session.game
    return tuple(
        Made(number, mover_of(turn.position), game.format_move(turn.move, before.position))
        for number, (before, turn) in enumerate(pairwise(session.turns), 1)
        if turn.move is not None
    )


def _moves_around(viewing: Viewing, at: int) -> tuple[Made, ...]:
    """The moves of the line that is looked along, near a place on it."""
    from gnugo_py.play.game_tree import written

    first = max(at - MOVES_BEFORE, 0)
    made = []
    for moment in viewing.line[first : at + MOVES_AFTER]:
        text = written(viewing.story, moment)
        if text:
            sign = "" if text == "?" else mover_of(moment.position)
            made.append(Made(moment.number, sign, text, moment is viewing.moment))
    return tuple(made)


def _panel(session: Session, status: tuple[str, ...]) -> tuple[str, ...]:
    """What is known of the game."""
    return (", ".join(session.game.details(session.position)), *status)


def _tip(session: Session, talk: Conversation) -> tuple[str, ...]:
    """Where help is, while a game is young and a person is to move."""
    if len(session.turns) > FIRST_MOVES or session.player is not None or not talk.is_turn:
        return ()
    return (f"Type a move, like {_example(session)}; F1 or help shows what else you can do.",)


def _reasons(session: Session) -> tuple[str, ...]:
    """What the engine says to its last move, or the comment of a file; as much as a panel can show."""
    note = next((turn.note for turn in reversed(session.turns) if turn.note), ())
    return tuple(line[:LONGEST_REASON] for line in note[:MOST_REASONS])


def _example(session: Session) -> str:
    """A move as it may be typed here: the game's usual example or, where that is not legal, one amid all."""
    game, position = session.game, session.position
    with suppress(Mistake):
        if position.why_illegal(game.parse_move(game.example, position)) is None:
            return game.example
    legal = list(position.legal_moves())
    return game.format_move(legal[len(legal) // 2], position) if legal else game.example
