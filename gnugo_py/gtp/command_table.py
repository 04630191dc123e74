"""The commands of a GTP server: a table of their names and functions, made from the groups for its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gnugo_py.engines.search.search_engine import has_search
from gnugo_py.gtp.analyze import AnalysisCommands
from gnugo_py.gtp.commands import GeneralCommands
from gnugo_py.gtp.game_commands import GameCommands
from gnugo_py.gtp.protocol import CommandHandler, handlers_of
from gnugo_py.gtp.server import GtpServer


def command_table(
    server: GtpServer, *groups_for_game: Callable[[GtpServer], object]
) -> dict[str, CommandHandler]:
    """Return the commands of a server, by name.

    groups_for_game -- what makes the groups of commands for its game alone. Of two commands with the same
                       name, that of the later group counts.
    """
    groups: list[object] = [GameCommands(server), GeneralCommands(server)]
    if has_search(server.game):
        groups.append(AnalysisCommands(server))
    groups += [make(server) for make in groups_for_game]
    table: dict[str, CommandHandler] = {}
    for group in (ProtocolCommands(table), *groups):
        table |= handlers_of(group)
    return table


@dataclass
class ProtocolCommands:
    """Commands about the commands.

    table -- all commands, by name.
    """

    table: dict[str, CommandHandler]

    def do_quit(self, *_: str) -> None:
        """Do nothing; `serve` ends."""

    def do_known_command(self, name: str = "", *_: str) -> str:
        return str(name in self.table).lower()

    def do_list_commands(self, *_: str) -> str:
        return "\n".join(sorted(self.table))

    do_help = do_list_commands
