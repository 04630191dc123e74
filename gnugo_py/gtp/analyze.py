"""The commands by which Sabaki, Lizzie and their like watch a player think: Leela Zero's and KataGo's.

`analyze` answers with a stream: it goes on, line after line, until the next command comes.  A line comes with
each level, from the first to the last, and tells of the best moves.  `genmove_analyze` makes a move, and
tells of it and its rivals.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from threading import Event
from typing import TypeAlias

from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Side
from gnugo_py.engines.engine import PlayerError
from gnugo_py.engines.search.engine import SearchPlayer
from gnugo_py.engines.search.result import Considered, Search, search_of, share_of
from gnugo_py.gtp.arguments import Arguments, side_of
from gnugo_py.gtp.protocol import Handler, Stream
from gnugo_py.gtp.server import GtpGame

_Written: TypeAlias = Callable[[Search, Game, Position], str]
KEYS = ("interval", "avoid", "allow", "minmoves", "maxmoves", "ownership", "rootinfo", "pvvisits")


def analysing_commands(game: GtpGame) -> dict[str, Handler]:
    """The commands of a server whose player searches, by name: it can be watched, and stopped."""
    return {
        "lz-analyze": lambda arguments: _watched(game, arguments, _leela),
        "lz-genmove_analyze": lambda arguments: _chosen(game, arguments, _leela),
        "gogui-interrupt": lambda _: "",
        "kata-analyze": lambda arguments: _watched(game, arguments, _kata_for(arguments)),
        "kata-genmove_analyze": lambda arguments: _chosen(game, arguments, _kata_for(arguments)),
    }


def _watched(game: GtpGame, arguments: Arguments, written: _Written) -> Stream:
    """The stream of a command.

    arguments -- a colour, if it is not that of the side to move, and an interval; of what follows only
                 `ownership true` is heeded, and by KataGo's (`_kata_for`).
    """
    assert isinstance(game.player, SearchPlayer)
    return Analysis(game.player, game.to_move(_side(game, arguments)), written)


def _chosen(game: GtpGame, arguments: Arguments, written: _Written) -> str:
    """A move that is made, after a line of how it was chosen, if it was; arguments as of `_watched`.

    Raises GtpError as `GtpGame.choose` does.
    """
    side = _side(game, arguments)
    position, choice = game.to_move(side), game.choose(side)
    found = search_of(choice)
    told = "" if found is None else f"{written(found, game.game, position)}\n"
    game.make(side, choice)
    return f"\n{told}play {game.game.format_move(choice.move, position)}"


def _side(game: GtpGame, arguments: Arguments) -> Side:
    """The side a command is for: named before the first key of KataGo's, or the side to move.

    Raises GtpError if the first word that is no number is neither a colour nor a key.
    """
    word = next((word.lower() for word in arguments if not word.isdigit()), "interval")
    return game.position.to_move if word in KEYS else side_of(word)


class Analysis(Stream):
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
            assert found is not None
            if self._ended.is_set():
                return
            write(self._written(found, player.game, self._position))
            if len(found.best) == 1:
                return

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
    """The best moves as KataGo tells them: shares as fractions; no `scoreLead`, as no points are counted."""
    return " ".join(
        f"info move {_words(found, each, game, position)[0]} visits {_visits(found, each)}"
        f" winrate {share:.4f} prior {each.share:.4f} lcb {share:.4f} order {order}"
        f" pv {' '.join(_words(found, each, game, position))}"
        for order, each in enumerate(found.best)
        for share in (share_of(each.value, found),)
    )


def _kata_for(arguments: Arguments) -> _Written:
    """How KataGo would tell it: after `ownership true` with the owner of each point, too."""
    words = [word.lower() for word in arguments]
    is_wanted = ("ownership", "true") in pairwise(words)
    return _kata_with_owners if is_wanted else _kata


def _kata_with_owners(found: Search, game: Game, position: Position) -> str:
    """The best moves and, row by row from the top, whose each point becomes.

    1 is for the side to move, -1 for the other.
    """
    told = _kata(found, game, position)
    if not found.owners:
        return told
    owners, sign = dict(found.owners), -1 if position.to_move else 1
    shares = (
        sign * owners.get(game.point_at(row, column, position), 0.0)
        for row, line in enumerate(position.grid().rows)
        for column in range(len(line))
    )
    return f"{told} ownership {' '.join(f'{round(share, 2) + 0.0:.2f}' for share in shares)}"


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
