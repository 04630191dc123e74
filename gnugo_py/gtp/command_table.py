"""The commands of a GTP server: a table of their names and functions, made from the groups for its game."""

from __future__ import annotations

from gnugo_py.engines.classic.classic_engine import ClassicEngine
from gnugo_py.engines.search.search_engine import has_search
from gnugo_py.gtp.analyze import AnalysisCommands
from gnugo_py.gtp.commands import GeneralCommands
from gnugo_py.gtp.go_commands import ClassicCommands, GoCommands
from gnugo_py.gtp.hex_commands import HexCommands
from gnugo_py.gtp.protocol import CommandHandler, ProtocolCommands, handlers_of
from gnugo_py.gtp.server import GtpServer


def command_table(server: GtpServer) -> dict[str, CommandHandler]:
    """Return the commands of a server, by name."""
    table: dict[str, CommandHandler] = {}
    groups = [ProtocolCommands(table), server, GeneralCommands(server)]
    if has_search(server.game):
        groups.append(AnalysisCommands(server))
    if server.game.name == "go":
        groups.append(GoCommands(server))
    if server.game.name == "hex":
        groups.append(HexCommands(server))
    if isinstance(server.player, ClassicEngine):
        groups.append(ClassicCommands(server))
    for group in groups:  # of two commands with the same name, the later one counts
        table |= handlers_of(group)
    return table
