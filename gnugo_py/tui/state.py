"""What the screen shows, as a value, and how what is said changes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from gnugo_py.app.application import Conversation
from gnugo_py.app.events import Output
from gnugo_py.app.phases.base import Viewing
from gnugo_py.app.view import Seat, called, mover_of, seated, seats
from gnugo_py.core.base_game import next_points
from gnugo_py.core.diagram import Grid, named
from gnugo_py.core.game import Marks
from gnugo_py.core.types import Mistake, Point, Side
from gnugo_py.play.session import Session
from gnugo_py.storage.settings import Look

KEPT_MESSAGES = 100
Cell = tuple[int, int]


class Message(NamedTuple):
    """A line for a person to read.

    is_refusal -- whether it says that something was not done.
    is_passing -- whether it is forgotten as soon as anything else is said.
    is_move    -- whether it tells of a move, which a list of moves shows as well.
    is_old     -- whether a person has typed a line since: it is forgotten with the next board.
    """

    text: str
    is_refusal: bool = False
    is_passing: bool = False
    is_move: bool = False
    is_old: bool = False


class Made(NamedTuple):
    """A move in the list of moves.

    number -- which it is, from 1.
    sign   -- of the stones of who made it, empty if that is unknown.
    text   -- the move as it is written.
    is_now -- whether it led to the moment that is looked at.
    """

    number: int
    sign: str
    text: str
    is_now: bool = False


class State(NamedTuple):
    """Everything the screen shows.

    title    -- what is being played.
    header   -- the two sides, Black first; empty before there are any.
    prompt   -- what is asked.
    typed    -- what has been typed so far.
    behind   -- how many of its letters are right of where the next one goes, if there are so many.
    grid     -- the board, None before there is one.
    number   -- how many moves led to it.
    last     -- (row, column) of each point of the last move, none if there is none.
    taken    -- cells whose stones were just taken.
    forbidden -- empty cells that may not be played on now, for ko say.
    threatened -- cells of stones that the next move may take.
    winning  -- cells of the stones that decided the game.
    playable -- cells that are marked because one can play there.
    overlay  -- cells with a sign drawn over the board, or lit up without one.
    cursor   -- the cell the cursor is on, None while it is not shown.
    about    -- what there is to tell of the cursor's cell, empty for nothing.
    pending  -- a letter that moved the cursor and may yet turn out to be text, and where it was.
    panel    -- what stands beside the board where there is room.
    moves    -- the list of moves under it.
    scrolled -- how many lines of the list are below the last one shown.
    reasons  -- what the engine says to its last move, under the list.
    brief    -- what stands under it where there is not: the move's number, what was taken.
    standing -- the count as it is settled so far, empty while there is none.
    alarm    -- what must stay in sight until it is over, empty for nothing.
    status   -- what the game tells beside its board.
    messages -- what was said, the newest last.
    fresh    -- how many of them came after the last line.
    page     -- a page to read instead of the board, empty for none.
    scroll   -- how many of its lines are above the screen.
    lines    -- the lines typed before, the newest last.
    recalled -- how far back in them the prompt is, 0 for not.
    words    -- what the tab key completes.
    graph    -- how the chances went, 0 to 1 each, along the game that is looked through.
    along    -- which of them belongs to the moment that is shown.
    reviewing -- whether a game is looked through, so that arrows go along it.
    picking  -- whether a move is begun, some of its points picked; the escape key then goes a step back.
    look     -- how all of it is shown.
    """

    title: str = ""
    header: tuple[Seat, ...] = ()
    prompt: str = ""
    typed: str = ""
    behind: int = 0
    grid: Grid | None = None
    number: int = 0
    last: tuple[Cell, ...] = ()
    taken: frozenset[Cell] = frozenset()
    forbidden: frozenset[Cell] = frozenset()
    winning: frozenset[Cell] = frozenset()
    threatened: frozenset[Cell] = frozenset()
    playable: frozenset[Cell] = frozenset()
    overlay: tuple[tuple[Cell, str], ...] = ()
    cursor: Cell | None = None
    about: str = ""
    pending: tuple[str, Cell | None] | None = None
    panel: tuple[str, ...] = ()
    moves: tuple[Made, ...] = ()
    scrolled: int = 0
    reasons: tuple[str, ...] = ()
    brief: str = ""
    standing: tuple[str, ...] = ()
    alarm: str = ""
    status: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    fresh: int = 0
    page: tuple[str, ...] = ()
    scroll: int = 0
    lines: tuple[str, ...] = ()
    recalled: int = 0
    words: tuple[str, ...] = ()
    graph: tuple[float, ...] = ()
    along: int = 0
    reviewing: bool = False
    picking: bool = False
    look: Look = Look()


LEAVING_ALL = {"refusal", "trouble", "legend", "page"}
BOARDS = {"board", "moment", "remark"}


def aged(state: State) -> State:
    """The state once a person has typed a line: what was said so far is old."""
    return state._replace(messages=tuple(each._replace(is_old=True) for each in state.messages))


def noted(state: State) -> State:
    """The state once what was refused is as good as news: a page does not have it forgotten."""
    return state._replace(messages=tuple(each._replace(is_refusal=False) for each in state.messages))


def with_outputs(state: State, outputs: Iterable[Output]) -> State:
    """The state after the program said something.

    What was refused before is forgotten; what was said for a moment, once there is more than a refusal or a
    page; what is old, once there is another board.
    """
    outputs = list(outputs)
    kinds = {output.kind for output in outputs}
    has_news, has_board = bool(kinds - LEAVING_ALL), bool(kinds & BOARDS)
    again = {line for output in outputs if output.kind == "why" for line in output.lines}
    kept = tuple(
        each
        for each in state.messages
        if each.text not in again
        and not (each.is_refusal or (each.is_passing and has_news) or (each.is_old and has_board))
    )
    state = state._replace(messages=kept, fresh=0)
    for output in outputs:
        if output.kind == "legend":
            continue
        if output.kind == "page":
            state = state._replace(page=output.lines, scroll=0)
        elif output.kind in ("board", "remark"):
            state = state._replace(status=output.lines)
        elif output.kind == "moment":
            state = state._replace(status=output.lines, overlay=output.marks, grid=output.grid)
        else:
            is_refusal = output.kind in ("refusal", "trouble")
            state = with_messages(
                state, output.lines, is_refusal, output.kind == "choice", output.kind == "move"
            )
            if output.kind in ("why", "choice"):
                state = state._replace(overlay=output.marks, grid=output.grid)
    return state


def with_messages(
    state: State,
    lines: Sequence[str],
    is_refusal: bool = False,
    is_passing: bool = False,
    is_move: bool = False,
) -> State:
    """The state with lines said."""
    news = tuple(Message(line, is_refusal, is_passing, is_move) for line in lines)
    messages = (state.messages + news)[-KEPT_MESSAGES:]
    return state._replace(messages=messages, fresh=state.fresh + len(news))


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
