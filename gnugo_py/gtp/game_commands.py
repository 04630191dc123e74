"""The commands that play a game: moves of both programs, undo, seeds, and the clock."""

from __future__ import annotations

from dataclasses import dataclass

from gnugo_py.engines.engine import MAX_SEED
from gnugo_py.games.types import IllegalMove, UserError
from gnugo_py.gtp.protocol import SYNTAX_ERROR_MESSAGE, GtpError, parse_color, parse_int, parse_move
from gnugo_py.gtp.server import GtpClock, GtpServer
from gnugo_py.record.clock import TimeControl


@dataclass
class GameCommands:
    """Commands that play a game, whatever game it is."""

    server: GtpServer

    # The engine and the clock.

    def do_set_random_seed(self, word: str) -> None:
        """Restart the engine with another seed, even during a game. The position does not change."""
        self.server.set_seed(parse_int(word, 0, MAX_SEED))

    def do_time_settings(self, main: str, period: str, stones: str) -> None:
        """Set the clock; a period in which no stones are to be played means that there is no limit."""
        seconds, overtime, number = (_parse_count(word) for word in (main, period, stones))
        is_unlimited = overtime > 0 and number == 0
        control = TimeControl(seconds, 0, overtime, number if overtime else 0)
        self.server.clock = GtpClock(None if is_unlimited else control)

    def do_time_left(self, color: str, seconds: str, stones: str) -> None:
        self.server.clock.announce(parse_color(color), _parse_count(seconds), _parse_count(stones))

    def do_kgs__time_settings(self, kind: str = "", *numbers: str) -> None:
        """Set the clock in one of KGS's forms: none, absolute T, byoyomi T T N or canadian T T N.

        N is the number of byo-yomi periods, each for one move, or of stones to play in a Canadian period.
        """
        kind = kind.lower()
        if {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(kind) != len(numbers):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        main, period, number = (*map(_parse_count, numbers), 0, 0, 0)[:3]
        number = number if period else 0
        periods, stones = (number, 0) if kind == "byoyomi" else (0, number)
        self.server.clock = GtpClock(None if kind == "none" else TimeControl(main, periods, period, stones))

    # The game.

    def do_boardsize(self, width: str, height: str = "") -> None:
        size = parse_int(width, -(10**9), 10**9)
        try:
            if height not in ("", width):
                raise UserError("the board must be square")
            self.server.new_game({"size": size})
        except UserError:
            raise GtpError("unacceptable size") from None

    def do_clear_board(self, *_: str) -> None:
        self.server.new_game({})

    def do_play(self, color: str, *words: str) -> None:
        side, move = parse_color(color), parse_move(words, self.server.position)
        if not self.server.position.is_complete(move):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        self.server.go_on(self.server.after_move(side, move))

    def do_gogui__play_sequence(self, *words: str) -> None:
        """Play the moves of alternating colors and vertices, or none of them if one is illegal."""
        if len(words) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        before = self.server.move_count
        try:
            for color, vertex in zip(words[::2], words[1::2], strict=True):
                self.do_play(color, vertex)
        except (GtpError, IllegalMove):
            self.server.undo(self.server.move_count - before)
            raise

    def do_genmove(self, word: str) -> str:
        position = self.server.position_with_to_move(parse_color(word))
        decision = self.server.choose(position)
        self.server.go_on(position.play_unchecked(decision.move), decision)
        return position.format_move(decision.move)

    def do_gomill__genmove_ex(self, word: str, *_: str) -> str:
        """Do the same as `genmove`, but ignore extra arguments."""
        return self.do_genmove(word)

    def do_reg_genmove(self, word: str) -> str:
        position = self.server.position_with_to_move(parse_color(word))
        return position.format_move(self.server.choose(position).move)

    def do_undo(self) -> None:
        self.server.undo(1)

    def do_gg__undo(self, number: str = "1") -> None:
        self.server.undo(parse_int(number, 0, 10**6))


def _parse_count(word: str) -> int:
    """Return a number of seconds, stones or periods. Raise GtpError for anything else."""
    return parse_int(word, 0, 10**9)
