"""What the screen shows, as a value, and how keys and sayings change it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gnugo_py.games.diagram import Grid
from gnugo_py.table import Saying

LONGEST_LINE = 60
KEPT_MESSAGES = 50


@dataclass(frozen=True, slots=True)
class Message:
    """A line for a person to read.

    is_refusal -- whether it says that something was not done.
    """

    text: str
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Everything the screen shows.

    title    -- what is being played.
    prompt   -- what is asked.
    typed    -- what has been typed so far.
    grid     -- the board, None before there is one.
    mark     -- (row, column) of the last move, None if there is none.
    status   -- what stands beside the board.
    messages -- what was said, the newest last.
    page     -- a page to read instead of the board, empty for none.
    """

    title: str = ""
    prompt: str = ""
    typed: str = ""
    grid: Grid | None = None
    mark: tuple[int, int] | None = None
    status: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    page: tuple[str, ...] = ()


def with_sayings(state: State, sayings: Iterable[Saying]) -> State:
    """The state after the program said something."""
    for saying in sayings:
        if saying.kind == "page":
            state = replace(state, page=saying.lines)
        elif saying.kind == "board":
            state = replace(state, status=saying.lines)
        else:
            news = tuple(Message(line, saying.kind == "refusal") for line in saying.lines)
            state = replace(state, messages=(state.messages + news)[-KEPT_MESSAGES:])
    return state


def with_key(state: State, key: str) -> State:
    """The state after a key was typed into the prompt: a character, `BACKSPACE` or `ESCAPE`."""
    if key == "BACKSPACE":
        return replace(state, typed=state.typed[:-1])
    if key == "ESCAPE":
        return replace(state, typed="")
    if len(key) == 1 and " " <= key <= "~" and len(state.typed) < LONGEST_LINE:
        return replace(state, typed=state.typed + key)
    return state


def submitted(state: State) -> State:
    """The state once the line was taken: nothing typed, the page read."""
    return replace(state, typed="", page=())
