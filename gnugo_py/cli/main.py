"""The command line interface and its error handling.

The module of a command is imported only when the command runs, so that the program starts fast.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from gnugo_py import __version__
from gnugo_py.cli.output import (
    STATUS_BAD_INPUT,
    STATUS_INTERRUPTED,
    fail,
    fail_with_traceback,
    print_warning,
    write_data_to_stdout,
)
from gnugo_py.games.types import IllegalMove, UserError
from gnugo_py.system.files import NO_HOME, config_folder, is_address, is_nowhere, saves_folder
from gnugo_py.system.signals import ignore_termination

if TYPE_CHECKING:  # imported only for shell completion
    from click.shell_completion import CompletionItem

PROGRAM_NAME = "gnugo-py"
_GC_THRESHOLD = 20_000
"""The number of new objects between two garbage collections; each move leaves about 30 objects."""
_NO_COMMAND = ("-h", "--help", "--version")
"""The options that need no command."""
COMMAND_SUMMARIES = {
    "play": "Play a game.",
    "review": "Review a game.",
    "learn": "Learn to play with exercises.",
    "train": "Look for better moves where you lost points.",
    "problems": "Solve problems in SGF files.",
    "guess": "Guess the moves of a game.",
    "settings": "Show or change the settings.",
    "saves": "List the saved games.",
    "score": "Count a finished game.",
    "analyze": "Find the mistakes in a game of Go.",
    "report": "Report on all your games of Go.",
    "diagram": "Draw a position as text or a picture, or write a web page.",
    "explain": "Explain the move of GNU Go 1.1 in a position.",
    "match": "Play games between two engines.",
    "gtp": "Serve an engine to another program.",
    "completion": "Print a script for Tab completion.",
}


class _LazyGroup(click.Group):
    """A group that imports each command only when it is needed.

    Without a command, `play` runs; if the first word is a file or an address, `review` runs with it.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        added = ""
        if not args:
            added = "" if ctx.resilient_parsing else "play"  # not where an empty line is completed
        elif args[0].startswith("-") and args[0] != "-":
            added = "" if args[0] in _NO_COMMAND else "play"
        elif args[0] not in COMMAND_SUMMARIES and _is_file(args[0]):
            added = "review"
        return super().parse_args(ctx, [added, *args] if added else args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMAND_SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMAND_SUMMARIES:
            if not (ctx.resilient_parsing or cmd_name.startswith("-")):
                from difflib import get_close_matches

                close = get_close_matches(cmd_name, COMMAND_SUMMARIES, n=1)
                hint = f". Did you mean {close[0]!r}?" if close else ""
                ctx.fail(f"no such command or file: {cmd_name!r}{hint}")
            return None
        module = "main" if cmd_name == "completion" else cmd_name
        command = getattr(import_module(f"gnugo_py.cli.{module}"), cmd_name)
        tune_garbage_collector()
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        if is_nowhere(config_folder()) or is_nowhere(saves_folder()):
            print_warning(f"{NO_HOME}. Without it, games, settings and results are not stored")
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader closed the pipe, which is not an error
            _discard_output()
            sys.exit(0)
        except EOFError as error:  # click would take it for Ctrl-D
            fail_with_traceback(error)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        result = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):  # bash accepts a request for file names only before all words
            result.insert(0, CompletionItem(incomplete, type="file"))
        play = self.get_command(ctx, "play") if incomplete.startswith("-") else None
        if play is not None:
            with play.make_context("play", [], parent=ctx, resilient_parsing=True) as within:
                result += play.shell_complete(within, incomplete)
        return result

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMAND_SUMMARIES.items()))


@click.command(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="[COMMAND | FILE] [ARGS]...",
    epilog="Example: gnugo-py game.sgf --number 2",
)
@click.version_option(__version__, prog_name=PROGRAM_NAME)
def gnugo_py_command() -> None:
    """Play Go, Hex, Amazons and Tanbo; in Go also against GNU Go 1.1 of 1989.

    Without a command, gnugo-py runs `play`; with a file or an https:// address, it runs `review FILE`. Use
    `gnugo-py COMMAND --help` for details.
    """


_COMPLETION_VARIABLE = "_GNUGO_PY_COMPLETE"
"""The environment variable through which shells ask click for completions."""
_STARTUP_FILES = {
    "bash": ("~/.bashrc", 'eval "$(gnugo-py completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(gnugo-py completion zsh)"'),
    "fish": ("~/.config/fish/completions/gnugo-py.fish", "gnugo-py completion fish | source"),
    "powershell": ("the file $PROFILE", "gnugo-py completion powershell | Out-String | Invoke-Expression"),
}
"""The startup file of each shell, and the line to add to that file."""
_ZSH_START = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }"
"""The line that starts the completion of zsh, in case that no startup file has done so."""


@click.command(epilog="Example: gnugo-py completion bash")
@click.argument("shell", type=click.Choice(list(_STARTUP_FILES)))
def completion(shell: str) -> None:
    """Print a script that completes commands, options and file names with the Tab key.

    The shell must run the script at startup; a comment at its beginning shows how to set this up. For zsh,
    the script can also be saved as _gnugo-py in a folder of fpath.
    """
    from click.shell_completion import get_completion_class

    result = get_completion_class(shell)
    if result is None:
        from importlib.metadata import version

        raise click.ClickException(
            f"the installed click {version('click')} has no completion for {shell}; install a newer click"
        )
    file, line = _STARTUP_FILES[shell]
    root = click.get_current_context().find_root().command
    try:
        script = result(root, {}, PROGRAM_NAME, _COMPLETION_VARIABLE).source().strip().splitlines()
    except (OSError, RuntimeError) as error:
        raise click.ClickException(f"cannot run {shell} to read its version: {error}") from None
    comment = f"# Add this line to {file}:  {line}"
    lines = [comment, *script]
    if shell == "zsh":  # the first line, #compdef, must stay the first
        lines = [script[0], comment, _ZSH_START, *script[1:]]
    write_data_to_stdout("".join(f"{each}\n" for each in lines).encode())


def _is_file(word: str) -> bool:
    """Return whether a word on the command line is a file, standard input or an address."""
    return word == "-" or is_address(word) or os.path.lexists(os.path.expanduser(word))


def tune_garbage_collector() -> None:
    """Exempt all loaded modules from garbage collection, and collect rarely.

    Playing a game creates no reference cycles.
    """
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD)
    gc.enable()


def _discard_output() -> None:
    """Redirect stdout to the null device, so that Python does not try to write pending output at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line. For invalid usage or input, print one line on stderr and exit with status 2."""
    try:
        _run()
    finally:
        ignore_termination()


def _prepare_process() -> None:
    """Prepare the environment and stdout.

    An empty HOME is unset, because `~` would otherwise mean the root folder. Characters that stdout cannot
    encode are replaced.
    """
    if os.environ.get("HOME") == "":
        del os.environ["HOME"]
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def _remedy(error: OSError) -> str:
    """Return what a person can do about a file that cannot be read or written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "free some disk space"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "check the owner and permissions"
    return "check the path"


def _run() -> None:
    """Run the command line and exit."""
    _prepare_process()
    try:
        status = gnugo_py_command.main(prog_name=PROGRAM_NAME, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.UsageError as error:
        command = [word for word in sys.argv[1:2] if word in COMMAND_SUMMARIES]
        path = error.ctx.command_path if error.ctx else " ".join([PROGRAM_NAME, *command])
        if error.ctx and (game := error.ctx.meta.get("game")):
            path += f" --game {game}"
        fail(f"{error.format_message()} (see {path} --help)", STATUS_BAD_INPUT)
    except IllegalMove as error:  # an internal error: commands report illegal moves
        fail_with_traceback(error)
    except (click.ClickException, UserError) as error:
        fail(str(error), STATUS_BAD_INPUT)
    except OSError as error:
        _discard_output()
        what = error.filename or "the output"
        fail(f"{what}: {error.strerror or error}; {_remedy(error)}", STATUS_BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(STATUS_INTERRUPTED)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11 wraps one in the body of a class
            sys.exit(STATUS_INTERRUPTED)
        fail_with_traceback(error)
    sys.exit(status if isinstance(status, int) else 0)
