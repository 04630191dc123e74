"""The commands that HexGui and the tools of benzene send to a Hex engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from gnugo_py.games.hex.position import SWAP_PIECES, SWAP_SIDES, HexPosition
from gnugo_py.games.types import RESIGN, IllegalMove, Move, Play
from gnugo_py.gtp.protocol import BOOLEAN_VALUES, SYNTAX_ERROR_MESSAGE, GtpError, parse_color
from gnugo_py.gtp.server import GtpServer

_ANALYZE_COMMANDS = (
    "param/Game Parameters/param_game",
    "plist/Legal Moves/all_legal_moves %c",
    "string/Explain the Last Move/gomill-explain_last_move",
)


@dataclass
class HexCommands:
    """The commands for Hex alone, and those for every game that are different in Hex."""

    server: GtpServer
    _allows_swap: bool = True

    @property
    def _position(self) -> HexPosition:
        return cast(HexPosition, self.server.position)

    def do_hexgui__analyze_commands(self, *_: str) -> str:
        return "\n".join(_ANALYZE_COMMANDS)

    def do_param_game(self, *arguments: str) -> str | None:
        """Return whether a swap is allowed or, with a name and a value, change this setting.

        A change also applies to the current game.
        """
        position = self._position
        if not arguments:
            return f"[bool] allow_swap {int(self._allows_swap and position.first_move != 'no-centre')}"
        if len(arguments) != 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        name, value = (word.lower() for word in arguments)
        if name != "allow_swap" or value not in BOOLEAN_VALUES:
            raise GtpError(f"{SYNTAX_ERROR_MESSAGE}: the only parameter is allow_swap, which must be 0 or 1")
        self._allows_swap = bool(BOOLEAN_VALUES[value])
        if self._allows_swap and position.first_move == "no-centre":
            self.server.options["first-move"] = "swap"
            self.server.change_positions(first_move="swap")
        return None

    def do_all_legal_moves(self, color: str = "") -> str:
        """Return the legal moves of a color, by default the color to move. A swap comes last."""
        position = self.server.position.with_play_resumed(parse_color(color)) if color else self._position
        swap = Play((SWAP_PIECES,))
        swaps: list[Move] = [swap] if self._allows_swap and position.why_illegal(swap) is None else []
        moves = [*position.legal_moves(), *swaps]
        return " ".join(position.format_move(move) for move in moves)

    def do_gogui__play_sequence(self, *words: str) -> None:
        self.server.play_sequence(words, self.do_play)

    def do_play(self, color: str, *words: str) -> None:
        """Play a move: a point, a swap of either kind, or `resign`."""
        word = words[0].lower() if len(words) == 1 else ""
        if word == "resign":
            self.server.go_on(self.server.after_move(parse_color(color), RESIGN))
        elif word.startswith("swap") and not self._allows_swap:
            raise IllegalMove("a swap is not allowed")
        elif word != "swap-sides":
            self.server.do_play(color, *words)
        else:
            position = self.server.position.with_play_resumed(parse_color(color))
            position.play(Play((SWAP_PIECES,)))  # both kinds of swap are legal at the same time
            self.server.go_on(position.play_unchecked(Play((SWAP_SIDES,))))
