"""The commands by which Sabaki, Lizzie and their like watch a player think: `lz-analyze`, `kata-analyze`.

The answer is a stream: it goes on, line after line, until the next command comes.  A line comes with each
level, from the first to the last, and tells of the best moves.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TypeAlias

from gnugo_py.games.contract import Position
from gnugo_py.games.game import Game
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.protocol import Handler, Stream
from gnugo_py.gtp.words import Arguments, side_of
from gnugo_py.players.player import PlayerError
from gnugo_py.players.search.player import Considered, Search, SearchPlayer, search_of, share_of

_Written: TypeAlias = Callable[[Search, Game, Position], str]
COLOURS = ("b", "w", "black", "white")


def analysing_commands(game: GtpGame) -> dict[str, Handler]:
    """The commands of a server whose player searches, by name: it can be watched, and stopped."""
    return {
        "lz-analyze": lambda arguments: _watched(game, arguments, _leela),
        "gogui-interrupt": lambda _: "",
        "kata-analyze": lambda arguments: _watched(game, arguments, _kata),
    }


def _watched(game: GtpGame, arguments: Arguments, written: _Written) -> Stream:
    """The stream of a command.

    arguments -- a colour, if it is not that of the side to move; whatever follows is not heeded.
    """
    is_named = bool(arguments) and arguments[0].lower() in COLOURS
    side = side_of(arguments[0]) if is_named else game.position.to_move
    assert isinstance(game.player, SearchPlayer)
    return _Watched(game.player, game.to_move(side), written)


class _Watched(Stream):
    """A position that is thought about deeper and deeper."""

    def __init__(self, player: SearchPlayer, position: Position, written: _Written) -> None:
        self._players, self._position, self._written = player.deeper(), position, written
        self._ended = Event()

    def run(self, write: Callable[[str], None]) -> None:
        """Write line after line."""
        for player in self._players if not self._position.over else ():
            try:
                choice = player.choose(self._position, None)
            except PlayerError:
                return
            found = search_of(choice)
            if self._ended.is_set():
                return
            if found is None:  # a move that needed no search
                only = Considered(choice.move, 0.5, 1.0)
                write(self._written(Search((only,), (choice.move,), 1, 0, ""), player.game, self._position))
                return
            write(self._written(found, player.game, self._position))

    def end(self) -> None:
        """Have it end soon."""
        self._ended.set()
        for player in self._players:
            player.interrupt()


def _leela(found: Search, game: Game, position: Position) -> str:
    """The best moves as Leela Zero tells them: shares in ten thousandths."""
    return " ".join(
        f"info move {_words(found, each, game, position)[0]} visits {_visits(found, each)}"
        f" winrate {round(10000 * share_of(each.value, found))} prior {round(10000 * each.share)}"
        f" lcb {round(10000 * share_of(each.value, found))} order {order}"
        f" pv {' '.join(_words(found, each, game, position))}"
        for order, each in enumerate(found.best)
    )


def _kata(found: Search, game: Game, position: Position) -> str:
    """The best moves as KataGo tells them: shares as fractions; no points, since none are counted."""
    return " ".join(
        f"info move {_words(found, each, game, position)[0]} visits {_visits(found, each)}"
        f" winrate {share:.4f} scoreLead 0 prior {each.share:.4f} lcb {share:.4f} order {order}"
        f" pv {' '.join(_words(found, each, game, position))}"
        for order, each in enumerate(found.best)
        for share in (share_of(each.value, found),)
    )


def _words(found: Search, each: Considered, game: Game, position: Position) -> list[str]:
    """A move and what is expected to follow it: known of the best one."""
    moves = found.line if found.line and found.line[0] == each.move else (each.move,)
    words = []
    for move in moves:
        words.append(game.format_move(move, position))
        position = position.play(move)
    return words


def _visits(found: Search, each: Considered) -> int:
    """How much of the search a move got."""
    return max(round(found.effort * each.share), 1)
