"""What the application shows at one moment, as a value that an interface draws.

The texts for players and saved games are the same in all interfaces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnugo_py.core.diagram import Diagram
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.registry import GAMES
from gnugo_py.core.text import format_table
from gnugo_py.core.types import Color
from gnugo_py.engines.engine import Engine
from gnugo_py.record.cursor import Cursor

if TYPE_CHECKING:
    from gnugo_py.app.review_analysis import GraphData
    from gnugo_py.record.node import Node
    from gnugo_py.storage.saved_games import SavedGame


class ReviewState(NamedTuple):
    """The state of a review.

    title     -- the players, or the name of the game if they are unknown.
    names     -- the names of the players, by color; empty if unknown.
    node      -- the current node.
    line      -- the nodes of the current line, from the root to its end.
    words     -- the names of the commands.
    graph     -- the graph of leads or win rates, None unless there is an analysis.
    is_analyzing -- whether an analysis is running in the background and the graph therefore changes.
    """

    title: str
    names: Mapping[Color, str]
    node: Node
    line: Sequence[Node]
    words: tuple[str, ...] = ()
    graph: GraphData | None = None
    is_analyzing: bool = False


class View(NamedTuple):
    """What the application shows, and how it accepts the next line.

    prompt        -- the prompt for the next line.
    escape_line   -- the line that Escape enters if nothing is typed; empty for none.
    game          -- the game of the board that is shown.
    position      -- its position, None if no board is shown yet.
    diagram       -- the board as it is drawn, including a partial move or the signs of a count.
    cursor        -- the place in the tree of the current game, None before a game has started.
    players       -- the engines of the current game, by color; a color without one is played by a person.
    times         -- the time that Black and White have left, as text; empty without a clock.
    is_game_over  -- whether the current game has ended.
    title         -- the title of a lesson, an exercise or a position that is being set up; otherwise empty.
    count_lines   -- the count so far, in sentences; empty if there is no count.
    review        -- the state of the review, None if no game is in review.
    saved_games   -- the list of saved games to choose from, None if a board is shown.
    accepts_moves -- whether moves and commands are accepted.
    keeps_cursor  -- whether the cursor stays on the board after a point is chosen.
    runs_clock    -- whether the clock of the game runs and the time on the screen therefore changes.
    is_engine_match -- whether engines play both colors.
    save_error    -- the reason why the game cannot be saved; empty if it is saved, or if there is nothing to
                     save.
    """

    prompt: str
    escape_line: str
    game: Game
    position: Position | None
    diagram: Diagram | None
    cursor: Cursor | None
    players: Mapping[Color, Engine] = {}
    times: tuple[str, ...] = ()
    is_game_over: bool = False
    title: str = ""
    count_lines: tuple[str, ...] = ()
    review: ReviewState | None = None
    saved_games: tuple[SavedGameRow, ...] | None = None
    accepts_moves: bool = False
    keeps_cursor: bool = False
    runs_clock: bool = False
    is_engine_match: bool = False
    save_error: str = ""

    @property
    def is_analyzing(self) -> bool:
        """Whether an analysis is running in the background and the review therefore changes."""
        return self.review is not None and self.review.is_analyzing


class PlayerLine(NamedTuple):
    """The line that shows a player.

    sign       -- the sign of the player's stones.
    text       -- the color, the player's name and the number of prisoners.
    is_to_move -- whether it is the player's turn.
    """

    sign: str
    text: str
    is_to_move: bool


def player_name(players: Mapping[Color, Engine], color: Color) -> str:
    """Return the name of the player of a color; "you" for a person, empty if two people play.

    players -- the engines, by color.
    """
    player = players.get(color)
    return player.name if player is not None else "you" if players else ""


def player_name_with_rank(players: Mapping[Color, Engine], color: Color) -> str:
    """Return the name of a player, with the rank if the player is an engine of known rank.

    players -- the engines, by color.
    """
    player = players.get(color)
    rank = "" if player is None or not player.rank else f", about {player.rank}"
    return f"{player_name(players, color)}{rank}"


def player_lines(
    position: Position, names: Mapping[Color, str], is_over: bool = False
) -> tuple[PlayerLine, ...]:
    """Return the lines for the two players, Black first.

    names -- the names of the players, by color, as far as they are known.
    """
    taken = position.prisoners
    return tuple(
        PlayerLine(
            stone_sign(color),
            " ".join(
                dict.fromkeys(
                    filter(None, (str(color), names.get(color), str(taken[color]) if taken else ""))
                )
            ),
            not is_over and color is position.to_move,
        )
        for color in Color
    )


def game_player_lines(view: View, is_over: bool) -> tuple[PlayerLine, ...]:
    """Return the lines for the two players of the current game, Black first, with their time."""
    assert view.cursor is not None
    names = {color: player_name_with_rank(view.players, color) for color in Color}
    lines = player_lines(view.cursor.position, names, is_over)
    if not view.times:
        return lines
    return tuple(
        line._replace(text=f"{line.text}  {time}") for line, time in zip(lines, view.times, strict=True)
    )


def stone_sign(color: Color) -> str:
    """Return the sign of a color's stones in a diagram."""
    return "XO"[color]


def last_color_stone_sign(position: Position) -> str:
    """Return the sign of the color that made the last move."""
    return stone_sign(position.last_color if position.last_color is not None else position.to_move.opponent)


def status_line(view: View, is_over: bool) -> str:
    """Return one line with the last move, both players with their prisoners, and the color to move."""
    assert view.cursor is not None
    lines, position = game_player_lines(view, is_over), view.cursor.position
    move_text = f"move {view.cursor.node.number}"
    if position.last_move is not None and position.previous is not None:
        move = position.previous.format_move(position.last_move)
        move_text += f": {last_color_stone_sign(position)} {move}"
    turn = [f"{line.sign} to move" for line in lines if line.is_to_move]
    return "   ".join([move_text, *(f"{line.sign} {line.text}" for line in lines), *turn])


SAVED_GAME_COLUMNS = ("", "name", "game", "date", "players", "moves", "result")


class SavedGameRow(NamedTuple):
    """A saved game in the list.

    number -- its number, from 1, which stays the same while the list is searched.
    cells  -- the texts of its columns, without the number; see `SAVED_GAME_COLUMNS`.
    """

    number: int
    cells: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the saved game."""
        return self.cells[0]

    def contains(self, words: str) -> bool:
        """Return whether each word occurs in one of the columns, ignoring case."""
        text = " ".join(self.cells).lower()
        return all(word in text for word in words.lower().split())


def saved_game_rows(games: Sequence[SavedGame]) -> tuple[SavedGameRow, ...]:
    """Return the rows of the list of saved games."""
    return tuple(SavedGameRow(number, _cells(each)) for number, each in enumerate(games, 1))


def _cells(each: SavedGame) -> tuple[str, ...]:
    players = " - ".join(filter(None, (each.black, each.white)))
    result = each.result or ("finished" if each.is_finished else "unfinished")
    title = f"{GAMES[each.game].title} {each.size}x{each.size}"
    return (each.name, title, each.date, players, str(each.moves), result)


def format_saved_games(rows: Sequence[SavedGameRow]) -> list[str]:
    """Return the list as the lines of a table; the first line has the names of the columns."""
    return format_table([SAVED_GAME_COLUMNS, *((f"{row.number:>3}", *row.cells) for row in rows)])
