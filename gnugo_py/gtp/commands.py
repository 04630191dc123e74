"""The commands for every game: those of the GTP specification, and those that GNU Go and GUIs add."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnugo_py import __version__
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.engines.search.search_engine import has_search
from gnugo_py.games.diagram import format_diagram
from gnugo_py.games.position import Position, line_to
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import truncate
from gnugo_py.games.types import Color, IllegalMove, Point, UserError
from gnugo_py.gtp.game_files import read_game_for_loadsgf, save_game
from gnugo_py.gtp.protocol import (
    SYNTAX_ERROR_MESSAGE,
    GtpError,
    parse_color,
    parse_float,
    parse_int,
    parse_move,
    parse_point,
)
from gnugo_py.gtp.server import GtpServer

_ANALYZE_COMMANDS = (
    "gfx/Best moves/gnugopy-best %c",
    "string/Explain the last move/gomill-explain_last_move",
)
_OWNERSHIP_COMMAND = "gfx/Owners/gnugopy-owners %c"
COLOR_LETTERS = {Color.BLACK: "X", Color.WHITE: "O"}
_OPTIONS_FROM_FILE = ("size", "komi", "handicap")
"""Options that `loadsgf` takes from a file. The rules of the server do not change."""


@dataclass
class GeneralCommands:
    """Commands for every game that do not play: queries, setup and files."""

    server: GtpServer

    # Queries.

    def do_protocol_version(self, *_: str) -> str:
        return "2"

    def do_name(self, *_: str) -> str:
        return "gnugo-py"

    def do_version(self, *_: str) -> str:
        return __version__

    def do_gomill__describe_engine(self, *_: str) -> str:
        player = self.server.player
        who = "no engine" if player is None else player.name
        details = ", ".join(words_of(self.server.position).detail_lines())
        return f"gnugo-py {__version__}\n{self.server.game.display_name}, played by {who}; {details}"

    def do_gomill__explain_last_move(self, *_: str) -> str:
        after, decision = self.server.last_decision()
        assert self.server.player is not None
        assert after.previous is not None
        return "\n".join(self.server.player.explain(after.previous, decision))

    def do_gogui__analyze_commands(self, *_: str) -> str:
        if self.server.player is None:
            return ""
        has_scores = has_search(self.server.game) and self.server.analyst.score_unit
        return "\n".join(_ANALYZE_COMMANDS if has_scores else (*_ANALYZE_COMMANDS, _OWNERSHIP_COMMAND))

    def do_gnugopy__best(self, color: str) -> str:
        player, position, decision = self._decision_for(parse_color(color))
        marks = [
            f"{'LABEL' if sign else 'SQUARE'} {position.format_point(point)} {sign}".rstrip()
            for point, sign in dict(player.decision_marks(position, decision)).items()
        ]
        return "\n".join([*marks, f"TEXT {' '.join(player.explain(position, decision))}"])

    def do_gnugopy__owners(self, color: str) -> str:
        _, position, decision = self._decision_for(parse_color(color))
        if decision.analysis is None or not decision.analysis.ownership:
            raise GtpError("this engine does not estimate ownership")
        return format_influence(position, decision.analysis.ownership)

    def _decision_for(self, color: Color) -> tuple[Engine, Position, Decision[Any]]:
        """Return the engine, the position with a color to move, and the engine's decision there.

        Raise GtpError if there is no engine or the game is over.
        """
        position = self.server.position.with_play_resumed(color)
        decision = self.server.choose(position)
        if self.server.player is None or position.is_over:
            raise GtpError("game is over")
        return self.server.player, position, decision

    def do_cputime(self, *_: str) -> str:
        return f"{time.process_time():.3f}"

    do_gomill__cpu_time = do_cputime

    def do_query_boardsize(self, *_: str) -> str:
        return str(self.server.position.size)

    def do_level(self, level: str) -> None:
        """Accept a level of GNU Go, 0 to 1000, and ignore it. The level is set when the server starts."""
        parse_int(level, 0, 1000)

    def do_get_random_seed(self, *_: str) -> str:
        player = self.server.player
        return str(0 if player is None else player.config().seed or 0)

    def do_showboard(self, *_: str) -> str:
        position = self.server.position
        board = format_diagram(position.diagram())
        status = " ".join(words_of(position).status_lines(position.is_over))
        return f"\n{board}\n{status or self.server.game.legend}"

    def do_is_legal(self, word: str, *words: str) -> str:
        color = parse_color(word)
        try:
            self.server.after_move(color, parse_move(words, self.server.position))
        except IllegalMove:
            return "0"
        return "1"

    def do_all_legal(self, word: str) -> str:
        position = self.server.position.with_play_resumed(parse_color(word))
        return " ".join(position.format_move(move) for move in position.legal_moves())

    def do_list_stones(self, word: str) -> str:
        wanted, position = COLOR_LETTERS[parse_color(word)], self.server.position
        stones = (point for point, sign in position.cells().items() if sign == wanted)
        return " ".join(position.format_point(point) for point in stones)

    def do_move_history(self, *_: str) -> str:
        return "\n".join(_format_last_move(position) for position in line_to(self.server.position)[:0:-1])

    def do_last_move(self, *_: str) -> str:
        if self.server.position.previous is None:
            raise GtpError("no previous move known")
        return _format_last_move(self.server.position)

    def do_final_score(self, *_: str) -> str:
        outcome = self.server.position.outcome_without_count
        if outcome is None or outcome.winner is None:
            raise GtpError("game is not over")
        return f"{'W' if outcome.winner else 'B'}+"

    # Administration.

    def do_kgs__game_over(self) -> None:
        """Do nothing."""

    def do_kgs__chat(self, kind: str, _sender: str, *_: str) -> str:
        """Answer a chat message. The arguments are the message type, the sender and the text."""
        if kind.lower() not in ("game", "private"):
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        player = self.server.player
        return f"I am a program ({'gnugo-py' if player is None else player.name}) and cannot chat. Good game!"

    # Setup.

    def do_komi(self, points: str) -> None:
        self.server.options["komi"] = parse_float(points)

    def do_gogui__setup(self, *arguments: str) -> None:
        cells = {point: COLOR_LETTERS[color] for color, point in self._pairs(arguments)}
        self.server.set_up(cells, self.server.position.to_move)

    def do_gogui__setup_player(self, color: str) -> None:
        self.server.set_up(self.server.position.cells(), parse_color(color))

    def _pairs(self, arguments: tuple[str, ...]) -> list[tuple[Color, Point]]:
        """Return the pairs in arguments that alternate color and vertex. Raise GtpError for anything else."""
        if not arguments or len(arguments) % 2:
            raise GtpError(SYNTAX_ERROR_MESSAGE)
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(parse_color(color), parse_point(vertex, self.server.position)) for color, vertex in pairs]

    # Files.

    def do_loadsgf(self, name: str, number: str = "1000000") -> str:
        try:
            node, warnings = read_game_for_loadsgf(name, parse_int(number, 1, 10**6) - 1)
        except UserError as error:
            raise GtpError(f"cannot load file: {error}") from None
        self.server.warn(Path(name), warnings)
        theirs, ours = node.tree.game.display_name, self.server.game.display_name
        if theirs != ours:
            raise GtpError(f"cannot load file: it is a game of {theirs}, not of {ours}")
        before, options = dict(self.server.options), node.tree.options
        self.server.options |= {name: options[name] for name in _OPTIONS_FROM_FILE if name in options}
        try:
            self.server.continue_from(node)
        except GtpError:
            self.server.options = before
            raise
        return self.server.position.to_move.name.lower()

    def do_printsgf(self, name: str = "") -> str:
        return self._save(name, {}) if name else self.server.tree_to_write().write().decode()

    def do_gomill__savesgf(self, name: str, *settings: str) -> str:
        """Save the game with additional properties of the root node, such as `RE=W+3.5`.

        In a value, a backslash followed by _ stands for a space.
        """
        properties = {}
        for word in settings:
            key, equals, value = word.partition("=")
            if not equals:
                raise GtpError(
                    f"{SYNTAX_ERROR_MESSAGE}: {truncate(word, 20)} sets no property, as RE=W+3.5 does"
                )
            properties[key] = re.sub(r"\\(.)", lambda match: " " if match[1] == "_" else match[1], value)
        return self._save(name, properties)

    def _save(self, name: str, properties: Mapping[str, str]) -> str:
        """Write the game to a file. Raise GtpError with the reason if that fails."""
        try:
            save_game(self.server, name, properties)
        except UserError as error:
            raise GtpError(f"cannot save file: {error}") from None
        except OSError as error:
            raise GtpError(f"cannot save file: {name}: {error.strerror or error}") from None
        return ""


def format_influence(position: Position, ownership: Mapping[Point, float]) -> str:
    """Return the ownership of points, from -1 (White) to 1 (Black), in GoGui's graphics format."""
    values = (f"{position.format_point(point)} {share:.2f}" for point, share in ownership.items())
    return " ".join(["INFLUENCE", *values])


def _format_last_move(position: Position) -> str:
    """Return the color and the move that led to a position."""
    assert position.previous is not None
    assert position.last_color is not None
    assert position.last_move is not None
    return f"{position.last_color.name.lower()} {position.previous.format_move(position.last_move)}"
