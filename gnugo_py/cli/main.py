"""The command line, and the one room where the parts are put together.

Each command has a module of its name, loaded when the command is asked for; so the program starts fast.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from gnugo_py import __version__
from gnugo_py.cli.terminal import BAD_INPUT, INTERRUPTED, fail, fail_inside
from gnugo_py.core.signals import ignore_termination

if TYPE_CHECKING:  # loaded when a shell asks
    from click.shell_completion import CompletionItem

PROGRAM = "gnugo-py"
SELDOM = 20_000
"""New objects between two rounds of the garbage collector; a move makes about 30 that stay."""
COMMANDS = {
    "play": "Play a game.",
    "review": "Look through a game.",
    "learn": "Learn to play, board by board.",
    "settings": "Show or change what is remembered.",
    "saves": "List the saved games.",
    "score": "Count a finished game.",
    "explain": "Tell what the engine of 1989 sees in a position, and why.",
    "match": "Have two players play games.",
    "gtp": "Serve the engine to another program.",
    "completion": "Have the Tab key complete commands.",
}


class _Commands(click.Group):
    """The commands by name, loaded on demand; `play` where none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        is_begun = bool(args) or not ctx.resilient_parsing  # a shell asks how an empty line may go on
        if is_begun and (not args or (args[0].startswith("-") and args[0] not in ("--help", "--version"))):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"gnugo_py.cli.{cmd_name}"), cmd_name)
        loaded()
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not (name in COMMANDS or ctx.resilient_parsing or name.startswith("-")):
            from difflib import get_close_matches

            close = get_close_matches(name, COMMANDS, n=1)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {close[0]!r}?" if close else ""))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has left, which is its right
            _give_up_output()
            sys.exit(0)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = super().shell_complete(ctx, incomplete)
        play = self.get_command(ctx, "play") if incomplete.startswith("-") else None
        if play is not None:
            with play.make_context("play", [], parent=ctx, resilient_parsing=True) as within:
                found += play.shell_complete(within, incomplete)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands)
@click.version_option(__version__, prog_name=PROGRAM)
def cli() -> None:
    """Play Go against GNU Go 1.1 of 1989.

    Without a command, `play` is meant.  `gnugo-py COMMAND --help` tells about each.
    """


def loaded() -> None:
    """Have the garbage collector leave alone what is loaded, and look seldom: playing makes no cycles."""
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


def _give_up_output() -> None:
    """Let what could not be written go nowhere, so that it is not tried again at the end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line; bad usage and bad input are one line on stderr and exit status 2."""
    try:
        _run()
    finally:
        ignore_termination()


def _run() -> None:
    """Run the command line and exit."""
    if os.environ.get("HOME") == "":  # as good as none: `~` would be the root folder
        del os.environ["HOME"]
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        status = cli.main(prog_name=PROGRAM, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else PROGRAM
        if error.ctx and error.ctx.meta.get("is_named"):
            path += f" --game {error.ctx.meta['game']}"
        fail(f"{error.format_message()} (see {path} --help)", BAD_INPUT)
    except click.ClickException as error:
        fail(error.format_message(), BAD_INPUT)
    except OSError as error:
        _give_up_output()
        what = error.filename or "the output"
        fail(f"{what}: {error.strerror or error}; free some space or check its owner and mode", BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except Exception as error:
        fail_inside(error)
    sys.exit(status if isinstance(status, int) else 0)
